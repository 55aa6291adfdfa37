/** Requests that the state of an item that they refer to rules out. */
import { type Domain, text } from './domain.ts'

const status = (...states: string[]) => ({ enum: states })

export const referencedDomains: Domain[] = [
  {
    name: 'an inactive driver of a new ride',
    kinds: {
      drivers: { sent: { name: text }, more: { active: { type: 'boolean' } }, update: { of: ['active'] } },
      rides: {
        sent: { driver_id: text, goal: text },
        create: { conflict: 'The driver has been deactivated.' },
      },
    },
    start: { drivers: { active: true } },
    act({ kind, verb, sent, of }, isRight) {
      const driver = of('drivers').get(String(sent.driver_id))
      const isOff = kind === 'rides' && verb === 'create' && driver?.active === false
      return isRight && isOff ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a van in repair that is turned down',
    kinds: {
      vans: {
        sent: { plate: text },
        more: { status: status('idle', 'in_repair') },
        actions: { repair: {} },
      },
      rides: {
        sent: { van_id: text, goal: text },
        create: {
          description: 'Plans a ride. Vans in repair are turned down with 409.',
          conflict: 'Conflict.',
        },
      },
    },
    start: { vans: { status: 'idle' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'repair') thing.status = 'in_repair'
      const van = of('vans').get(String(sent.van_id))
      return isRight && kind === 'rides' && van?.status === 'in_repair' ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
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
  {
    name: 'a retired truck in the list of the errors of a tour',
    kinds: {
      trucks: {
        sent: { plate: text },
        more: { status: status('ready', 'retired') },
        actions: { retire: {} },
      },
      tours: {
        sent: { truck_id: text },
        create: {
          description:
            'Plans a tour.\n\nErrors:\n- 422 where a value is invalid\n- 409 when the truck is retired',
          conflict: 'Conflict.',
        },
      },
    },
    start: { trucks: { status: 'ready' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'retire') thing.status = 'retired'
      const truck = of('trucks').get(String(sent.truck_id))
      return isRight && kind === 'tours' && truck?.status === 'retired' ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a suspended member in the description of a property',
    kinds: {
      members: {
        sent: { name: text },
        more: { status: status('active', 'suspended') },
        actions: { suspend: {} },
      },
      loans: {
        sent: { member_id: { ...text, description: 'The borrower. Must not be suspended.' } },
        create: { conflict: 'Conflict.' },
      },
    },
    start: { members: { status: 'active' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'suspend') thing.status = 'suspended'
      const member = of('members').get(String(sent.member_id))
      return isRight && kind === 'loans' && member?.status === 'suspended' ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a visit without an active membership',
    kinds: {
      memberships: {
        sent: { name: text },
        more: { status: status('pending', 'active', 'expired') },
        actions: { activate: { conflict: '' }, expire: { conflict: '' } },
      },
      visits: {
        sent: { membership_id: text },
        create: { description: 'Records a visit. Requires an active membership.', conflict: 'Conflict.' },
      },
    },
    start: { memberships: { status: 'pending' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      const [from, to] = { activate: ['pending', 'active'], expire: ['active', 'expired'] }[verb] ?? []
      if (to !== undefined && thing.status !== from) return 409
      if (to !== undefined) thing.status = to
      const state = of('memberships').get(String(sent.membership_id))?.status
      const isLost = isRight ? state !== 'active' : state === 'pending'
      return kind === 'visits' && verb === 'create' && isLost ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a seat that is confirmed in a cancelled course',
    kinds: {
      courses: {
        sent: { title: text },
        more: { state: status('open', 'cancelled') },
        actions: { cancel: {} },
      },
      seats: {
        sent: { course_id: text },
        create: { conflict: 'The course is cancelled.' },
        actions: {
          confirm: { description: 'Confirms a seat. The course must not be cancelled (409).', conflict: '' },
        },
      },
    },
    start: { courses: { state: 'open' } },
    act({ kind, verb, sent, thing, of }, isRight) {
      if (verb === 'cancel') thing.state = 'cancelled'
      if (kind !== 'seats') return undefined
      const isCancelled = of('courses').get(String(sent.course_id ?? thing.course_id))?.state === 'cancelled'
      return isCancelled && (isRight || verb === 'create') ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'a disc that is marked for reference when it is created',
    kinds: {
      discs: { sent: { barcode: text, reference_only: { type: 'boolean' } } },
      loans: {
        sent: { disc_id: text, reader: text },
        create: { description: 'Returns 422 if the disc is marked `reference_only`.' },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      const disc = of('discs').get(String(sent.disc_id))
      return isRight && kind === 'loans' && verb === 'create' && disc?.reference_only === true
        ? 422
        : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
  {
    name: 'an application for a job that is not open',
    kinds: {
      jobs: {
        sent: { title: text, status: status('draft', 'open', 'closed') },
      },
      applications: {
        sent: { job_id: text, name: text },
        create: { description: 'Applications can only be filed for open jobs (409).', conflict: 'Conflict.' },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      const job = of('jobs').get(String(sent.job_id))
      const isLost = isRight ? job?.status !== 'open' : job?.status === 'draft'
      return kind === 'applications' && verb === 'create' && isLost ? 409 : undefined
    },
    found: ['promised-conflict-returned', 'accepted-in-state'],
  },
]
