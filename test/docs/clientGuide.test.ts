/** Type-checks every sample of docs/service/client.md, and runs it against the mock with state. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient, unwrap } from '../../src/client/index.ts'
import { signatureHeaders } from '../../src/service/events/signature.ts'
import { outputsOfPages } from '../../src/toolkit/generate/outputs.ts'
import { startScriptedServer } from '../client/scriptedServer.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'
import { startMock, type TestMock } from '../toolkit/mock/startMock.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/service/client.md'), 'utf8')
const samples = new Map(
  [...page.matchAll(/^<!-- sample: (\w+) -->\n```ts\n([\s\S]*?)^```$/gm)].map(
    ([, name = '', code = '']): [string, string] => [name, code],
  ),
)
/** Those that begin anew; the others continue with the client of the first. */
const WHOLE = ['start', 'page', 'signIn', 'webhook']
const source = (name: string): string =>
  (WHOLE.includes(name) ? '' : `${samples.get('start')}\n`) + (samples.get(name) ?? '')

let mock: TestMock
/** The files of `generate --queries`, next to the samples. */
let generated: Map<string, string>
beforeAll(async () => {
  generated = await outputsOfPages(root, ['generated/openapi.v1.json'], 'generated', { queries: true })
  mock = await startMock('generated/openapi.v1.json', { stateful: true })
  vi.stubEnv('PROMPT_SERVICE_URL', `${mock.origin}/v1`)
  const client = createClient({ baseUrl: `${mock.origin}/v1`, credential: 'svc_test_any' })
  for (const name of ['One', 'Two', 'Three'])
    unwrap(await client.POST('/prompts', { body: { name, content: 'Hello {{name}}', draft: true } }))
}, 60_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await mock?.[Symbol.asyncDispose]()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function prepare(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'generated'))
  for (const [path, text] of generated) writeFileSync(join(folder, path), text)
}

/** Runs a sample as a module of its own. @returns what it exports, and what it printed */
async function run(name: string): Promise<{ printed: unknown[][]; module: Record<string, unknown> }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const folder = temporaryDirectory()
  prepare(folder)
  const outfile = join(folder, 'sample.mjs')
  await build({
    stdin: {
      contents: source(name).replace('http://127.0.0.1:4010', mock.origin),
      loader: 'ts',
      resolveDir: folder,
    },
    alias: {
      'prompt-service-client/webhooks': join(root, 'src/client/webhooks.ts'),
      'prompt-service-client': join(root, 'src/client/index.ts'),
    },
    external: ['msw', 'msw/node', '@tanstack/query-core'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  })
  const module = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Record<string, unknown>
  return { printed: log.mock.calls, module }
}

describe('the samples of docs/service/client.md', () => {
  it('have the right types, with and without the DOM', () => {
    const folder = temporaryDirectory()
    for (const name of samples.keys())
      writeFileSync(join(folder, `${name}.ts`), `${source(name)}\nexport {}\n`)
    prepare(folder)
    mkdirSync(join(folder, 'types'))
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.asynciterable', 'dom.iterable'],
      types: ['node'],
      paths: {
        'prompt-service-client': [join(root, 'src/client/index.ts')],
        'prompt-service-client/webhooks': [join(root, 'src/client/webhooks.ts')],
      },
    }
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' })
    expect(stdout).toBe('')
  }, 120_000)

  it.each<[string, RegExp]>([
    ['start', /^prompt_/],
    ['call', /^prompt_\w+ \[/m],
    ['abort', /^\d+$/m],
    ['pages', /./],
    ['update', /\["reviewed"\]|,"reviewed"\]/],
    ['errors', /^name .+ req_/m],
    ['codes', /^name: /m],
    ['tanstack', /^One$/m],
    ['msw', /^404 NOT_FOUND$/m],
  ])('%s', async (name, expected) => {
    const { printed } = await run(name)
    const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    expect(printed.map((line) => line.map(words).join(' ')).join('\n')).toMatch(expected)
  })

  it('page', async () => {
    const shown: unknown[] = []
    const body = { append: (...nodes: unknown[]) => shown.push(...nodes) }
    vi.stubGlobal('document', { body, createElement: () => '\n' })
    await run('page')
    expect(shown.join('')).toContain('Three\n')
  })

  it('webhook', async () => {
    vi.stubEnv('WEBHOOK_SECRET', 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=')
    const { module } = await run('webhook')
    const receive = module.POST as (request: Request) => Promise<Response>
    const body = JSON.stringify({ id: 'evt_1', type: 'prompt.created', data: { name: 'Greeting' } })
    const signed = signatureHeaders(
      Buffer.from(body),
      [process.env.WEBHOOK_SECRET ?? ''],
      Math.floor(Date.now() / 1000),
    )
    const post = (headers: Record<string, string>) =>
      receive(new Request('http://localhost/hook', { method: 'POST', body, headers }))
    expect((await post({ ...signed })).status).toBe(204)
    expect((await post({})).status).toBe(400)
  })

  it('signIn', async () => {
    const { module } = await run('signIn')
    const open = module.openClient as (issuer: string, id: string) => Promise<ReturnType<typeof createClient>>
    const responses: { status: number; body: unknown }[] = []
    await using server = await startScriptedServer(responses)
    const issuer = server.baseUrl.replace('/v1', '')
    const at = (path: string) => issuer + path
    responses.push({
      status: 200,
      body: { issuer, authorization_endpoint: at('/authorize'), token_endpoint: at('/token') },
    })
    // Data of other code in the storage is not a sign-in.
    const stored = new Map([['theme', 'dark']])
    const location = {
      origin: 'https://app.example',
      pathname: '/',
      search: '',
      href: 'https://app.example/',
    }
    vi.stubGlobal('location', location)
    vi.stubGlobal('history', { replaceState: () => {} })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
      get length() {
        return stored.size
      },
    })
    await open(issuer, 'client_1')
    const asked = new URL(location.href)
    expect(asked.searchParams.get('redirect_uri')).toBe('https://app.example/')

    const back = new URLSearchParams({
      code: 'code_1',
      state: asked.searchParams.get('state') ?? '',
      iss: issuer,
    })
    Object.assign(location, { search: `?${back}`, href: `https://app.example/?${back}` })
    responses.push(responses[0] as { status: number; body: unknown })
    responses.splice(
      1,
      1,
      responses[0] as { status: number; body: unknown },
      { status: 200, body: { access_token: 'token_1', expires_in: 600, scope: 'prompts:read' } },
      { status: 200, body: { prompts: [], nextCursor: null, hasMore: false } },
    )
    const client = await open(issuer, 'client_1')
    await client.GET('/prompts')
    expect(server.received.at(-1)?.headers.authorization).toBe('Bearer token_1')
  })

  it('are all run', () => {
    const fences = page.match(/^```ts$/gm) ?? []
    expect(samples.size).toBe(fences.length)
    expect([...samples.keys()].sort()).toEqual(
      [
        'start',
        'page',
        'call',
        'abort',
        'pages',
        'update',
        'errors',
        'codes',
        'files',
        'signIn',
        'webhook',
        'tanstack',
        'msw',
      ].sort(),
    )
  })
})
