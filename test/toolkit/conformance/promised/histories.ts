/** Entries about the actions on an item, and their order. */
import { type Domain, type Thing, text } from './domain.ts'

const KINDS = ['created', 'approved', 'shipped', 'cancelled']
const ORDER: Record<string, { from: string; to: string }> = {
  approve: { from: 'draft', to: 'approved' },
  ship: { from: 'approved', to: 'shipped' },
}

const orders = (description: string, of: Record<string, object>, approve = ''): Domain['kinds'] => ({
  orders: {
    sent: { title: text },
    more: { status: { enum: ['draft', 'approved', 'shipped'] } },
    actions: { approve: { description: approve, conflict: '' }, ship: { conflict: '' } },
    lists: { events: { description, of } },
  },
})

type Entry = Record<string, unknown>

/** Does the action, and adds entries to the log of the order. */
function acted(
  { verb, thing }: Parameters<Domain['act']>[0],
  entries: (to: string) => Entry[],
): number | undefined {
  if (verb === 'create') thing.log = entries('created')
  const step = ORDER[verb]
  if (step === undefined) return undefined
  if (thing.status !== step.from) return 409
  thing.status = step.to
  thing.log = [...(thing.log as Entry[]), ...entries(step.to)]
  return undefined
}

const logOf = ({ log }: Thing): Entry[] => (log ?? []) as Entry[]

export const historyDomains: Domain[] = [
  {
    name: 'a log with an entry for each status change',
    kinds: orders('The history of an order. Every status change adds an entry.', { at: text, to: text }),
    start: { orders: { status: 'draft' as unknown as object } },
    act: (call, isRight) => acted(call, (to) => (isRight || to !== 'shipped' ? [{ at: to, to }] : [])),
    listed: logOf,
    found: ['audit-log-complete', 'not-recorded'],
  },
  {
    name: 'an action that adds an event of its kind',
    kinds: orders('The events.', { type: { enum: KINDS } }, 'Approves it and adds an `approved` event.'),
    start: { orders: { status: 'draft' as unknown as object } },
    act: (call, isRight) => acted(call, (to) => [{ at: to, type: isRight ? to : 'cancelled' }]),
    listed: logOf,
    found: ['audit-log-complete', 'not-recorded'],
  },
  {
    name: 'a log with the newest entry first',
    kinds: orders('The events of an order, newest first.', { type: { enum: KINDS } }),
    start: { orders: { status: 'draft' as unknown as object } },
    act: (call) => acted(call, (type) => [{ type, at: '2026-01-01T00:00:00.5Z' }]),
    listed: (thing, _, isRight) => (isRight ? [...logOf(thing)].reverse() : logOf(thing)),
    found: ['list-order-applied', 'wrong-creation-order'],
  },
]
