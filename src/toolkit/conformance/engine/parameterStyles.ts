/** How parameters are written (OpenAPI 3.1.1, "Style Values"; RFC 6570). */

import type { Parameter } from '../../model/api.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'

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

type Style = Pick<Parameter, 'style' | 'explode'>

/** The names and values of a query, a form or cookies that one parameter becomes. */
export function pairsOf(name: string, value: Json, input: Style | undefined): [string, string][] {
  if (input?.style === 'json') return [[name, JSON.stringify(value)]]
  if (input?.style === 'deepObject') return deepPairs(name, value)
  const between = { spaceDelimited: ' ', pipeDelimited: '|' }[input?.style ?? ''] ?? ','
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return input?.explode === false ? [[name, texts.join(between)]] : texts.map((text) => [name, text])
  }
  if (isObject(value)) {
    const members = membersOf(value)
    return input?.explode === false ? [[name, members.flat().join(between)]] : members
  }
  return [[name, textOf(value)]]
}

/** `address[city]=…`, `items[0][price]=…`: what servers make of `deepObject` below the first level, which OpenAPI leaves open. */
function deepPairs(name: string, value: Json): [string, string][] {
  const inside = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : undefined
  return inside?.flatMap(([key, one]) => deepPairs(`${name}[${key}]`, one ?? null)) ?? [[name, textOf(value)]]
}

/** The names and values of a form (OpenAPI 3.1.1, "Encoding the x-www-form-urlencoded Media Type"). */
export function formPairs(fields: JsonObject, encoding: JsonObject = {}): [string, string][] {
  const isDeep = Object.values(encoding).some((one) => isObject(one) && one.style === 'deepObject')
  return Object.entries(fields).flatMap(([name, value = null]) =>
    pairsOf(name, value, statedStyle(encoding[name]) ?? usualStyle(value, isDeep)),
  )
}

/** A style makes the content type of the same encoding meaningless ("Encoding Object"). */
function statedStyle(encoding: Json | undefined): Style | undefined {
  if (!isObject(encoding)) return undefined
  const { style = 'form', explode = style === 'form' } = encoding
  const isStated = encoding.style !== undefined || encoding.explode !== undefined
  return isStated ? { style: String(style), explode: explode === true } : undefined
}

/** Objects without an encoding are JSON, except in a form that writes others with brackets. */
function usualStyle(value: Json, isDeep: boolean): Style | undefined {
  const isNested = isObject(value) || (Array.isArray(value) && value.some((one) => isObject(one)))
  if (isDeep && isNested) return { style: 'deepObject', explode: true }
  return isObject(value) ? { style: 'json', explode: false } : undefined
}
