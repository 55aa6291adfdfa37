/** Operations whose items must belong together, be in a state, have dates near today or repeat a value of another item. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { inCi } from '../../../harness/thorough.ts'
import { blame, collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const text = { type: 'string', minLength: 1, maxLength: 40 }
const moment = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const cents = { type: 'integer', minimum: 0, maximum: 1_000_000 }
const fair = { hall_id: text, name: text, starts_at: moment, ends_at: moment }
const talk = { title: text, starts_at: moment, ends_at: moment }
const ticket = { name: text, price_cents: cents }
const line = {
  type: 'object',
  required: ['ticket_id', 'count'],
  properties: { ticket_id: text, count: { type: 'integer', minimum: 1, maximum: 3 } },
}
const purchase = { fair_id: text, lines: { type: 'array', items: line, minItems: 1, maxItems: 2 } }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Fairs and trips', version: '1' },
  paths: {
    ...collection('/halls', 'Hall', { name: text }),
    ...collection('/fairs', 'Fair', fair),
    '/fairs/{id}/publish': { parameters: [parameter('id')], post: sending(undefined, 'Fair') },
    '/fairs/{id}/tickets': { parameters: [parameter('id')], post: sending(ticket, 'Ticket') },
    '/tickets/{id}': { parameters: [parameter('id')], get: sending(undefined, 'Ticket', 200) },
    '/fairs/{id}/talks': { parameters: [parameter('id')], post: sending(talk, 'Talk') },
    ...collection('/purchases', 'Purchase', purchase),
    '/purchases/{id}/pay': {
      parameters: [parameter('id')],
      post: sending({ amount_cents: cents }, 'Purchase'),
    },
    ...collection('/trips', 'Trip', { goal: text, starts_on: day, ends_on: day }),
    ...collection('/departures', 'Departure', { trip_id: text }),
    '/departures/{id}/inspection': {
      parameters: [parameter('id')],
      post: sending({ outcome: { enum: ['passed', 'damaged'] } }, 'Departure'),
    },
    '/departures/{id}/damages': { parameters: [parameter('id')], post: sending({ name: text }, 'Damage') },
  },
  components: {
    schemas: {
      Hall: object({ name: text }),
      Fair: object({ ...fair, status: { enum: ['draft', 'published'] } }),
      Ticket: object({ ...ticket, fair_id: text }),
      Talk: object(talk),
      Purchase: object({ ...purchase, total_cents: cents, status: { enum: ['open', 'paid'] } }),
      Trip: object({ goal: text, starts_on: day, ends_on: day }),
      Departure: object({ trip_id: text, status: { enum: ['planned', 'inspected'] } }),
      Damage: object({ name: text }),
    },
  },
})

/** Tickets that one fair can have. */
const MAX_TICKETS = 4

function createServer() {
  const all = new Map<string, Thing>()
  const add = (kind: string, thing: object): Response => {
    const one = { id: `${kind}_${crypto.randomUUID()}`, ...thing }
    all.set(one.id, one)
    return [201, one]
  }
  const of = (kind: string) => [...all.values()].filter((one) => one.id.startsWith(`${kind}_`))
  const time = (value: unknown) => Date.parse(String(value))

  const planned = (sent: Record<string, unknown>, within: Thing): Response => {
    const length = (time(sent.ends_at) - time(sent.starts_at)) / MINUTE
    if (!(length >= 15 && length <= 240)) return blame('ends_at', 'must be 15 to 240 minutes after starts_at')
    return time(sent.starts_at) < time(within.starts_at) || time(sent.ends_at) > time(within.ends_at)
      ? blame('starts_at', 'must lie within the period of the fair')
      : add('talks', sent)
  }

  const bought = (sent: Record<string, unknown>): Response => {
    const lines = sent.lines as { ticket_id: string; count: number }[]
    const visited = all.get(String(sent.fair_id))
    const tickets = lines.map(({ ticket_id }) => all.get(ticket_id))
    if (tickets.some((one) => one?.fair_id !== visited?.id))
      return blame('lines[0].ticket_id', 'is not a ticket of the fair')
    if (visited?.status !== 'published') return fail(409, 'not_published', 'The fair is not published.')
    const total_cents = lines.reduce(
      (sum, { count }, index) => sum + count * Number(tickets[index]?.price_cents),
      0,
    )
    return add('purchases', { ...sent, total_cents, status: 'open' })
  }

  const create = (kind: string, sent: Record<string, unknown>): Response => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_id') && !all.has(String(value))) return blame(name, 'does not exist')
    if (kind === 'purchases') return bought(sent)
    if (kind === 'trips' || kind === 'fairs') {
      const [from, to] = [sent.starts_on ?? sent.starts_at, sent.ends_on ?? sent.ends_at].map(time)
      if (!((from ?? 0) < (to ?? 0))) return blame(kind === 'trips' ? 'ends_on' : 'ends_at', 'must be later')
      return add(kind, kind === 'fairs' ? { ...sent, status: 'draft' } : sent)
    }
    const ahead = (time(all.get(String(sent.trip_id))?.starts_on) - Date.now()) / DAY
    if (kind === 'departures' && !(ahead < 14))
      return fail(409, 'too_early', 'The trip begins more than 14 days from today.')
    return add(kind, kind === 'departures' ? { ...sent, status: 'planned' } : sent)
  }

  const act = (thing: Thing, verb: string, sent: Record<string, unknown>): Response => {
    const tickets = of('tickets').filter(({ fair_id }) => fair_id === thing.id)
    if (verb === 'tickets')
      return tickets.length < MAX_TICKETS
        ? add('tickets', { ...sent, fair_id: thing.id })
        : fail(409, 'full', 'The tickets exceed the capacity of the hall.')
    if (verb === 'talks') return planned(sent, thing)
    if (verb === 'publish') {
      const others = of('fairs').filter(
        ({ hall_id, status }) => hall_id === thing.hall_id && status !== 'draft',
      )
      if (tickets.length === 0) return fail(409, 'no_tickets', 'The fair has no tickets.')
      return others.length > 0
        ? fail(409, 'hall_taken', 'Another published fair is in the hall.')
        : [201, Object.assign(thing, { status: 'published' })]
    }
    if (verb === 'inspection')
      return [201, Object.assign(thing, { status: 'inspected', found: sent.outcome })]
    if (verb === 'damages')
      return thing.found === 'damaged'
        ? add('damages', sent)
        : fail(409, 'no_damage', 'No inspection has found damage.')
    return sent.amount_cents === thing.total_cents
      ? [201, Object.assign(thing, { status: 'paid' })]
      : blame('amount_cents', 'must be the total of the purchase')
  }

  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const [kind = '', one, verb] = (url.split('?')[0] ?? '').split('/').slice(1)
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (one === undefined) return create(kind, sent)
    const thing = all.get(decodeURIComponent(one))
    if (thing === undefined) return fail(404, 'not_found', 'Not found.')
    return method === 'POST' ? act(thing, verb ?? '', sent) : [200, thing]
  }
}

it.runIf(inCi)('reaches each operation', { timeout: 120_000 }, async () => {
  const { unreached, reached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
