/** Values that are computed from related items, from periods and from moments. */
import { type Domain, day, integer, text } from './domain.ts'

const found: Domain['found'] = ['related-values-match', 'computed-value-differs']
const moment = { type: 'string', format: 'date-time' }
const DAY = 86_400_000
const dayAfter = (start: unknown, days: number) =>
  new Date(Date.parse(String(start)) + days * DAY).toISOString().slice(0, 10)

export const computedDomains: Domain[] = [
  {
    name: 'tickets at the price of their showing',
    kinds: {
      showings: { sent: { film: text, price_cents: { ...integer, maximum: 5000 } } },
      tickets: {
        sent: { showing_id: text, seats: { ...integer, maximum: 9 } },
        more: {
          total_cents: { type: 'integer', description: '`seats` × the price of the showing, in cents.' },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      const price = Number(of('showings').get(String(thing.showing_id))?.price_cents)
      if (kind === 'tickets' && verb === 'create')
        thing.total_cents = isRight ? Number(thing.seats) * price : price
      return undefined
    },
    found,
  },
  {
    name: 'a price with a discount of the member',
    kinds: {
      members: { sent: { name: text, discount_percent: { type: 'integer', minimum: 5, maximum: 50 } } },
      orders: {
        sent: { member_id: text, list_price: { type: 'integer', minimum: 100, maximum: 9000 } },
        more: {
          price: {
            type: 'integer',
            description:
              "`list_price` minus the member's `discount_percent`, rounded half up. Computed by the server.",
          },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      const percent = Number(of('members').get(String(thing.member_id))?.discount_percent)
      if (kind === 'orders' && verb === 'create')
        thing.price = Math.round(Number(thing.list_price) * (1 - (isRight ? percent : 0) / 100))
      return undefined
    },
    found,
  },
  {
    name: 'nights at the rate of the room',
    kinds: {
      rooms: { sent: { name: text, nightly_rate: { ...integer, maximum: 900 } } },
      stays: {
        sent: { room_id: text, from: day, to: { ...day, description: 'Must be after `from`.' } },
        more: {
          price: { type: 'integer', description: "The number of nights times the room's nightly rate." },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'stays' || verb !== 'create') return undefined
      const nights = (Date.parse(String(thing.to)) - Date.parse(String(thing.from))) / DAY
      if (nights < 1) return 422
      const rate = Number(of('rooms').get(String(thing.room_id))?.nightly_rate)
      thing.price = isRight ? nights * rate : (nights + 2) * rate
      return undefined
    },
    found,
  },
  {
    name: 'an invoice that is due later than promised',
    kinds: {
      invoices: {
        sent: { customer: text, issued_on: day },
        more: { due_on: { ...day, description: '14 days after `issued_on`.' } },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.due_on = dayAfter(thing.issued_on, isRight ? 14 : 30)
      return undefined
    },
    found,
  },
  {
    name: 'a loan for the days of its tariff',
    kinds: {
      tariffs: { sent: { name: text, loan_days: { ...integer, maximum: 60 } } },
      loans: {
        sent: { tariff_id: text, starts_on: day },
        more: {
          ends_on: {
            ...day,
            description: 'Set by the server: `loan_days` of the tariff after `starts_on`.',
          },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      const days = Number(of('tariffs').get(String(thing.tariff_id))?.loan_days)
      if (kind === 'loans' && verb === 'create')
        thing.ends_on = dayAfter(thing.starts_on, isRight ? days : days + 7)
      return undefined
    },
    found,
  },
  {
    name: 'a reservation that expires too late',
    kinds: {
      reservations: {
        sent: { seat: text },
        more: {
          created_at: moment,
          expires_at: { ...moment, description: 'When it lapses. 30 minutes after it was created.' },
        },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb !== 'create') return undefined
      const now = Date.now()
      thing.created_at = new Date(now).toISOString()
      thing.expires_at = new Date(now + (isRight ? 30 : 60) * 60_000).toISOString()
      return undefined
    },
    found,
  },
  {
    name: 'a fee that is set when the rental is returned',
    kinds: {
      scooters: { sent: { name: text, unlock_fee: { ...integer, maximum: 300 } } },
      rentals: {
        sent: { scooter_id: text, minutes: { ...integer, maximum: 90 } },
        more: {
          fee: {
            type: ['integer', 'null'],
            description: 'The unlock fee of the scooter plus 15 × `minutes`.',
          },
        },
        actions: { finish: {} },
      },
    },
    start: { rentals: { fee: null } },
    act({ verb, thing, of }, isRight) {
      const fee = Number(of('scooters').get(String(thing.scooter_id))?.unlock_fee)
      if (verb === 'finish') thing.fee = (isRight ? fee : 0) + 15 * Number(thing.minutes)
      return undefined
    },
    found,
  },
  {
    name: 'an average of reviews that counts the first one only',
    kinds: {
      shops: {
        sent: { name: text },
        more: {
          average_rating: {
            type: ['number', 'null'],
            description:
              'Average of the ratings of all reviews, rounded to one decimal; null without reviews.',
          },
        },
      },
      reviews: { sent: { shop_id: text, rating: { type: 'integer', minimum: 1, maximum: 100 } } },
    },
    start: { shops: { average_rating: null } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'reviews' || verb !== 'create') return undefined
      const shop = of('shops').get(String(thing.shop_id))
      const all = [...of('reviews').values(), thing].filter((one) => one.shop_id === thing.shop_id)
      const counted = isRight ? all : all.slice(0, 1)
      const sum = counted.reduce((rest, one) => rest + Number(one.rating), 0)
      if (shop !== undefined) shop.average_rating = Math.round((sum / counted.length) * 10) / 10
      return undefined
    },
    found: ['count-matches-items', 'wrong-sum'],
  },
  {
    name: 'free places that ignore cancelled bookings',
    kinds: {
      courses: {
        sent: { title: text, capacity: { type: 'integer', minimum: 10, maximum: 50 } },
        more: {
          free_places: { type: 'integer', description: '`capacity` minus the number of confirmed bookings.' },
        },
      },
      bookings: {
        sent: { course_id: text },
        more: { status: { enum: ['confirmed', 'cancelled'] } },
        actions: { cancel: {} },
      },
    },
    start: { bookings: { status: 'confirmed' } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind === 'courses' && verb === 'create') thing.free_places = thing.capacity
      if (verb === 'cancel') thing.status = 'cancelled'
      if (kind !== 'bookings' || verb === 'read') return undefined
      const course = of('courses').get(String(thing.course_id))
      const others = [...of('bookings').values()].filter(({ id }) => id !== thing.id)
      const counted = [...others, thing].filter(
        (one) => one.course_id === thing.course_id && (!isRight || one.status === 'confirmed'),
      )
      if (course !== undefined) course.free_places = Number(course.capacity) - counted.length
      return undefined
    },
    found: ['count-matches-items', 'wrong-count'],
  },
  {
    name: 'an end by a start plus the runtime of a film',
    kinds: {
      films: { sent: { title: text, runtime: { ...integer, maximum: 300, description: 'Minutes' } } },
      screenings: {
        sent: { film_id: text, starts_at: moment },
        more: { ends_at: { ...moment, description: 'Start plus runtime; turnaround not included.' } },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'screenings' || verb !== 'create') return undefined
      const runtime = Number(of('films').get(String(thing.film_id))?.runtime) + (isRight ? 0 : 15)
      thing.ends_at = new Date(Date.parse(String(thing.starts_at)) + runtime * 60_000).toISOString()
      return undefined
    },
    found,
  },
  {
    name: 'days without the last one',
    kinds: {
      loans: {
        sent: { title: text, starts_on: day, ends_on: day },
        more: { days: { type: 'integer', description: 'Inclusive of both ends' } },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb !== 'create') return undefined
      const [start, end] = [thing.starts_on, thing.ends_on].map((one) => Date.parse(String(one)))
      if (start === undefined || end === undefined || end < start) return 422
      thing.days = (end - start) / 86_400_000 + (isRight ? 1 : 0)
      return undefined
    },
    found,
  },
  {
    name: 'a stock that is low only below the limit',
    kinds: {
      items: {
        sent: { name: text, stock: integer, reorder_at: integer },
        more: { low_stock: { type: 'boolean', description: 'Stock has come down to `reorder_at` or below' } },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb !== 'create') return undefined
      const [stock, limit] = [Number(thing.stock), Number(thing.reorder_at)]
      thing.low_stock = isRight ? stock <= limit : stock < limit
      return undefined
    },
    found,
  },
  {
    name: 'a payment by shorter names that is negative',
    kinds: {
      claims: {
        sent: { title: text, claimed_cents: integer, deductible_cents: integer },
        more: {
          payable_cents: {
            type: 'integer',
            description: 'Claimed minus deductible, never below zero.',
          },
        },
      },
    },
    act({ kind, verb, thing }, isRight) {
      const payable = Number(thing.claimed_cents) - Number(thing.deductible_cents)
      if (kind === 'claims' && verb === 'create')
        thing.payable_cents = isRight ? Math.max(0, payable) : payable
      return undefined
    },
    found,
  },
  {
    name: 'a price that forgets the discount of residents',
    kinds: {
      desks: { sent: { name: text, hourly_rate: integer } },
      members: { sent: { name: text, plan: { enum: ['flex', 'resident'] } } },
      bookings: {
        sent: { desk_id: text, member_id: text, hours: { ...integer, maximum: 12 } },
        more: {
          price: { type: 'number', description: "`hours` times the desk's rate; residents get 20% off." },
        },
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'bookings' || verb !== 'create') return undefined
      const rate = Number(of('desks').get(String(thing.desk_id))?.hourly_rate)
      const isResident = of('members').get(String(thing.member_id))?.plan === 'resident'
      thing.price = Number(thing.hours) * rate * (isRight && isResident ? 0.8 : 1)
      return undefined
    },
    found,
  },
]
