/**
 * Resources that exist once: `/organization`, `/settings`. The rules for changes of items apply to them as
 * well.
 */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { ResourceGraph } from '../../../model/resources.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'
import { storedVariants } from '../storedVariants.ts'
import { wrongMember, wrongOthers } from './changedAlone.ts'

interface Singleton {
  read: ApiOperation
  update: ApiOperation
}

/** PATCH and GET of one address that is neither a list nor an item of one. */
export function singletonsOf(api: Api, { resources }: Pick<ResourceGraph, 'resources'>): Singleton[] {
  return api.operations.flatMap((update) => {
    const { path, method, body } = update
    if (method !== 'PATCH' || body === undefined || path.endsWith('}')) return []
    const read = api.operations.find((one) => one.path === path && one.method === 'GET')
    const isList = resources.some(({ collection }) => collection === path)
    return read === undefined || isList ? [] : [{ read, update }]
  })
}

/** Changes each property that can be changed separately, and restores it. */
export function* singletonChanges({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  for (const { read, update } of singletonsOf(api, graph)) {
    const shown = responseProperties(api, read)
    for (const [member, schema] of bodyProperties(api, update)) {
      if (!shown.has(member) || viewOf(api.document, schema).readOnly === true) continue
      if (soundsLike('account', member)) continue
      yield {
        name: member,
        constraint: `only body.${member} changes`,
        operation: update,
        exclusive: true,
        run: (context) => change(context, { read, update }, member, schema),
      }
    }
  }
}

/** How many other properties are first set to unusual values, so that a change that resets them is detected. */
const MAX_OTHERS = 3

async function change(
  context: CheckContext,
  { read, update }: Singleton,
  member: string,
  schema: Json,
): Promise<void> {
  const { document } = context.api
  const parts = await context.parts(update)
  const look = () => context.send(read, { params: parts.params, query: {}, headers: {} })
  const first = await look()
  const was = first.json as Json
  if (first.status >= 300 || !isObject(was))
    return context.notObserved({ code: 'returned', what: 'GET', status: first.status })
  const isValid = (name: string, value: Json) => context.isValidBody(update, { [name]: value })
  const another = (name: string, of: Json) =>
    isValid(name, was[name] ?? null)
      ? storedVariants(document, of, context.random, name).find(
          ({ value }) => !isSame(value, was[name]) && isValid(name, value),
        )
      : undefined
  const set = (name: string, value: Json) => context.send(update, { ...parts, body: { [name]: value } })
  const chosen = another(member, schema)
  if (chosen === undefined) return context.notObserved({ code: 'not-changed', what: member })
  const touched = [member]
  try {
    for (const [name, of] of bodyProperties(context.api, update)) {
      const other = name === member || was[name] === undefined ? undefined : another(name, of)
      if (other === undefined || touched.length > MAX_OTHERS) continue
      if ((await set(name, other.value)).status < 300) touched.push(name)
    }
    const before = await look()
    const response = await set(member, chosen.value)
    if (response.status >= 300)
      return context.notObserved({
        code: 'rejected',
        what: `${chosen.what} for ${member}`,
        status: response.status,
      })
    const after = await look()
    for (const exchange of [response, after])
      compare(context, update, { before, exchange }, [member, chosen.value])
  } finally {
    for (const name of touched) await set(name, was[name] ?? null)
  }
}

function compare(
  context: CheckContext,
  update: ApiOperation,
  { before, exchange }: { before: Recorded; exchange: Recorded },
  [member, value]: [string, Json],
): void {
  const [was, now] = [before.json as Json, exchange.json as Json]
  if (!isObject(was) || !isObject(now)) return
  const proof = { exchange, with: [before], place: update.pointer }
  if (member in now)
    for (const wrong of wrongMember(context, update, { now, member, value }))
      context.broken({ ...proof, ...wrong })
  // A response may show only some of the properties.
  const shown = Object.fromEntries(Object.entries(was).filter(([name]) => now[name] !== undefined))
  for (const wrong of wrongOthers(context, update, { was: shown, now, member }))
    context.broken({ ...proof, ...wrong })
}
