/** Effects that descriptions of responses state, and numbers with descriptions that leave out what their names state. */
import { type Domain, text } from './domain.ts'

const whole = { type: 'integer', minimum: 0 }

export const outcomeDomains: Domain[] = [
  {
    name: 'a counter that the response of an action promises',
    kinds: {
      carriers: { sent: { name: text }, more: { withdrawals: whole } },
      quotes: {
        sent: { carrier_id: text, title: text },
        more: { status: { enum: ['pending', 'withdrawn'] } },
        actions: { withdraw: { success: 'Withdrawn; the carrier’s `withdrawals` counter is one higher.' } },
      },
    },
    start: { carriers: { withdrawals: 0 }, quotes: { status: 'pending' } },
    act({ verb, thing, of }, isRight) {
      if (verb !== 'withdraw') return undefined
      const carrier = of('carriers').get(String(thing.carrier_id))
      thing.status = 'withdrawn'
      if (isRight && carrier !== undefined) carrier.withdrawals = Number(carrier.withdrawals) + 1
      return undefined
    },
    found: ['action-effects-applied', 'effect-missing'],
  },
  {
    name: 'the seats that are left after a creation, by its response',
    kinds: {
      screenings: { sent: { title: text }, more: { seats_left: whole } },
      tickets: {
        sent: { screening_id: text, name: text },
        create: { success: 'Sold. There is one seat less left.' },
      },
    },
    start: { screenings: { seats_left: 40 } },
    act({ kind, verb, thing, of }, isRight) {
      const screening = of('screenings').get(String(thing.screening_id))
      if (kind === 'tickets' && verb === 'create' && screening !== undefined && isRight)
        screening.seats_left = Number(screening.seats_left) - 1
      return undefined
    },
    found: ['action-effects-applied', 'effect-missing'],
  },
  {
    name: 'a count of two states by a short description',
    kinds: {
      borrowers: {
        sent: { name: text },
        more: { active_loans: { ...whole, description: 'Agreed plus on loan' } },
      },
      loans: {
        sent: { borrower_id: text },
        more: { status: { enum: ['draft', 'agreed', 'on_loan', 'returned'] } },
        update: { of: ['status'] },
      },
    },
    start: { borrowers: { active_loans: 0 }, loans: { status: 'draft' } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'loans' || verb === 'read') return undefined
      const borrower = of('borrowers').get(String(thing.borrower_id))
      const all = [...[...of('loans').values()].filter(({ id }) => id !== thing.id), thing]
      const states = isRight ? ['agreed', 'on_loan'] : ['draft', 'agreed', 'on_loan']
      if (borrower !== undefined)
        borrower.active_loans = all.filter(
          (one) => one.borrower_id === borrower.id && states.includes(String(one.status)),
        ).length
      return undefined
    },
    found: ['count-matches-items', 'wrong-count'],
  },
  {
    name: 'a count without the items that have a flag',
    kinds: {
      seasons: {
        sent: { name: text },
        more: { team_count: { ...whole, description: 'Without the withdrawn' } },
      },
      teams: {
        sent: { season_id: text, name: text },
        more: { withdrawn: { type: 'boolean' } },
        actions: { withdraw: {} },
      },
    },
    start: { seasons: { team_count: 0 }, teams: { withdrawn: false } },
    act({ kind, verb, thing, of }, isRight) {
      if (kind !== 'teams' || verb === 'read') return undefined
      if (verb === 'withdraw') thing.withdrawn = true
      const season = of('seasons').get(String(thing.season_id))
      const all = [...[...of('teams').values()].filter(({ id }) => id !== thing.id), thing]
      if (season !== undefined)
        season.team_count = all.filter(
          (one) => one.season_id === season.id && !(isRight && one.withdrawn === true),
        ).length
      return undefined
    },
    found: ['count-matches-items', 'wrong-count'],
  },
  {
    name: 'a moment that the update to one of the states sets',
    kinds: {
      episodes: {
        sent: { title: text },
        more: {
          status: { enum: ['draft', 'scheduled', 'published', 'archived'] },
          published_at: { type: ['string', 'null'], format: 'date-time' },
        },
        update: { of: ['status'], description: 'On publishing, `published_at` is set to now.', conflict: '' },
      },
    },
    start: { episodes: { status: 'draft', published_at: null } },
    act({ verb, sent, thing, of }, isRight) {
      if (verb !== 'update') return undefined
      const was = String(of('episodes').get(thing.id)?.status)
      const next = { draft: 'scheduled', scheduled: 'published', published: 'archived' }[was]
      if (sent.status !== next) return 409
      if (sent.status === 'published' && isRight) thing.published_at = new Date().toISOString()
      return undefined
    },
    found: ['action-effects-applied', 'effect-missing'],
  },
]
