/** Supplies that requests use up and give back, sums with a limit, and first states. */
import { type Domain, integer, text } from './domain.ts'

const count = { type: 'integer', minimum: 0 }

const refundDomain = (create: { description?: string; conflict: string }): Domain => ({
  name: `the sum of the refunds of a sale: ${create.description ?? create.conflict}`,
  kinds: {
    sales: { sent: { amount: { ...integer, minimum: 100 } } },
    refunds: {
      sent: { sale_id: text, amount: integer },
      create,
    },
  },
  act({ kind, verb, sent, of }, isRight) {
    if (kind !== 'refunds' || verb !== 'create') return undefined
    const paid = Number(of('sales').get(String(sent.sale_id))?.amount)
    const others = [...of('refunds').values()].filter((one) => one.sale_id === sent.sale_id)
    const sum = others.reduce((all, one) => all + Number(one.amount), 0)
    return (isRight ? sum : 0) + Number(sent.amount) > paid ? 409 : undefined
  },
  found: ['promised-conflict-returned', 'accepted-in-state'],
})

export const supplyDomains: Domain[] = [
  {
    name: 'what a placed order had of a lot',
    kinds: {
      lots: { sent: { name: text }, more: { remaining: count } },
      orders: {
        sent: { lot_id: text },
        more: { status: { enum: ['pending', 'placed', 'cancelled'] } },
        actions: {
          place: { description: 'Places an order, which needs a unit of the lot.' },
          cancel: { description: 'Cancels an order. A placed order gives its unit back to the lot.' },
        },
      },
    },
    start: { lots: { remaining: 1_000 }, orders: { status: 'pending' } },
    act({ kind, verb, thing, of }, isRight) {
      const lot = of('lots').get(String(thing.lot_id))
      if (kind !== 'orders' || lot === undefined || !['place', 'cancel'].includes(verb)) return undefined
      if (verb === 'place' && thing.status !== 'pending') return 409
      if (verb === 'place') lot.remaining = Number(lot.remaining) - 1
      if (verb === 'cancel' && thing.status === 'placed' && isRight) lot.remaining = Number(lot.remaining) + 1
      thing.status = verb === 'place' ? 'placed' : 'cancelled'
      return undefined
    },
    found: ['action-effects-applied', 'effect-missing'],
  },
  refundDomain({ conflict: 'All refunds of the sale together are more than its `amount`.' }),
  refundDomain({
    description: 'Refunds may be partial, but together they never exceed `amount` (409).',
    conflict: 'Conflict.',
  }),
  {
    name: 'a first state that the plan decides on',
    kinds: {
      plans: { sent: { name: text, trialing_days: count } },
      subscriptions: {
        sent: { plan_id: text },
        more: { status: { enum: ['trialing', 'active', 'paused'] } },
        actions: {
          pause: {
            description: 'Makes an active subscription paused. 409 in every other state.',
            conflict: 'The state does not allow it.',
          },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'subscriptions') return undefined
      const days = Number(of('plans').get(String(thing.plan_id))?.trialing_days)
      if (verb === 'create') thing.status = days > 0 ? 'trialing' : 'active'
      if (verb !== 'pause') return undefined
      if (thing.status === 'paused' || (isRight && thing.status !== 'active')) return 409
      thing.status = 'paused'
      return undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
]
