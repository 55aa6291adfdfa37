/** Parameters as they are written (OpenAPI 3.1, "Style Values"). */
import type { Parameter } from '../../model/api.ts'
import { isObject, type Json } from '../../openapi/document.ts'

const SEPARATORS: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '|' }

/**
 * A value of a parameter in its style: `name=a&name=b` in a query, only the value in a path, header or cookie.
 * @example parameterText(ids, [1, 2]) // 'ids=1&ids=2'
 */
export function parameterText(input: Parameter, value: Json): string {
  const { name, style, explode } = input
  const inQuery = input.in === 'query'
  const encoded = (one: Json): string => {
    const text = typeof one === 'string' ? one : JSON.stringify(one)
    return inQuery || input.in === 'path' ? encodeURIComponent(text) : text
  }
  const whole = (text: string) => (inQuery ? `${name}=${text}` : text)
  if (isObject(input.node.content)) return whole(encodeURIComponent(JSON.stringify(value)))
  if (Array.isArray(value)) {
    const parts = value.map(encoded)
    if (inQuery && explode) return parts.map(whole).join('&')
    return whole(parts.join(SEPARATORS[style] ?? ','))
  }
  if (!isObject(value)) return whole(prefixOf(style, name) + encoded(value))
  const entries = Object.entries(value)
  if (style === 'deepObject') return entries.map(([key, one]) => `${name}[${key}]=${encoded(one)}`).join('&')
  if (explode) return entries.map(([key, one]) => `${key}=${encoded(one)}`).join(inQuery ? '&' : ',')
  return whole(entries.flatMap(([key, one]) => [key, encoded(one)]).join(','))
}

const prefixOf = (style: string, name: string): string =>
  style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : ''
