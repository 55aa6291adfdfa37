/** How parameters are written (OpenAPI 3.1.1, "Style Values"; RFC 6570). */

import type { Parameter } from '../../model/api.ts'
import { isObject, type Json } from '../../openapi/document.ts'

export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const membersOf = (value: Json): [string, string][] =>
  isObject(value) ? Object.entries(value).map(([key, one]) => [key, textOf(one ?? null)]) : []

/** One segment of the path; without a parameter the plain text. */
export function pathValue(value: Json, parameter: Parameter | undefined): string {
  const { style = 'simple', explode = false, name = '' } = parameter ?? {}
  const flat = (one: Json) => encodeURIComponent(textOf(one))
  if (style === 'json') return encodeURIComponent(JSON.stringify(value))
  const start = style === 'label' ? '.' : style === 'matrix' ? ';' : ''
  const between = explode ? (style === 'label' ? '.' : style === 'matrix' ? ';' : ',') : ','
  if (isObject(value)) {
    const pairs = membersOf(value).map(([key, one]) => [encodeURIComponent(key), encodeURIComponent(one)])
    const text = pairs.map((pair) => pair.join(explode ? '=' : ',')).join(between)
    return style === 'matrix' && !explode ? `;${name}=${text}` : start + text
  }
  const items = Array.isArray(value) ? value.map(flat) : [flat(value)]
  if (style !== 'matrix') return start + items.join(between)
  return explode ? items.map((one) => `;${name}=${one}`).join('') : `;${name}=${items.join(',')}`
}

/** The value of a header (style `simple`). */
export function headerText(value: Json, parameter: Parameter): string {
  if (parameter.style === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (!isObject(value)) return textOf(value)
  return membersOf(value)
    .map((pair) => pair.join(parameter.explode ? '=' : ','))
    .join(',')
}

/** The names and values of a query, a form or cookies that one parameter becomes. */
export function pairsOf(name: string, value: Json, input: Parameter | undefined): [string, string][] {
  if (input?.style === 'json') return [[name, JSON.stringify(value)]]
  const between = { spaceDelimited: ' ', pipeDelimited: '|' }[input?.style ?? ''] ?? ','
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return input?.explode === false ? [[name, texts.join(between)]] : texts.map((text) => [name, text])
  }
  if (isObject(value)) {
    const members = membersOf(value)
    if (input?.style === 'deepObject') return members.map(([key, one]) => [`${name}[${key}]`, one])
    return input?.explode === false ? [[name, members.flat().join(between)]] : members
  }
  return [[name, textOf(value)]]
}
