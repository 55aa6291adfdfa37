/** Witnesses as readers see them: one line, or a command to paste. */
import { isObject, type Json } from '../../openapi/document.ts'
import { foreignJson, foreignText } from '../../openapi/foreignText.ts'
import { isJson, mediaTypeOf } from '../../openapi/json.ts'
import { shellQuoted } from '../../openapi/shellText.ts'
import { shortString } from '../witness/findValue.ts'
import type { SampleRequest, Witness } from '../witness/message.ts'

/** Characters of a body in one line. */
const MAX_BODY_LENGTH = 120

/**
 * @returns the message, and the result of each version's validation
 * @example { message: 'POST /items {"name":"…"}', verdict: 'valid in the old version; in the new one /name:
 * …' }
 */
export function exampleOf(witness: Witness): { message: string; verdict: string } {
  const other = witness.validUnder === 'old' ? 'new' : 'old'
  return {
    message: foreignText(messageOf(witness)),
    verdict: foreignText(
      `valid in the ${witness.validUnder} version; in the ${other} one ${witness.problem}`,
    ),
  }
}

function messageOf(witness: Witness): string {
  if (witness.kind === 'request') {
    const { request } = witness
    return [request.method, urlOf(request), ...headersOf(request), shortened(request.body?.value)]
      .filter((part) => part !== '')
      .join(' ')
  }
  if (witness.kind === 'payload') return `${witness.of} ${shortened(witness.payload)}`
  const { response, to } = witness
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${textOf(value)}`)
  const parts = [String(response.status), response.mediaType ?? '', ...headers, shortened(response.body)]
  return `response to ${to}: ${parts.filter((part) => part !== '').join(' ')}`
}

function shortened(value: Json | undefined): string {
  if (value === undefined) return ''
  const text = foreignJson(withShortStrings(value))
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH - 1)}…` : text
}

/** A long string is there for its length. */
function withShortStrings(value: Json): Json {
  if (typeof value === 'string') return shortString(value)
  if (Array.isArray(value)) return value.map(withShortStrings)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withShortStrings(one)]))
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function urlOf({ path, parameters }: SampleRequest): string {
  const query = parameters.filter((one) => one.in === 'query').map(({ text }) => text)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const headersOf = ({ parameters, credentials }: SampleRequest): string[] => [
  ...parameters.filter((one) => one.in === 'header').map(({ name, text }) => `${name}: ${text}`),
  ...cookies(parameters),
  ...credentials.flatMap(({ carrier }) => credentialHeader(carrier)),
]

function cookies(parameters: SampleRequest['parameters']): string[] {
  const pairs = parameters.filter((one) => one.in === 'cookie').map(({ name, text }) => `${name}=${text}`)
  return pairs.length > 0 ? [`Cookie: ${pairs.join('; ')}`] : []
}

/** `header Authorization bearer` */
function credentialHeader(carrier: string): string[] {
  const [place, name = '', scheme] = carrier.split(' ')
  if (place === 'header') return [`${name}: ${scheme === undefined ? '' : `${capital(scheme)} `}$TOKEN`]
  return place === 'cookie' ? [`Cookie: ${name}=$TOKEN`] : []
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A request as a command for a shell; undefined for a response or the payload of a message. */
export function curlOf(witness: Witness): string | undefined {
  if (witness.kind !== 'request') return undefined
  const { request } = witness
  const { body } = request
  const header = (text: string) => `-H ${text.includes('$TOKEN') ? `"${text}"` : shellQuoted(text)}`
  return [
    'curl',
    ...(request.method === 'GET' ? [] : ['-X', request.method]),
    addressOf(urlOf(request)),
    ...headersOf(request).map(header),
    ...(body === undefined
      ? []
      : [header(`Content-Type: ${body.mediaType}`), '-d', shellQuoted(bodyText(body))]),
  ].join(' ')
}

const addressOf = (url: string): string =>
  /^[\w/.~%?=&,+:@-]*$/.test(url) ? `"$API${url}"` : `"$API"${shellQuoted(url)}`

const bodyText = ({ mediaType, value }: NonNullable<SampleRequest['body']>): string =>
  mediaTypeOf(mediaType) === 'application/x-www-form-urlencoded' && isObject(value)
    ? new URLSearchParams(Object.entries(value).map(([name, one]) => [name, textOf(one)])).toString()
    : typeof value === 'string' && !isJson(mediaType)
      ? value
      : JSON.stringify(value)
