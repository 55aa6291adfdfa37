/** Turns request bodies into the items that a server would store. */

import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { hasRole } from '../../model/roles.ts'
import { isObject, type Json, type JsonObject, withoutInherited } from '../../openapi/document.ts'
import { typedText } from '../../requests/path.ts'
import { fits, stringFor } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import {
  isNullable,
  memberOf,
  membersOf,
  requiredOf,
  typesOf,
  viewOf,
  withoutNull,
} from '../../schema/view.ts'
import { bodyItemSchema, completed, repeated, withoutMarked, withReferences } from './bodies.ts'
import { withSelfLinks } from './selfLinks.ts'
import { membersShown, shownIn } from './shown.ts'
import { type Maker, type Named, type Target, viewWithForms } from './targets.ts'

/** A resource, as far as an item is made of it. */
type Stored = Named & Pick<Resource, 'idMember' | 'item' | 'read' | 'update' | 'delete'>

/**
 * Creates an item to store: the sent properties, and values of `unsentMember` for the others. Write-only properties are
 * omitted.
 *
 * @param given the item in the request body
 * @param placed values from the path, by property name
 * @param target the schema with which the item is read: of its GET, its list or its creation
 * @param origin base URL of the mock for clients; '' without a request
 */
export function newItem(
  maker: Maker,
  operation: ApiOperation,
  resource: Stored,
  given: JsonObject,
  placed: JsonObject,
  target: Target | undefined,
  origin = '',
): JsonObject {
  const known = withoutInherited(placed)
  const { document } = maker.api
  const view = target?.view ?? {}
  const own = withoutMarked('readOnly', document, operation, resource, given)
  const sent = withoutInherited(
    withReferences(document, view, completed(document, operation, resource, own, view)),
  )
  const shownItem = target?.bases[0]?.()
  const example = shownItem && withoutInherited(shownItem)
  const id = resource.idMember
  const written = withoutMarked('writeOnly', document, operation, resource, sent)
  const item = withoutInherited({})
  const needed = requiredOf(view)
  const sayable = operation.body === undefined ? undefined : sayableIn(maker, operation, resource)
  for (const [name, schema] of membersOf(view)) {
    const inner = withoutNull(document, viewOf(document, schema))
    if (inner.writeOnly === true) continue
    if (name === id && sent[name] === undefined)
      item[name] =
        known[name] === undefined
          ? identifier(maker, name, schema, example, pathSchemaOf(resource))
          : typedText(typesOf(inner), known[name])
    else if (sent[name] !== undefined) item[name] = sent[name]
    else if (known[name] !== undefined) item[name] = typedText(typesOf(inner), known[name])
    else {
      // Items that exist from the start belong to the server completely.
      const whole = sayable === undefined || needed.has(name)
      const shown = example?.[name]
      const value = whole
        ? unsent(maker, name, schema, shown)
        : unsentOption(maker, name, schema, sayable.has(name) ? undefined : shown)
      if (value !== undefined)
        item[name] = withSent(value, sent, new Set(membersOf(view).map(([one]) => one)))
    }
  }
  if (membersOf(view).length === 0) Object.assign(item, example ?? {}, written)
  const variables = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, String(value)]))
  const path = maker.pathTo(resource.item, { ...variables, [resource.parameter]: String(item[id]) })
  const isGiven = (name: string) => sent[name] !== undefined || sayable?.has(name) === true
  const linked = withSelfLinks(document, view, item, { resource, path, origin, example }, isGiven)
  const shown = target === undefined ? linked : (shownIn(target, linked, id) ?? linked)
  if (id === '') return { ...written, ...shown }
  const present = shown[id] ?? item[id] ?? written[id] ?? known[id]
  // Store the identifier even if no response shows it, since paths need it.
  return { ...written, ...shown, [id]: present ?? identifier(maker, id, {}, example, pathSchemaOf(resource)) }
}

/**
 * A generated object with what the request sets under the names of its properties: `waypointSymbol` of a new ship is in its
 * `nav`. Common words, and names of the item's own properties, may mean something else there.
 */
function withSent(generated: Json, sent: JsonObject, own: ReadonlySet<string>): Json {
  if (!isObject(generated)) return generated
  return Object.fromEntries(
    Object.entries(generated).map(([name, value]) => [
      name,
      own.has(name) ? value : repeated(sent, name, value as Json),
    ]),
  ) as JsonObject
}

/** The schema of the path parameter for an item. */
const pathSchemaOf = ({ parameter, ...resource }: Stored): Json | undefined =>
  [resource.read, resource.update, resource.delete]
    .flatMap((operation) => operation?.inputs ?? [])
    .find((input) => input.in === 'path' && input.name === parameter)?.schema

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Generates an identifier similar to that of the example. @param path the schema of the path parameter */
export function identifier(
  { api, random }: Pick<Maker, 'api' | 'random'>,
  name: string,
  schema: Json,
  example: Json | undefined,
  path?: Json,
): Json {
  const isNumber = (one: JsonObject) => typesOf(one).some((type) => type === 'integer' || type === 'number')
  const own = withoutNull(api.document, viewOf(api.document, schema))
  const { pattern, format, minLength, maxLength } = viewOf(api.document, path)
  const narrower = Object.entries({ pattern, format, minLength, maxLength }).filter(
    ([, value]) => value !== undefined,
  )
  const view: JsonObject = { ...own, ...(Object.fromEntries(narrower) as JsonObject) }
  const shown = isObject(example) ? example[name] : undefined
  if (view.format === undefined && typeof shown === 'string' && UUID.test(shown)) view.format = 'uuid'
  if (isNumber(own)) return 1000 + random.below(1_000_000)
  if (isNumber(viewOf(api.document, path))) return String(1000 + random.below(1_000_000))
  // `prompt_01h…`: retain the prefix and generate the rest.
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
    if (text !== shown && fits({ pattern: view.pattern ?? null }, text)) return text
  }
  const made = stringFor(view, random, name) ?? random.word(20)
  // Identifiers are parts of URLs, so remove spaces.
  const joined = made.replace(/\s+/g, '-')
  return fits(view, joined) ? joined : made
}

function unsent(maker: Maker, name: string, schema: Json, shown: Json | undefined): Json | undefined {
  const { api } = maker
  const view = viewOf(api.document, schema)
  const inner = withoutNull(api.document, view)
  if (view.default !== undefined) return view.default
  if (inner.const !== undefined) return inner.const
  const time = timeFor(maker, name, schema)
  if (time !== undefined) return time
  if (isNullable(api.document, view)) return null
  const types = typesOf(inner)
  if (types.includes('array') && !(Number(inner.minItems) > 0)) return []
  if (types.includes('boolean')) return shown ?? false
  if (shown !== undefined) return shown
  return validValue(
    schema,
    { document: api.document, random: maker.random, extent: 'minimal', response: true, examples: true },
    name,
  )
}

/** The names of properties that a request can set. */
function sayableIn({ api: { document } }: Maker, operation: ApiOperation, named: Stored): Set<string> {
  const members = membersOf(viewWithForms(document, bodyItemSchema(document, operation, named)))
  return new Set(
    members.filter(([, schema]) => viewOf(document, schema).readOnly !== true).map(([name]) => name),
  )
}

/**
 * The value of an optional property that was not sent: its default, null if the schema allows it, or a value that only
 * the server knows. Servers set times, identifiers, counts and example values. Undefined for other properties.
 */
function unsentOption(maker: Maker, name: string, schema: Json, shown: Json | undefined): Json | undefined {
  const { document } = maker.api
  const view = viewOf(document, schema)
  const inner = withoutNull(document, view)
  if (view.default !== undefined) return view.default
  if (inner.const !== undefined) return inner.const
  const time = timeFor(maker, name, schema)
  if (time !== undefined) return time
  if (isNullable(document, view)) return null
  return shown
}

function timeFor({ api: { document }, now }: Maker, name: string, schema: Json): Json | undefined {
  const view = withoutNull(document, viewOf(document, schema))
  const isTime = (['createdAt', 'updatedAt'] as const).some((role) => hasRole(document, role, name, schema))
  if (!isTime || typesOf(view).some((type) => type === 'boolean' || type === 'object')) return undefined
  if (typesOf(view).includes('integer')) return Math.floor(now() / 1000)
  return view.format === 'date' ? new Date(now()).toISOString().slice(0, 10) : new Date(now()).toISOString()
}

/**
 * Applies a change to an item: PATCH merges the body (RFC 7396), PUT replaces the properties that a request can set
 * (RFC 9110, section 9.3.4). Also updates properties such as the time of the last change.
 */
export function changedItem(
  maker: Maker,
  operation: ApiOperation,
  resource: Stored,
  before: JsonObject,
  given: JsonObject,
  target: Target | undefined,
): JsonObject {
  const { document } = maker.api
  const view = target?.view ?? {}
  const own = withoutMarked('readOnly', document, operation, resource, given)
  const whole = operation.method === 'PUT' ? completed(document, operation, resource, own, view) : own
  const sent = withoutInherited(withReferences(document, view, whole))
  const written = withoutMarked('writeOnly', document, operation, resource, sent)
  const item = withoutInherited(before)
  if (operation.method === 'PUT') {
    const sayable = membersOf(viewWithForms(document, bodyItemSchema(document, operation, resource)))
    const inRequest = new Map(sayable.filter(([, schema]) => viewOf(document, schema).readOnly !== true))
    for (const [name, schema] of membersOf(view)) {
      if (!inRequest.has(name) || sent[name] !== undefined || name === resource.idMember) continue
      const value = unsent(maker, name, schema, undefined)
      if (requiredOf(view).has(name) || isNullable(document, viewOf(document, schema)))
        item[name] = value ?? null
      else delete item[name]
    }
  }
  for (const [name, value] of Object.entries(written)) {
    if (value === undefined || name === resource.idMember) continue
    const schema = memberOf(view, name)
    if (value === null && schema !== undefined && !isNullable(document, viewOf(document, schema)))
      delete item[name]
    else item[name] = value
  }
  for (const [name, schema] of membersOf(view)) {
    if (hasRole(document, 'updatedAt', name, schema))
      item[name] = timeFor(maker, name, schema) ?? item[name] ?? null
  }
  return item
}

/** A stored item as a response shows it, with generated values for missing required properties; undefined if it cannot be valid. */
export function shownAs(maker: Maker, target: Target, item: JsonObject, id: string): JsonObject | undefined {
  const { document } = maker.api
  const shown = membersShown(document, target.view, item)
  const needed = requiredOf(target.view)
  for (const [name, schema] of membersOf(target.view)) {
    if (shown[name] !== undefined || !needed.has(name)) continue
    if (viewOf(document, schema).writeOnly === true) continue
    const value = unsent(maker, name, schema, undefined)
    if (value !== undefined) shown[name] = value
  }
  return shownIn(target, shown, id)
}
