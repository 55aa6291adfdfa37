import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/toolkit/conformance/conform.ts'
import { readDocument } from '../../../../src/toolkit/openapi/index.ts'
import { type issueFaults, startIssues } from './issuesServer.ts'
import { type orderFaults, startOrders } from './ordersServer.ts'
import { runEventRules } from './runEventRules.ts'

const at = (name: string) => join(import.meta.dirname, name)

/** Runs the rules over events with only documents and configuration, and returns those with a finding. */
async function found(name: 'orders' | 'issues', target: string, only?: string): Promise<string[]> {
  const surroundings = { env: {}, readFile: (file: string) => readFileSync(at(file), 'utf8') }
  const config = readConfig(surroundings.readFile(`${name}-conform.yaml`), surroundings)
  const document = readDocument(at(config.openapi[0] ?? ''))
  const [events] = config.asyncapi
  const { broken, notObserved } = await runEventRules({
    target,
    config,
    document,
    events: events === undefined ? document : readDocument(at(events)),
    surroundings,
    only: only === undefined ? undefined : [only],
  })
  const expected = /^event-unsafe-target-rejected|40 s, is longer than the kit waits/
  return only === undefined ? [...broken, ...notObserved.filter((one) => !expected.test(one))] : broken
}

const servers = {
  orders: {
    start: startOrders,
    faults: {
      'signs-without-the-id': 'event-signature-valid',
      'writes-digests-in-hex': 'event-signature-valid',
      'makes-a-new-id-for-each-attempt': 'event-retry-identical',
      'sends-the-state-before-the-change': 'event-matches-change',
      'sends-every-type-to-everybody': 'event-only-subscribed',
      'tries-refusals-again': 'event-not-retried-when-final',
      'follows-redirects': 'event-redirect-not-followed',
      'records-200-for-everything': 'event-deliveries-recorded',
      'signs-milliseconds': 'event-timestamps-match',
      'says-nothing-of-deletions': 'event-arrives',
      'never-tries-again': 'event-retried',
    } satisfies Record<(typeof orderFaults)[number], string>,
  },
  issues: {
    start: startIssues,
    faults: {
      'signs-what-it-writes-again': 'event-signature-valid',
      'signs-with-a-secret-of-its-own': 'event-signature-valid',
      'names-another-event': 'event-arrives',
      'sends-the-old-title': 'event-matches-change',
      'sends-labels-to-issues': 'event-only-subscribed',
      'follows-redirects': 'event-redirect-not-followed',
      'sends-a-form': 'event-matches-schema',
      'tries-failures-again': 'event-not-retried-when-final',
      'leaves-the-number-out': 'event-matches-schema',
      'sends-every-event-twice': 'event-arrives',
    } satisfies Record<(typeof issueFaults)[number], string>,
  },
} as const

/** Three of them, others with each seed; EVERY_FAULT=1 plants all. */
function chosen(faults: [string, string][]): [string, string][] {
  if (process.env.EVERY_FAULT === '1') return faults
  const seed = Number(process.env.SEED ?? 1)
  return [0, 1, 2].map((nth) => faults[(seed * 3 + nth) % faults.length] ?? ['', ''])
}

describe.each(['orders', 'issues'] as const)('a server of others: %s', (name) => {
  it('is right, and its faults are found by documents and configuration alone', {
    timeout: 60_000,
  }, async () => {
    const { start, faults } = servers[name]
    const run = async (fault?: string, rule?: string) => {
      const server = await (start as (fault?: string) => ReturnType<typeof startOrders>)(fault)
      try {
        return await found(name, server.target, rule)
      } finally {
        await server.close()
      }
    }
    expect(await run()).toEqual([])
    const reported = await Promise.all(
      chosen(Object.entries(faults)).map(async ([fault, rule]) => {
        const broken = await run(fault, rule)
        return broken.length > 0 ? [] : [`${fault} was not found by ${rule}`]
      }),
    )
    expect(reported.flat()).toEqual([])
  })
})
