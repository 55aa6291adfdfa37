/** Values that depend on other ones: numbers that only rise, limits of another item, defaults and copies. */
import { type Domain, integer, text } from './domain.ts'

const conflict: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']

export const valueDomains: Domain[] = [
  {
    name: 'an odometer that falls',
    kinds: {
      vans: {
        sent: { plate: text, odometer_km: { ...integer, description: 'Never decreases.' } },
        update: { of: ['odometer_km'], conflict: '' },
      },
    },
    act({ kind, verb, sent, of, thing }, isRight) {
      const before = Number(of(kind).get(thing.id)?.odometer_km ?? 0)
      return isRight && verb === 'update' && Number(sent.odometer_km) < before ? 409 : undefined
    },
    found: conflict,
  },
  {
    name: 'a meter that is read backwards',
    kinds: {
      meters: {
        sent: { place: text },
        more: { reading: integer },
        actions: {
          submit: { sent: { reading: integer }, conflict: 'The reading is lower than the last one.' },
        },
      },
    },
    act({ verb, sent, thing }, isRight) {
      if (verb !== 'submit') return undefined
      if (isRight && Number(sent.reading) < Number(thing.reading ?? 0)) return 409
      thing.reading = sent.reading
      return undefined
    },
    found: conflict,
  },
  {
    name: 'a load above the capacity of its van',
    kinds: {
      vans: { sent: { plate: text, capacity_kg: integer } },
      loads: {
        sent: {
          van_id: text,
          weight_kg: { ...integer, description: 'Must not exceed the capacity of the van.' },
        },
      },
    },
    act({ kind, sent, of }, isRight) {
      const most = Number(of('vans').get(String(sent.van_id))?.capacity_kg)
      return isRight && kind === 'loads' && Number(sent.weight_kg) > most ? 422 : undefined
    },
    found: conflict,
  },
  {
    name: 'a withdrawal above the balance of its account',
    kinds: {
      accounts: { sent: { owner: text }, more: { balance: integer } },
      withdrawals: {
        sent: { account_id: text, amount: integer },
        create: { conflict: "The amount is greater than the account's balance." },
      },
    },
    start: { accounts: { balance: 50 } },
    act({ kind, sent, of }, isRight) {
      const account = of('accounts').get(String(sent.account_id))
      const isMore = kind === 'withdrawals' && Number(sent.amount) > Number(account?.balance)
      return isRight && isMore ? 409 : undefined
    },
    found: conflict,
  },
  {
    name: 'a price that defaults to that of the plan',
    kinds: {
      plans: { sent: { name: text, price_cents: integer } },
      contracts: {
        sent: {
          plan_id: text,
          price_cents: { ...integer, description: 'Defaults to the price of the plan.' },
        },
        optional: ['price_cents'],
      },
    },
    act({ kind, verb, thing, of }, isRight) {
      const plan = of('plans').get(String(thing.plan_id))
      if (kind === 'contracts' && verb === 'create') thing.price_cents ??= isRight ? plan?.price_cents : 1
      return undefined
    },
    found: ['default-applies', 'source-not-copied'],
  },
  {
    name: 'a number of seats with a default in words',
    kinds: {
      bookings: {
        sent: { guest: text, seats: { ...integer, description: 'Seats to book. 1 if omitted.' } },
        optional: ['seats'],
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.seats ??= isRight ? 1 : 2
      return undefined
    },
    found: ['default-applies', 'default-not-applied'],
  },
  {
    name: 'a number that is stored with its hyphens',
    kinds: {
      members: {
        sent: { number: { ...text, description: 'Upper-cased; spaces and hyphens are removed.' } },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb !== 'create') return undefined
      thing.number = String(thing.number)
        .toUpperCase()
        .replaceAll(isRight ? /[ -]/g : ' ', '')
      return undefined
    },
    found: ['created-read-back', 'form-not-stored'],
  },
  {
    name: 'a code that an update stores as it was sent',
    kinds: {
      vouchers: {
        sent: { code: { ...text, description: 'Stored in upper case.' } },
        update: { of: ['code'] },
      },
    },
    act({ verb, thing }, isRight) {
      if (isRight || verb === 'create') thing.code = String(thing.code).toUpperCase()
      return undefined
    },
    found: ['created-read-back', 'form-not-stored'],
  },
  {
    name: 'a rate that is copied when the rental starts',
    kinds: {
      bikes: { sent: { name: text, daily_rate: integer } },
      rentals: {
        sent: { bike_id: text },
        more: {
          daily_rate: {
            type: ['integer', 'null'],
            description: 'Copied from the bike when the rental is started.',
          },
        },
        actions: { start: {} },
      },
    },
    start: { rentals: { daily_rate: null } },
    act({ verb, thing, of }, isRight) {
      if (verb === 'start')
        thing.daily_rate = isRight ? of('bikes').get(String(thing.bike_id))?.daily_rate : 0
      return undefined
    },
    found: ['default-applies', 'source-not-copied'],
  },
  {
    name: 'a plate that is taken in another case',
    kinds: {
      vans: {
        sent: { plate: { ...text, description: 'Unique across the fleet, regardless of case.' } },
        create: { conflict: '' },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      const form = (one: unknown) => (isRight ? String(one).toLowerCase() : String(one))
      const isInUse = [...of(kind).values()].some((one) => form(one.plate) === form(sent.plate))
      return verb === 'create' && isInUse ? 409 : undefined
    },
    found: ['duplicate-value-rejected', 'wrong-status'],
  },
  {
    name: 'a fee that is cut off instead of rounded',
    kinds: {
      jobs: {
        sent: { hours: { type: 'number', enum: [1.25] }, rate: { type: 'number', enum: [3.5] } },
        more: { fee: { type: 'number', description: '`hours` × `rate`, rounded half up to two decimals.' } },
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.fee = isRight ? 4.38 : 4.37
      return undefined
    },
    found: ['created-read-back', 'wrong-formula'],
  },
  {
    name: 'a price that stays as it was at the booking',
    kinds: {
      courses: { sent: { title: text, price_cents: integer }, update: { of: ['price_cents'] } },
      seats: {
        sent: { course_id: text },
        more: {
          price_cents: {
            ...integer,
            description: 'The price at the time of booking; later changes of the course do not affect it.',
          },
        },
      },
    },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (kind === 'seats' && verb === 'create')
        thing.price_cents = of('courses').get(String(sent.course_id))?.price_cents
      if (kind === 'courses' && verb === 'update' && !isRight)
        for (const seat of of('seats').values())
          if (seat.course_id === thing.id) seat.price_cents = sent.price_cents
      return undefined
    },
    found: ['related-values-match', 'source-not-copied'],
  },
  {
    name: 'a name that stays as it was at the confirmation',
    kinds: {
      plans: { sent: { name: text }, update: { of: ['name'] } },
      orders: {
        sent: { plan_id: text },
        more: {
          plan_name: {
            type: ['string', 'null'],
            description: 'The name of the plan when the order was confirmed.',
          },
        },
        actions: { confirm: {} },
      },
    },
    start: { orders: { plan_name: null as unknown as object } },
    act({ kind, verb, thing, of }, isRight) {
      const plan = of('plans').get(String(thing.plan_id))
      if (
        kind === 'orders' &&
        (verb === 'confirm' || (!isRight && thing.plan_name !== null && verb === 'read'))
      )
        thing.plan_name = plan?.name
      return undefined
    },
    found: ['related-values-match', 'source-not-copied'],
  },
]
