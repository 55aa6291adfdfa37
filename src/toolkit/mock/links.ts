/** Links in responses lead to the mock, never to the server that the document names. */

import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { isHeader } from '../openapi/headers.ts'
import { type HttpRequest, type HttpResponse, originOf } from '../requests/exchange.ts'

type Rewrite = (response: HttpResponse, request: Pick<HttpRequest, 'headers'>) => HttpResponse

/**
 * Rewrites absolute URLs with the host of one of the document's servers and the path of one of its operations.
 * @param isPath whether an operation of the document has the path
 */
export function createLinkRewriter({ root }: ContractDocument, isPath: (path: string) => boolean): Rewrite {
  const servers = Array.isArray(root.servers) ? root.servers.filter(isObject) : []
  const hosts = new Set(
    servers.flatMap(({ url, variables }) => {
      const whole = String(url ?? '').replace(/\{([^}]+)\}/g, (_, name: string) => {
        const variable = isObject(variables) ? variables[name] : undefined
        return isObject(variable) ? String(variable.default ?? '') : ''
      })
      return URL.canParse(whole) ? [new URL(whole).host] : []
    }),
  )
  if (hosts.size === 0) return (response) => response
  return (response, request) => {
    const origin = originOf(request)
    if (origin === '') return response
    const local = (text: string): string => {
      const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text) ?? []
      if (!hosts.has(host.toLowerCase()) || !isPath(path || '/')) return text
      return origin + text.replace(/^https?:\/\/[^/?#]+/i, '')
    }
    const visit = (value: Json): Json => {
      if (typeof value === 'string') return local(value)
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
    return {
      ...response,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : visit(body as Json) }),
    }
  }
}
