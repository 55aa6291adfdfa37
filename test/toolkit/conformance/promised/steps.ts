/** Requests that are ruled out in states which are several steps from that of a new item. */
import { type Domain, text } from './domain.ts'

const found: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']

/** The states from which each action leads to another one. */
type Steps = Record<string, { from: string[]; to: string }>

const stepOf = (steps: Steps, state: unknown, verb: string): string | undefined => {
  const step = steps[verb]
  return step?.from.includes(String(state)) ? step.to : undefined
}

const PARCELS: Steps = {
  pack: { from: ['ordered'], to: 'packed' },
  dispatch: { from: ['packed'], to: 'on_the_way' },
  hand_over: { from: ['on_the_way'], to: 'delivered' },
  cancel: { from: ['ordered', 'packed', 'on_the_way', 'cancelled'], to: 'cancelled' },
}
const CLAIMS: Steps = {
  submit: { from: ['draft'], to: 'submitted' },
  settle: { from: ['submitted'], to: 'settled' },
}
const TASKS: Steps = {
  begin: { from: ['open'], to: 'active' },
  finish: { from: ['active'], to: 'closed' },
}

export const stepDomains: Domain[] = [
  {
    name: 'a visit that is confirmed after it was cancelled, with a code behind the cause',
    kinds: {
      visits: {
        sent: { title: text },
        more: { status: { enum: ['requested', 'confirmed', 'cancelled'] } },
        actions: {
          confirm: { conflict: 'The visit is not in status `requested` (`invalid_state`).' },
          cancel: { conflict: 'The visit is cancelled already (`invalid_state`).' },
        },
      },
    },
    start: { visits: { status: 'requested' } },
    act({ verb, thing }, isRight) {
      const steps: Steps = {
        confirm: { from: isRight ? ['requested'] : ['requested', 'cancelled'], to: 'confirmed' },
        cancel: { from: ['requested', 'confirmed'], to: 'cancelled' },
      }
      if (steps[verb] === undefined) return undefined
      const to = stepOf(steps, thing.status, verb)
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
  {
    name: 'a parcel that is cancelled after it was delivered',
    kinds: {
      parcels: {
        sent: { address: text },
        more: { status: { enum: ['ordered', 'packed', 'on_the_way', 'delivered', 'cancelled'] } },
        actions: {
          pack: { conflict: 'The parcel is not ordered.' },
          dispatch: { conflict: 'The parcel is not packed.' },
          hand_over: { conflict: 'The parcel is not on the way.' },
          cancel: { conflict: 'The parcel was already delivered.' },
        },
      },
    },
    start: { parcels: { status: 'ordered' } },
    act({ verb, thing }, isRight) {
      const isLate = verb === 'cancel' && thing.status === 'delivered'
      const to = isLate && !isRight ? 'cancelled' : stepOf(PARCELS, thing.status, verb)
      if (PARCELS[verb] === undefined) return undefined
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
  {
    name: 'a note on a claim that is settled',
    kinds: {
      claims: {
        sent: { title: text },
        more: { state: { enum: ['draft', 'submitted', 'settled'] } },
        update: {
          of: ['title'],
          description: 'Changes a claim. Settled claims are read-only (409).',
          conflict: '',
        },
        actions: { submit: { conflict: 'Not a draft.' }, settle: { conflict: '' } },
      },
    },
    start: { claims: { state: 'draft' } },
    act({ verb, thing }, isRight) {
      if (verb === 'update') return isRight && thing.state === 'settled' ? 409 : undefined
      if (CLAIMS[verb] === undefined) return undefined
      const to = stepOf(CLAIMS, thing.state, verb)
      if (to === undefined) return 409
      thing.state = to
      return undefined
    },
    found,
  },
  {
    name: 'an hour on a closed task',
    kinds: {
      tasks: {
        sent: { title: text },
        more: { status: { enum: ['open', 'active', 'closed'] } },
        actions: { begin: { conflict: '' }, finish: { conflict: '' } },
      },
      hours: {
        sent: { task_id: text, note: text },
        create: { conflict: 'The task is closed.' },
      },
    },
    start: { tasks: { status: 'open' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (kind === 'hours' && verb === 'create')
        return isRight && of('tasks').get(String(sent.task_id))?.status === 'closed' ? 409 : undefined
      if (TASKS[verb] === undefined) return undefined
      const to = stepOf(TASKS, thing.status, verb)
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
  {
    name: 'a bill that is sent after it was cancelled',
    kinds: {
      bills: {
        sent: { title: text },
        more: { status: { enum: ['draft', 'checked', 'sent', 'cancelled'] } },
        actions: {
          check: { conflict: 'Conflict.' },
          send: { description: 'Sends the bill. Only a checked bill can be sent.', conflict: 'Conflict.' },
          cancel: { description: 'A bill can be cancelled until it is sent.', conflict: 'Conflict.' },
        },
      },
    },
    start: { bills: { status: 'draft' } },
    act({ verb, thing }, isRight) {
      const steps: Steps = {
        check: { from: ['draft'], to: 'checked' },
        send: { from: isRight ? ['checked'] : ['checked', 'cancelled'], to: 'sent' },
        cancel: { from: ['draft', 'checked'], to: 'cancelled' },
      }
      if (steps[verb] === undefined) return undefined
      const to = stepOf(steps, thing.status, verb)
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
  {
    name: 'a report that is sent after it was cancelled, with jobs and a status that is not always shown',
    kinds: {
      reports: {
        sent: { title: text },
        more: { status: { enum: ['draft', 'checked', 'sent', 'cancelled'] } },
        actions: {
          check: { conflict: 'Conflict.' },
          send: {
            description: 'Sends the report. Only a checked report can be sent.',
            conflict: 'Conflict.',
            isJob: true,
          },
          lock: { conflict: 'Conflict.' },
          cancel: { conflict: 'Conflict.' },
        },
      },
    },
    start: { reports: { status: 'draft' } },
    act({ verb, thing }, isRight) {
      const steps: Steps = {
        check: { from: ['draft'], to: 'checked' },
        send: { from: isRight ? ['checked'] : ['checked', 'cancelled'], to: 'sent' },
        cancel: { from: ['draft', 'checked'], to: 'cancelled' },
      }
      // A locked report is a checked one that does not show it.
      if (verb === 'lock') delete thing.status
      if (verb === 'send' && thing.status === undefined) return undefined
      if (verb === 'send' && thing.status === 'draft') return 202
      if (steps[verb] === undefined) return undefined
      const to = stepOf(steps, thing.status, verb)
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
  {
    name: 'a lesson that is completed without a confirmation, by the life of a lesson',
    about:
      'Life of a lesson: `requested` → `confirmed` → `completed`. Either side may cancel a requested or confirmed lesson. A verb in the wrong status gives 409.',
    kinds: {
      lessons: {
        sent: { title: text },
        more: { status: { enum: ['requested', 'confirmed', 'completed', 'cancelled'] } },
        actions: {
          confirm: { conflict: 'Conflict' },
          complete: { conflict: 'Conflict' },
          cancel: { conflict: 'Conflict' },
        },
      },
    },
    start: { lessons: { status: 'requested' } },
    act({ verb, thing }, isRight) {
      const steps: Steps = {
        confirm: { from: ['requested'], to: 'confirmed' },
        complete: { from: isRight ? ['confirmed'] : ['requested', 'confirmed'], to: 'completed' },
        cancel: { from: ['requested', 'confirmed'], to: 'cancelled' },
      }
      if (steps[verb] === undefined) return undefined
      const to = stepOf(steps, thing.status, verb)
      if (to === undefined) return 409
      thing.status = to
      return undefined
    },
    found,
  },
]
