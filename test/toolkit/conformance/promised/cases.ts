/** Values that are computed by cases: tiers, surcharges, bounds and lateness. */
import { type Domain, day, integer, text } from './domain.ts'

const found: Domain['found'] = ['related-values-match', 'computed-value-differs']
const DAY = 86_400_000
const daysBetween = (from: unknown, to: unknown): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / DAY
const dayAfter = (start: unknown, days: number): string =>
  new Date(Date.parse(String(start)) + days * DAY).toISOString().slice(0, 10)
const cents = (value: number): number => Math.round(value * 100 + 1e-7) / 100

export const caseDomains: Domain[] = [
  {
    name: 'a discount that begins a night late',
    kinds: {
      rooms: { sent: { name: text, nightly_rate: { type: 'number', minimum: 1, maximum: 900 } } },
      stays: {
        sent: { room_id: text, arrival: day, departure: day },
        more: {
          price: {
            type: 'number',
            description:
              "Nights times the room's nightly rate, less 10% for stays of 7 nights or more, rounded to cents.",
          },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'stays' || verb !== 'create') return undefined
      const nights = daysBetween(thing.arrival, thing.departure)
      if (nights < 1) return 422
      const rate = Number(of('rooms').get(String(thing.room_id))?.nightly_rate)
      const isLong = isRight ? nights >= 7 : nights > 7
      thing.price = cents(nights * rate * (isLong ? 0.9 : 1))
      return undefined
    },
    found,
  },
  {
    name: 'a price that is not rounded',
    kinds: {
      plans: { sent: { name: text, rate: { type: 'number', minimum: 1, maximum: 900 } } },
      contracts: {
        sent: { plan_id: text, seats: { ...integer, maximum: 90 } },
        more: {
          price: {
            type: 'number',
            description: '`seats` × the rate of the plan, plus 19 % VAT, rounded to cents.',
          },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      const rate = Number(of('plans').get(String(thing.plan_id))?.rate)
      if (kind !== 'contracts' || verb !== 'create') return undefined
      const exact = Number(thing.seats) * rate * 1.19
      thing.price = isRight ? cents(exact) : exact
      return undefined
    },
    found,
  },
  {
    name: 'a surcharge that is left out',
    kinds: {
      parcels: {
        sent: {
          weight_kg: { type: 'number', minimum: 1, maximum: 2000 },
          express: { type: 'boolean' },
        },
        more: {
          price: {
            type: 'number',
            description:
              '£0.80 per kilogram up to and including 500 kg, £0.60 per kilogram for the whole parcel above that. Express parcels cost 25 % more. The result is rounded to the penny.',
          },
        },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb !== 'create') return undefined
      const weight = Number(thing.weight_kg)
      const base = weight * (weight <= 500 ? 0.8 : 0.6)
      thing.price = cents(base * (isRight && thing.express === true ? 1.25 : 1))
      return undefined
    },
    found,
  },
  {
    name: 'a bonus without its cap',
    kinds: {
      offers: {
        sent: { salary: integer },
        more: { bonus: { type: 'number', description: '10 % of the salary, but not more than 5000.' } },
      },
    },
    act({ verb, thing }, isRight) {
      const bonus = Number(thing.salary) / 10
      if (verb === 'create') thing.bonus = isRight ? Math.min(bonus, 5000) : bonus
      return undefined
    },
    found,
  },
  {
    name: 'a late fee above its cap',
    kinds: {
      loans: {
        sent: { book: text, loaned_on: day },
        more: {
          due_on: { ...day, description: '21 days after `loaned_on`.' },
          returned_on: { type: ['string', 'null'], format: 'date' },
          late_fee: {
            type: ['number', 'null'],
            description: '0.25 for each day `returned_on` is past `due_on`, capped at 10.00.',
          },
        },
        actions: { return: { sent: { returned_on: day } } },
      },
    },
    start: { loans: { returned_on: null, late_fee: null } },
    act({ verb, thing, sent }, isRight) {
      if (verb === 'create') thing.due_on = dayAfter(thing.loaned_on, 21)
      if (verb !== 'return') return undefined
      if (daysBetween(thing.loaned_on, sent.returned_on) < 0) return 422
      thing.returned_on = sent.returned_on
      const fee = 0.25 * Math.max(0, daysBetween(thing.due_on, sent.returned_on))
      thing.late_fee = isRight ? Math.min(10, fee) : fee
      return undefined
    },
    found,
  },
  {
    name: 'a due date that is the same for each medium',
    kinds: {
      books: { sent: { title: text, medium: { enum: ['print', 'dvd'] } } },
      discs: { sent: { book_id: text, barcode: text } },
      loans: {
        sent: { disc_id: text, loaned_on: day },
        more: { due_on: { ...day, description: '21 days after `loaned_on`, or 7 days for a `dvd`.' } },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'loans' || verb !== 'create') return undefined
      const disc = of('discs').get(String(thing.disc_id))
      const isDvd = of('books').get(String(disc?.book_id))?.medium === 'dvd'
      thing.due_on = dayAfter(thing.loaned_on, isRight && isDvd ? 7 : 21)
      return undefined
    },
    found,
  },
  {
    name: 'a low stock that is not reported at the reorder level',
    kinds: {
      products: {
        sent: {
          name: text,
          stock: { ...integer, minimum: 0 },
          reorder_level: { ...integer, minimum: 0, maximum: 500 },
        },
        more: {
          is_low: {
            type: 'boolean',
            description: '`true` when `stock` is at or below `reorder_level`, `false` otherwise.',
          },
        },
      },
    },
    act({ verb, thing }, isRight) {
      const [stock, level] = [Number(thing.stock), Number(thing.reorder_level)]
      if (verb === 'create') thing.is_low = isRight ? stock <= level : stock < level
      return undefined
    },
    found,
  },
  {
    name: 'a payment that becomes negative',
    kinds: {
      plans: { sent: { name: text, deductible: { ...integer, maximum: 900 } } },
      claims: {
        sent: { plan_id: text },
        more: {
          approved_amount: { type: ['number', 'null'] },
          payable_amount: {
            type: ['number', 'null'],
            description:
              "The approved amount minus the plan's deductible. If the deductible is larger than the approved amount, that makes zero, never a negative number.",
          },
        },
        actions: { approve: { sent: { approved_amount: integer } } },
      },
    },
    start: { claims: { approved_amount: null, payable_amount: null } },
    act({ verb, thing, sent, of }, isRight) {
      if (verb !== 'approve') return undefined
      const deductible = Number(of('plans').get(String(thing.plan_id))?.deductible)
      const rest = Number(sent.approved_amount) - deductible
      Object.assign(thing, {
        approved_amount: sent.approved_amount,
        payable_amount: isRight ? Math.max(0, rest) : rest,
      })
      return undefined
    },
    found,
  },
]
