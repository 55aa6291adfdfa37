import { html } from './html.ts'
import type { PageResponse } from './page.ts'

/** A page that states what went wrong, and what to do about it. */
export function messagePage(
  status: 400 | 403 | 429,
  title: string,
  message: string,
  advice: string,
  retryAfter?: number,
): PageResponse {
  const content = html`<h1>${title}</h1>
<p>${message}</p>
<p class="soft small">${advice}</p>`
  return { kind: 'page', status, title, content, ...(retryAfter !== undefined && { retryAfter }) }
}

/** The form was not sent by the page that it belongs to, or too late. */
export const staleForm = (): PageResponse =>
  messagePage(
    403,
    'This form is no longer valid',
    'It was sent from another page, from another account, or too late. Nothing was changed.',
    'Go back to the application and start again.',
  )

/** @param seconds until the next attempt counts */
export function tooManyAttempts(seconds: number): PageResponse {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return messagePage(
    429,
    'Too many attempts',
    `There were too many attempts to sign in. Try again in ${wait}.`,
    'An administrator of this service can reset a forgotten password.',
    seconds,
  )
}
