import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import {
  type CheckOutcome,
  type RunSummary,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { casesOf, inCi } from '../../../harness/thorough.ts'
import { recordWrites } from '../../../harness/writeRecorder.ts'
import { type Desk, deskDocument, fixedDocument, startDesk } from './desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'existing-data-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function command(desk: Desk, ...flags: string[]): Promise<string> {
  const document = join(folder, 'desk.json')
  writeFileSync(document, JSON.stringify(fixedDocument()))
  const lines: string[] = []
  const terminal = { env: {}, print: (line: string) => void lines.push(line) }
  await conform.run([document, desk.origin, ...flags], terminal)
  return lines.join('\n')
}

const isWrite = (line: string): boolean => /^(POST|PUT|PATCH|DELETE) /.test(line)

describe('conform at a server with data that it cannot create', () => {
  it('leaves everything as it was, and says which flag allows more', async () => {
    await using desk = await startDesk(false)
    const before = desk.existing()
    const reports = ['json', 'html'].map((kind) => `${kind}=${join(folder, `report.${kind}`)}`)
    const text = await command(desk, '--explain', 'all', '--report', reports.join(','))
    expect(desk.existing()).toBe(before)
    expect(text).toContain('needs existing data: allow with --allow-existing-data')
    expect(text).toMatch(/Writes: 0 created, .*\d+ writes to existing data were not sent/)
    expect(desk.log.filter(isWrite).filter((line) => / \/(tickets|agents)\/[1-5]\b/.test(line))).toEqual([])
    const { summary } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      summary: RunSummary
    }
    const stopped = summary.writes
      .filter((one) => one.stopped > 0)
      .map(({ method, path }) => `${method} ${path}`)
    expect(stopped).toEqual(
      expect.arrayContaining(['DELETE /tickets', 'DELETE /tickets/{id}', 'PATCH /tickets/{id}']),
    )
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('>DELETE /tickets/{id}</th>')
  })

  it('runs these checks with --allow-existing-data', async () => {
    await using desk = await startDesk(false)
    const before = desk.existing()
    const text = await command(desk, '--allow-existing-data', '--explain', 'all')
    expect(text).not.toContain('needs existing data')
    expect(desk.log.filter((line) => /^(PATCH|DELETE) \/tickets\/[1-5] 20/.test(line))).not.toEqual([])
    expect(desk.existing()).not.toBe(before)
  })
})

async function run(
  desk: Desk,
  withCreation: boolean,
  seed: number,
  rules = runnerRules,
): Promise<{ summary: RunSummary; outcomes: CheckOutcome[]; foreign: string[] }> {
  const outcomes: CheckOutcome[] = []
  const recorder = recordWrites(desk.origin)
  const summary = await runConformance({
    document: documentOf(deskDocument(withCreation) as never, 'desk.json'),
    target: desk.origin,
    transport: recorder.transport,
    identities: [{ name: 'nobody', credentials: [] }],
    rules,
    seed,
    subscribers: [(event) => void (event.type === 'outcome' && outcomes.push(event.outcome))],
  })
  await recorder.transport.close()
  return { summary, outcomes, foreign: recorder.foreign() }
}

describe.each(casesOf([true, false], 2, 1))(
  'at a server that does what it is asked for, with creation: %s',
  (withCreation) => {
    it.each(casesOf([1, 2, 3], 3))('a run with seed %i leaves existing data as it was', async (seed) => {
      await using desk = await startDesk(withCreation)
      const before = desk.existing()
      const { summary, foreign } = await run(desk, withCreation, seed)
      expect(desk.existing()).toBe(before)
      expect(foreign).toEqual([])
      expect(summary.left).toEqual([])
      const count = (name: 'created' | 'changed' | 'deleted') =>
        summary.writes.reduce((sum, one) => sum + one[name], 0)
      if (withCreation)
        expect(Math.min(count('created'), count('changed'), count('deleted'))).toBeGreaterThan(10)
      else expect(count('created') + count('deleted')).toBe(0)
    })

    it.each(casesOf(runnerRules, 24, 8).map((rule) => [rule.id, rule] as const))(
      '%s alone does so too',
      async (_, rule) => {
        await using desk = await startDesk(withCreation)
        const before = desk.existing()
        const { foreign } = await run(desk, withCreation, 7, [rule])
        expect(desk.existing()).toBe(before)
        expect(foreign).toEqual([])
      },
    )
  },
)

it.runIf(inCi)(
  'lists by id what it created where the document has no DELETE',
  { timeout: 60_000 },
  async () => {
    await using desk = await startDesk(true)
    const document = deskDocument(true) as { paths: Record<string, Record<string, unknown>> }
    for (const item of Object.values(document.paths)) delete item.delete
    const summary = await runConformance({
      document: documentOf(document as never, 'desk.json'),
      target: desk.origin,
      identities: [{ name: 'nobody', credentials: [] }],
      rules: runnerRules,
      seed: 1,
      subscribers: [],
    })
    const created = desk.log.filter((line) => /^POST \/tickets(\?\S*)? 201/.test(line)).length
    expect(created).toBeGreaterThan(0)
    expect(summary.left.filter((path) => /^\/tickets\/[^/]+$/.test(path))).toHaveLength(created)
  },
)
