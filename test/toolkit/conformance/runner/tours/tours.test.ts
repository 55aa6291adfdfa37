/** Effects of one resource on others, formulas, states and their times, at a server with two tenants. */
import { expect, it } from 'vitest'
import { messageOf, runConformance, runnerRules } from '../../../../../src/toolkit/conformance/conform.ts'
import { casesOf, inCi } from '../../../../harness/thorough.ts'
import { createSkippingClock } from '../../styles/clock.ts'
import { startTours, toursDocument } from './toursServer.ts'

const identity = (name: string) => ({
  name,
  organization: name,
  credentials: [{ kind: 'header', name: 'Authorization', value: `Bearer ${name}` } as const],
})

async function run(fault: string, rule?: string): Promise<{ found: string[]; texts: string[] }> {
  await using server = await startTours(fault)
  const some = runnerRules.filter(({ id }) => id === rule)
  const found: string[] = []
  const texts: string[] = []
  await runConformance({
    document: await toursDocument,
    target: server.url,
    identities: [identity('one'), identity('other')],
    clock: createSkippingClock(),
    // Rules of responses need requests of others.
    rules: some.length === 0 ? runnerRules : some,
    subscribers: [
      (event) => {
        if (event.type !== 'finding') return
        const { rule: id, operationId, subject, code } = event.finding
        found.push(`${id} ${operationId} ${code} ${subject ?? ''}`.trim())
        texts.push(messageOf(event.finding))
      },
    ],
  })
  return { found, texts }
}

it.runIf(inCi)('reports nothing about the right server', { timeout: 60_000 }, async () => {
  const { found, texts } = await run('right')
  expect(found, texts.join('\n')).toEqual([])
})

const faults: [fault: string, rule: string, finding: string][] = [
  ['counts one too few', 'count-matches-items', 'getTour wrong-count /booking_count'],
  ['sums all bookings', 'count-matches-items', 'getTour wrong-sum /confirmed_seats'],
  ['reports all as requested', 'count-matches-items', 'getReport wrong-count /bookings_by_status/requested'],
  ['does not note the opening', 'timestamps-plausible', 'getTour moment-missing /opened_at'],
  ['opens at once', 'timestamps-plausible', 'getTour moment-too-early /opened_at'],
  ['does not note the confirmation', 'timestamps-plausible', 'getBooking moment-missing /confirmed_at'],
  ['allows any transition', 'promised-conflict-returned', 'updateTour transition-accepted status'],
  ['forgets a filter on page 2', 'list-filter-applied', 'listBookings unfiltered-item status'],
  ['lets retired guides return', 'promised-conflict-returned', 'setGuideStatus transition-accepted status'],
  ['shares licenses', 'promised-conflict-returned', 'createGuide conflict-accepted /guides'],
  ['overbooks', 'promised-conflict-returned', 'createBooking supply-exceeded capacity'],
  ['names another guide', 'related-values-match', 'getTour related-value-differs /guide_name'],
  ['ignores expand', 'related-values-match', 'getBooking not-expanded /tour'],
  ['accepts the past', 'promised-conflict-returned', 'createTour wrong-status a departs_at in the past'],
  [
    'refers to other tenants',
    'tenant-data-isolated',
    "createTour wrong-status another tenant's guide_id in the body",
  ],
  ['deletes open tours', 'promised-conflict-returned', 'deleteTour accepted-in-state /tours/{tourId}'],
  ['gives another status', 'unknown-item-not-found', 'createTour wrong-status an unknown guide_id'],
  ['gives no Location', 'created-item-listed', 'createGuide location-missing'],
  [
    'leaves bookings behind',
    'deleted-item-gone',
    'deleteTour wrong-status GET of one of its bookings after DELETE of tours',
  ],
  ['reports the number of bookings', 'count-matches-items', 'getReport wrong-sum /total_seats'],
]
it.each(casesOf(faults, 8, 4))('finds that it %s', { timeout: 30_000 }, async (fault, rule, finding) => {
  const { found, texts } = await run(fault, rule)
  expect(found, texts.join('\n')).toContain(`${rule} ${finding}`)
})
