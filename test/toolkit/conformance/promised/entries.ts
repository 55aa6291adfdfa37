/** Entries inside an item that are deleted: the item follows. */
import { type Domain, integer, type Thing, text } from './domain.ts'

const small = { ...integer, maximum: 100 }
const kinds: Domain['kinds'] = {
  orders: {
    sent: { title: text },
    more: { total_cents: { type: 'integer' }, line_count: { type: 'integer' } },
    entries: { lines: { product: text, quantity: small, unit_price_cents: integer } },
  },
}

const linesOf = ({ lines }: Thing): Thing[] => (lines ?? []) as Thing[]

function compute(thing: Thing): void {
  const cents = linesOf(thing).map((one) => Number(one.quantity) * Number(one.unit_price_cents))
  thing.total_cents = cents.reduce((sum, one) => sum + one, 0)
  thing.line_count = cents.length
}

/** A server of orders; the mistake changes the order after one of its lines was deleted. */
const domain = (name: string, code: string, mistake: (thing: Thing, before: Thing) => void): Domain => ({
  name,
  kinds,
  act({ verb, thing, of }, isRight) {
    if (verb === 'create') thing.lines = []
    if (verb === 'create' || verb === 'add' || verb === 'drop') compute(thing)
    const before = of('orders').get(thing.id)
    if (verb === 'drop' && !isRight && before !== undefined) mistake(thing, before)
    return undefined
  },
  found: ['deleted-item-gone', code],
})

/** Ids that are the positions of the lines: those after a deleted line move up. */
function numberLines(thing: Thing): void {
  for (const [index, one] of linesOf(thing).entries()) one.id = String(index + 1)
}

const stale = domain(
  'an order whose lines are numbered and whose total stays',
  'total-stale',
  (thing, before) => {
    thing.total_cents = before.total_cents
  },
)

export const entryDomains: Domain[] = [
  domain('an order that still shows a deleted line', 'entry-remains', (thing, before) => {
    thing.lines = before.lines
  }),
  domain('an order that loses another line', 'entry-lost', (thing) => {
    thing.lines = linesOf(thing).slice(1)
  }),
  domain('an order whose total stays', 'total-stale', (thing, before) => {
    thing.total_cents = before.total_cents
  }),
  domain('an order whose number of lines stays', 'total-stale', (thing, before) => {
    thing.line_count = before.line_count
  }),
  {
    name: 'an order that is submitted without lines',
    kinds: {
      orders: {
        sent: { title: text },
        more: { state: { enum: ['draft', 'submitted'] } },
        entries: { lines: { product: text } },
        actions: { submit: { conflict: 'Only an order with at least one line can be submitted.' } },
      },
    },
    start: { orders: { state: 'draft' } },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.lines = []
      if (verb !== 'submit') return undefined
      if (isRight && linesOf(thing).length === 0) return 409
      thing.state = 'submitted'
      return undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    ...stale,
    act(call, isRight) {
      numberLines(call.thing)
      return stale.act(call, isRight)
    },
  },
]
