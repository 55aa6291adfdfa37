/** Compares a sent value with the received one, and two representations of one resource. */

import type { Api, ApiOperation } from '../../model/api.ts'
import {
  descriptionOf,
  saysMerges,
  saysOnlyOne,
  saysRounded,
  sentencesAbout,
  storesAsSent,
} from '../../model/description.ts'
import { bodyProperties, responseProperties } from '../../model/operationProperties.ts'
import { isUnguessable } from '../../model/paths.ts'
import type { Resource } from '../../model/resources.ts'
import { isOfRole, type RoleOwner } from '../../model/roles.ts'
import { isIdName, normal, ownerOfId, soundsLike } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { mediaTypeOf } from '../../openapi/json.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import { fits } from '../../schema/values/strings.ts'
import { branchFor } from '../../schema/values/violations.ts'
import {
  branchesOf,
  isAbsent,
  isNullable,
  membersOf,
  requiredOf,
  typesOf,
  viewOf,
  withoutNull,
} from '../../schema/view.ts'
import type { Recorded } from '../engine/events.ts'
import type { Plan } from '../engine/rule.ts'

export interface Difference {
  pointer: string
  sent: Json | undefined
  received: Json | undefined
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Whether two strings are one point in time, written differently. */
const sameInstant = (a: string, b: string): boolean =>
  DATE_TIME.test(a) && DATE_TIME.test(b) && Date.parse(a) === Date.parse(b)

/** A placeholder for a hidden value. */
const HIDDEN = /^(\*{3,}|•{3,}|\[?(hidden|redacted|masked)\]?)$/i

/**
 * The properties of `sent` that `received` lacks or changes. An object may have more properties than were
 * sent (defaults), a list may not have more items.
 */
export function differences(sent: Json, received: Json | undefined, pointer = ''): Difference[] {
  const differs = [{ pointer, sent, received }]
  if (received === undefined) return sent === null ? [] : differs // a server may leave out what is null
  if (Array.isArray(sent)) {
    if (!Array.isArray(received) || received.length !== sent.length) return differs
    return sent.flatMap((item, index) => differences(item, received[index], `${pointer}/${index}`))
  }
  if (isObject(sent)) {
    if (!isObject(received)) return differs
    return Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : differences(value, received[name], `${pointer}/${name}`),
    )
  }
  if (sent === received || (typeof received === 'string' && HIDDEN.test(received))) return []
  return typeof sent === 'string' && typeof received === 'string' && sameInstant(sent, received)
    ? []
    : differs
}

/** The part of a property that the body transfers: a form has neither empty lists nor empty objects, and '' unsets a value. */
export function transferred(operation: ApiOperation, value: Json): Json | undefined {
  return mediaTypeOf(operation.body?.mediaType ?? '') === 'application/x-www-form-urlencoded'
    ? withoutEmpty(value)
    : value
}

function withoutEmpty(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value
  if (!isObject(value)) return value === '' ? undefined : value
  const entries = Object.entries(value).flatMap(([name, one = null]) => {
    const inner = withoutEmpty(one)
    return inner === undefined ? [] : [[name, inner] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Whether an empty value leaves the identifier to the server. */
export const isLeftToServer = (
  { api }: Pick<Plan, 'api'>,
  resource: Resource,
  member: string,
  value: Json,
): boolean =>
  (value === '' || value === null) &&
  (member === resource.idMember || isOfRole(api, resource, 'identity', member))

/**
 * Whether two JSON values are equal, regardless of the order of properties and of the difference between null
 * and a missing property.
 */
export const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined
    ? (one ?? null) === (other ?? null)
    : differences(one, other).length === 0 && differences(other, one).length === 0

/**
 * The properties that two representations share and that differ.
 * @param isSecret of properties that are only shown once, or masked afterwards
 */
export function sharedDifferences(
  one: JsonObject,
  other: JsonObject,
  except: (name: string) => boolean,
  isSecret: (name: string) => boolean,
): Difference[] {
  return Object.entries(one).flatMap(([name, value]) =>
    value === undefined || !Object.hasOwn(other, name) || except(name)
      ? []
      : isSecret(name) || isSame(value, other[name]) || isShownAnew(value, other[name])
        ? []
        : [{ pointer: `/${name}`, sent: value, received: other[name] }],
  )
}

const MASK = /\*{3}|•{2}|…|x{4}|^\[?(hidden|redacted|masked)/i
/** A text of several words that ends early is cut, and hides nothing. */
const CUT = /\s.*…$/s

/** Whether a value rightly differs from look to look: what is masked, and an address that is signed for each reader. */
function isShownAnew(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  if ([one, other].some((text) => MASK.test(text) && !CUT.test(text))) return true
  const bare = (text: string) => text.split('?', 1)[0]
  return /^https?:/.test(one) && one.includes('?') && bare(one) === bare(other)
}

/** Whether a value may change between two requests: by the configuration, the document or its name. */
export const isVolatile = (
  { api, hints }: Pick<Plan, 'api'> & { hints?: Plan['hints'] },
  owner: RoleOwner,
  name: string,
): boolean => hints?.volatile?.includes(name) === true || isOfRole(api, owner, 'volatile', name)

/**
 * Whether a property belongs to the form (`oneOf`, `anyOf`) that a body has. Servers may ignore a property of another
 * form, also where the schema allows it as an undeclared one.
 */
export function isOfSentForm(
  { document }: Api,
  { body: declared }: ApiOperation,
  body: Json | undefined,
  member: string,
): boolean {
  if (!isObject(body)) return false
  const view = withoutNull(document, viewOf(document, declared?.schema))
  return [...membersOf(view), ...membersOf(branchFor(document, view, body))].some(([name]) => name === member)
}

/** Whether a change needs a confirmation first: the value is in a property such as `pendingEmail`. */
export const waits = (now: JsonObject, member: string, value: Json): boolean =>
  Object.entries(now).some(
    ([name, one]) =>
      name !== member &&
      soundsLike('pending', name) &&
      (isSame(one, value) || (isObject(one) && isSame(one[member], value))),
  )

/** The value that a response shows at a path of property names. */
export function shownAt({ json }: Pick<Recorded, 'json'>, path: readonly string[]): Json | undefined {
  let value = json as Json | undefined
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** The part of a sent value that a response shows: without write-only properties, at any depth. */
function shownOf(api: Api, schema: Json | undefined, value: Json): Json {
  const { document } = api
  const view = viewOf(document, schema)
  if (Array.isArray(value)) return value.map((item) => shownOf(api, view.items, item))
  if (!isObject(value)) return value
  const branches = branchesOf(view).flatMap((branch) => membersOf(viewOf(document, branch)))
  const members = new Map([...branches, ...membersOf(view)])
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isAbsent(document, members.get(name), 'response'))
      .map(([name, inner]) => [name, shownOf(api, members.get(name), inner ?? null)]),
  )
}

/**
 * The differences between the value of a property in a request and in a response.
 * @param operation of the request
 * @param shownBy the operation of the response, if it is another one
 */
export function storedDifferences(
  api: Api,
  operation: ApiOperation,
  { member, value, received }: { member: string; value: Json; received: Json | undefined },
  shownBy = operation,
): Difference[] {
  const schema = bodyProperties(api, operation).get(member)
  // A text that is shown otherwise is there all the same.
  const isThere = [received]
    .flat()
    .every(
      (one) =>
        (typeof one === 'string' && one !== '') ||
        (typeof one === 'number' && one !== value) ||
        (one === false && value === true),
    )
  const isOther = (one: Json) =>
    isShownOtherwise(api, operation, member, one) || isShownOtherwise(api, shownBy, member, one)
  return isThere && [value].flat().some((one) => isOther(one ?? null))
    ? []
    : differences(shownOf(api, schema, value), received, `/${member}`).filter(
        (one) => operation.method !== 'POST' || !isAssigned(one),
      )
}

/**
 * Whether a creation left the value to the server. This is the id of a new object in the item, a time of its use, or a
 * reference for which the run has no item.
 */
function isAssigned({ pointer, sent, received }: Difference): boolean {
  const names = tokensOf(pointer)
  const name = names.at(-1) ?? ''
  if (typeof received !== 'string' || received === '') return false
  const isInside = names.length > 1 && (isIdName(name) || soundsLike('volatile', normal(name)))
  return isInside || (ownerOfId(name) !== undefined && isAnotherId(sent, received))
}

/** Whether an id replaced a text that no server can have created. */
const isAnotherId = (sent: Json | undefined, received: string): boolean =>
  typeof sent === 'string' &&
  (sent.length > MAX_ID || !isUnguessable(sent)) &&
  (isUnguessable(received) || /^\d{6,}$/.test(received))

const MAX_ID = 64

/** Whether the document rules out that a response shows a value as it was sent, as in a masked account number. */
function isShownOtherwise(api: Api, operation: ApiOperation, member: string, value: Json): boolean {
  if (typeof value === 'number' || value === true) {
    const said = [responseProperties(api, operation), bodyProperties(api, operation)].map((properties) =>
      descriptionOf(viewOf(api.document, properties.get(member))),
    )
    // Another item may become the only one meanwhile.
    const isOther = (text: string) => (value === true ? saysOnlyOne(text, member) : saysRounded(text))
    return [...said, ...sentencesAbout(descriptionOf(operation.operation), member)].some(isOther)
  }
  if (typeof value !== 'string') return false
  const { document } = api
  const plain = (schema: Json | undefined) => {
    const view = withoutNull(document, viewOf(document, schema))
    const { items } = view
    return typesOf(view).includes('array') ? withoutNull(document, viewOf(document, items)) : view
  }
  const shown = plain(responseProperties(api, operation).get(member))
  const choices = shown.enum
  if (!fits(shown, value) || (Array.isArray(choices) && !choices.includes(value))) return true
  const sent = plain(bodyProperties(api, operation).get(member))
  const texts = [
    descriptionOf(shown),
    descriptionOf(sent),
    ...writesLike(api, operation).flatMap((one) => sentencesAbout(descriptionOf(one.operation), member)),
  ]
  return texts.some((text) => !storesAsSent(text, value))
}

/** The operation, and the others that create or change items of its collection: their descriptions are about its items, too. */
function writesLike({ operations }: Api, operation: ApiOperation): ApiOperation[] {
  const collection = ({ path }: ApiOperation) => path.replace(/\/\{[^}/]+\}$/, '')
  return operations.filter(
    (one) => one === operation || (one.body !== undefined && collection(one) === collection(operation)),
  )
}

/**
 * Whether a response cannot show that null was sent: the property is required and never null. The document
 * then does not define the effect of null, which may be nothing or the default.
 */
export function hidesNull(api: Api, operation: ApiOperation, member: string): boolean {
  const { document } = api
  const reads = api.operations.find((one) => one.method === 'GET' && one.path === operation.path)
  const view = viewOf(document, thingSchema(api, operation) ?? (reads && thingSchema(api, reads)))
  const shown = viewOf(document, new Map(membersOf(view)).get(member))
  const isThere = requiredOf(view).has(member) || shown.default !== undefined
  return isThere && (typesOf(shown).length > 0 || shown.enum !== undefined) && !isNullable(document, shown)
}

/** Whether a PUT is described as changing only the properties that it contains. */
export const saysItMerges = ({ method, operation }: ApiOperation): boolean =>
  method === 'PUT' && [operation.description, operation.summary].some(mergesByWord)

export const mergesByWord = (text: Json | undefined): boolean => typeof text === 'string' && saysMerges(text)
