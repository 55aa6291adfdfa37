/** Values that no two items share: with others, below one item, in some states, and in either case. */
import { type Call, type Domain, day, text } from './domain.ts'

const found: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']

/** Whether there is an item with these values, in a state that counts. */
const isThere = ({ of, sent }: Call, kind: string, by: readonly string[], state?: string): boolean =>
  [...of(kind).values()].some(
    (one) => by.every((name) => one[name] === sent[name]) && (state === undefined || one.status === state),
  )

const isNew = ({ kind, verb }: Call, of: string): boolean => kind === of && verb === 'create'

export const uniqueDomains: Domain[] = [
  {
    name: 'a second claim for one contract and one date',
    kinds: {
      contracts: { sent: { name: text } },
      claims: {
        sent: { contract_id: text, incident_date: day, report: text },
        create: {
          description:
            'Returns 409 if there is already a claim for the same contract and the same incident date.',
          conflict: '',
        },
      },
    },
    act: (call, isRight) =>
      isRight && isNew(call, 'claims') && isThere(call, 'claims', ['contract_id', 'incident_date'])
        ? 409
        : undefined,
    found,
  },
  {
    name: 'a second pending reservation of a member on a book',
    kinds: {
      members: { sent: { name: text } },
      books: { sent: { title: text } },
      reservations: {
        sent: { member_id: text, book_id: text },
        more: { status: { enum: ['requested', 'fulfilled', 'canceled'] } },
        create: {
          description: 'Returns 409 if the member already has a requested reservation on this book.',
          conflict: '',
        },
        actions: { cancel: {} },
      },
    },
    start: { reservations: { status: 'requested' } },
    act(call, isRight) {
      if (call.verb === 'cancel') call.thing.status = 'canceled'
      return isRight &&
        isNew(call, 'reservations') &&
        isThere(call, 'reservations', ['member_id', 'book_id'], 'requested')
        ? 409
        : undefined
    },
    found,
  },
  {
    name: 'a second timesheet of a person for a week',
    kinds: {
      timesheets: {
        sent: { person: text, week_start: day },
        create: {
          description: 'One timesheet per person and week; a second one fails with `409`.',
          conflict: '',
        },
      },
    },
    act: (call, isRight) =>
      isRight && isNew(call, 'timesheets') && isThere(call, 'timesheets', ['person', 'week_start'])
        ? 409
        : undefined,
    found,
  },
  {
    name: 'a guest with the email of another one, in another case',
    kinds: {
      guests: {
        sent: { name: text, email: { type: 'string', format: 'email' } },
        create: {
          description: 'Returns 409 if a guest with this email exists, regardless of letter case.',
          conflict: '',
        },
      },
    },
    act(call, isRight) {
      if (!isNew(call, 'guests')) return undefined
      const form = (value: unknown) => (isRight ? String(value).toLowerCase() : String(value))
      return [...call.of('guests').values()].some(({ email }) => form(email) === form(call.sent.email))
        ? 409
        : undefined
    },
    found: ['duplicate-value-rejected', 'wrong-status'],
  },
  {
    name: 'a third round of a truck on one day',
    kinds: {
      rounds: {
        sent: { truck: text, date: day },
        create: { description: 'A truck does at most two rounds a day (409).', conflict: '' },
      },
    },
    act({ verb, sent, of }, isRight) {
      const others = [...of('rounds').values()].filter(
        (one) => one.truck === sent.truck && one.date === sent.date,
      )
      return isRight && verb === 'create' && others.length >= 2 ? 409 : undefined
    },
    found,
  },
]
