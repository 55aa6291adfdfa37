/** Items of which there is only one at a time, and periods that must not overlap. */
import { type Call, type Domain, day, integer, text } from './domain.ts'

const time = { type: 'string', format: 'date-time' }

const isOpen = ({ of }: Call, kind: string, property: string, value: unknown, state: string): boolean =>
  [...of(kind).values()].some((one) => one[property] === value && one.status === state)

const overlaps = ({ of, sent }: Call, kind: string, by: string): boolean =>
  [...of(kind).values()].some(
    (one) =>
      one[by] === sent[by] &&
      String(one.starts_on) < String(sent.ends_on) &&
      String(sent.starts_on) < String(one.ends_on),
  )

export const countedDomains: Domain[] = [
  {
    name: 'a second open ride of a driver',
    kinds: {
      drivers: { sent: { name: text } },
      rides: {
        sent: { driver_id: text, goal: text },
        more: { status: { enum: ['open', 'done'] } },
        create: { description: 'A driver has at most one open ride (409).', conflict: '' },
        actions: { finish: {} },
      },
    },
    start: { rides: { status: 'open' } },
    act(call, isRight) {
      if (call.verb === 'finish') call.thing.status = 'done'
      const isSecond = isOpen(call, 'rides', 'driver_id', call.sent.driver_id, 'open')
      return isRight && call.kind === 'rides' && call.verb === 'create' && isSecond ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a fourth open loan of a reader',
    kinds: {
      readers: { sent: { name: text } },
      loans: {
        sent: { reader_id: text, title: text },
        more: { status: { enum: ['open', 'returned'] } },
        create: { description: 'A reader can have up to three open loans (409).', conflict: '' },
        actions: { return: {} },
      },
    },
    start: { loans: { status: 'open' } },
    act({ kind, verb, thing, sent, of }, isRight) {
      if (verb === 'return') thing.status = 'returned'
      const open = [...of('loans').values()].filter(
        (one) => one.reader_id === sent.reader_id && one.status === 'open',
      )
      return kind === 'loans' && verb === 'create' && open.length >= (isRight ? 3 : 4) ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a second active loan of a disc',
    kinds: {
      discs: { sent: { shelf: text } },
      loans: {
        sent: { disc_id: text, reader: text },
        more: { status: { enum: ['draft', 'active', 'returned'] } },
        actions: { activate: { conflict: 'The disc already has an active loan.' } },
      },
    },
    start: { loans: { status: 'draft' } },
    act(call, isRight) {
      if (call.verb !== 'activate') return undefined
      if (isRight && isOpen(call, 'loans', 'disc_id', call.thing.disc_id, 'active')) return 409
      call.thing.status = 'active'
      return undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'two bookings of one hall at a time',
    kinds: {
      halls: { sent: { name: text } },
      guests: { sent: { name: text } },
      bookings: {
        sent: { hall_id: text, guest_id: text, starts_on: day, ends_on: day },
        create: { conflict: 'Bookings of one hall must not overlap.' },
      },
    },
    act(call, isRight) {
      const isCreation = call.kind === 'bookings' && call.verb === 'create'
      if (isCreation && String(call.sent.ends_on) <= String(call.sent.starts_on)) return 422
      return isCreation && isRight && overlaps(call, 'bookings', 'hall_id') ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'two visits of one doctor, by their start and their length',
    kinds: {
      doctors: { sent: { name: text } },
      visits: {
        sent: {
          doctor_id: text,
          starts_at: { type: 'string', format: 'date-time' },
          duration_minutes: { type: 'integer', minimum: 10, maximum: 60 },
        },
        more: { status: { enum: ['booked', 'cancelled'] } },
        create: {
          description:
            'A doctor shall not have two visits that overlap in time (`409`). Cancelled visits are disregarded.',
          conflict: '',
        },
        actions: { cancel: {} },
      },
    },
    start: { visits: { status: 'booked' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'cancel') thing.status = 'cancelled'
      const span = (one: Record<string, unknown>) => {
        const from = Date.parse(String(one.starts_at))
        return [from, from + Number(one.duration_minutes) * 60_000] as const
      }
      const [from, to] = span(sent)
      const isBusy = [...of('visits').values()].some((one) => {
        const [start, end] = span(one)
        return one.doctor_id === sent.doctor_id && one.status === 'booked' && start < to && from < end
      })
      return isRight && kind === 'visits' && verb === 'create' && isBusy ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'two interviews of one interviewer at once',
    kinds: {
      interviews: {
        sent: {
          interviewer: text,
          topic: text,
          starts_at: { type: 'string', format: 'date-time' },
          ends_at: { type: 'string', format: 'date-time' },
        },
        create: {
          description: "The same interviewer can't be in two interviews at once (409).",
          conflict: '',
        },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      if (kind !== 'interviews' || verb !== 'create') return undefined
      if (String(sent.ends_at) <= String(sent.starts_at)) return 422
      const isBusy = [...of('interviews').values()].some(
        (one) =>
          one.interviewer === sent.interviewer &&
          String(one.starts_at) < String(sent.ends_at) &&
          String(sent.starts_at) < String(one.ends_at),
      )
      return isRight && isBusy ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'two stays in one room at a time, where the room is only a name',
    kinds: {
      stays: {
        sent: { room: text, starts_on: day, ends_on: day },
        create: { conflict: 'The room is booked at that time.' },
      },
    },
    act(call, isRight) {
      const isCreation = call.kind === 'stays' && call.verb === 'create'
      if (isCreation && String(call.sent.ends_on) <= String(call.sent.starts_on)) return 422
      return isCreation && isRight && overlaps(call, 'stays', 'room') ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'two shifts of one nurse at a time',
    kinds: {
      nurses: { sent: { name: text } },
      shifts: {
        sent: { nurse_id: text, starts_on: day, ends_on: day, ward: integer },
        create: {
          description: 'Plans a shift. `409` when the nurse is already scheduled in that period.',
          conflict: '',
        },
      },
    },
    act(call, isRight) {
      const isCreation = call.kind === 'shifts' && call.verb === 'create'
      if (isCreation && String(call.sent.ends_on) <= String(call.sent.starts_on)) return 422
      return isCreation && isRight && overlaps(call, 'shifts', 'nurse_id') ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a report of a period that counts too few',
    kinds: { tickets: { sent: { title: text, opened_on: day } } },
    paths: {
      '/reports/tickets': {
        get: {
          operationId: 'report-tickets',
          parameters: ['from', 'to'].map((name) => ({ name, in: 'query', required: true, schema: day })),
          responses: {
            200: {
              description: '',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['tickets'],
                    properties: { tickets: { type: 'integer', description: 'Number of tickets.' } },
                  },
                },
              },
            },
            422: { description: 'Invalid.' },
          },
        },
      },
    },
    report(of, query, isRight) {
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
      if (from === '' || to < from) return undefined
      const found = [...of('tickets').values()].filter(
        ({ opened_on }) => from <= String(opened_on) && String(opened_on) <= to,
      )
      return { tickets: isRight ? found.length : found.length * 2 }
    },
    act: () => undefined,
    found: ['count-matches-items', 'wrong-count'],
  },
  {
    name: 'a screening in a venue that another one occupies',
    kinds: {
      screenings: {
        sent: { film: text, venue: text, starts_at: time },
        more: { ends_at: time },
        create: {
          description:
            'A screening occupies its venue until the film has run. During that span nothing else can be put in the venue (409).',
          conflict: '',
        },
      },
    },
    act({ verb, sent, thing, of }, isRight) {
      if (verb !== 'create') return undefined
      const starts = Date.parse(String(sent.starts_at))
      const isUsed = [...of('screenings').values()].some(
        (one) =>
          one.venue === sent.venue && Math.abs(Date.parse(String(one.starts_at)) - starts) < 2 * 3_600_000,
      )
      thing.ends_at = new Date(starts + 2 * 3_600_000).toISOString()
      return isRight && isUsed ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
]
