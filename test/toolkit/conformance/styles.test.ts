import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ConformanceFinding,
  runConformance,
  runnerRules,
} from '../../../src/toolkit/conformance/conform.ts'
import { documentFor } from './styles/documents.ts'
import { memberStyles } from './styles/members.ts'
import { oddStyles } from './styles/odd.ts'
import { pagedStyles } from './styles/paged.ts'
import { collection, type Habits, type StyleServer, startStyles } from './styles/server.ts'
import type { Style } from './styles/style.ts'

/** Waits take no time, and the server's clock is the kit's. */
let ahead = 0
const clock = {
  now: () => Date.now() + ahead,
  wait: async (milliseconds: number) => {
    ahead += milliseconds
  },
}
let server: StyleServer

beforeAll(async () => {
  server = await startStyles(clock.now)
})
afterAll(() => server[Symbol.asyncDispose]())

async function run(style: Style, habits: Partial<Habits> = {}, rule?: string): Promise<string[]> {
  const findings: ConformanceFinding[] = []
  server.serve(
    style.name,
    collection({
      accepts: style.declared.request,
      make: (body, id) => ({ id, ...body }),
      list: (items) => ({ status: 200, body: items }),
      ...style.habits,
      ...habits,
    }),
  )
  await runConformance({
    document: documentFor(style.name, style.declared),
    target: `${server.origin}/${style.name}`,
    identities: [style.identity ?? { name: 'nobody', credential: { kind: 'none' } }],
    rules: runnerRules.some(({ id }) => id === rule)
      ? runnerRules.filter(({ id }) => id === rule)
      : runnerRules,
    subscribers: [(event) => event.type === 'finding' && findings.push(event.finding)],
    clock,
  })
  return findings.map(({ rule: id, operationId, message }) => `${id}: ${operationId}: ${message}`)
}

const styles = [...pagedStyles, ...memberStyles(clock.now), ...oddStyles]

describe('a server that is right in its own style', () => {
  it.each(styles.map((style) => [style.name, style] as const))('%s brings no finding', async (_, style) => {
    expect(await run(style)).toEqual([])
  })
})

describe('a server of some style with a mistake', () => {
  const faults = styles.flatMap((style) =>
    style.faults.map((fault) => [style.name, ...fault, style] as const),
  )
  it.each(faults)('%s that %s is found by %s', async (_, _fault, rule, habits, style) => {
    expect((await run(style, habits, rule)).map((text) => text.split(':')[0])).toContain(rule)
  })
})
