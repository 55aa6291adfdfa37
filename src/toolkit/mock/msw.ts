/** Handlers of Mock Service Worker (MSW 2) from an OpenAPI document. */
import { type HttpHandler, http } from 'msw'
import { createMock, type MockDocument } from './createMock.ts'
import type { Mock, MockOptions } from './fetchMock.ts'

export type { MockDocument } from './createMock.ts'
export type { Mock, MockOptions, MockState } from './fetchMock.ts'

export interface HandlerOptions extends MockOptions {
  /** The URL that the application calls, such as `https://api.example.com`. Default: every origin. */
  baseUrl?: string
}

/**
 * Creates handlers for `setupServer` and `setupWorker`. Requests to paths that the documents do not have are left to other
 * handlers.
 *
 * @param documents one OpenAPI document or several, parsed or as text, or a mock of `createMock`, whose state the test can
 *   then reset
 * @throws DocumentError for a document that cannot be read
 * @example setupServer(...handlers(document, { baseUrl: 'https://api.example.com' }))
 */
export function handlers(
  documents: MockDocument | readonly MockDocument[] | Mock,
  { baseUrl, ...options }: HandlerOptions = {},
): HttpHandler[] {
  const mock = isMock(documents) ? documents : createMock(documents, options)
  const pattern = baseUrl === undefined ? '*' : `${baseUrl.replace(/\/$/, '')}/*`
  return [http.all(pattern, ({ request }) => (mock.has(request.url) ? mock.fetch(request) : undefined))]
}

const isMock = (given: MockDocument | readonly MockDocument[] | Mock): given is Mock =>
  typeof given === 'object' && 'fetch' in given && typeof given.fetch === 'function'
