/** Requests to an item that items of another kind rule out, in some of their states. */
import { type Call, type Domain, text } from './domain.ts'

const found: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']

const hasOne = ({ of, thing }: Call, kind: string, by: string, states?: readonly string[]): boolean =>
  [...of(kind).values()].some(
    (one) => one[by] === thing.id && (states === undefined || states.includes(String(one.status))),
  )

const bookings = {
  sent: { guest_id: text, notes: text },
  more: { status: { enum: ['requested', 'confirmed', 'checked_out', 'canceled'] } },
  actions: { confirm: { conflict: '' }, 'check-out': { conflict: '' }, cancel: { conflict: '' } },
}

/** The states that the actions on a booking lead to. */
function book({ verb, thing }: Call): number | undefined {
  const [from = [], to] = {
    confirm: [['requested'], 'confirmed'] as const,
    'check-out': [['confirmed'], 'checked_out'] as const,
    cancel: [['requested', 'confirmed'], 'canceled'] as const,
  }[verb] ?? [undefined, undefined]
  if (to === undefined) return undefined
  if (!from.some((one) => one === thing.status)) return 409
  thing.status = to
  return undefined
}

const guestDomain = (description: string, blocking = ['requested', 'confirmed']): Domain => ({
  name: `a guest with bookings: ${description}`,
  kinds: { guests: { sent: { name: text }, remove: { description, conflict: '' } }, bookings },
  start: { bookings: { status: 'requested' } },
  act(call, isRight) {
    if (call.kind === 'bookings') return book(call)
    const states = isRight ? blocking : ['requested']
    return call.verb === 'remove' && hasOne(call, 'bookings', 'guest_id', states) ? 409 : undefined
  },
  found,
})

export const deletionDomains: Domain[] = [
  guestDomain("Returns 409 unless all of the guest's bookings are checked out or canceled."),
  guestDomain('Refused as long as the guest has bookings in status `requested` or `confirmed`.'),
  guestDomain('Needs all bookings of the guest to be checked out or canceled.'),
  guestDomain('Returns 409 if at least one booking of the guest has left `requested`.', [
    'confirmed',
    'checked_out',
    'canceled',
  ]),
  guestDomain('A guest with requested or confirmed bookings cannot be deleted.'),
  guestDomain('Returns 409 if the guest has bookings. Requested and canceled ones do not count.', [
    'confirmed',
    'checked_out',
  ]),
  {
    name: 'a job for which someone has applied',
    kinds: {
      jobs: {
        sent: { title: text },
        remove: {
          description: 'A job can only be deleted as long as nobody has applied for it.',
          conflict: 'Conflict.',
        },
      },
      applications: { sent: { job_id: text, name: text } },
    },
    act: (call, isRight) =>
      isRight && call.kind === 'jobs' && call.verb === 'remove' && hasOne(call, 'applications', 'job_id')
        ? 409
        : undefined,
    found,
  },
  {
    name: 'a mechanic with a repair that an action assigns',
    kinds: {
      mechanics: {
        sent: { name: text },
        remove: {
          description: "We won't let anybody go who still has repairs in progress; you'll get a 409.",
          conflict: 'Conflict.',
        },
      },
      repairs: {
        sent: { bike: text },
        more: { mechanic_id: text, status: { enum: ['open', 'in_progress'] } },
        actions: { assign: { sent: { mechanic_id: text }, conflict: '' } },
      },
    },
    start: { repairs: { status: 'open' } },
    act(call, isRight) {
      const { kind, verb, thing, sent } = call
      if (verb === 'assign') {
        if (thing.status !== 'open') return 409
        Object.assign(thing, { mechanic_id: sent.mechanic_id, status: 'in_progress' })
      }
      const isBusy = kind === 'mechanics' && verb === 'remove' && hasOne(call, 'repairs', 'mechanic_id')
      return isRight && isBusy ? 409 : undefined
    },
    found,
  },
]
