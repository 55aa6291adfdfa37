import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseModelConfiguration } from '../src/service/models/configuration.ts'
import { createModels } from '../src/service/models/createModels.ts'
import { systemClock } from '../src/service/runtime/clock.ts'
import { isDue } from './harness/thorough.ts'

const run = promisify(execFile)
const root = process.cwd()

/** The commands of a page that a reader is to type, in order. */
const shellBlocks = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )

describe('the first pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  let server: ReturnType<typeof spawn>

  beforeAll(async () => {
    for (const name of ['dist', 'examples']) symlinkSync(join(root, name), join(folder, name))
    server = spawn(
      process.execPath,
      [
        join(root, 'dist/src/service/cli/main.js'),
        'serve',
        '--production-port',
        '0',
        '--development-port',
        '0',
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on('data', (text: Buffer) => text.includes('curl') && resolve())
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    })
  }, 60_000)

  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  test.runIf(isDue(6))(
    'has commands that work as printed',
    async () => {
      const script = shellBlocks('docs/service/five-minutes.md').map((block) => `${block}\necho; echo ----`)
      const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script.join('\n')], {
        cwd: folder,
      })
      const [, created, executed, published, rejected] = stdout.split('----\n')
      expect(JSON.parse(created ?? '')).toMatchObject({ object: 'prompt', version: 1, variables: ['name'] })
      expect(JSON.parse(executed ?? '')).toMatchObject({
        status: 'succeeded',
        renderedPrompt: 'Say hello to Ada.',
      })
      expect(published).toContain('"version":2')
      expect(JSON.parse(rejected ?? '')).toMatchObject({
        success: false,
        error: { code: 'VALIDATION_ERROR' },
      })
      expect(stdout).toMatch(/passed: 100\.0 % of the cases passed/)
      expect(readFileSync(join(folder, 'data/evaluation.xml'), 'utf8')).toContain('<testsuite ')
      expect(readFileSync(join(folder, 'data/report.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
      expect(stdout).toContain('--production-port')
    },
    120_000,
  )

  test('shows a configuration of models that is taken', () => {
    const page = readFileSync(join(root, 'docs/service/five-minutes.md'), 'utf8')
    const [, json = ''] = /^```json\n([\s\S]*?)^```/m.exec(page) ?? []
    const configuration = parseModelConfiguration(json, { OPENAI_API_KEY: 'sk-1' })
    expect(createModels({ environment: 'production', clock: systemClock, configuration }).defaultModel).toBe(
      'gpt-4.1-mini',
    )
  })

  test('names files and scripts that exist', () => {
    const text = ['README.md', 'CONTRIBUTING.md']
      .map((page) => readFileSync(join(root, page), 'utf8'))
      .join('\n')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const links = [...text.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => readFileSync(join(root, path)).length === 0)).toEqual([])
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})
