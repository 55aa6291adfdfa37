/** Values that updates leave as they are. */
import { type Domain, integer, text } from './domain.ts'

const found: Domain['found'] = ['update-applied-exactly', 'fixed-value-changed']

export const fixedDomains: Domain[] = [
  {
    name: 'a handle that an update changes',
    kinds: {
      tutors: {
        sent: { handle: { ...text, description: "Can't be changed." }, rate: integer },
        update: { of: ['handle', 'rate'] },
      },
    },
    act({ verb, thing, of }, isRight) {
      if (isRight && verb === 'update') thing.handle = of('tutors').get(thing.id)?.handle
      return undefined
    },
    found,
  },
  {
    name: 'a serial number that an update ignores instead of rejecting it',
    kinds: {
      bins: {
        sent: { kind: { type: 'string', enum: ['organic', 'paper', 'rest'] }, serial: text, volume: integer },
        update: {
          of: ['kind', 'serial', 'volume'],
          description: '`kind` and `serial` are fixed; sending a different value is a 422.',
        },
      },
    },
    act({ verb, sent, thing, of }, isRight) {
      const was = of('bins').get(thing.id)
      if (verb !== 'update' || was === undefined) return undefined
      const isOther = ['kind', 'serial'].some((name) => name in sent && sent[name] !== was[name])
      if (isOther && isRight) return 422
      thing.kind = was.kind
      thing.serial = was.serial
      return undefined
    },
    found: ['update-applied-exactly', 'accepted-in-state'],
  },
  {
    name: 'a slug that follows the name',
    kinds: {
      plans: {
        sent: { name: text },
        more: { slug: { type: 'string', description: 'Unaffected by later changes of the name' } },
        update: { of: ['name'] },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create' || (verb === 'update' && !isRight))
        thing.slug = String(thing.name).toLowerCase().replaceAll(/\W+/g, '-')
      return undefined
    },
    found,
  },
  {
    name: 'a currency that changes although there is a quote',
    kinds: {
      boards: {
        sent: { title: text, currency: { type: 'string', enum: ['EUR', 'USD'] } },
        update: {
          of: ['title', 'currency'],
          description: 'Currency is fixed once the first quote is in (409).',
          conflict: 'Locked.',
        },
      },
      quotes: { sent: { board_id: text, amount: integer } },
    },
    act({ verb, sent, thing, of }, isRight) {
      const isLocked = [...of('quotes').values()].some(({ board_id: one }) => one === thing.id)
      return isRight && verb === 'update' && 'currency' in sent && isLocked ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a booking that follows a new rate of its desk',
    kinds: {
      desks: {
        sent: { title: text, rate: integer },
        update: {
          of: ['title', 'rate'],
          description: "Raising or lowering the rate doesn't reprice bookings that exist already.",
        },
      },
      bookings: { sent: { desk_id: text, hours: integer }, more: { price: integer } },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind === 'bookings' && verb === 'create')
        thing.price = Number(thing.hours) * Number(of('desks').get(String(thing.desk_id))?.rate)
      if (kind === 'desks' && verb === 'update' && !isRight)
        for (const one of of('bookings').values())
          if (one.desk_id === thing.id) one.price = Number(one.hours) * Number(thing.rate)
      return undefined
    },
    found: ['related-values-match', 'fixed-value-changed'],
  },
]
