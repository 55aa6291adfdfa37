import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { Resource } from '../api/resources.ts'
import { viewOf } from '../api/schemaView.ts'
import { show } from '../finding.ts'
import type { Recorded } from '../run/events.ts'
import { type Bench, defineRule, type Item } from '../run/rule.ts'
import { validatorOf } from '../validators.ts'
import { createRandom } from '../values/random.ts'
import { variantsOf } from '../values/variants.ts'
import { answerMembers, bodyMembers, differences, isIdentity, isVolatile, mayPass } from './compare.ts'
import { isReference } from './created-read-back.ts'
import { replace } from './replaced.ts'

/** A change of one member changes that member, and no other that somebody sets; what the server owns stays. */
export const updateChangesOnlyThat = defineRule({
  id: 'update-changes-only-that',
  title: 'A change changes what it says and nothing else.',
  basis: 'the document; RFC 5789, 2; RFC 7396; RFC 9110, 9.3.4',
  pack: 'core',
  *trials({ api, graph, ...plan }) {
    for (const resource of graph.resources) {
      const { update, read } = resource
      if (update?.body === undefined || read === undefined || update.method === 'POST') continue
      const shown = answerMembers(api, read)
      for (const [member, schema] of bodyMembers(api, update)) {
        if (!shown.has(member) || viewOf(api.document, schema).readOnly === true) continue
        if (isReference({ api, graph, ...plan }, resource, member, schema)) continue
        const count = variantsOf(api.document, schema, createRandom(5), member).length
        for (let nth = 0; nth < count; nth++) {
          yield {
            name: `${member}.${nth}`,
            constraint: `body.${member} changes alone`,
            operation: update,
            run: (bench) =>
              update.method === 'PUT'
                ? replace(bench, resource, member, schema, nth)
                : change(bench, resource, member, schema, nth),
          }
        }
      }
    }
  },
})

async function change(
  bench: Bench,
  resource: Resource,
  member: string,
  schema: Json,
  nth: number,
): Promise<void> {
  const { update, read } = resource
  if (update?.body === undefined || read === undefined) return
  const chosen = variantsOf(bench.api.document, schema, bench.random, member)[nth]
  if (chosen === undefined) return bench.notObserved('no such value could be made this time')
  const body: JsonObject = { [member]: chosen.value }
  if (validatorOf(bench.api.document)(update.body.schemaPointer, body).length > 0)
    return bench.notObserved(`${member} cannot be changed alone`)
  const item = await bench.item(resource, { fresh: true })
  const before = await bench.read(item)
  if (!isObject(before.json as Json)) return bench.notObserved(`GET answered ${before.status}`)
  await bench.wait(3) // so that a time of change can differ
  const answer = await bench.send(update, { params: item.params, query: {}, headers: {}, body })
  if (answer.status >= 300) {
    if (answer.status >= 500)
      bench.broken({
        message: `received ${answer.status} for ${chosen.what} as ${member} (${show(chosen.value)}), which the schema allows`,
        exchange: answer,
        with: [item.made],
        place: update.body.schemaPointer,
      })
    return bench.notObserved(
      `${chosen.what} for ${member} was refused with ${answer.status}: ${answer.body.toString().slice(0, 160)}`,
    )
  }
  const after = await bench.read(item)
  for (const exchange of [answer, after])
    judge(bench, { item, update, member, value: chosen.value }, before, exchange)
}

function judge(
  bench: Bench,
  told: { item: Item; update: NonNullable<Resource['update']>; member: string; value: Json },
  before: Recorded,
  exchange: Recorded,
): void {
  const { item, update, member, value } = told
  const old = before.json as JsonObject
  const now = exchange.json as Json
  if (!isObject(now) || now[item.resource.idMember] === undefined) return
  const proof = { exchange, with: [item.made, before], place: update.pointer }
  const [wrong] = differences(value, now[member], `/${member}`)
  if (wrong !== undefined && !mayPass(member))
    bench.broken({
      ...proof,
      pointer: wrong.pointer,
      message: `received ${show(wrong.received)} at ${wrong.pointer} after a change to ${show(wrong.sent)}`,
    })
  const settable = bodyMembers(bench.api, update)
  for (const [name, was] of Object.entries(old)) {
    if (name === member || was === undefined || isVolatile(name, bench.hints.volatile)) continue
    const stays = isIdentity(name) || (settable.has(name) && !mayPass(name))
    if (!stays || JSON.stringify(now[name]) === JSON.stringify(was)) continue
    bench.broken({
      ...proof,
      pointer: `/${name}`,
      message: `received ${show(now[name])} at /${name} after a change of ${member} alone, expected ${show(was)} as before`,
    })
  }
  const stamp = Object.keys(now).find((name) => /^(updated|modified)_?at$/i.test(name))
  const changed = JSON.stringify(old[member]) !== JSON.stringify(value)
  if (stamp !== undefined && changed && Date.parse(String(now[stamp])) <= Date.parse(String(old[stamp])))
    bench.broken({
      ...proof,
      pointer: `/${stamp}`,
      message: `received ${show(now[stamp])} at /${stamp} after a change, expected later than ${show(old[stamp])}`,
    })
}
