/** Two further APIs on the toolkit: the project of `specwright init`, and a lending desk. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { handlers as deskHandlers } from '../examples/lending-desk/src/handlers/index.ts'
import {
  type Config,
  messageOf,
  readConfig,
  runConformance,
  runnerRules,
} from '../src/toolkit/conformance/conform.ts'
import { expectConformance } from '../src/toolkit/conformance/index.ts'
import { differences, outputsOfPages } from '../src/toolkit/generate/outputs.ts'
import { loadDocument } from '../src/toolkit/openapi/index.ts'
import { createListener, type Handlers, type Keys, type Listener } from '../src/toolkit/server/index.ts'
import { freeStubsOf } from '../src/toolkit/stub/stubs.ts'
import { handlers as taskHandlers } from '../templates/project/src/handlers/index.ts'
import { casesOf, isDue } from './harness/thorough.ts'
import { startMock } from './toolkit/mock/startMock.ts'

const KEY = 'key-of-the-test'
const env = { DESK_KEY: KEY }
const keys: Keys = new Map([
  [KEY, 'all'],
  [readFileSync('templates/project/development.key', 'utf8').trim(), 'all'],
])

/** @returns a listener that responds to requests */
const listen = <O>(folder: string, handlers: Handlers<O>): Listener =>
  createListener({ document: join(folder, 'generated/openapi.json'), handlers, keys })

const projects = [
  {
    folder: 'templates/project',
    prefix: '',
    operation: 'updateTask',
    listener: () => listen('templates/project', taskHandlers),
  },
  {
    folder: 'examples/lending-desk',
    prefix: '/desk',
    operation: 'createLoan',
    listener: () => listen('examples/lending-desk', deskHandlers),
  },
]

/** The findings of the kit, with the project's own configuration. */
async function findingsOf(folder: string, target: string, rules = runnerRules): Promise<string[]> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const surroundings = { env: { DESK_KEY: KEY }, readFile: () => KEY }
  const { identities, hints }: Config = readConfig(read('conform.yaml'), surroundings)
  const document = loadDocument(join(folder, 'openapi/openapi.yaml'))
  const found: string[] = []
  const summary = await runConformance({
    document,
    target,
    identities,
    hints,
    rules,
    subscribers: [
      (event) => {
        if (event.type === 'finding') found.push(`${event.finding.id}: ${messageOf(event.finding)}`)
      },
    ],
  })
  expect(summary.passed).toBeGreaterThan(rules.length)
  return found
}

describe.each(casesOf(projects, 2, 1))(
  '$folder',
  { timeout: 60_000 },
  ({ folder, prefix, operation, listener }) => {
    it('has what generate makes of its document, and a release where there is one', async () => {
      const outputs = await outputsOfPages(folder, ['openapi/openapi.yaml'], 'generated')
      expect(differences(folder, outputs, 'generated')).toEqual([])
      if (folder === 'templates/project')
        expect(readFileSync(join(folder, 'openapi/released/0.1.0.json'), 'utf8')).toBe(
          outputs.get('generated/openapi.json'),
        )
    })

    it('has nothing that its own lint finds', async () => {
      const root = mkdtempSync(join(tmpdir(), 'examples-'))
      onTestFinished(() => rmSync(root, { recursive: true }))
      for (const name of ['openapi', 'redocly.yaml'])
        cpSync(join(folder, name), join(root, name), { recursive: true })
      mkdirSync(join(root, 'node_modules'))
      symlinkSync(process.cwd(), join(root, 'node_modules/prompt-service'))
      const command = [join(process.cwd(), 'dist/src/toolkit/cli/main.js'), 'lint']
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root })
      expect(stdout).toMatch(/^\w+ is valid\.\n$/)
    })

    it('gets stubs that use its own types', async () => {
      const wanted = { folder: 'src/handlers', tests: 'test', types: undefined, handler: 'src/handler.ts' }
      const [handler, test] = await freeStubsOf(operation, folder, 'openapi/openapi.yaml', wanted)
      expect(handler?.path).toBe(`src/handlers/${operation}.ts`)
      expect(handler?.text).toContain("import type { Handler } from '../handler.ts'")
      expect(test?.path).toBe(`test/${operation}.test.ts`)
      expect(test?.text).toContain("from 'node:test'")
    })

    it('has a server that keeps to its document', async () => {
      const server = createServer(listener())
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      try {
        const { port } = server.address() as AddressInfo
        const target = `http://127.0.0.1:${port}${prefix}`
        const { passed } = await expectConformance({ config: join(folder, 'conform.yaml'), target, env })
        expect(passed).toBeGreaterThan(runnerRules.length)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })

    it('has a mock that keeps to its document', async () => {
      await using mock = await startMock(join(folder, 'openapi/openapi.yaml'), {
        stateful: true,
        keys,
        now: Date.now,
      })
      const reported = /created|deleted|list|echoes|link|invalid|credential/
      const rules = runnerRules.filter(({ id }) => reported.test(id))
      expect(await findingsOf(folder, `${mock.origin}${prefix}`, rules)).toEqual([])
    })
  },
)

it.runIf(isDue(5))(
  'a server that keeps nothing fails the expectation, with the requests that show it',
  async () => {
    await using mock = await startMock('templates/project/openapi/openapi.yaml', { keys, now: Date.now })
    const expectation = { config: 'templates/project/conform.yaml', target: mock.origin }
    await expect(expectConformance(expectation)).rejects.toThrow(
      /does not conform to [\s\S]*^ +curl -sS [\s\S]*^\d+\. created-read-back: /m,
    )
  },
  60_000,
)
