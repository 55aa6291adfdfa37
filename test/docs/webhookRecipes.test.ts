/** Runs every recipe of docs/service/webhooks.md, where its language is there, against right and wrong deliveries. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import asyncapi from '../../generated/asyncapi.json' with { type: 'json' }
import { signatureHeaders } from '../../src/service/events/signature.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/service/webhooks.md'), 'utf8')
const recipes = new Map(
  [...page.matchAll(/^```\w+ recipe=(\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
)

const has = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined
const node = ['node', '--import', 'tsx']
/** How each is run, and what it needs. */
const runners: Record<string, { file: string; command: string[]; missing?: string }> = {
  express: { file: 'recipe.ts', command: node },
  node: { file: 'recipe.ts', command: node },
  fetch: { file: 'recipe.ts', command: node },
  python: { file: 'recipe.py', command: ['python3'], ...(!has('python3') && { missing: 'python3' }) },
  go: { file: 'recipe.go', command: ['go', 'run'], ...(!has('go') && { missing: 'go' }) },
}

/** Serves a fetch handler, like the platforms that have them. */
const FETCH_SERVER = `
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
const server = createServer(async (incoming, response) => {
  const { method, headers } = incoming
  const answer = await POST(new Request('http://localhost/hook', { method, headers, body: await buffer(incoming) }))
  response.writeHead(answer.status).end(await answer.text())
})
server.listen(process.env.PORT, () => console.log('Listening on', server.address().port))
`

const OLD = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const NEW = 'whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU='
const STRANGER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** Starts a recipe that knows the secrets OLD and NEW. @returns its address and what it prints */
async function start(name: string): Promise<{ url: string; printed: string[] }> {
  const { file, command } = runners[name] ?? { file: '', command: [] }
  const directory = temporaryDirectory()
  const webhooks = pathToFileURL(join(root, 'src/client/webhooks.ts')).href
  const code = (recipes.get(name) ?? '').replace("'prompt-service-client/webhooks'", `'${webhooks}'`)
  writeFileSync(join(directory, file), name === 'fetch' ? code + FETCH_SERVER : code)
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  const [program = '', ...args] = command
  const child = spawn(program, [...args, join(directory, file)], {
    cwd: directory,
    env: { ...process.env, PORT: '0', WEBHOOK_SECRET: `${OLD} ${NEW}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // `go run` has a child of its own, which must end with it
  })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  const printed: string[] = []
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The recipe ended with ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line)
      const found = /^Listening on (\d+)$/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  return { url: `http://127.0.0.1:${port}/hook`, printed }
}

const example = asyncapi.channels.webhook.messages.promptCreated.examples[0]?.payload
const bodyOf = (id: string, name = 'Grüße, κόσμε') =>
  Buffer.from(JSON.stringify({ ...example, id, data: { ...example?.data, name } }))

interface Given {
  body: Buffer
  secrets?: string[]
  /** Seconds by which the signature is older than now. */
  age?: number
  headers?: Record<string, string>
}

const now = () => Math.floor(Date.now() / 1000)
const post = async (url: string, { body, secrets = [NEW], age = 0, headers = {} }: Given) => {
  const signed = { ...signatureHeaders(body, secrets, now() - age), ...headers }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signed },
    body: new Uint8Array(body),
  })
  return response.status
}

const rejected: [string, Given][] = [
  ['another secret', { body: bodyOf('evt_1'), secrets: [STRANGER] }],
  ['a signature 310 seconds old', { body: bodyOf('evt_1'), age: 310 }],
  ['a signature from the future', { body: bodyOf('evt_1'), age: -310 }],
  [
    'two headers that disagree about the time',
    { body: bodyOf('evt_1'), headers: { 'X-Service-Timestamp': '1' } },
  ],
  ['no t', { body: bodyOf('evt_1'), headers: { 'X-Service-Signature': `v1=${'0'.repeat(64)}` } }],
  ['another scheme alone', { body: bodyOf('evt_1'), headers: { 'X-Service-Signature': `t=${now()},v0=aa` } }],
  [
    'the signature of another body',
    { body: bodyOf('evt_1'), headers: { ...signatureHeaders(bodyOf('evt_2'), [NEW], now()) } },
  ],
]

test('every recipe of the page has a runner, and the other way round', () => {
  expect([...recipes.keys()].sort()).toEqual(Object.keys(runners).sort())
})

describe.each(Object.entries(runners))('%s', (name, { missing }) => {
  test.skipIf(missing)(
    missing ? `is not run: ${missing} is not there` : 'takes what is ours once, and refuses the rest',
    async () => {
      const { url, printed } = await start(name)
      expect(await post(url, { body: bodyOf('evt_a') })).toBe(204)
      expect(await post(url, { body: bodyOf('evt_a'), age: 290 })).toBe(204)
      expect(await post(url, { body: bodyOf('evt_b'), secrets: [STRANGER, OLD] })).toBe(204)
      const outcomes: [string, number][] = []
      for (const [what, given] of rejected) outcomes.push([what, await post(url, given)])
      expect(outcomes).toEqual(rejected.map(([what]) => [what, 400]))
      expect(printed.slice(1)).toEqual(['prompt.created evt_a', 'prompt.created evt_b'])
    },
  )
})
