/** Requests that the state of an item that they refer to rules out. */
import { type Domain, text } from './domain.ts'

const status = (...states: string[]) => ({ enum: states })

export const referencedDomains: Domain[] = [
  {
    name: 'a retired van in a new ride',
    kinds: {
      vans: {
        sent: { plate: text },
        more: { status: status('idle', 'retired') },
        actions: { retire: {} },
      },
      rides: {
        sent: { van_id: text, goal: text },
        create: {
          description: 'Plans a ride. A retired van cannot be assigned (409).',
          conflict: 'Conflict.',
        },
      },
    },
    start: { vans: { status: 'idle' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'retire') thing.status = 'retired'
      const van = of('vans').get(String(sent.van_id))
      return isRight && kind === 'rides' && van?.status === 'retired' ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a draft course in a changed class',
    kinds: {
      courses: {
        sent: { title: text },
        more: { state: status('draft', 'published') },
        update: { of: ['state'] },
      },
      classes: {
        sent: { course_id: text, hall: text },
        create: { conflict: 'The course is not published, so it cannot be taught.' },
      },
    },
    start: { courses: { state: 'draft' } },
    act({ kind, verb, sent, of }, isRight) {
      const course = of('courses').get(String(sent.course_id))
      const isEarly = kind === 'classes' && verb === 'create' && course?.state !== 'published'
      return isRight && isEarly ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'an archived board in a moved card',
    kinds: {
      boards: { sent: { name: text, archived: { type: 'boolean' } }, update: { of: ['archived'] } },
      cards: {
        sent: { board_id: text, name: text },
        create: {},
        update: { of: ['board_id'], conflict: 'Returned when the board is archived.' },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      const board = of('boards').get(String(sent.board_id))
      return isRight && kind === 'cards' && verb === 'update' && board?.archived === true ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
]
