import { describe, expect, it } from 'vitest'
import {
  type ConformanceFinding,
  fileReport,
  reportNames,
  runConformance,
  runnerRules,
  type Subscriber,
} from '../../../../src/toolkit/conformance/conform.ts'
import { createTransport, OutOfTime, TooLong } from '../../../../src/toolkit/conformance/engine/send.ts'
import { filled } from '../../../../src/toolkit/conformance/oauth/forms.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { readJson } from '../../../../src/toolkit/openapi/json.ts'
import { noStackTrace } from '../../../../src/toolkit/responses/checks/no-stack-trace.ts'
import type { ResponseContext } from '../../../../src/toolkit/responses/finding.ts'
import { inCi } from '../../../harness/thorough.ts'
import { HOSTILE_DOCUMENT, startHostile } from './hostileServer.ts'

const GET = { method: 'GET', path: '/things', headers: {}, body: undefined, operationId: null }

async function runAgainst(
  url: string,
  options: { timeBudget: number; maxBody?: number; subscribers?: Subscriber[] },
) {
  const findings: ConformanceFinding[] = []
  const reports = new Map<string, string>()
  const began = performance.now()
  const summary = await runConformance({
    document: documentOf(structuredClone(HOSTILE_DOCUMENT), 'things.json'),
    target: url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules,
    timeBudget: options.timeBudget,
    ...(options.maxBody !== undefined && { maxBody: options.maxBody }),
    subscribers: [
      (event) => void (event.type === 'finding' && findings.push(event.finding)),
      ...(options.subscribers ?? []),
      ...reportNames.map((name) => fileReport(name, (text) => void reports.set(name, text))),
    ],
  })
  return { summary, findings, reports, milliseconds: performance.now() - began }
}

describe('a target that means harm', () => {
  it('cannot stretch a run by trickling its bodies', async () => {
    await using server = await startHostile('trickled')
    const { summary, reports, milliseconds } = await runAgainst(server.url, { timeBudget: 400 })
    expect(summary.endedEarly).toEqual({ kind: 'time-budget' })
    expect(milliseconds).toBeLessThan(5_000)
    expect([...reports.keys()]).toEqual(reportNames)
  })

  it('is not read to the end of a body that has none', { timeout: 30_000 }, async () => {
    await using server = await startHostile('endless')
    const transport = createTransport(server.url, undefined, 1, 1_000_000)
    await expect(transport.send(GET)).rejects.toThrow(TooLong)
    await expect(transport.send(GET)).rejects.toThrow(
      'the response to GET /things is longer than 1 MB; --max-body reads more',
    )
    await transport.close()
    // The buffers of the sockets add to it, as the machine chooses.
    expect(server.bytes()).toBeLessThan(40_000_000)
    const { summary, findings, reports } = await runAgainst(server.url, {
      timeBudget: 60_000,
      maxBody: 100_000,
    })
    expect(findings).toEqual([])
    expect(summary.skipped).toBeGreaterThan(0)
    expect(reports.get('html')).toContain('longer than 0.1 MB')
  })

  it('gets a finding for 200,000 nested arrays, in every report', { timeout: 60_000 }, async () => {
    await using server = await startHostile('deep')
    const { findings, reports } = await runAgainst(server.url, { timeBudget: 60_000 })
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'invalid-json',
        details: {
          reason: 'received JSON nested deeper than 500 levels, expected less (RFC 8259, section 9)',
        },
      }),
    )
    expect([...reports.keys()]).toEqual(reportNames)
  })

  it.runIf(inCi)(
    'is told of one error of a body that is wrong in millions of places',
    { timeout: 60_000 },
    async () => {
      await using server = await startHostile('wide')
      const { findings, milliseconds } = await runAgainst(server.url, { timeBudget: 500 })
      expect(findings.filter(({ rule }) => rule === 'body-matches-schema').length).toBeLessThanOrEqual(3)
      expect(milliseconds).toBeLessThan(25_000)
    },
  )

  it('has as long as the run has left, and no longer', async () => {
    await using server = await startHostile('trickled')
    const transport = createTransport(server.url, undefined, 1)
    await expect(transport.send(GET, 100)).rejects.toThrow(OutOfTime)
    await transport.close()
  })

  it('keeps no report from being written by making another one fail', async () => {
    await using server = await startHostile('deep')
    const failing: Subscriber = () => {
      throw new Error('the disk is full')
    }
    const written: string[] = []
    const run = runAgainst(server.url, {
      timeBudget: 1_000,
      subscribers: [failing, fileReport('json', (text) => void written.push(text))],
    })
    await expect(run).rejects.toThrow('the disk is full')
    expect(written).toHaveLength(1)
  })
})

describe('a text that is costly to search', () => {
  const texts = {
    'forms without an end': '<form '.repeat(50_000),
    'open forms': '<form>'.repeat(50_000),
    'buttons without an end': `<form>${'<button>'.repeat(40_000)}</form>`,
    'open brackets': `<form><button>${'<'.repeat(300_000)}</button></form>`,
    'a path': '/a'.repeat(150_000),
    'line breaks': '\n'.repeat(300_000),
    'the beginning of a statement': 'select a.'.repeat(30_000),
    'the columns of a statement': 'insert into a (b'.repeat(20_000),
    'the beginning of a line of a trace': '\n    at a ('.repeat(30_000),
  }
  it.each(Object.entries(texts))('is searched in little time: %s', (_, text) => {
    const began = performance.now()
    filled(text, {}, undefined)
    const exchange = { method: 'GET', url: '/', status: 500, headers: {}, body: Buffer.from(text) }
    expect([...noStackTrace({ exchange } as ResponseContext)]).toEqual([])
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('the depth of JSON', () => {
  const nested = (depth: number, open: string, close: string) =>
    Buffer.from(open.repeat(depth) + close.repeat(depth))
  const cases: [string, Buffer, boolean][] = [
    ['as deep as is read', nested(500, '[', ']'), true],
    ['one level deeper', nested(501, '[', ']'), false],
    ['deep objects', Buffer.from(`${'{"a":'.repeat(501)}1${'}'.repeat(501)}`), false],
    ['brackets in a text', Buffer.from(JSON.stringify('[{"\\'.repeat(1000))), true],
    ['many arrays beside each other', Buffer.from(`[${'[],'.repeat(1000)}[]]`), true],
  ]
  it.each(cases)('%s', (_, body, isRead) => {
    expect('value' in readJson(body)).toBe(isRead)
  })
})
