/** Runs the commands of the guides against a demo server, and follows the tutorial exactly. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isDue } from '../harness/thorough.ts'
import { program } from '../service/cli/program.ts'

// A few seconds; a busy machine needs long to start two programs.
vi.setConfig({ testTimeout: 300_000 })

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Blocks of code in one language, in order; a title in the fence is its file. */
function blocks(path: string, language: string): { code: string; info: string }[] {
  const page = readFileSync(join(root, path), 'utf8')
  const pattern = new RegExp(`^\`\`\`${language}( [^\\n]*)?\\n([\\s\\S]*?)^\`\`\``, 'gm')
  return [...page.matchAll(pattern)].map(([, info = '', code = '']) => ({ code, info: info.trim() }))
}

describe.runIf(isDue(3))('the guides', () => {
  /** Those whose commands need only a demo server; the others have tests of their own. */
  const names = [
    ...['quick-start', 'authentication', 'prompts-and-versions', 'execution', 'evaluations', 'reports'],
    ...['errors', 'rate-limits', 'paging', 'idempotency-and-concurrency', 'versioning-and-deprecation'],
    'your-implementation',
  ].map((name) => `${name}.md`)

  test('show commands and programs that work as printed', async () => {
    const demo = program(['serve', '--demo', '--development-port', '0'])
    const [printed, base = ''] = await demo.says(/API +(http:\/\/localhost:\d+\/v1)[\s\S]*__demo\/reset\n/)
    const [key = ''] = /svc_test_\w+/.exec(printed) ?? []
    const env = { ...process.env, BASE: base, KEY: key }
    const prelude = blocks('docs/service/quick-start.md', 'sh')[0]?.code ?? ''
    const scripts = names.map((name) => {
      const own = blocks(`docs/service/${name}`, 'sh').map(({ code }) => code)
      return [`echo "== ${name}"`, ...own.map((code) => `${code}\necho`)].join('\n')
    })
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', [prelude, ...scripts].join('\n')], {
      env,
    })
    const said = new Map(
      stdout.split(/^== /m).map((part): [string, string] => {
        const [name = '', ...lines] = part.split('\n')
        return [name, lines.join('\n')]
      }),
    )
    const expected: [name: string, words: RegExp][] = [
      ['quick-start.md', /"renderedPrompt":"Say hello to Ada\."[\s\S]*VALIDATION_ERROR/],
      ['authentication.md', /"object":"api_key"/],
      ['prompts-and-versions.md', /"version":1[\s\S]*"labels":\{"production":1\}/],
      ['execution.md', /"status":"succeeded"[\s\S]*mock\/echo/],
      ['evaluations.md', /"results":\[/],
      ['reports.md', /,/],
      ['rate-limits.md', /X-RateLimit-Remaining/i],
      ['paging.md', /"hasMore":true/],
      ['idempotency-and-concurrency.md', /Idempotent-Replayed: true[\s\S]*PRECONDITION_FAILED/i],
    ]
    for (const [name, words] of expected) expect(said.get(name), name).toMatch(words)

    for (const name of names) {
      for (const { code } of blocks(`docs/service/${name}`, 'python')) {
        const { stdout: printedNumber } = await run('python3', ['-c', code], { env })
        expect(Number(printedNumber), name).toBeGreaterThan(4)
      }
    }
    demo.kill('SIGTERM')
    await demo.ended
  })
})

/** A port that nothing listens at just now. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

test.runIf(isDue(6))('the tutorial leads to a verified webhook', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tutorial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['dist', 'node_modules', 'package.json'])
    symlinkSync(join(root, part), join(folder, part))
  const port = String(await freePort())
  for (const { code, info } of blocks('docs/service/tutorial.md', 'ts')) {
    const [, file = ''] = /^file=(\S+)$/.exec(info) ?? []
    writeFileSync(join(folder, file), code.replaceAll('4443', port))
  }
  const [build, ...steps] = blocks('docs/service/tutorial.md', 'sh').map(({ code }) => code)
  // The build has been done; ports are those that are free.
  expect(build).toBe('npm ci\nnpm run build\n')
  const script = steps
    .join('\n')
    .replaceAll(/ &$/gm, ' &\necho "job $!"')
    .replaceAll('4443', port)
    .replace('main.js serve', 'main.js serve --production-port 0 --development-port 0')
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-m', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  // A background process has its own group; the page ends it by its last command.
  onTestFinished(() => {
    for (const job of output.match(/^job \d+$/gm) ?? []) end(Number(job.slice(4)))
    end(child.pid ?? 0)
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(output).toMatch(/verified prompt\.created evt_\w+\n/)
  expect(output).toMatch(/refused .*signature/i)
  expect(output.match(/^refused /gm)).toHaveLength(2)
  expect(output).toMatch(/"deliveries":\[\{/)
  expect(code, output).toBe(0)
})
