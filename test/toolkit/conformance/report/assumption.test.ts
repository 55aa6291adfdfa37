/** A finding that rests on an inference names it, in every report, and a statement of the document corrects it. */
import { expect, it } from 'vitest'
import {
  fileReport,
  runConformance,
  runnerRules,
  terminalReport,
} from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding } from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { listDocument } from '../../model/listDocument.ts'
import { startThings } from '../runner/thingsServer.ts'

async function run(statement?: object) {
  const kind = { type: 'string', enum: ['red', 'blue'] }
  const document = documentOf(
    listDocument([{ parameter: 'kind', schema: kind, statement }], { kind, note: { type: 'string' } }),
  )
  const findings: ConformanceFinding[] = []
  const reports: Record<string, string> = {}
  const add = (name: string) => (text: string) => {
    reports[name] = (reports[name] ?? '') + text
  }
  await runConformance({
    document,
    target: await startThings(),
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'list-filter-applied'),
    subscribers: [
      (event) => event.type === 'finding' && findings.push(event.finding),
      terminalReport({ print: add('terminal') }, { verbose: true, explain: undefined }),
      ...['junit', 'html', 'sarif', 'github'].map((name) => fileReport(name, add(name))),
    ],
  })
  return { findings: findings.filter(({ rule }) => rule === 'list-filter-applied'), reports }
}

it('names the assumption and how to correct it', async () => {
  const { findings, reports } = await run()
  expect(findings.map(({ assumes }) => assumes)).toContainEqual({
    key: 'filter',
    parameter: 'kind',
    property: 'kind',
  })
  for (const name of ['terminal', 'junit', 'html', 'sarif', 'github'])
    expect(reports[name], name).toContain(
      'assumes that the parameter kind filters by kind; if it does not, state that with x-conformance.filter at the parameter',
    )
})

it('says nothing of an assumption where the document states the filter', async () => {
  const { findings, reports } = await run({ filter: 'kind' })
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.map(({ assumes }) => assumes)).toEqual(findings.map(() => undefined))
  expect(reports.terminal).not.toContain('assumes that')
})

it('finds nothing where the document denies the filter', async () => {
  const { findings } = await run({ filter: false })
  expect(findings).toEqual([])
})
