import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Credentials } from '../../../src/service/cli/serve/bootstrap.ts'
import { casesOf, isDue } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { program, serve, serveAnew } from './program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 60_000 })

const run = promisify(execFile)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const freePorts = ['--production-port', '0', '--development-port', '0']

test('the first start prints a command that works as printed; the second finds what the first made', async () => {
  const directory = join(temporaryDirectory(), 'with a blank', 'data')
  const first = await serveAnew(directory)
  const { stdout } = await run('sh', [
    '-c',
    `${/^ {2}curl[\s\S]*$/m.exec(first.output.stdout)?.[0].replace('curl', 'curl -sS')}`,
  ])
  expect(JSON.parse(stdout)).toMatchObject({ object: 'prompt', name: 'Greeting', version: 1 })
  for (const name of ['production', 'development'] as const) {
    const settings = first.credentials[name]?.settingsUrl
    expect(settings).toBe(first.credentials[name]?.baseUrl.replace('/v1', '/settings'))
    expect(first.output.stdout).toContain(` ${settings} `)
  }
  expect(modeOf(directory)).toBe('700')
  expect(modeOf(join(directory, 'credentials.json'))).toBe('600')
  expect(modeOf(join(directory, 'admin.sock'))).toBe('600')
  const readable = readdirSync(directory).filter(
    (name) => /\.(sqlite|key)$/.test(name) && modeOf(join(directory, name)) !== '600',
  )
  expect(readable).toEqual([])

  first.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(existsSync(join(directory, 'admin.sock'))).toBe(false)

  const second = await serve(directory)
  expect(second.output.stdout).toContain('The keys of the first start are in')
  const keysOf = ({ owner, production, development }: Credentials) => [
    owner,
    production?.apiKey,
    development?.apiKey,
  ]
  expect(keysOf(second.credentials)).toEqual(keysOf(first.credentials))
  expect(second.output.stdout).toContain(` ${second.credentials.development?.baseUrl} `)
  expect((await second.ask('/prompts')).body).toMatchObject({ prompts: [{ name: 'Greeting' }] })
  expect(await second.ask('/prompts', { environment: 'production' })).toMatchObject({
    status: 200,
    body: { prompts: [] },
  })
  const { owner, production, development } = second.credentials
  const log = first.output.stderr + second.output.stderr
  const secrets = [owner.password, production?.apiKey, development?.apiKey].filter((secret) =>
    log.includes(String(secret)),
  )
  expect(secrets).toEqual([])
  for (const line of log.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
})

test('--no-bootstrap makes no keys', async () => {
  const directory = temporaryDirectory()
  const server = program([
    'serve',
    ...freePorts,
    '--data-dir',
    directory,
    '--validator',
    'compiled',
    '--no-bootstrap',
  ])
  await server.says(/Make a key with/)
  expect(existsSync(join(directory, 'credentials.json'))).toBe(false)
})

test('what was acknowledged before a kill is there after it', async () => {
  const directory = temporaryDirectory()
  const first = await serve(directory)
  const made = await first.ask('/prompts', { method: 'POST', body: { name: 'Kept', content: 'Kept.' } })
  first.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  expect(made.status).toBe(201)
  const second = await serve(directory)
  expect((await second.ask('/prompts')).body).toMatchObject({ prompts: [{ name: 'Kept' }] })
})

test.runIf(isDue(1))(
  'SIGTERM under load: whatever was done was answered, and whatever was answered is kept',
  async () => {
    const directory = temporaryDirectory()
    const server = await serve(directory)
    const responded: string[] = []
    let enough: () => void = () => {}
    const underWay = new Promise<void>((resolve) => {
      enough = resolve
    })
    const clients = Array.from({ length: 12 }, async (_, client) => {
      for (let i = 0; ; i++) {
        const name = `Prompt ${client}.${i}`
        try {
          const { status } = await server.ask('/prompts', { method: 'POST', body: { name, content: 'x' } })
          if (status === 201) responded.push(name)
        } catch {
          return // the server accepts nothing more
        }
        if (responded.length === 40) enough()
      }
    })
    await underWay
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await Promise.all(clients)
    const again = await serve(directory)
    const stored: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await again.ask(`/prompts?limit=100${cursor && `&cursor=${cursor}`}`)
      const page = body as { prompts: { name: string }[]; nextCursor: string | null }
      stored.push(...page.prompts.map(({ name }) => name))
      cursor = page.nextCursor
    }
    expect(stored.sort()).toEqual(responded.sort())
  },
)

test.runIf(isDue(2))(
  'a request that does not end holds up the first signal; the second ends the server at once',
  async () => {
    const directory = temporaryDirectory()
    const server = await serve(directory)
    const ca = readFileSync(join(directory, 'tls/ca.pem'))
    const headers = {
      Authorization: `Bearer ${server.credentials.development?.apiKey}`,
      'Content-Type': 'application/json',
      'Content-Length': 9,
      Expect: '100-continue',
    }
    const url = `${server.credentials.development?.baseUrl}/prompts`
    const endless = request(url, { ca, method: 'POST', headers, agent: false })
    endless.on('error', () => {})
    endless.flushHeaders()
    await once(endless, 'continue')
    server.kill('SIGTERM')
    await server.says(/"stopping"/, 'stderr')
    server.kill('SIGTERM')
    expect(await server.ended).toBe(1)
    expect(server.output.stderr).toContain('"ended immediately"')
  },
)

test('a second server on the same data is refused, and the first goes on', async () => {
  const directory = temporaryDirectory()
  const first = await serve(directory)
  const second = program(['serve', ...freePorts, '--data-dir', directory])
  expect(await second.ended).toBe(1)
  expect(second.output.stderr).toMatch(
    /^prompt-service: \S+production\.sqlite: the database is in use by the process \d+\..*\n$/,
  )
  expect((await first.ask('/prompts')).status).toBe(200)
})

test('a taken port is refused before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const directory = join(temporaryDirectory(), 'data')
  const server = program([
    'serve',
    '--production-port',
    '0',
    '--development-port',
    String(port),
    '--data-dir',
    directory,
  ])
  expect(await server.ended).toBe(1)
  expect(server.output.stderr).toBe(
    `prompt-service: Port ${port} on 127.0.0.1 is in use by another program; choose another with --development-port.\n`,
  )
  expect(existsSync(directory)).toBe(false)
})

const rejected: [string, { given: (directory: string) => string[]; want: RegExp }][] = [
  [
    'a file that is no database',
    {
      given: (directory) => {
        writeFileSync(join(directory, 'production.sqlite'), 'x'.repeat(8192))
        return []
      },
      want: /production\.sqlite: the file is damaged or not a database/,
    },
  ],
  [
    'a database that cannot be written',
    {
      given: (directory) => {
        writeFileSync(join(directory, 'production.sqlite'), '', { mode: 0o400 })
        return []
      },
      want: /production\.sqlite: the database cannot be written/,
    },
  ],
  [
    'a master key that others can read',
    {
      given: (directory) => {
        writeFileSync(join(directory, 'production.key'), `${Buffer.alloc(32).toString('base64')}\n`, {
          mode: 0o644,
        })
        return []
      },
      want: /production\.key: the master key has mode 644/,
    },
  ],
  [
    'a data directory that is a file',
    {
      given: (directory) => {
        writeFileSync(join(directory, 'file'), '')
        return ['--data-dir', join(directory, 'file', 'data')]
      },
      want: /--data-dir \S+ cannot be made/,
    },
  ],
  [
    'a certificate without its key file',
    {
      given: () => ['--tls-cert', '/none.pem', '--tls-key', '/none.key'],
      want: /--tls-cert \/none\.pem cannot be read/,
    },
  ],
]
test.each(casesOf(rejected, 3, 1))('%s is refused in one line', async (_, { given, want }) => {
  const directory = temporaryDirectory()
  mkdirSync(directory, { recursive: true })
  const flags = given(directory)
  const place = flags.includes('--data-dir') ? [] : ['--data-dir', directory]
  const server = program([
    'serve',
    ...freePorts,
    '--validator',
    'compiled',
    '--log-level',
    'silent',
    ...place,
    ...flags,
  ])
  expect(await server.ended).toBe(1)
  expect(server.output.stderr).toMatch(want)
  expect(server.output.stderr).toMatch(/^prompt-service: [^\n]+\n$/)
  expect(server.output.stdout).toBe('')
})
