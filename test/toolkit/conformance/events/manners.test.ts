import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/toolkit/conformance/conform.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { noteDocuments } from './notesDocuments.ts'
import { type Manner, type NoteFault, noteFaults, startNotes } from './notesServer.ts'
import { runEventRules } from './runEventRules.ts'

const CONFIG = `
openapi: notes.json
identities:
  one: { header: { X-Who: env:ONE } }
  two: { header: { X-Who: env:TWO }, organization: two }
webhooks: { retried: [], final: [400, 404, 500], arrival: 3s, privateTargets: allowed, plainTargets: allowed }
`

/** By which rule each fault is to be found. */
const rules: Record<NoteFault, string> = {
  'tells-other-spaces': 'event-only-subscribed',
  'tells-deleted-hooks': 'event-only-subscribed',
  'keeps-the-first-topics': 'event-only-subscribed',
  'says-milliseconds': 'event-timestamps-match',
  'tells-of-refused-changes': 'event-needs-change',
  'tells-other-organizations': 'event-needs-change',
  'gives-every-event-one-id': 'event-arrives',
  'signs-without-the-version': 'event-signature-valid',
  'names-another-type': 'event-arrives',
  'sends-the-old-text': 'event-matches-change',
  'writes-hex': 'event-signature-valid',
  'signs-with-the-first-key': 'event-signature-valid',
  'names-an-old-time': 'event-timestamps-match',
  'sends-another-number': 'event-arrives',
}

/** The findings of the rules over events with only the documents: of all rules, or of one. */
async function reported(manner: Manner, fault?: NoteFault) {
  const server = await startNotes(manner, fault)
  const surroundings = { env: { ONE: 'one', TWO: 'two' }, readFile: () => '' }
  const config = readConfig(CONFIG, surroundings)
  const reported = await runEventRules({
    target: server.target,
    config,
    ...noteDocuments[manner],
    surroundings,
    // The rules over every delivery need the observations of others.
    only: fault === undefined ? undefined : [rules[fault], 'event-matches-schema'],
  })
  await server.close()
  return reported
}

/** Nothing is declared about these. */
const SILENT =
  /is allowed here|that https is required|webhooks\.(schedule|timeout|retried)|how long a sender waits|cannot be changed|could not be changed/

/** Two of them, others with each seed; EVERY_FAULT=1 plants all. */
function chosen(faults: readonly NoteFault[]): readonly NoteFault[] {
  if (process.env.EVERY_FAULT === '1') return faults
  const seed = Number(process.env.SEED ?? 1)
  return faults.filter((_, index) => (index + seed) % 3 === 0)
}

describe.each(Object.keys(noteFaults) as Manner[])('events in the manner "%s"', (manner) => {
  it('are right where the server is, and each kind was seen', { timeout: 60_000 }, async () => {
    const { broken, notObserved } = await reported(manner)
    expect(broken).toEqual([])
    expect(notObserved.filter((one) => !SILENT.test(one))).toEqual([])
  })

  it.each(casesOf(chosen(noteFaults[manner]), 2, 1))(
    'with the fault %s are found',
    { timeout: 60_000 },
    async (fault) => {
      const { broken } = await reported(manner, fault)
      expect(broken.filter((one) => one.startsWith(`${rules[fault]}:`)).length).toBeGreaterThan(0)
    },
  )
})
