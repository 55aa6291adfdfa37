/** Runtime expressions (Arazzo 1.1, "Runtime Expressions"): values of earlier responses, requests, messages and inputs. */

import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { type HeaderFields, readHeader } from '../../../openapi/headers.ts'
import { valueAt } from '../../../openapi/pointer.ts'
import type { Recorded } from '../events.ts'
import type { Parts } from '../requests.ts'

export type Outputs = Record<string, Json>

/** The values that expressions can refer to at one step of a workflow. */
export interface Scope {
  inputs: Outputs
  steps: ReadonlyMap<string, Outputs>
  workflows: ReadonlyMap<string, { inputs: Outputs; outputs: Outputs }>
  /** Where the operations are: the target's URL. */
  url: string
  /** The exchange of the step itself, once there is one. */
  exchange?: Recorded
  /** The step's request. */
  parts?: Parts
  /** The step's received message. */
  message?: { headers: HeaderFields; payload: Json }
}

/** The value of an expression such as `$response.body#/id`; undefined if there is none. */
export function evaluate(expression: string, scope: Scope): Json | undefined {
  const [source = '', pointer] = splitPointer(expression)
  const value = sourceOf(source, scope)
  // Header names are case-insensitive (RFC 9110, 5.1) and are stored in lower case.
  if (source === '$message.header' && pointer !== undefined && value !== undefined)
    return valueAt(value, pointer.toLowerCase())
  return pointer === undefined || value === undefined ? value : valueAt(value, pointer)
}

/**
 * A value with its expressions filled in: a text that is an expression becomes what it leads to, of its type; those in
 * braces within a text become text.
 * @throws Unresolved for an expression that leads to nothing
 */
export function fill(value: Json, scope: Scope): Json {
  if (typeof value === 'string') {
    if (/^\$[a-z]/i.test(value) && isExpression(value)) return demand(value, scope)
    return value.replace(/\{(\$[^{}]+)\}/g, (_, expression: string) => textOf(demand(expression, scope)))
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, scope))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, scope)]))
}

/** Whether a value has no expression in it. */
export function isLiteral(value: Json): boolean {
  if (typeof value === 'string') return !isExpression(value) && !/\{\$[^{}]+\}/.test(value)
  if (Array.isArray(value)) return value.every(isLiteral)
  return !isObject(value) || Object.values(value).every(isLiteral)
}

/** An expression leads to nothing. */
export class Unresolved extends Error {
  override readonly name = 'Unresolved'
  readonly expression: string

  constructor(expression: string) {
    super(`there is nothing at ${expression}`)
    this.expression = expression
  }
}

const isExpression = (text: string): boolean =>
  /^\$(url|method|statusCode|(request|response|message|inputs|outputs|steps|workflows|sourceDescriptions|components)\b.*)$/s.test(
    text,
  )

function demand(expression: string, scope: Scope): Json {
  const value = evaluate(expression, scope)
  if (value === undefined) throw new Unresolved(expression)
  return value
}

export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function splitPointer(expression: string): [source: string, pointer: string | undefined] {
  const at = expression.indexOf('#')
  return at === -1 ? [expression, undefined] : [expression.slice(0, at), expression.slice(at + 1)]
}

function sourceOf(source: string, scope: Scope): Json | undefined {
  const { exchange, parts } = scope
  const [root = '', ...names] = source.slice(1).split('.')
  switch (root) {
    case 'url':
      return exchange && scope.url + exchange.path
    case 'method':
      return exchange?.method
    case 'statusCode':
      return exchange?.status
    case 'inputs':
      return member(scope.inputs, names)
    case 'steps': {
      const [step = '', kind, ...rest] = names
      return kind === 'outputs' ? member(scope.steps.get(step), rest) : undefined
    }
    case 'workflows': {
      const [id = '', kind, ...rest] = names
      const found = scope.workflows.get(id)
      return kind === 'inputs' || kind === 'outputs' ? member(found?.[kind], rest) : undefined
    }
    case 'sourceDescriptions':
      return names[1] === 'url' ? scope.url : undefined
    case 'request':
      return ofRequest(names, exchange, parts)
    case 'response':
      if (names[0] === 'header') return exchange && readHeader(exchange.headers, names.slice(1).join('.'))
      return names[0] === 'body' ? member(bodyOf(exchange), names.slice(1)) : undefined
    case 'message':
      return ofMessage(names, scope.message)
    default:
      return undefined
  }
}

function ofMessage([part, ...names]: string[], message: Scope['message']): Json | undefined {
  if (part === 'payload' || part === 'body') return member(message?.payload, names)
  if (part !== 'header' || message === undefined) return undefined
  // Without a name all of them are one object, for a pointer that follows.
  if (names.length > 0) return readHeader(message.headers, names.join('.'))
  return Object.fromEntries(
    Object.keys(message.headers).map((name) => [name, readHeader(message.headers, name) ?? '']),
  )
}

function ofRequest(
  [part, ...names]: string[],
  exchange: Recorded | undefined,
  parts: Parts | undefined,
): Json | undefined {
  const name = names.join('.')
  if (part === 'header') return exchange && readHeader(exchange.requestHeaders, name)
  if (part === 'query') return parts?.query[name]
  if (part === 'path') return parts?.params[name]
  return part === 'body' ? member(parts?.body, names) : undefined
}

const bodyOf = (exchange: Recorded | undefined): Json | undefined =>
  exchange && ((exchange.wrapped ?? exchange.json ?? exchange.body.toString()) as Json)

/** The value at a dot-separated path, with indexes such as `pets[0]`. */
export function member(value: Json | undefined, names: readonly string[]): Json | undefined {
  let found = value
  for (const name of names.flatMap((one) => one.split(/\[(\d+)\]/).filter((part) => part !== ''))) {
    if (Array.isArray(found)) found = found[Number(name)]
    else found = isObject(found) && Object.hasOwn(found, name) ? (found as JsonObject)[name] : undefined
  }
  return found
}
