/** Limits of numbers and lengths: sums, periods, and bounds that differ by a category. */
import { type Domain, day, integer, text } from './domain.ts'

const conflict: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']
const DAY = 86_400_000
const daysBetween = (from: unknown, to: unknown): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / DAY
const small = { type: 'integer', minimum: 1, maximum: 40 }

export const numberDomains: Domain[] = [
  {
    name: 'guests that are counted one by one',
    kinds: {
      rooms: { sent: { name: text, capacity: small } },
      stays: {
        sent: { room_id: text, adults: small, children: { ...small, minimum: 0 } },
        create: { description: "Returns 422 if `adults` plus `children` exceeds the room's capacity." },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      if (kind !== 'stays' || verb !== 'create') return undefined
      const most = Number(of('rooms').get(String(sent.room_id))?.capacity)
      const [adults, children] = [Number(sent.adults), Number(sent.children)]
      return (isRight ? adults + children : Math.max(adults, children)) > most ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'a stay that is too long for its kind of room',
    kinds: {
      rooms: { sent: { name: text, kind: { enum: ['single', 'double', 'apartment'] } } },
      stays: {
        sent: { room_id: text, arrival: day, departure: day },
        create: {
          description:
            'Returns 422 if the stay is longer than 30 nights, or 90 nights for a room of kind `apartment`.',
        },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      if (kind !== 'stays' || verb !== 'create') return undefined
      const nights = daysBetween(sent.arrival, sent.departure)
      const isApartment = of('rooms').get(String(sent.room_id))?.kind === 'apartment'
      const most = isApartment || !isRight ? 90 : 30
      return nights < 1 || nights > most ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'an order below the minimum of the product',
    kinds: {
      products: { sent: { name: text, minimum_quantity: small } },
      orders: {
        sent: {
          product_id: text,
          quantity: { ...integer, description: "Must be at least the product's `minimum_quantity` (422)." },
        },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      if (kind !== 'orders' || verb !== 'create') return undefined
      const least = Number(of('products').get(String(sent.product_id))?.minimum_quantity)
      return isRight && Number(sent.quantity) < least ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'an approval above the coverage of the plan',
    kinds: {
      plans: { sent: { name: text, coverage_limit: integer } },
      claims: {
        sent: { plan_id: text, claimed: integer },
        more: { approved_amount: { type: ['integer', 'null'] } },
        actions: {
          approve: {
            description:
              'The approved amount can be anything up to what the member claimed, but never more than the coverage limit of the plan.',
            sent: { approved_amount: integer },
          },
        },
      },
    },
    start: { claims: { approved_amount: null } },
    act({ verb, sent, thing, of }, isRight) {
      if (verb !== 'approve') return undefined
      const most = Number(of('plans').get(String(thing.plan_id))?.coverage_limit)
      if (isRight && Number(sent.approved_amount) > most) return 422
      thing.approved_amount = sent.approved_amount
      return undefined
    },
    found: conflict,
  },
  {
    name: 'a payload that is checked for one class only',
    kinds: {
      vehicles: {
        sent: { plate: text, class: { enum: ['van', 'rigid', 'artic'] }, payload_kg: integer },
        create: {
          description:
            'The payload depends on the class: a `van` is registered with a `payload_kg` of at most 1500, a `rigid` with at most 12000 and an `artic` with at most 28000.',
        },
      },
    },
    act({ verb, sent }, isRight) {
      const limits: Record<string, number> = { van: 1500, rigid: 12_000, artic: 28_000 }
      const most = isRight ? limits[String(sent.class)] : 28_000
      return verb === 'create' && Number(sent.payload_kg) > (most ?? 0) ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'a limit of loans that is the same for juniors',
    kinds: {
      members: { sent: { name: text, category: { enum: ['adult', 'junior', 'staff'] } } },
      loans: {
        sent: { member_id: text, book: text },
        more: { status: { enum: ['open', 'returned'] } },
        create: {
          description: 'Returns 422 if the member already has 6 open loans (3 for category `junior`).',
        },
        actions: { return: {} },
      },
    },
    start: { loans: { status: 'open' } },
    act({ kind, verb, thing, of }, isRight) {
      if (verb === 'return') thing.status = 'returned'
      if (kind !== 'loans' || verb !== 'create') return undefined
      const open = [...of('loans').values()].filter(
        (one) => one.member_id === thing.member_id && one.status === 'open',
      )
      const isJunior = of('members').get(String(thing.member_id))?.category === 'junior'
      return open.length >= (isJunior && isRight ? 3 : 6) ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'an adjuster with one claim too many',
    kinds: {
      adjusters: { sent: { name: text } },
      claims: {
        sent: { title: text },
        more: {
          status: { enum: ['submitted', 'in_review', 'closed'] },
          adjuster_id: { type: ['string', 'null'] },
        },
        actions: {
          assign: {
            sent: { adjuster_id: text },
            conflict: 'The adjuster already has 4 claims in review, and that is all we ask of anybody.',
          },
          close: {},
        },
      },
    },
    start: { claims: { status: 'submitted', adjuster_id: null } },
    act({ verb, sent, thing, of }, isRight) {
      if (verb === 'close') thing.status = 'closed'
      if (verb !== 'assign') return undefined
      const own = [...of('claims').values()].filter(
        (one) => one.adjuster_id === sent.adjuster_id && one.status === 'in_review',
      )
      if (isRight && own.length >= 4) return 409
      Object.assign(thing, { status: 'in_review', adjuster_id: sent.adjuster_id })
      return undefined
    },
    found: conflict,
  },
]
