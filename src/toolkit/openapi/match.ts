/** Finds the operation that a request belongs to. */
import { type ContractDocument, isObject, type Json, type JsonObject } from './document.ts'
import { listOperations, type Operation } from './operations.ts'
import { pointerOf } from './pointer.ts'
import { locate } from './resolve.ts'
import { escaped } from './templates.ts'

export interface OperationMatch {
  operation: Operation | undefined
  /** Methods that the document declares for the path; empty when it knows no such path. */
  methods: string[]
  /** Methods of other paths that fit, too: `/things/{id}` for `/things/batch`. */
  further: string[]
}

/**
 * Prepares the search. A concrete path takes precedence over a template (OpenAPI 3.1, "Path Templating Matching"), and a
 * segment with literal text, such as `{id}:close` or `{from},{to}`, over a segment that is only a variable. HEAD matches
 * GET if the document declares no HEAD, since it is the same operation without a body (RFC 9110, 9.3.2). Servers of an
 * operation or a path replace the document's; their variables match any allowed value.
 *
 * @returns a function of a method and a URL or path, with or without the path part of a server's URL
 */
export function createMatcher(document: ContractDocument): (method: string, url: string) => OperationMatch {
  const routes = listOperations(document).flatMap((operation) => {
    const template = expressionOf(withoutFragment(operation.path))
    const templated = (operation.path.match(/\{/g) ?? []).length
    return prefixesOf(serversOf(document, operation)).map(({ expression, length, open }) => ({
      operation,
      bare: operation.path.split('/').filter((segment) => /^\{[^{}]+\}$/.test(segment)).length,
      templated,
      text: operation.path.replace(/\{[^}]+\}/g, '').length,
      length,
      open,
      segments: operation.path.split('/').length,
      pattern: new RegExp(`^${expression}${template}$`),
    }))
  })
  // Longest server path first, so that the rest is the operation's path. Variables of any text come last and match as
  // little as possible.
  routes.sort(
    (a, b) =>
      Number(a.open) - Number(b.open) ||
      (a.open ? b.segments - a.segments : b.length - a.length) ||
      a.bare - b.bare ||
      a.templated - b.templated ||
      b.text - a.text,
  )

  return (method, url) => {
    const path = pathOf(url)
    const fitting = routes.filter(({ pattern }) => pattern.test(path))
    const [best] = fitting
    if (best === undefined) return { operation: undefined, methods: [], further: [] }
    // Paths that differ in nothing but the names of their variables, or in a fragment, are one path for a request.
    const sisters = new Map<string, Operation>()
    const further = new Set<string>()
    for (const { operation } of fitting) {
      const isSister = shapeOf(operation) === shapeOf(best.operation)
      if (!isSister) further.add(operation.method)
      else if (!sisters.has(operation.method)) sisters.set(operation.method, operation)
    }
    const wanted = method.toUpperCase()
    return {
      operation: sisters.get(wanted) ?? (wanted === 'HEAD' ? sisters.get('GET') : undefined),
      methods: [...sisters.keys()],
      further: [...further],
    }
  }
}

/** The servers of an operation: its own, its path's or the document's. Without an operation, the document's. */
export function serversOf(document: ContractDocument, of: Operation | undefined): JsonObject[] {
  const item = of && locate(document, pointerOf('paths', of.path)).node
  const [servers = []] = [of?.operation.servers, item?.servers, document.root.servers].filter(
    (list): list is Json[] => Array.isArray(list) && list.length > 0,
  )
  return servers.filter(isObject)
}

/** The path parts of the servers' URLs as expressions, and the empty one: paths may come with or without them. */
function prefixesOf(servers: readonly JsonObject[]): Prefix[] {
  const prefixes = new Map<string, Prefix>([['', { expression: '', length: 0, open: false }]])
  for (const { url, variables } of servers) {
    if (typeof url !== 'string') continue
    const path = pathOfServer(url)
    const named = isObject(variables) ? variables : {}
    const parts = path.split(/(\{[^}]+\})/)
    const written = (of: (variable: Json | undefined) => string) =>
      parts.map((part) => (part.startsWith('{') ? of(named[part.slice(1, -1)]) : escaped(part))).join('')
    const [known, any] = [written(knownText), written(anyText)]
    prefixes.set(known, { expression: known, length: path.length, open: false })
    if (any !== known) prefixes.set(any, { expression: any, length: path.length, open: true })
  }
  return [...prefixes.values()]
}

/** The path prefix of the first server, such as `/v1`, with the defaults of its variables. */
export function basePathOf({ root }: ContractDocument): string {
  const [first] = Array.isArray(root.servers) ? root.servers.filter(isObject) : []
  if (typeof first?.url !== 'string') return ''
  const named = isObject(first.variables) ? first.variables : {}
  const usual = (variable: Json | undefined) => (isObject(variable) ? String(variable.default ?? '') : '')
  return pathOfServer(first.url)
    .replace(/\{([^}]+)\}/g, (_, name: string) => usual(named[name]))
    .replace(/\/$/, '')
}

interface Prefix {
  expression: string
  length: number
  /** Whether it contains a variable that accepts any text. */
  open: boolean
}

/** Source of a regular expression for a server variable with known values: its enum, otherwise its default. */
function knownText(node: Json | undefined): string {
  const { enum: listed, default: usual } = isObject(node) ? node : {}
  const texts = [listed, usual].flat().filter((one): one is string => typeof one === 'string')
  // A value with a host is the beginning of the server's URL: `{base}/v2`.
  const paths = texts.map((text) => (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text) ? pathOfServer(text) : text))
  return `(?:${[...new Set(paths)].map(escaped).join('|')})`
}

/** A variable without a list may be any text, of several segments or none. */
const anyText = (node: Json | undefined): string =>
  isObject(node) && Array.isArray(node.enum) ? knownText(node) : '.*?'

const pathOf = (url: string): string => {
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? ''
  return withoutQuery.replace(/^[a-z{][a-z0-9+.{}-]*:\/\/[^/]*/i, '') || '/'
}

/**
 * The URL of a server may begin with `//` and a host (RFC 3986, 4.2: a network-path reference). The target of a request
 * that begins so is a path.
 */
const pathOfServer = (url: string): string => pathOf(url.replace(/^\/\/[^/?#]*/, '')).replace(/\/$/, '')

/** Text of a template as a request writes it: clients percent-encode what no address may contain. */
export function literalSource(text: string): string {
  const encoded = encodeURI(text)
  return encoded === text ? escaped(text) : `(?:${escaped(text)}|${escaped(encoded)})`
}

/** A fragment distinguishes operations of one path in the document (`/schema#add`). Requests do not contain it. */
const withoutFragment = (template: string): string => template.replace(/#.*$/, '')

/** The path as requests see it: without fragments and names of variables. */
const shapeOf = ({ path }: Operation): string => withoutFragment(path).replace(/\{[^}]+\}/g, '{}')

const expressionOf = (template: string): string =>
  template
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? '[^/]+' : literalSource(part)))
    .join('')
