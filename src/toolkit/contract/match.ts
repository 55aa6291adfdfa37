/** Finds the operation that a request belongs to. */
import { type ContractDocument, isObject } from './document.ts'
import { listOperations, type Operation } from './operations.ts'

export interface OperationMatch {
  operation: Operation | undefined
  /** Methods that the document declares for the path; empty when it knows no such path. */
  methods: string[]
}

/**
 * Prepares the search. A concrete path wins over a template (OpenAPI 3.1, "Path Templating Matching"); HEAD is
 * found as GET where the document declares no HEAD, for it is the same operation without a body (RFC 9110, 9.3.2).
 *
 * @returns a function of a method and a URL or path, the path part of a server's URL included or left out
 */
export function createMatcher(document: ContractDocument): (method: string, url: string) => OperationMatch {
  const routes = listOperations(document).map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
    templated: (operation.path.match(/\{/g) ?? []).length,
  }))
  routes.sort((a, b) => a.templated - b.templated)
  const prefixes = serverPaths(document)

  return (method, url) => {
    const path = pathOf(url)
    for (const prefix of prefixes) {
      if (!path.startsWith(prefix)) continue
      const rest = path.slice(prefix.length)
      const [best] = routes.filter((route) => route.pattern.test(rest))
      if (best === undefined) continue
      const sisters = routes.filter(({ operation }) => operation.path === best.operation.path)
      const named = (name: string) => sisters.find(({ operation }) => operation.method === name)?.operation
      const wanted = method.toUpperCase()
      return {
        operation: named(wanted) ?? (wanted === 'HEAD' ? named('GET') : undefined),
        methods: sisters.map(({ operation }) => operation.method),
      }
    }
    return { operation: undefined, methods: [] }
  }
}

/** The path parts of the servers' URLs, longest first, and the empty one: paths may come with or without them. */
function serverPaths(document: ContractDocument): string[] {
  const servers = Array.isArray(document.root.servers) ? document.root.servers : []
  const paths = servers.flatMap((server) => {
    if (!isObject(server) || typeof server.url !== 'string') return []
    return [pathOf(server.url.replace(/\{[^}]*\}/g, 'x')).replace(/\/$/, '')]
  })
  return [...new Set([...paths, ''])].sort((a, b) => b.length - a.length)
}

const pathOf = (url: string): string => {
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? ''
  return withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/'
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/(\{[^}]+\})/)
      .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  )
