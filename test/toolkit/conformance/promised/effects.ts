/** Effects on the item that another one refers to. */
import { type Domain, text } from './domain.ts'

const found: Domain['found'] = ['action-effects-applied', 'effect-missing']

const count = { type: 'integer', minimum: 0 }

export const effectDomains: Domain[] = [
  {
    name: 'how often a tool was lent',
    kinds: {
      tools: { sent: { name: text }, more: { times_lent: count } },
      loans: {
        sent: { tool_id: text },
        create: { description: 'The tool is out, and its `times_lent` goes up by one.' },
      },
    },
    start: { tools: { times_lent: 0 } },
    act({ kind, verb, sent, of }, isRight) {
      const tool = of('tools').get(String(sent.tool_id))
      if (tool !== undefined && kind === 'loans' && verb === 'create' && isRight)
        tool.times_lent = Number(tool.times_lent) + 1
      return undefined
    },
    found,
  },
  {
    name: 'the rides that a driver has finished',
    kinds: {
      drivers: {
        sent: { name: text },
        more: {
          finished_rides: {
            ...count,
            description: 'Goes up by one whenever a ride of the driver is finished.',
          },
        },
      },
      rides: {
        sent: { driver_id: text },
        more: { status: { enum: ['on', 'finished'] } },
        actions: { finish: {} },
      },
    },
    start: { drivers: { finished_rides: 0 }, rides: { status: 'on' } },
    act({ kind, verb, thing, of }, isRight) {
      const driver = of('drivers').get(String(thing.driver_id))
      if (kind !== 'rides' || verb !== 'finish') return undefined
      thing.status = 'finished'
      if (driver !== undefined && isRight) driver.finished_rides = Number(driver.finished_rides) + 1
      return undefined
    },
    found,
  },
  {
    name: 'a version that no change raises',
    kinds: {
      pages: {
        sent: { title: text },
        more: { version: count },
        update: { of: ['title'], description: 'Changes a page. Each change increases `version` by one.' },
      },
    },
    start: { pages: { version: 1 } },
    act({ verb, thing }, isRight) {
      if (verb === 'update' && isRight) thing.version = Number(thing.version) + 1
      return undefined
    },
    found,
  },
  {
    name: 'the other offers for a load',
    kinds: {
      loads: { sent: { title: text }, more: { status: { enum: ['open', 'booked'] } } },
      offers: {
        sent: { load_id: text },
        more: { status: { enum: ['pending', 'accepted', 'rejected'] } },
        actions: {
          accept: {
            description:
              'Accepts an offer. The load becomes `booked`, and all other pending offers for the load become `rejected`.',
          },
        },
      },
    },
    start: { loads: { status: 'open' }, offers: { status: 'pending' } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'offers' || verb !== 'accept') return undefined
      thing.status = 'accepted'
      const load = of('loads').get(String(thing.load_id))
      if (load !== undefined) load.status = 'booked'
      for (const one of of('offers').values())
        if (isRight && one.id !== thing.id && one.load_id === thing.load_id) one.status = 'rejected'
      return undefined
    },
    found,
  },
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
