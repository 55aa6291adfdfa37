import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fileReport,
  type RunEvent,
  reportNames,
  type Subscriber,
  terminalReport,
} from '../../../../src/toolkit/conformance/conform.ts'
import { curlLines } from '../../../../src/toolkit/conformance/engine/curl.ts'
import type { Recorded } from '../../../../src/toolkit/conformance/engine/events.ts'
import { COMMAND, foreignStrings, RAW_CONTROL } from '../../../foreignStrings.ts'
import { times } from '../../../harness/thorough.ts'

/** A run in which every text that a target or a document can choose is `text`. */
function eventsOf(text: string): RunEvent[] {
  const exchange: Recorded = {
    number: 1,
    check: text,
    identity: null,
    operationId: text,
    method: 'POST',
    url: `/things/${encodeURIComponent(text)}`,
    path: `/things/${text}`,
    requestHeaders: { 'X-Id': text, 'Content-Type': 'text/plain' },
    requestBody: Buffer.from(text),
    status: 200,
    headers: { 'content-type': 'text/plain', 'x-name': text },
    body: Buffer.from(text),
    json: undefined,
    startedAt: 0,
    milliseconds: 1,
  }
  const outcome = { check: text, rule: 'valid-request-succeeds', operationId: text, constraint: text }
  return [
    {
      type: 'run-started',
      run: {
        target: 'http://127.0.0.1:1',
        document: text,
        title: text,
        seed: 1,
        profile: 'full',
        identities: [],
        operations: [{ operationId: text, method: 'POST', path: text, statuses: ['200'] }],
        rules: [{ id: 'valid-request-succeeds', title: 'A title.', basis: 'the document', fault: 994 }],
        checks: 2,
        startedAt: '2026-01-01T00:00:00.000Z',
      },
    },
    { type: 'note', text },
    { type: 'exchange', exchange },
    { type: 'outcome', outcome: { ...outcome, outcome: 'failed' } },
    ...Array.from(
      { length: 6 },
      (): RunEvent => ({ type: 'outcome', outcome: { ...outcome, outcome: 'skipped', reason: text } }),
    ),
    {
      type: 'finding',
      finding: {
        id: `1:${text}`,
        rule: 'valid-request-succeeds',
        operationId: text,
        constraint: text,
        code: 'custom',
        details: { message: text },
        pointer: `/${text}`,
        status: 200,
        place: { pointer: `/paths/${text}`, file: text, line: 1, column: 1 },
        provenance: 'decided',
        cause: text,
        kind: 'contract-mismatch',
        fault: 994,
        sequence: [exchange],
        curl: curlLines([exchange], { target: 'http://127.0.0.1:1', identities: [] }),
      },
    },
    {
      type: 'run-finished',
      summary: {
        passed: 0,
        failed: 1,
        skipped: 6,
        requests: 1,
        causes: [],
        unreached: [
          {
            operationId: text,
            method: 'GET',
            path: text,
            obstacle: { kind: 'rejected', operationId: text, status: 400, reason: text },
          },
        ],
        milliseconds: 1,
        coverage: { covered: 0, documented: 1, percent: 0, rows: [], missing: [text] } as never,
        endedEarly: { kind: 'target-lost', error: text },
        inferences: {
          confirmed: [],
          refuted: [
            { operationId: text, key: 'filter', parameter: text, property: text, confidence: 1, why: text },
          ],
          unknown: [],
        },
        learned: [
          {
            ...{ invariant: text, schema: text, operations: [text], observations: 5, resisted: 1 },
            place: { pointer: text, file: text, line: 1 },
            example: {
              ...{ exchange: 1, method: 'GET', path: text, status: 200 },
              values: [{ name: text, value: text }],
            },
          },
        ],
        writes: [
          {
            method: 'POST',
            path: text,
            created: 1,
            changed: 0,
            deleted: 0,
            rejected: 0,
            stopped: 0,
            left: 0,
          },
        ] as never,
        left: [text],
        reached: { operations: 0, ofOperations: 1, checks: 1, ofChecks: 2 },
      },
    },
  ]
}

function written(name: string, text: string): string {
  let output = ''
  const add = (more: string) => {
    output += `${more}\n`
  }
  const subscriber: Subscriber =
    name === 'terminal'
      ? terminalReport({ print: add, progress: add }, { verbose: true, explain: 'all' })
      : fileReport(name, add)
  for (const event of eventsOf(text)) subscriber(event)
  return output
}

/** The lines that the tool means as workflow commands itself. */
const OWN_COMMAND = /^::(error file=|notice title=Conformance::)/

const ENTITY = /&(?:amp|lt|gt|quot);/g
const TAG = /<(\/?)(\w+)((?: \w+="[^"<]*")*)(\/?)>/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 cannot hold
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/u

/** Well-formed by XML 1.0, as far as the report uses it: one root, nested elements, attributes, five entities. */
function isWellFormed(xml: string): boolean {
  const content = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '').trim()
  const open: string[] = []
  let roots = 0
  for (const [, closing, name = '', , single] of content.matchAll(TAG)) {
    if (closing === '/') {
      if (open.pop() !== name) return false
    } else {
      if (open.length === 0) roots++
      if (single !== '/') open.push(name)
    }
  }
  const texts = content.replace(TAG, '')
  return (
    roots === 1 &&
    open.length === 0 &&
    !texts.includes('<') &&
    !content.replace(ENTITY, '').includes('&') &&
    !FORBIDDEN.test(content)
  )
}

describe('text of strangers in reports', () => {
  it.each(['terminal', ...reportNames])('does no harm in %s', (name) => {
    fc.assert(
      fc.property(foreignStrings, (text) => {
        const output = written(name, text)
        expect(output).not.toMatch(RAW_CONTROL)
        const lines = output.split('\n')
        const own = name === 'github' ? lines.filter((line) => OWN_COMMAND.test(line)) : []
        if (name === 'github') expect(own).toHaveLength(2)
        for (const line of lines) if (!own.includes(line)) expect(line).not.toMatch(COMMAND)
        // After the properties of a command of the tool nothing looks like another one.
        for (const line of own) expect(line).not.toMatch(/##[\w-]*\[/)
      }),
      { numRuns: times(300, 50), seed: 26 },
    )
  })

  it('is cut where a path of the terminal is long', () => {
    const [line] = /Left on the target: .*/.exec(written('terminal', 'x'.repeat(4000))) ?? []
    expect(line).toBe(
      `Left on the target: ${'x'.repeat(100)}… (4,000 characters). No operation deletes them, or their deletion was rejected.`,
    )
  })

  it('is valid XML, and the same in JSON', () => {
    fc.assert(
      fc.property(foreignStrings, (text) => {
        expect(isWellFormed(written('junit', text))).toBe(true)
        const json = JSON.parse(written('json', text)) as { findings: { message: string }[] }
        expect(json.findings[0]?.message).toBe(text)
        expect(() => JSON.parse(written('sarif', text))).not.toThrow()
        const har = JSON.parse(written('har', text)) as {
          log: { entries: { response: { content: { text: string } } }[] }
        }
        expect(har.log.entries[0]?.response.content.text).toBe(Buffer.from(text).toString())
      }),
      { numRuns: times(300, 50), seed: 26 },
    )
  })
})
