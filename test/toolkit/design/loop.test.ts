/** Results are of the present state of every file that decides about them. One loop serves all tests. */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StepResult } from '../../../src/toolkit/design/events.ts'
import { type Loop, startLoop } from '../../../src/toolkit/design/loop.ts'
import { projectAt } from '../../../src/toolkit/design/project.ts'
import { temporaryProject } from '../../harness/temporaryProject.ts'

const document = (summary: string, name = 'Tea') => `openapi: 3.1.0
info: {title: Teas, version: 1.0.0, license: {name: MIT, identifier: MIT}}
servers: [{url: 'https://teas.example'}]
security: []
paths:
  /teas:
    get:
      operationId: listTeas
      ${summary}
      parameters: [{name: limit, in: query, schema: {type: integer, maximum: 50}}]
      responses:
        '200': {description: Teas, content: {application/json: {schema: {$ref: ./${name}.yaml}}}}
        '400': {description: Bad}
`
const GOOD = document('summary: List')
const BAD = document('description: List')
const RELEASE = GOOD.replace('maximum: 50', 'maximum: 100')
const TEA = 'type: object\nproperties: {name: {type: string}}\n'

const { root, write } = temporaryProject(
  'loop',
  {
    'api/openapi.yaml': GOOD,
    'api/Tea.yaml': TEA,
    'api/released/1.0.0.yaml': RELEASE.replace('./Tea.yaml', '../Tea.yaml'),
    'redocly.yaml': 'extends: [recommended]\napis: {teas: {root: api/openapi.yaml}}\n',
  },
  afterAll,
)
let loop: Loop
let steps: StepResult[] = []
let settle = () => {}

beforeAll(async () => {
  loop = startLoop({
    project: projectAt(root, [], undefined),
    pages: undefined,
    mock: undefined,
    events: {
      saved() {},
      step: (step) => void steps.push(step),
      stale() {},
      fresh() {},
      settled: () => settle(),
    },
    now: Date.now,
  })
  await loop.started
})
afterAll(() => loop.stop())

/** The last summary of each step after a change. */
async function after(change: () => void): Promise<Record<string, string>> {
  steps = []
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  change()
  await settled
  return Object.fromEntries(steps.map(({ step, summary }) => [step, summary]))
}

test('an ignored problem is left out as soon as it is listed, and is back afterwards', async () => {
  expect(await after(() => write('api/openapi.yaml', BAD))).toMatchObject({ lint: '1 error, 0 warnings' })
  const ignored = "api/openapi.yaml: {operation-summary: ['#/paths/~1teas/get/summary']}\n"
  expect(await after(() => write('.redocly.lint-ignore.yaml', ignored))).toMatchObject({ lint: 'clean' })
  expect(await after(() => rmSync(join(root, '.redocly.lint-ignore.yaml')))).toMatchObject({
    lint: '1 error, 0 warnings',
  })
  expect(await after(() => write('api/openapi.yaml', GOOD))).toMatchObject({ lint: 'clean' })
})

test('a breaking change is gone as soon as it is waived, or the release has it', async () => {
  const release = (text: string) => write('api/released/1.0.0.yaml', text.replace('./Tea', '../Tea'))
  const broken = (await after(() => release(RELEASE.replace('100', '99')))).breaks
  expect(broken).toMatch(/^1 /)
  const same = await after(() => release(GOOD))
  expect(same.breaks).toMatch(/^nothing/)
  expect((await after(() => release(RELEASE))).breaks).toBe(broken)
  const waiver = `- {rule: request-maximum-tightened, subject: '*', reason: agreed, bump: minor, expires: 2099-12-31}\n`
  expect((await after(() => write('diff-waivers.yaml', waiver))).breaks).toMatch(/^nothing/)
  expect((await after(() => rmSync(join(root, 'diff-waivers.yaml')))).breaks).toBe(broken)
})

test('a release is read again where a file that it refers to has changed, or is there at last', async () => {
  const limit = (maximum: number) =>
    `{name: limit, in: query, schema: {type: integer, maximum: ${maximum}}}\n`
  const release = RELEASE.replace('./Tea', '../Tea').replace(
    /\{name: limit.*\}(?=\])/,
    '{$ref: ./Limit.yaml}',
  )
  expect((await after(() => write('api/released/1.0.0.yaml', release))).breaks).not.toMatch(/^nothing/)
  const edited = (maximum: number) => after(() => write('api/released/Limit.yaml', limit(maximum)))
  expect((await edited(100)).breaks).toMatch(/^1 /)
  expect((await edited(50)).breaks).toMatch(/^nothing/)
})

test('a document that is removed, and one whose part is renamed, cannot be read until it is there again', async () => {
  const unread = { bundle: 'cannot be read; the last good state stays served' }
  expect(await after(() => rmSync(join(root, 'api/openapi.yaml')))).toMatchObject(unread)
  expect(await after(() => write('api/openapi.yaml', GOOD))).toMatchObject({
    lint: 'clean',
    bundle: '1 operation',
  })
  const rename = (from: string, to: string) => renameSync(join(root, from), join(root, to))
  expect(await after(() => rename('api/Tea.yaml', 'api/Drink.yaml'))).toMatchObject(unread)
  expect(await after(() => write('api/openapi.yaml', document('summary: List', 'Drink')))).toMatchObject({
    lint: 'clean',
    bundle: '1 operation',
  })
})

test('an edit during a run is what the results are about', async () => {
  const results = await after(() => {
    write('api/openapi.yaml', BAD.replace('./Tea', './Drink'))
    write('api/openapi.yaml', GOOD.replace('./Tea', './Drink'))
  })
  expect(results).toMatchObject({ lint: 'clean' })
})
