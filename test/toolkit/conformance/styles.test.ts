import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ConformanceFinding,
  messageOf,
  type Rule,
  runConformance,
  runnerRules,
} from '../../../src/toolkit/conformance/conform.ts'
import { casesOf } from '../../harness/thorough.ts'
import { recordWrites } from '../../harness/writeRecorder.ts'
import { actedStyles } from './styles/acted.ts'
import { askedStyles } from './styles/asked.ts'
import { changingStyles } from './styles/changing.ts'
import { createSkippingClock } from './styles/clock.ts'
import { derivedStyles } from './styles/derived.ts'
import { documentFor } from './styles/documents.ts'
import { existingStyles } from './styles/existing.ts'
import { familyStyles } from './styles/families.ts'
import { identifiedStyles } from './styles/identified.ts'
import { laterStyles } from './styles/later.ts'
import { lookalikeStyles } from './styles/lookalikes.ts'
import { meaningStyles } from './styles/meanings.ts'
import { memberStyles } from './styles/members.ts'
import { narrowedStyles } from './styles/narrowed.ts'
import { oddStyles } from './styles/odd.ts'
import { ordinaryStyles } from './styles/ordinary.ts'
import { pagedStyles } from './styles/paged.ts'
import { relatedStyles } from './styles/related.ts'
import { statedStyles } from './styles/reported.ts'
import { resourceNameStyles } from './styles/resourceNames.ts'
import { collection, type Habits, type StyleServer, startStyles } from './styles/server.ts'
import { shapeStyles } from './styles/shapes.ts'
import { singletonStyles } from './styles/singletons.ts'
import { soughtStyles } from './styles/sought.ts'
import { stateStyles } from './styles/states.ts'
import type { Style } from './styles/style.ts'
import { unshownStyles } from './styles/unshown.ts'
import { unusualStyles } from './styles/unusual.ts'

/** The server's clock is the kit's. */
const clock = createSkippingClock()
let server: StyleServer

beforeAll(async () => {
  server = await startStyles(clock.now)
})
afterAll(() => server[Symbol.asyncDispose]())

async function run(
  style: Style,
  habits: Partial<Habits>,
  rules: readonly Rule[],
): Promise<ConformanceFinding[]> {
  const findings: ConformanceFinding[] = []
  server.serve(
    style.name,
    collection({
      accepts: style.declared.request,
      slashed: style.declared.slashed,
      make: (body, id) => ({ id, ...body }),
      list: (items) => ({ status: 200, body: items }),
      ...style.habits,
      ...habits,
    }),
  )
  const target = `${server.origin}/${style.name}`
  const recorder = recordWrites(target)
  await runConformance({
    document: documentFor(style.name, style.declared),
    target,
    transport: recorder.transport,
    identities: [style.identity ?? { name: 'nobody', credentials: [] }, ...(style.others ?? [])],
    rules,
    hints: style.hints ?? {},
    subscribers: [(event) => event.type === 'finding' && findings.push(event.finding)],
    clock,
  })
  await recorder.transport.close()
  // A server with a mistake may return anything as what it created.
  if (Object.keys(habits).length === 0) expect(recorder.foreign(), 'writes to existing data').toEqual([])
  return findings
}

const textOf = (finding: ConformanceFinding): string =>
  `${finding.repeated === false ? 'flaky ' : ''}${finding.rule}: ${finding.operationId}: ${messageOf(finding)}`

/** Rules of requests that are wrong in one way, which have nothing to do with most styles. */
const ofWrongRequests = new Set([
  'invalid-body-rejected',
  'malformed-body-rejected',
  'undeclared-media-type-rejected',
  'allow-header-complete',
  'charset-parameter-accepted',
])
const others = runnerRules.filter(({ id }) => !ofWrongRequests.has(id))
const [someStyles, allStyles] = [
  [...pagedStyles, ...changingStyles(clock.now)],
  [
    ...memberStyles(clock.now),
    ...oddStyles,
    ...derivedStyles(),
    ...statedStyles(clock.now),
    ...lookalikeStyles(clock.now),
    ...laterStyles(clock.now),
    ...meaningStyles(),
    ...askedStyles(),
    ...singletonStyles(),
    ...existingStyles(clock.now),
    ...familyStyles(),
    ...identifiedStyles(),
    ...shapeStyles(),
    ...narrowedStyles(),
    ...unusualStyles(),
    ...ordinaryStyles(clock.now),
    ...soughtStyles(),
    ...unshownStyles(),
    ...actedStyles(clock.now),
    ...stateStyles(),
    ...relatedStyles(),
    ...resourceNameStyles(clock.now),
  ],
]
const styles = [...someStyles, ...allStyles]

describe('a server that is right in its own style', () => {
  it.each(casesOf(styles, 36, 12).map((style) => [style.name, style] as const))(
    '%s brings no finding',
    async (_, style) => {
      const findings = await run(style, {}, someStyles.includes(style) ? others : runnerRules)
      expect(findings.map(textOf)).toEqual([])
    },
  )
})

describe('a server of some style with a mistake', () => {
  const faults = styles.flatMap((style) =>
    style.faults.map((fault) => [style.name, ...fault, style] as const),
  )
  it.each(casesOf(faults, 36, 12))('%s that %s is found by %s: %s', async (...row) => {
    const [, , rule, code, subject, habits, style] = row
    const own = runnerRules.filter(({ id }) => id === rule)
    const findings = await run(style, habits, own.length > 0 ? own : others)
    expect(findings.map((one) => [one.rule, one.code, one.subject ?? null])).toContainEqual([
      rule,
      code,
      subject,
    ])
  })
})
