/** What a stateful mock makes of a request's body: the item that a server would have made. */

import { type Api, type ApiOperation, examplesOf, successSchema } from '../../conformance/api/api.ts'
import { listItemSchema, listMember, normal, type Resource } from '../../conformance/api/resources.ts'
import {
  isNullable,
  membersOf,
  requiredOf,
  typesOf,
  viewOf,
  withoutNull,
} from '../../conformance/api/schemaView.ts'
import { validatorOf } from '../../conformance/validators.ts'
import { fittingValue } from '../../conformance/values/fitting.ts'
import type { Random } from '../../conformance/values/random.ts'
import { stringFor } from '../../conformance/values/strings.ts'
import { validValue } from '../../conformance/values/valid.ts'
import { isObject, type Json, type JsonObject, responseFor } from '../../contract/index.ts'
import { Refusal } from '../../requests/exchange.ts'
import { typedText } from '../../requests/place.ts'
import { mediaOf } from '../samples.ts'

export interface Maker {
  api: Api
  random: Random
  /** Milliseconds since the Unix epoch. */
  now(): number
}

const TOUCHED = /^(updated|modified|lastmodified|changed)(at|on|date|time)?$/
const MADE = /^(created|inserted|registered)(at|on|date|time)?$/

/**
 * A new item: what was sent, and for every other member its default, null, an empty list, or what an example shows.
 * @param sent the body of the request
 * @param known values that the path gives, by member name
 * @throws Refusal 500 when the document allows no item that could be made
 */
export function newItem(
  maker: Maker,
  operation: ApiOperation,
  resource: Resource | undefined,
  sent: Json | undefined,
  known: JsonObject,
  example: Json | undefined,
): JsonObject {
  const { api, random } = maker
  const target = successSchema(api, operation)
  const view = viewOf(api.document, target?.schema)
  const item: JsonObject = {}
  const body = isObject(sent) ? sent : {}
  for (const [name, schema] of membersOf(view)) {
    const inner = withoutNull(api.document, viewOf(api.document, schema))
    if (inner.writeOnly === true) continue
    if (name === resource?.idMember && body[name] === undefined)
      item[name] = identifier(maker, name, schema, example)
    else if (body[name] !== undefined) item[name] = body[name]
    else if (known[name] !== undefined) item[name] = typedText(typesOf(inner), known[name])
    else {
      const value = unsent(maker, name, schema, isObject(example) ? example[name] : undefined)
      if (value !== undefined) item[name] = value
    }
  }
  if (membersOf(view).length === 0) Object.assign(item, isObject(example) ? example : {}, body)
  // A schema may allow members that it does not name: those that were sent are kept.
  for (const [name, value] of Object.entries(body))
    if (view.additionalProperties !== false && item[name] === undefined && view.properties === undefined)
      item[name] = value
  const id = resource === undefined ? undefined : item[resource.idMember]
  const named = (base: JsonObject) =>
    resource === undefined || id === undefined ? base : { ...base, [resource.idMember]: id }
  const made = () =>
    fittingValue(
      { schemaPointer: target?.pointer ?? '', schema: target?.schema },
      { document: api.document, random, extent: 'full', answer: true },
    )
  const check = validatorOf(api.document, 'answer')
  const fits = (one: JsonObject) => target === undefined || check(target.pointer, one).length === 0
  const shown = isObject(example) ? example : undefined
  const allowed = firstThat(fits, [
    () => item,
    () => shown && { ...shown, ...item },
    () => shown && named(shown),
    () => shown,
    () => ({ ...(made() as JsonObject), ...item }),
    () => named(made() as JsonObject),
  ])
  if (allowed === undefined)
    throw new Refusal(500, `No item could be made that the answer of ${operation.operationId} allows.`)
  return allowed
}

/** The first candidate that fits; a later one is not made before it is needed. */
function firstThat(
  fits: (one: JsonObject) => boolean,
  makers: (() => JsonObject | undefined)[],
): JsonObject | undefined {
  for (const make of makers) {
    const one = make()
    if (isObject(one) && fits(one)) return one
  }
  return undefined
}

function identifier({ api, random }: Maker, name: string, schema: Json, example: Json | undefined): Json {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  if (typesOf(view).some((type) => type === 'integer' || type === 'number'))
    return 1000 + random.below(1_000_000)
  const shown = isObject(example) ? example[name] : undefined
  // `prompt_01h…`: the kind before the last mark is kept, what follows it is new.
  const [, kind = '', rest = ''] = /^(.*[_:-])([^_:-]+)$/.exec(typeof shown === 'string' ? shown : '') ?? []
  for (let turn = 0; turn < 4 && rest !== '' && view.format === undefined; turn++) {
    const text =
      kind +
      [...rest]
        .map((letter, at) =>
          at < 10
            ? letter
            : letter.replace(/[0-9a-z]/i, () => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(random.below(32))),
        )
        .join('')
    if (text !== shown && (typeof view.pattern !== 'string' || new RegExp(view.pattern, 'u').test(text)))
      return text
  }
  return stringFor(view, random, name) ?? random.word(20)
}

function unsent(maker: Maker, name: string, schema: Json, shown: Json | undefined): Json | undefined {
  const { api } = maker
  const view = viewOf(api.document, schema)
  const inner = withoutNull(api.document, view)
  if (view.default !== undefined) return view.default
  if (inner.const !== undefined) return inner.const
  const time = timeFor(maker, name, inner)
  if (time !== undefined) return time
  if (isNullable(api.document, view)) return null
  const types = typesOf(inner)
  if (types.includes('array') && !(Number(inner.minItems) > 0)) return []
  if (types.includes('boolean')) return shown ?? false
  if (shown !== undefined) return shown
  return validValue(
    schema,
    { document: api.document, random: maker.random, extent: 'minimal', answer: true },
    name,
  )
}

function timeFor({ now }: Maker, name: string, view: JsonObject): Json | undefined {
  const key = normal(name)
  if (!MADE.test(key) && !TOUCHED.test(key)) return undefined
  if (typesOf(view).includes('integer')) return Math.floor(now() / 1000)
  return view.format === 'date' ? new Date(now()).toISOString().slice(0, 10) : new Date(now()).toISOString()
}

/**
 * The item after a change: what was sent is merged in (RFC 7396) or, by PUT, takes the place of what a request can say
 * (RFC 9110, section 9.3.4); the member that tells of changes is set.
 */
export function changedItem(
  maker: Maker,
  operation: ApiOperation,
  before: JsonObject,
  sent: Json | undefined,
): JsonObject {
  const { api } = maker
  // Where no item comes back, what reads it says what it is.
  const read = api.operations.find(({ path, method }) => path === operation.path && method === 'GET')
  const target = successSchema(api, operation) ?? (read && successSchema(api, read))
  const view = viewOf(api.document, target?.schema)
  const names = new Set([...membersOf(view).map(([name]) => name), ...Object.keys(before)])
  const item = { ...before }
  if (operation.method === 'PUT') {
    const sayable = membersOf(viewOf(api.document, operation.body?.schema))
    const inRequest = new Map(sayable.filter(([, schema]) => viewOf(api.document, schema).readOnly !== true))
    for (const [name, schema] of membersOf(view)) {
      if (!inRequest.has(name) || (isObject(sent) && sent[name] !== undefined)) continue
      const value = unsent(maker, name, schema, undefined)
      if (requiredOf(view).has(name) || isNullable(api.document, viewOf(api.document, schema)))
        item[name] = value ?? null
      else delete item[name]
    }
  }
  for (const [name, value] of Object.entries(isObject(sent) ? sent : {})) {
    if (!names.has(name) || value === undefined) continue
    const inner = viewOf(api.document, membersOf(view).find(([member]) => member === name)?.[1])
    if (inner.writeOnly === true) continue
    if (value === null && !isNullable(api.document, inner)) delete item[name]
    else item[name] = value
  }
  for (const [name, schema] of membersOf(view)) {
    if (TOUCHED.test(normal(name)))
      item[name] =
        timeFor(maker, name, withoutNull(api.document, viewOf(api.document, schema))) ?? item[name] ?? null
  }
  const check = validatorOf(api.document, 'answer')
  if (target !== undefined && check(target.pointer, item).length > 0) {
    const [problem] = check(target.pointer, item)
    throw new Refusal(
      400,
      `${problem?.pointer.slice(1) ?? 'body'}: ${problem?.message ?? 'the changed item breaks the document'}`,
      { hint: /VALIDATION/i },
    )
  }
  return item
}

/** A kept item as another operation shows it: the members that its schema has, and what it requires beside them. */
export function shownAs(maker: Maker, schema: Json | undefined, item: JsonObject): JsonObject {
  const view = viewOf(maker.api.document, schema)
  const members = new Map(membersOf(view))
  if (members.size === 0) return item
  const required = requiredOf(view)
  const shown: JsonObject = {}
  // Silence about other members leaves room for those to come; it does not say that what was sent is shown.
  const takesOthers = view.additionalProperties === true || isObject(view.additionalProperties)
  for (const [name, value] of Object.entries(item)) if (members.has(name) || takesOthers) shown[name] = value
  for (const [name, inner] of members) {
    if (shown[name] !== undefined || !required.has(name)) continue
    const value = unsent(maker, name, inner, undefined)
    if (value !== undefined) shown[name] = value
  }
  for (const [name, inner] of members)
    if (viewOf(maker.api.document, inner).writeOnly === true) delete shown[name]
  return shown
}

/** So many items, made from those that a list answer shows: each has an identifier and a time of its own. */
export function manyItems(maker: Maker, operation: ApiOperation, list: Json, count: number): JsonObject[] {
  const member = listMember(maker.api, operation)
  const shown = member === '' ? list : isObject(list) && member !== undefined ? list[member] : undefined
  const patterns = Array.isArray(shown) ? shown.filter(isObject) : []
  const members = new Map(membersOf(viewOf(maker.api.document, listItemSchema(maker.api, operation))))
  return Array.from({ length: patterns.length === 0 ? 0 : Math.max(count, patterns.length) }, (_, index) => {
    const pattern = patterns[index % patterns.length] as JsonObject
    if (index < patterns.length) return pattern
    const schema = members.get('id')
    return schema === undefined || pattern.id === undefined
      ? pattern
      : { ...pattern, id: identifier(maker, 'id', schema, pattern) }
  })
}

/** An example of what the operation answers with this status, as the document shows it. */
export function exampleOf(api: Api, operation: ApiOperation): Json | undefined {
  for (const status of operation.successes) {
    const response = responseFor(operation, status)
    const [media] = response === undefined ? [] : mediaOf(response)
    const [example] = media === undefined ? [] : examplesOf(api.document, media.node)
    if (example !== undefined) return example
  }
  return undefined
}
