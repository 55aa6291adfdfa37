/** Runs the samples of every operation, in each language that is here, against the mock of the document. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { samplesOf } from '../../../src/toolkit/docs/samples/languages.ts'
import { sampleRequest } from '../../../src/toolkit/docs/samples/request.ts'
import { listenAsMock, type MockListener } from '../../../src/toolkit/mock/listen.ts'
import { createNodeMock } from '../../../src/toolkit/mock/nodeMock.ts'
import { credentialAlternatives } from '../../../src/toolkit/openapi/credentialForm.ts'
import { documentOf, listOperations, loadDocument } from '../../../src/toolkit/openapi/index.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const document = loadDocument(join(import.meta.dirname, '../../../generated/openapi.v1.json'))
let mock: MockListener
let server = ''

beforeAll(async () => {
  const made = await createNodeMock(document, PLAIN_MOCK)
  mock = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [made],
    events: undefined,
    largest: 2 ** 24,
  })
  server = `http://127.0.0.1:${mock.port}/v1`
})
afterAll(() => mock?.close())

let samples: [id: string, ofLanguages: ReturnType<typeof samplesOf>][] | undefined
/** The samples of one language, by operationId. */
const samplesIn = (label: string): [id: string, code: string][] => {
  samples ??= listOperations(document).map((operation) => {
    const request = sampleRequest(
      document,
      operation,
      server,
      credentialAlternatives(document, operation.operation)[0],
    )
    return [operation.operationId, samplesOf(request)]
  })
  return samples.map(([id, all]) => [id, all.find((one) => one.label === label)?.text ?? ''])
}

const has = (tool: string) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined

/** Runs a program over all samples in one process; it prints a line for each that fails. */
function runAll(program: string, args: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, API_KEY: 'svc_test_samples' }
    const child = execFile(program, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr}${stdout}`)) : resolve(stdout),
    )
    child.stdin?.end(input)
  })
}

const PYTHON = `
import contextlib, io, json, sys
for name, code in json.load(sys.stdin):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, name, "exec"), {})
    except Exception as error:
        body = error.read().decode() if hasattr(error, "read") else ""
        print(name, error, body)
`

describe('the samples', () => {
  test('in TypeScript', async () => {
    const failed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.stubEnv('API_KEY', 'svc_test_samples')
    const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<void>
    for (const [id, code] of samplesIn('TypeScript'))
      await new AsyncFunction(code)().catch((error: Error) => failed.push(`${id} ${error.message}`))
    vi.unstubAllEnvs()
    log.mockRestore()
    expect(failed).toEqual([])
  })

  test.skipIf(!has('python3'))(
    `in Python${has('python3') ? '' : ' are not run: python3 is not there'}`,
    async () => {
      expect(await runAll('python3', ['-c', PYTHON], JSON.stringify(samplesIn('Python')))).toBe('')
    },
  )

  // Each is a process, so that every third is run.
  test.skipIf(!has('curl'))(`in curl${has('curl') ? '' : ' are not run: curl is not there'}`, async () => {
    const some = samplesIn('curl').filter((_, index) => index % 3 === 0)
    const script = some.map(([id, code]) => `name=${id}\n${code}`).join('\n')
    const reported =
      'curl() { local s; s=$(command curl -s -o /dev/null -w "%{http_code}" "$@"); case $s in 2*) ;; *) echo "$name $s";; esac; }'
    expect(await runAll('bash', ['-c', `${reported}\n${script}`], '')).toBe('')
  })

  test.skipIf(!has('go'))(`in Go${has('go') ? '' : ' are not compiled: go is not there'}`, async () => {
    const [[, code] = ['', '']] = samplesIn('Go').filter(([id]) => id === 'createPrompt')
    const printed = await runAll(
      'bash',
      ['-c', 'd=$(mktemp -d) && cat > $d/main.go && go run $d/main.go; rm -r $d'],
      code,
    )
    expect(printed).toContain('201')
  })
})

describe('an operation that requires several credentials', () => {
  const security = [
    { id: [], secret: [], key: [], app: [], session: [], region: [], login: [] },
    { token: [] },
  ]
  const apiKey = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
  const accounts = documentOf({
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    security,
    paths: {
      '/accounts': {
        get: {
          operationId: 'listAccounts',
          parameters: [
            { name: 'theme', in: 'cookie', required: true, example: 'a"$b`', schema: { type: 'string' } },
          ],
          responses: { 200: { description: '', content: { 'application/json': {} } } },
        },
      },
    },
    components: {
      securitySchemes: {
        id: apiKey('header', 'Client-Id'),
        secret: apiKey('header', 'Client-Secret'),
        key: apiKey('query', 'key'),
        app: apiKey('query', 'app'),
        session: apiKey('cookie', 'session'),
        region: apiKey('cookie', 'region'),
        login: { type: 'http', scheme: 'basic' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  })
  const environment = {
    ...{ API_CLIENT_ID: 'id', API_CLIENT_SECRET: 'secret', API_KEY: 'key', API_APP: 'app' },
    ...{ API_SESSION: 'session', API_REGION: 'region', API_USER: 'ann:pass' },
  }
  const received: { url: string; headers: Record<string, unknown> }[] = []
  const target = createServer(({ url = '', headers }, response) => {
    received.push({ url, headers })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  beforeAll(async () => void (await once(target.listen(0, '127.0.0.1'), 'listening')))
  afterAll(() => void target.close())

  const sampleIn = (label: string): string => {
    const [operation] = listOperations(accounts)
    if (operation === undefined) throw new Error('the document has an operation')
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
    const [credentials] = credentialAlternatives(accounts, operation.operation)
    const request = sampleRequest(accounts, operation, url, credentials)
    return samplesOf(request).find((one) => one.label === label)?.text ?? ''
  }
  const run = (label: string, [program, ...args]: [string, ...string[]]) => {
    const env = { ...process.env, ...environment }
    return promisify(execFile)(program, [...args, sampleIn(label)], { env })
  }

  it.each<[label: string, program: [string, ...string[]]]>([
    ['curl', ['bash', '-c']],
    ['TypeScript', [process.execPath, '--input-type=module', '-e']],
    ['Python', ['python3', '-c']],
  ])('has all of the first alternative in %s', async (label, program) => {
    if (!has(label === 'curl' ? 'curl' : program[0])) return
    received.length = 0
    await run(label, program)
    expect(received).toEqual([
      {
        url: '/accounts?key=key&app=app',
        headers: expect.objectContaining({
          'client-id': 'id',
          'client-secret': 'secret',
          cookie: 'session=session; region=region; theme=a"$b`',
          authorization: `Basic ${btoa('ann:pass')}`,
        }),
      },
    ])
  })

  it('has all of the first alternative in Go', () => {
    const code = sampleIn('Go')
    for (const name of Object.keys(environment)) expect(code).toContain(`os.Getenv("${name}")`)
    expect(code).toContain(
      'request.Header.Set("Cookie", "session="+os.Getenv("API_SESSION")+"; region="+os.Getenv("API_REGION")+"; theme=a\\"$b`")',
    )
  })
})
