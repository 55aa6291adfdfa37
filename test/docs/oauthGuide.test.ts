/** Runs what docs/service/oauth.md shows, as it is printed, against a server. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'
import { signedIn } from '../service/features/oauth/visitor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/service/oauth.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  )
const recipe = (name: string) => blocks(`ts recipe=${name}`)[0] ?? ''

let server: TestServer
let folder: string
/** The variables of the shell commands. */
let made: Record<string, string>
let listed: string
beforeAll(async () => {
  server = await startServer()
  server.clock.jump(Date.now()) // the samples go by the clock of the machine
  folder = mkdtempSync(join(tmpdir(), 'oauth-guide-'))
  writeFileSync(join(folder, 'ca.pem'), server.ca)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'TOKEN']
  const report = `echo; for name in ${names.join(' ')}; do echo "$name=\${!name}"; done`
  const { stdout } = await run(
    'bash',
    ['-eu', '-o', 'pipefail', '-c', [...blocks('sh'), report].join('\n')],
    {
      env: { ...process.env, CA: join(folder, 'ca.pem'), BASE: `${server.origin}/v1`, KEY: server.a.key },
    },
  )
  const [first = '', ...lines] = stdout.trim().split('\n')
  listed = first
  made = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)))
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a sample with the variables; what it prints comes line by line. */
function start(name: string) {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, recipe(name))
  const child = spawn('node', ['--import', 'tsx', file], {
    cwd: folder,
    env: { ...process.env, ...made, PORT: '0', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A request of a browser that follows no redirect. */
const visit = (url: string) =>
  new Promise<{ status: number; location: string; body: string }>((resolve, reject) => {
    get(url, { agent: false }, async (response) => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, location: headers.location ?? '', body: await text(response) })
    }).on('error', reject)
  })

test('the commands register a client, which lists prompts with its own token', () => {
  expect(JSON.parse(listed)).toMatchObject({ prompts: [] })
  expect(made.CLIENT_ID).toMatch(/^client_/)
})

test('the verifier takes the token', async () => {
  expect(await text(start('verify').stdout)).toMatch(
    new RegExp(`^user_\\w+ in ${server.a.id} may prompts:read\\n$`),
  )
})

describe('the application', () => {
  const listening = async () => {
    const child = start('code')
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => resolve(/\d+/.exec(chunk.toString())?.[0] ?? ''))
      child.once('exit', async () => reject(new Error(await text(child.stderr))))
    })
    return `http://127.0.0.1:${port}`
  }

  test('gets what the person allowed, refreshes, calls the API and revokes', async () => {
    const application = await listening()
    const { location } = await visit(application)
    const visitor = await signedIn(server)
    const back = await visitor.allow(new URL(location).search.slice(1), ['prompts:read'])
    expect(await visit(`${application}/callback?${back}`)).toMatchObject({
      status: 200,
      body: 'Allowed: prompts:read. Prompts: 0.',
    })
    const replayed = await visit(`${application}/callback?${back}`)
    expect([replayed.status, replayed.body]).toEqual([400, 'failed: Nobody asked for this.'])
    const denied = `error=access_denied&error_description=No.&iss=${encodeURIComponent(server.origin)}`
    const again = new URL((await visit(application)).location).searchParams.get('state')
    expect(await visit(`${application}/callback?${denied}&state=${again}`)).toMatchObject({
      status: 400,
      body: expect.stringContaining('access_denied'),
    })
  })
})

test('every block of the page is run', () => {
  expect(blocks('\\w[^\\n]*')).toHaveLength(blocks('sh').length + 2)
})
