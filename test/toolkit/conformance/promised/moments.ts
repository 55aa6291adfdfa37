/** Moments in an order that sentences rule out: next to those of the body, of the item, of another item, and of the request. */
import { type Call, type Domain, day, text } from './domain.ts'

const moment = { type: 'string', format: 'date-time' }
const HOUR = 3_600_000
const hoursUntil = (value: unknown): number => (Date.parse(String(value)) - Date.now()) / HOUR
const isNew = ({ kind, verb }: Call, of: string): boolean => kind === of && verb === 'create'
const found: Domain['found'] = ['promised-conflict-returned', 'wrong-status']

export const momentDomains: Domain[] = [
  {
    name: 'a departure before the arrival, in the cause of an error',
    kinds: {
      stays: {
        sent: { arrival: day, departure: day },
        create: { description: 'Returns 422 if `departure` is not after `arrival`.' },
      },
    },
    act(call, isRight) {
      const { arrival, departure } = call.sent
      const isWrong = isRight ? String(departure) <= String(arrival) : String(departure) < String(arrival)
      return isNew(call, 'stays') && isWrong ? 422 : undefined
    },
    found,
  },
  {
    name: 'a return before the loan',
    kinds: {
      loans: {
        sent: { title: text, loaned_on: day },
        more: { returned_on: day },
        actions: {
          return: {
            description: 'Returns 422 if `returned_on` is before `loaned_on`.',
            sent: { returned_on: day },
          },
        },
      },
    },
    act({ verb, sent, thing }, isRight) {
      if (verb !== 'return') return undefined
      if (isRight && String(sent.returned_on) < String(thing.loaned_on)) return 422
      thing.returned_on = sent.returned_on
      return undefined
    },
    found,
  },
  {
    name: 'a task that is due outside of its project',
    kinds: {
      projects: { sent: { name: text, start_date: day, end_date: day } },
      tasks: {
        sent: {
          project_id: text,
          due_date: {
            ...day,
            description: "Falls between the project's `start_date` and `end_date`, both inclusive (`422`).",
          },
        },
        optional: ['due_date'],
        create: {},
      },
    },
    act(call, isRight) {
      const { sent, of } = call
      if (isNew(call, 'projects') && String(sent.end_date) < String(sent.start_date)) return 422
      if (!isNew(call, 'tasks') || sent.due_date === undefined) return undefined
      const project = of('projects').get(String(sent.project_id))
      const isEarly = String(sent.due_date) < String(project?.start_date)
      return isEarly || (isRight && String(sent.due_date) > String(project?.end_date)) ? 422 : undefined
    },
    found,
  },
  {
    name: 'a visit that is too far ahead',
    kinds: {
      visits: {
        sent: { name: text, starts_at: moment },
        create: { description: 'The start shall lie in the future and not more than 90 days ahead (`422`).' },
      },
    },
    act(call, isRight) {
      const hours = hoursUntil(call.sent.starts_at)
      return isNew(call, 'visits') && (hours <= 0 || (isRight && hours > 90 * 24)) ? 422 : undefined
    },
    found,
  },
  {
    name: 'a cancellation shortly before the start',
    kinds: {
      lessons: {
        sent: { name: text, starts_at: moment },
        more: { status: { enum: ['planned', 'cancelled'] } },
        actions: {
          cancel: {
            description: 'Cancels a lesson. Lessons can be cancelled up to 24 hours before `starts_at`.',
            conflict: '',
          },
        },
      },
    },
    start: { lessons: { status: 'planned' } },
    act({ verb, thing }, isRight) {
      if (verb !== 'cancel') return undefined
      if (thing.status !== 'planned' || (isRight && hoursUntil(thing.starts_at) < 24)) return 409
      thing.status = 'cancelled'
      return undefined
    },
    found,
  },
  {
    name: 'an arrival long before the start',
    kinds: {
      visits: {
        sent: { name: text, starts_at: moment },
        more: { status: { enum: ['booked', 'arrived'] } },
        actions: {
          'check-in': {
            description:
              'Check-in opens 60 minutes before `starts_at`; an earlier request is answered with `409`.',
            conflict: '',
          },
        },
      },
    },
    start: { visits: { status: 'booked' } },
    act({ verb, thing }, isRight) {
      if (verb !== 'check-in') return undefined
      if (thing.status !== 'booked' || (isRight && hoursUntil(thing.starts_at) > 1)) return 409
      thing.status = 'arrived'
      return undefined
    },
    found,
  },
  {
    name: 'a start that is too far ahead, in the description of the property',
    kinds: {
      rentals: {
        sent: {
          name: text,
          starts_on: { ...day, description: 'Today at the earliest and 90 days ahead at the latest.' },
        },
        create: {},
      },
    },
    act(call, isRight) {
      const hours = hoursUntil(call.sent.starts_on)
      return isNew(call, 'rentals') && (hours < -24 || (isRight && hours > 90 * 24)) ? 422 : undefined
    },
    found,
  },
  {
    name: 'a match outside of its season',
    kinds: {
      seasons: { sent: { name: text, starts_on: day, ends_on: day } },
      matches: {
        sent: { season_id: text, played_on: day },
        create: { description: '`played_on` lies within the season.' },
      },
    },
    act(call, isRight) {
      const { sent, of } = call
      if (isNew(call, 'seasons') && String(sent.ends_on) < String(sent.starts_on)) return 422
      if (!isNew(call, 'matches')) return undefined
      const season = of('seasons').get(String(sent.season_id))
      const isEarly = String(sent.played_on) < String(season?.starts_on)
      return isEarly || (isRight && String(sent.played_on) > String(season?.ends_on)) ? 422 : undefined
    },
    found,
  },
  {
    name: 'a cancellation after the start',
    kinds: {
      lessons: {
        sent: { name: text, starts_at: moment },
        more: { status: { enum: ['planned', 'cancelled'] } },
        actions: {
          cancel: {
            description:
              "Cancels a lesson. Once the lesson has started it's too late and you get a 409 (`already_started`).",
            conflict: '',
          },
        },
      },
    },
    start: { lessons: { status: 'planned' } },
    act({ verb, thing }, isRight) {
      if (verb !== 'cancel') return undefined
      // A second request is harmless.
      if (isRight && hoursUntil(thing.starts_at) < 0) return 409
      thing.status = 'cancelled'
      return undefined
    },
    found,
  },
]
