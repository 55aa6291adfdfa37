/** Updates an item of the run so that relations between its properties break, unless the server maintains them. */

import { isMet, operandValues } from '../../../model/invariants.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { withVersion } from '../bodyVersion.ts'
import type { CheckContext, Item } from '../rule.ts'
import { attackValues } from './attackValues.ts'
import type { Attacks, Candidate } from './candidates.ts'

interface Attack {
  resource: Resource
  /** Of the schema of the item. */
  candidates: ReadonlyMap<Candidate, Attacks>
  /** Whether lists and objects are changed, too: the objects inside have candidates. */
  hasInner: boolean
  /** Whether another request may be sent. */
  mayContinue(): boolean
}

/** Statuses by which servers report that values do not go together. */
const REJECTED: readonly number[] = [400, 409, 422]

/** The operation that changes an item. */
export const changerOf = ({ update, put }: Resource) =>
  update?.method === 'POST' ? undefined : (update ?? put)

/** @throws NotObserved where no item can be created, or it cannot be read */
export async function attack(context: CheckContext, given: Attack): Promise<void> {
  const { resource, candidates, hasInner } = given
  const changer = changerOf(resource)
  if (changer?.body === undefined) return
  const item = await context.item(resource, { fresh: true })
  const roots = new Set([...candidates.keys()].flatMap((one) => one.roots))
  const state: State = { item, object: await shown(context, item), sent: sentBy(item) }
  for (const [name, schema] of bodyProperties(context.api, changer)) {
    const current = state.sent[name] ?? state.object[name]
    const isInner = hasInner && typeof current === 'object' && current !== null
    if (!roots.has(name) && !isInner) continue
    const { document } = context.api
    const about = { document, name, schema, current, object: state.object, random: context.random }
    await attackProperty(context, given, state, {
      name,
      values: attackValues({ ...about, candidates: [...candidates.keys()] }),
    })
  }
}

interface State {
  item: Item
  /** As the server shows it now. */
  object: JsonObject
  /** The properties that the client sent last. */
  sent: JsonObject
}

const sentBy = ({ sent }: Item): JsonObject => (isObject(sent?.body) ? sent.body : {})

async function shown(context: CheckContext, item: Item): Promise<JsonObject> {
  const { json, status } = await context.read(item)
  return isObject(json as Json)
    ? (json as JsonObject)
    : context.notObserved({ code: 'returned', what: 'GET', status })
}

async function attackProperty(
  context: CheckContext,
  { resource, candidates, mayContinue }: Attack,
  state: State,
  { name, values }: { name: string; values: readonly Json[] },
): Promise<void> {
  const changer = changerOf(resource)
  if (changer === undefined) return
  let isAccepted = false
  for (const value of values) {
    if (!mayContinue()) return
    const { item } = state
    const whole = changer.method === 'PUT' ? state.sent : {}
    const body = withVersion(context, changer, item, { ...whole, [name]: value })
    if (!context.isValidBody(changer, body)) continue
    const { status } = await context.send(changer, { params: item.params, query: {}, headers: {}, body })
    const before = state.object
    const sent = { ...before, [name]: value }
    if (status < 300) {
      isAccepted = true
      state.sent = { ...state.sent, [name]: value }
      state.object = await shown(context, item)
      const change = { before, sent, after: state.object }
      count(candidates, (one) => isMaintained(one, change))
    } else if (isAccepted && REJECTED.includes(status))
      count(candidates, ({ invariant }) => isMet(invariant, sent) === false)
  }
}

function count(candidates: Attack['candidates'], hasResisted: (one: Candidate) => boolean): void {
  for (const [candidate, attacks] of candidates) if (hasResisted(candidate)) attacks.resisted++
}

interface Change {
  before: JsonObject
  /** The object before, with the value that was sent. */
  sent: JsonObject
  after: JsonObject
}

/** Whether the server changed other values together with the one that was sent, or left all as they were. */
function isMaintained({ invariant, kind }: Candidate, { before, sent, after }: Change): boolean {
  const wanted = isMet(invariant, sent)
  if (wanted === true || isMet(invariant, after) !== true) return false
  if (wanted === false) return true
  if (kind === 'order') return false
  // The sent value lacks a part that the server computes, such as the amount of a line.
  const [one, other] = [before, after].map((object) => JSON.stringify([...operandValues(invariant, object)]))
  return one !== other
}
