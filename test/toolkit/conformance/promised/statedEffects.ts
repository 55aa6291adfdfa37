/** Effects on several items and properties that one sentence states. */
import { type Domain, day, integer, text } from './domain.ts'

const found: Domain['found'] = ['action-effects-applied', 'effect-missing']

const count = { type: 'integer', minimum: 0 }

const daysLater = (date: unknown, days: number): string =>
  new Date(Date.parse(String(date)) + days * 86_400_000).toISOString().slice(0, 10)

export const statedEffectDomains: Domain[] = [
  {
    name: 'a booking that is checked in and its room',
    kinds: {
      rooms: { sent: { name: text }, more: { status: { enum: ['available', 'occupied'] } } },
      bookings: {
        sent: { room_id: text },
        more: { status: { enum: ['requested', 'checked_in'] } },
        actions: {
          'check-in': { description: 'Sets the booking to `checked_in` and its room to `occupied`.' },
        },
      },
    },
    start: { rooms: { status: 'available' }, bookings: { status: 'requested' } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'bookings' || verb !== 'check-in') return undefined
      thing.status = 'checked_in'
      const room = of('rooms').get(String(thing.room_id))
      if (room !== undefined && isRight) room.status = 'occupied'
      return undefined
    },
    found,
  },
  {
    name: 'a renewed loan',
    kinds: {
      loans: {
        sent: { reader: text },
        more: { due_on: day, renewals: count },
        actions: { renew: { description: 'Moves `due_on` 14 days later and adds one to `renewals`.' } },
      },
    },
    start: { loans: { due_on: '2026-05-01', renewals: 0 } as never },
    act({ verb, thing }, isRight) {
      if (verb !== 'renew') return undefined
      thing.due_on = daysLater(thing.due_on, isRight ? 14 : 7)
      thing.renewals = Number(thing.renewals) + 1
      return undefined
    },
    found,
  },
  {
    name: 'the stock that a sale lowers',
    kinds: {
      products: { sent: { name: text }, more: { stock: count } },
      sales: {
        sent: { product_id: text, quantity: { ...integer, maximum: 5 } },
        create: { description: 'Records a sale. The quantity is deducted from the stock of the product.' },
      },
    },
    start: { products: { stock: 40 } as never },
    act({ kind, verb, sent, of }, isRight) {
      const product = of('products').get(String(sent.product_id))
      if (product !== undefined && kind === 'sales' && verb === 'create')
        product.stock = Number(product.stock) - (isRight ? Number(sent.quantity) : 7)
      return undefined
    },
    found,
  },
  {
    name: 'the claims of an adjuster',
    kinds: {
      adjusters: { sent: { name: text }, more: { open_claims: count } },
      claims: {
        sent: { what: text },
        more: { adjuster_id: { type: ['string', 'null'] }, status: { enum: ['submitted', 'in_review'] } },
        actions: {
          assign: {
            sent: { adjuster_id: text },
            description:
              "The claim remembers the adjuster, moves to `in_review`, and the adjuster's `open_claims` count goes up by one.",
          },
        },
      },
    },
    start: {
      adjusters: { open_claims: 0 } as never,
      claims: { adjuster_id: null, status: 'submitted' } as never,
    },
    act({ verb, sent, thing, of }, isRight) {
      if (verb !== 'assign') return undefined
      if (thing.status !== 'submitted') return 409
      Object.assign(thing, sent, { status: 'in_review' })
      const adjuster = of('adjusters').get(String(sent.adjuster_id))
      if (adjuster !== undefined && isRight) adjuster.open_claims = Number(adjuster.open_claims) + 1
      return undefined
    },
    found,
  },
  {
    name: 'the openings of a job that an accepted offer fills',
    kinds: {
      jobs: { sent: { title: text, openings: { ...integer, minimum: 3, maximum: 9 } } },
      applications: { sent: { job_id: text }, more: { status: { enum: ['open', 'hired'] } } },
      offers: {
        sent: { application_id: text },
        more: { status: { enum: ['extended', 'accepted'] } },
        actions: {
          accept: {
            description:
              'Notes:\n\n- Can only be used while the offer is `extended` (409).\n- The offer is `accepted`, the application is `hired`, and the number of openings of the job goes down by one.',
          },
        },
      },
    },
    start: { applications: { status: 'open' }, offers: { status: 'extended' } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'offers' || verb !== 'accept') return undefined
      if (thing.status !== 'extended') return 409
      thing.status = 'accepted'
      const application = of('applications').get(String(thing.application_id))
      const job = of('jobs').get(String(application?.job_id))
      if (application !== undefined) application.status = 'hired'
      if (job !== undefined && isRight) job.openings = Number(job.openings) - 1
      return undefined
    },
    found,
  },
  {
    name: 'the remaining minutes of a task that is done',
    kinds: {
      tasks: {
        sent: { title: text },
        more: { status: { enum: ['open', 'done'] }, remaining_minutes: count },
        actions: {
          complete: { description: 'Moves the task to `done` and drops `remaining_minutes` to zero.' },
        },
      },
    },
    start: { tasks: { status: 'open', remaining_minutes: 30 } as never },
    act({ verb, thing }, isRight) {
      if (verb !== 'complete') return undefined
      thing.status = 'done'
      if (isRight) thing.remaining_minutes = 0
      return undefined
    },
    found,
  },
  {
    name: 'a confirmed booking',
    kinds: {
      bookings: {
        sent: { guest: text },
        more: { status: { enum: ['requested', 'confirmed', 'cancelled'] } },
        actions: {
          confirm: { description: 'Confirms a requested booking. Returns 409 in any other status.' },
        },
      },
    },
    start: { bookings: { status: 'requested' } },
    act({ verb, thing }, isRight) {
      if (verb !== 'confirm') return undefined
      if (thing.status !== 'requested') return 409
      if (isRight) thing.status = 'confirmed'
      return undefined
    },
    found,
  },
  {
    name: 'a seat that a cancelled ticket releases',
    kinds: {
      seats: { sent: { row: text }, more: { status: { enum: ['free', 'taken', 'broken'] } } },
      tickets: {
        sent: { seat_id: text },
        more: { status: { enum: ['valid', 'cancelled'] } },
        create: { description: 'Sells a ticket: the seat becomes `taken`.' },
        actions: { cancel: { description: 'Cancels the ticket and releases its seat.' } },
      },
    },
    start: { seats: { status: 'free' }, tickets: { status: 'valid' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      const seat = of('seats').get(String(sent.seat_id ?? thing.seat_id))
      if (kind !== 'tickets' || seat === undefined) return undefined
      if (verb === 'create') seat.status = 'taken'
      if (verb === 'cancel') thing.status = 'cancelled'
      if (verb === 'cancel' && isRight) seat.status = 'free'
      return undefined
    },
    found,
  },
  {
    name: 'a moment that the description of the property promises',
    kinds: {
      orders: {
        sent: { what: text },
        more: {
          status: { enum: ['open', 'gone'] },
          left: { type: ['string', 'null'], format: 'date-time', description: 'Set when the order ships.' },
        },
        actions: { ship: {} },
      },
    },
    start: { orders: { status: 'open', left: null } as never },
    act({ verb, thing }, isRight) {
      if (verb === 'ship' && isRight) thing.left = new Date().toISOString()
      if (verb === 'ship') thing.status = 'gone'
      return undefined
    },
    found,
  },
]
