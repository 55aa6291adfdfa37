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

/** Scheme (none in a network-path reference), host with user and port, and the rest. */
const ADDRESS = /^(?:https?:)?\/\/([^/?#\s]+)(.*)$/is
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
  const sources = new Set([...servers].flatMap((server) => hostSource(server) ?? []))
  return [...sources].map((source) => new RegExp(`^${source}$`, 'i'))
}

/** Undefined for a server without a host: its URL is relative to the document. */
function hostSource({ url, variables }: JsonObject): string | undefined {
  const variableOf = (name: string): JsonObject => (isObject(variables) ? objectAt(variables, name) : {})
  const withDefaults = String(url ?? '').replace(/\{([^}]+)\}/g, (_, name: string) =>
    String(variableOf(name).default ?? ''),
  )
  const place = placeOf(String(url ?? '')) ?? placeOf(withDefaults)
  if (place === undefined) return undefined
  const parts = hostOf(place).split(/(\{[^}]+\})/)
  // A variable without a list may be any text, where the rest of the host distinguishes it.
  const isDistinct = /\.[a-z0-9-]/i.test(parts.filter((part) => !part.startsWith('{')).join(''))
  const sourceOf = (part: string): string => {
    if (!part.startsWith('{')) return escaped(part)
    const { enum: listed, default: usual } = variableOf(part.slice(1, -1))
    if (isDistinct && !Array.isArray(listed)) return '[^/?#]+'
    const texts = [listed, usual].flat().filter((one) => typeof one === 'string')
    return `(?:${texts.map(escaped).join('|')})`
  }
  return parts.map(sourceOf).join('')
}

const placeOf = (url: string): string | undefined =>
  /^(?:(?:[a-z][a-z0-9+.-]*|\{[^}]+\}):)?\/\/([^/?#]+)/i.exec(url)?.[1]

/** Without the user, and without the port that the scheme implies. */
const hostOf = (place: string): string => place.replace(/^.*@/, '').replace(/:(80|443)$/, '')

/** Every string that a `const` or an `enum` of the document requires. */
function fixedTexts(root: JsonObject): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const node of nodesOf(root)) {
    const values = isObject(node) ? [node.const, node.enum].flat() : []
    for (const value of values) if (typeof value === 'string') texts.add(value)
  }
  return texts
}
