/**
 * The location of an item in a response: the whole body, inside an envelope such as `{ "data": { … } }`, or in a list.
 */
import { type Api, type ApiOperation, examplesOf, successSchema } from '../../model/api.ts'
import { type ListPlace, listItems, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal, singularOf, soundsLike } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf, tokensOf, valueAt, withValueAt } from '../../openapi/pointer.ts'
import type { SchemaProblem } from '../../schema/problem.ts'
import { validatorOf } from '../../schema/validators.ts'
import { fixedValue } from '../../schema/values/fitting.ts'
import type { ScopedRandom } from '../../schema/values/random.ts'
import { validValue } from '../../schema/values/valid.ts'
import { branchesOf, memberOf, membersOf, viewOf } from '../../schema/view.ts'
import { mediaOf } from '../samples.ts'

/** Dependencies for generating items. */
export interface Maker {
  api: Api
  random: ScopedRandom
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** The path that a template stands for, as clients send it. */
  pathTo(template: string, variables: Record<string, string>): string
}

/** The names from which the location of an item is found. */
export type Named = Pick<Resource, 'collection' | 'parameter'>

/** The location of an item in an operation's response. */
export interface Target {
  /** The schema of the item, with the properties of all its forms. */
  view: JsonObject
  /** The response body for an item. */
  whole(item: JsonObject): Json
  /** The response body without the item or items. */
  frame(): JsonObject
  /** Whether the document allows the response body. */
  allows(body: Json): boolean
  /** The errors of the response body for an item. */
  faults(item: JsonObject): SchemaProblem[]
  /** Sources of an item: the example of the response, then a generated one. */
  bases: (() => JsonObject | undefined)[]
  /** Number of property names on the path from the body to the item. */
  depth: number
  /** A generated value of a property. */
  madeUp(name: string): Json | undefined
  /** The item with missing required properties of inner objects; undefined if it stays invalid. */
  fixed(item: JsonObject): JsonObject | undefined
}

/** A view with the properties of all forms (`oneOf`, `anyOf`). */
export function viewWithForms(document: ContractDocument, schema: Json | undefined, depth = 0): JsonObject {
  const view = viewOf(document, schema)
  const forms = depth > 3 ? [] : branchesOf(view).map((one) => viewWithForms(document, one, depth + 1))
  const members = forms.flatMap(membersOf)
  if (members.length === 0) return view
  return {
    ...view,
    properties: { ...Object.fromEntries(members.reverse()), ...Object.fromEntries(membersOf(view)) },
  }
}

/** The property of a body that contains the item; undefined if the body itself is the item. */
export function envelopeIn(
  document: ContractDocument,
  schema: Json | undefined,
  named: Named,
  response = false,
): string | undefined {
  const members = membersOf(viewWithForms(document, schema))
  const singular = normal(singularOf(lastSegment(named.collection)))
  const ids = [named.parameter, 'id', `${singular}id`, 'uuid', 'uid', 'gid'].map(normal)
  if (members.some(([name]) => ids.includes(normal(name)))) return undefined
  const objects = members.filter(([, inner]) => membersOf(viewWithForms(document, inner)).length > 0)
  const known =
    objects.find(([name]) => soundsLike('envelope', name) || normal(name) === singular) ??
    objects.find(([name]) => name.length > 2 && singular.endsWith(normal(name)))
  // In a request, the only property may belong to the item itself, such as a file.
  const near = (name: string) => normal(name).includes(singular) || singular.includes(normal(name))
  const [only] = members.length === 1 ? objects.filter(([name]) => response || near(name)) : []
  return (known ?? only)?.[0]
}

/** The item in a body that was sent. */
export function sentItem(
  document: ContractDocument,
  operation: ApiOperation,
  named: Named,
  body: Json | undefined,
): JsonObject {
  if (!isObject(body)) return {}
  const envelope = envelopeIn(document, operation.body?.schema, named)
  const { [envelope ?? '']: inner, ...others } = body
  // `{ "paymentMethod": {…}, "email": "a@b.c" }`: what is next to the envelope is sent of the item, too.
  return envelope !== undefined && isObject(inner) ? { ...others, ...inner } : body
}

/** Undefined if the operation does not return JSON, or its response cannot contain an item. */
export function targetOf(maker: Maker, operation: ApiOperation, named: Named): Target | undefined {
  const { document } = maker.api
  const success = successSchema(maker.api, operation)
  if (success === undefined) return undefined
  const { schema, pointer } = success
  const place = placeIn(document, schema, named)
  const frame = frameOf(maker, operation, success, place, {})
  return targetAt(maker, operation, {
    schema: place.reduce<Json | undefined>(
      (outer, name) => memberOf(viewWithForms(document, outer), name),
      schema,
    ),
    outer: schema,
    pointer,
    depth: place.length,
    frame,
    whole: (item) => (place.length === 0 ? item : withValueAt(frame(), place, item)),
    inner: (body) => valueAt(body, pointerOf(...place)),
  })
}

/** The names that lead to the item: `data`, or `data` and `ship` where that is one of several resources in the envelope. */
function placeIn(document: ContractDocument, schema: Json, named: Named): string[] {
  const outer = envelopeIn(document, schema, named, true)
  if (outer === undefined) return []
  const inside = memberOf(viewWithForms(document, schema), outer)
  const inner = envelopeIn(document, inside, named, true)
  const isItem = inner !== undefined && normal(inner) === normal(singularOf(lastSegment(named.collection)))
  return isItem ? [outer, inner] : [outer]
}

/** The items of a list response, each validated as a list of one item. */
export function listTargetOf(maker: Maker, list: ApiOperation): Target | undefined {
  const success = successSchema(maker.api, list)
  const place = listPlace(maker.api, list)
  if (success === undefined || place === undefined) return undefined
  const { pointer } = success
  const frame = frameOf(maker, list, success, place, [])
  return targetAt(maker, list, {
    schema: listItems(maker.api, list),
    outer: success.schema,
    pointer,
    depth: place.length + 1,
    frame,
    whole: (item) => withValueAt(frame(), place, [item]),
    inner: (body) => {
      const items = valueAt(body, pointerOf(...place))
      return Array.isArray(items) ? items[0] : undefined
    },
  })
}

interface Place {
  /** Of the item. */
  schema: Json | undefined
  /** Schema of the whole body. */
  outer: Json
  pointer: string
  depth: number
  frame(): JsonObject
  whole(item: JsonObject): Json
  inner(body: Json): Json | undefined
}

function targetAt(
  { api, random }: Maker,
  operation: ApiOperation,
  { schema, outer, pointer, depth, frame, whole, inner }: Place,
): Target {
  const { document } = api
  const check = validatorOf(document, 'response')
  const object = (value: Json | undefined) => (isObject(value) ? value : undefined)
  const view = viewWithForms(document, schema)
  return {
    view,
    whole,
    frame,
    allows: (body) => check(pointer, body).length === 0,
    faults: (item) => check(pointer, whole(item)),
    bases: [
      () => {
        const example = exampleOf(api, operation)
        return example === undefined ? undefined : object(inner(example))
      },
      ...[true, false].flatMap((examples) =>
        (['full', 'minimal'] as const).map(
          (extent) => () =>
            object(validValue(schema, { document, random, extent, response: true, examples })),
        ),
      ),
    ],
    depth,
    madeUp: (name) =>
      validValue(
        Object.fromEntries(membersOf(view))[name],
        { document, random, extent: 'full', response: true },
        name,
      ),
    fixed(item) {
      const options = { document, random, extent: 'minimal', response: true } as const
      const fitting = fixedValue({ schemaPointer: pointer, schema: outer }, whole(item), options)
      return fitting === undefined ? undefined : object(inner(fitting))
    },
  }
}

/** The body around the item: from an example or, if that is invalid, with the required properties. */
function frameOf(
  maker: Maker,
  operation: ApiOperation,
  { schema, pointer }: { schema: Json; pointer: string },
  place: ListPlace,
  inside: Json,
): () => JsonObject {
  const { document } = maker.api
  const without = (whole: Json | undefined): JsonObject => {
    const rest = isObject(whole) ? withValueAt(whole, place, undefined) : {}
    return isObject(rest) ? rest : {}
  }
  const faults = (frame: JsonObject) =>
    validatorOf(document, 'response')(pointer, withValueAt(frame, place, inside)).filter(({ pointer: at }) =>
      place.some((name, index) => tokensOf(at)[index] !== name),
    ).length
  let made: JsonObject | undefined
  return () => {
    if (made !== undefined || place.length === 0) return made ?? {}
    const madeUp = (extent: 'minimal' | 'full') =>
      without(validValue(schema, { document, random: maker.random, extent, response: true }))
    const candidates = [() => without(exampleOf(maker.api, operation)), () => madeUp('minimal')]
    // The object with the list may be optional, but have required properties itself.
    for (const candidate of [...candidates, () => madeUp('full')]) {
      made = candidate()
      if (faults(made) === 0) break
    }
    return made ?? {}
  }
}

/** The document's example of a successful response. */
export function exampleOf(api: Api, operation: ApiOperation): Json | undefined {
  for (const status of operation.successes) {
    const response = responseFor(operation, status)
    const [media] = response === undefined ? [] : mediaOf(response)
    const [example] = media === undefined ? [] : examplesOf(api.document, media.node)
    if (example !== undefined) return example
  }
  return undefined
}
