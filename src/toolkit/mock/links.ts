/** Links in responses lead to the mock, never to a server that the document names. */

import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { isHeader } from '../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../openapi/json.ts'
import { serversOf } from '../openapi/match.ts'
import { listOperations } from '../openapi/operations.ts'
import { escaped } from '../openapi/templates.ts'
import { nodesOf } from '../openapi/walk.ts'
import { type HttpRequest, type HttpResponse, originOf } from '../requests/exchange.ts'

type Rewrite = (response: HttpResponse, request: Pick<HttpRequest, 'headers'>) => HttpResponse

/** Scheme and host with user and port, as an origin without scheme in a network-path reference, and the rest. */
const ADDRESS = /^((?:https?:)?\/\/[^/?#\s]+)(.*)$/is
/** An address amid text, up to what ends one in XML, HTML, CSV and JSON. */
const ADDRESSES = /https?:\/\/[^\s"'<>\\,]+/gi

/**
 * Rewrites URLs with the host of a server and the path of an operation. Servers are those of the document, of its paths
 * and of its operations, with every value that their variables allow. Values of `const` and `enum` remain.
 *
 * @param isPath whether an operation of the document has the path
 */
export function createLinkRewriter(document: ContractDocument, isPath: (path: string) => boolean): Rewrite {
  const hosts = hostsOf(document)
  if (hosts.length === 0) return (response) => response
  let fixed: ReadonlySet<string> | undefined
  const isFixed = (text: string): boolean => {
    fixed ??= fixedTexts(document.root)
    return fixed.has(text)
  }
  return (response, request) => {
    const origin = originOf(request)
    if (origin === '') return response
    const local = (text: string): string => {
      const [, place = '', rest = ''] = ADDRESS.exec(text) ?? []
      const host = hostOf(place)
      if (host === undefined) return text
      return hosts.some((one) => one.test(host)) && isPath(expandedPath(rest)) ? origin + rest : text
    }
    const visit = (value: Json): Json => {
      if (typeof value === 'string') {
        const changed = local(value)
        return changed === value || isFixed(value) ? value : changed
      }
      if (Array.isArray(value)) return value.map(visit)
      if (!isObject(value)) return value
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(one as Json)]))
    }
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        isHeader(name, 'Link')
          ? value.replace(/<([^>]*)>/g, (_, address: string) => `<${local(address)}>`)
          : local(value),
      ]),
    )
    const { body } = response
    if (body === undefined || body instanceof Uint8Array) return { ...response, headers }
    const isText = typeof body === 'string' && !isJson(mediaTypeOf(contentTypeOf(headers)))
    return { ...response, headers, body: isText ? body.replace(ADDRESSES, local) : visit(body as Json) }
  }
}

const contentTypeOf = (headers: Record<string, string>): string =>
  Object.entries(headers).find(([name]) => isHeader(name, 'Content-Type'))?.[1] ?? ''

/** The path of an address whose end may be a URI Template (RFC 6570): `/things{/id}{?page}` is `/things`. */
const expandedPath = (rest: string): string =>
  rest
    .replace(/\{[/;?&#.][^}]*\}/g, '')
    .replace(/\{\+?([^}]*)\}/g, '$1')
    .split(/[?#]/, 1)[0] || '/'

/** The hosts of all servers, without default ports, as expressions. */
function hostsOf(document: ContractDocument): RegExp[] {
  const servers = new Set([
    ...serversOf(document, undefined),
    ...listOperations(document).flatMap((operation) => serversOf(document, operation)),
  ])
  const sources = new Set([...servers].flatMap(hostSources))
  return [...sources].map((source) => new RegExp(`^${source}$`, 'i'))
}

/** The combinations of a server's variables that are compared. */
const MAX_COMBINATIONS = 1000

/** None for a server without a host: its URL is relative to the document. */
function hostSources(server: JsonObject): string[] {
  return expandedUrls(server).flatMap((url) => {
    const host = hostOf(url)
    return host === undefined ? [] : (sourceOf(host) ?? [])
  })
}

/** The server's URL with every listed value and default of its variables. Variables of any text remain as well. */
function expandedUrls({ url, variables }: JsonObject): string[] {
  const whole = String(url ?? '')
  // Variables of the path cannot change the host.
  const place = PLACE.exec(whole)?.[0] ?? whole
  let urls = [place]
  for (const name of new Set(place.match(/(?<=\{)[^}]+(?=\})/g))) {
    const { enum: listed, default: usual } = isObject(variables) ? objectAt(variables, name) : {}
    const values = [usual, listed].flat().filter((one) => ['string', 'number'].includes(typeof one))
    const texts = [...new Set([...values.map(String), ...(Array.isArray(listed) ? [] : [`{${name}}`])])]
    // Links to the servers beyond the limit remain.
    const most = Math.max(1, Math.floor(MAX_COMBINATIONS / urls.length))
    urls = texts.slice(0, most).flatMap((text) => urls.map((one) => one.replaceAll(`{${name}}`, () => text)))
  }
  return urls
}

/** Undefined where a variable of any text leaves nothing that distinguishes the host. */
function sourceOf(host: string): string | undefined {
  const parts = host.split(/(:\{[^}]+\}$|\{[^}]+\})/)
  const isVariable = (part: string): boolean => /^:?\{/.test(part)
  const isDistinct = /\.[a-z0-9-]/i.test(parts.filter((part) => !isVariable(part)).join(''))
  if (!isDistinct && parts.some(isVariable)) return undefined
  // A port of any number may be the one that the scheme implies.
  const anyOf = (part: string): string => (part.startsWith(':') ? '(?::[0-9]+)?' : '[^/?#]*')
  return parts.map((part) => (isVariable(part) ? anyOf(part) : escaped(part))).join('')
}

/** The scheme of a URL, and its host with user and port. */
const PLACE = /^(?:([a-z][a-z0-9+.-]*|\{[^}]+\}):)?\/\/([^/?#]+)/i

/** The host of a URL without the user, and without the port that the scheme implies; undefined if it is empty. */
function hostOf(url: string): string | undefined {
  const [, scheme = '', place = ''] = PLACE.exec(url) ?? []
  const ports = { http: /:80$/, ws: /:80$/, https: /:443$/, wss: /:443$/ } as Record<string, RegExp>
  const host = place.replace(/^.*@/, '').replace(ports[scheme.toLowerCase()] ?? /:(80|443)$/, '')
  return /^(:|$)/.test(host) ? undefined : host
}

/** Every string that a `const` or an `enum` of the document requires. */
function fixedTexts(root: JsonObject): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const node of nodesOf(root)) {
    const values = isObject(node) ? [node.const, node.enum].flat() : []
    for (const value of values) if (typeof value === 'string') texts.add(value)
  }
  return texts
}
