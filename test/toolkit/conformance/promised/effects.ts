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
]
