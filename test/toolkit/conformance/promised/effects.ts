/** Effects on the item that another one refers to. */
import { type Domain, text } from './domain.ts'

const found: Domain['found'] = ['action-effects-applied', 'effect-missing']

export const effectDomains: Domain[] = [
  {
    name: 'a van that a finished ride releases',
    kinds: {
      vans: { sent: { plate: text }, more: { status: { enum: ['idle', 'in_use'] } } },
      rides: {
        sent: { van_id: text },
        create: { description: 'Starts a ride and marks the van as `in_use`.' },
        actions: { finish: { description: 'Ends the ride. The van becomes `idle` again.' } },
      },
    },
    start: { vans: { status: 'idle' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      const van = of('vans').get(String(sent.van_id ?? thing.van_id))
      if (van !== undefined && kind === 'rides' && verb === 'create') van.status = 'in_use'
      if (van !== undefined && verb === 'finish' && isRight) van.status = 'idle'
      return undefined
    },
    found,
  },
  {
    name: 'a table that a cancelled reservation frees',
    kinds: {
      tables: { sent: { name: text }, more: { state: { enum: ['free', 'reserved'] } } },
      reservations: {
        sent: { table_id: text },
        create: { description: 'The state of the table is set to reserved.' },
        remove: { description: 'Cancels it and sets the table back to `free`.' },
      },
    },
    start: { tables: { state: 'free' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      const table = of('tables').get(String(sent.table_id ?? thing.table_id))
      if (table !== undefined && kind === 'reservations' && verb === 'create' && isRight)
        table.state = 'reserved'
      if (table !== undefined && verb === 'remove') table.state = 'free'
      return undefined
    },
    found,
  },
  {
    name: 'the open seats of a cancelled course',
    kinds: {
      courses: {
        sent: { title: text },
        more: { state: { enum: ['planned', 'cancelled'] } },
        actions: { cancel: { description: 'Cancels the course. All its open seats are cancelled too.' } },
      },
      seats: {
        sent: { course_id: text },
        more: { state: { enum: ['open', 'used', 'cancelled'] } },
        actions: { use: {} },
      },
    },
    start: { courses: { state: 'planned' }, seats: { state: 'open' } },
    act({ kind, verb, thing, of }, isRight) {
      if (verb === 'use') thing.state = 'used'
      if (kind !== 'courses' || verb !== 'cancel') return undefined
      thing.state = 'cancelled'
      const seats = [...of('seats').values()].filter(
        (one) => one.course_id === thing.id && one.state === 'open',
      )
      for (const seat of isRight ? seats : seats.slice(0, 1)) seat.state = 'cancelled'
      return undefined
    },
    found,
  },
  {
    name: 'the blocked cards of a closed account',
    kinds: {
      accounts: {
        sent: { owner: text },
        more: { status: { enum: ['active', 'closed'] } },
        actions: { close: { description: 'Closing an account closes all its active cards.' } },
      },
      cards: {
        sent: { account_id: text },
        more: { status: { enum: ['active', 'blocked', 'closed'] } },
        actions: { block: {} },
      },
    },
    start: { accounts: { status: 'active' }, cards: { status: 'active' } },
    act({ kind, verb, thing, of }, isRight) {
      if (verb === 'block') thing.status = 'blocked'
      if (kind !== 'accounts' || verb !== 'close') return undefined
      thing.status = 'closed'
      for (const card of of('cards').values())
        if (card.account_id === thing.id && (!isRight || card.status === 'active')) card.status = 'closed'
      return undefined
    },
    found,
  },
]
