/** The first message of the watch loop waits for no slower step. `npm run bench -- design` measures times; tests do not. */
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StepName } from '../../../src/toolkit/design/events.ts'
import { type Loop, startLoop } from '../../../src/toolkit/design/loop.ts'
import { projectAt } from '../../../src/toolkit/design/project.ts'
import { temporaryProject } from '../../harness/temporaryProject.ts'

const document = (summary: string) => `openapi: 3.1.0
info: {title: Teas, version: 1.0.0, license: {name: MIT, identifier: MIT}}
servers: [{url: 'https://teas.example'}]
security: []
paths:
  /teas:
    get: {operationId: listTeas, summary: ${summary}, responses: {'200': {description: Teas}, '400': {description: Bad}}}
`
const { root, write } = temporaryProject(
  'first-message',
  {
    'openapi.yaml': document('List'),
    'released/1.0.0.yaml': document('List'),
    'redocly.yaml': 'extends: [recommended]\napis: {teas: {root: openapi.yaml}}\n',
    'package.json': '{"type": "module"}',
    'tsconfig.json': '{"include": ["src"]}',
    'src/user.ts': 'export const letters = 1\n',
  },
  afterAll,
)
let loop: Loop
let steps: StepName[] = []
let settle = () => {}

beforeAll(async () => {
  // A compiler that never ends.
  const compiler = {
    ...{ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1_000_000)', '--'], flags: [] },
    ...{ project: `${root}/tsconfig.json`, stays: false },
  }
  loop = startLoop({
    project: { ...projectAt(root, [], undefined), compiler },
    pages: undefined,
    mock: undefined,
    events: {
      saved() {},
      step: ({ step }) => void steps.push(step),
      stale() {},
      fresh() {},
      settled: () => settle(),
    },
    now: Date.now,
  })
  await loop.started
})
afterAll(() => loop.stop())

/** The steps after a save, in the order of their messages. */
async function after(summary: string): Promise<StepName[]> {
  steps = []
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  write('openapi.yaml', document(summary))
  await settled
  return steps
}

/** Threads of a process are numbered in the order of their start. */
async function startedThreads(): Promise<number> {
  const probe = new Worker('', { eval: true })
  const { threadId } = probe
  await probe.terminate()
  return threadId
}

test('no message of a save waits for the compiler', async () => {
  const messages = await after('List all')
  expect(messages).toEqual(expect.arrayContaining(['lint', 'bundle', 'breaks']))
  expect(messages).not.toContain('compile')
})

test('the first message is about the document itself, and no later step precedes it', async () => {
  const [first] = await after('List teas')
  expect(['lint', 'bundle']).toContain(first)
})

test('a save starts no thread, so that rules and parsers are loaded once', async () => {
  const before = await startedThreads()
  await after('List some teas')
  await after('List more teas')
  expect(await startedThreads()).toBe(before + 1)
})
