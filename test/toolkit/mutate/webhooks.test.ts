import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mutate } from '../../../src/toolkit/cli/mutate.ts'
import { createAuthority, createLeaf, LOOPBACK_NAMES } from '../../../src/toolkit/network/index.ts'
import { inCi, isDue } from '../../harness/thorough.ts'

const shop = join(import.meta.dirname, 'shop')
const folder = mkdtempSync(join(tmpdir(), 'mutate-webhooks-'))
const startShop = (env: Record<string, string> = {}) =>
  spawn(process.execPath, [join(shop, 'server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
async function originOf({ stdout }: ReturnType<typeof startShop>): Promise<string> {
  const [port] = (await once(stdout, 'data')) as [Buffer]
  return `http://localhost:${String(port).trim()}`
}
const server = startShop()
let target = ''

beforeAll(async () => {
  target = await originOf(server)
})

afterAll(() => {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

interface Fault {
  id: string
  outcome: string
  route: string
  location: string
  message: string
  example: string
  exchange?: { isDelivery: boolean; request: { sent?: string; received?: string } }
}

interface Place {
  at: string
  env: NodeJS.ProcessEnv
  /** Default: that of the shop. */
  document?: string
}

async function measure(
  suite: string,
  { at, env, document = join(shop, 'openapi.yaml') }: Place,
  ...flags: string[]
): Promise<{ text: string; faults: Fault[] }> {
  const lines: string[] = []
  const file = join(folder, `${suite}.json`)
  const command = ['--', process.execPath, join(shop, `${suite}.mjs`)]
  const args = [flags.includes('--since') ? 'openapi.yaml' : document, at, '--report', `json=${file}`]
  const print = (line: string) => void lines.push(line)
  const code = await mutate.run([...args, ...flags, ...command], { env, print })
  expect(code, lines.join('\n')).toBe(0)
  const { faults } = JSON.parse(readFileSync(file, 'utf8')) as { faults: Fault[] }
  return { text: lines.join('\n'), faults }
}

const WEBHOOKS = ['--family', 'webhooks']

const idsOf = (faults: readonly Fault[], outcome: string) =>
  faults.flatMap((one) => (one.outcome === outcome ? [one.id] : [])).sort()

const valuesOf = (
  operation: string,
  event: string,
  places: readonly (readonly [string, readonly string[]])[],
) =>
  places.flatMap(([place, changes]) =>
    changes.map((change) => `${operation} event-value-wrong ${event} ${change} ${place}`),
  )

const SCALAR = ['property-missing', 'type-changed', 'value-changed'] as const
const ORDER = [
  ['/data', ['property-missing']],
  ['/data/id', SCALAR],
  ['/data/paid', SCALAR],
  ['/data/sku', SCALAR],
  ['/type', ['property-missing', 'type-changed']],
] as const

/** By hand, from the events of the shop. The weak suite waits for three deliveries, and reads none. */
const UNNOTICED = [
  'createExport event-content-type-changed ready application/json',
  'createExport event-sent-twice ready',
  ...valuesOf('createExport', 'ready', [['/rows', SCALAR]]),
  ...['order.created', 'order.paid'].flatMap((event) => [
    `createWebhook event-content-type-changed ${event} application/json`,
    `createWebhook event-sent-twice ${event}`,
    ...valuesOf('createWebhook', event, ORDER),
  ]),
  'createWebhook event-type-changed order.created order.paid',
  'createWebhook event-type-changed order.paid order.created',
  'createWebhook events-swapped order.created order.paid',
  'createWebhook signature-missing X-Shop-Signature',
  'createWebhook signature-old 60',
  'createWebhook signature-wrong X-Shop-Signature',
].sort()

describe('mutate of webhooks', { timeout: 120_000 }, () => {
  it.runIf(isDue(1))(
    'names the faults of deliveries that a receiver without checks does not detect',
    async () => {
      const { faults, text } = await measure('weak', { at: target, env: process.env }, ...WEBHOOKS)
      expect(idsOf(faults, 'survived')).toEqual(UNNOTICED)
      expect(idsOf(faults, 'detected')).toEqual([
        'createExport event-not-sent ready',
        'createWebhook event-not-sent order.created',
        'createWebhook event-not-sent order.paid',
      ])
      expect(text).toContain('They received 4 deliveries of 3 events.')
      const find = (id: string) => faults.find((one) => one.id === `createWebhook ${id}`)
      const twice = find('event-sent-twice order.paid')
      expect(twice?.route).toBe('webhook order.paid')
      expect(twice?.message).toBe('The event order.paid is delivered twice.')
      expect(twice?.location).toMatch(/openapi\.yaml:78:\d+$/)
      expect(twice?.example).toBe('POST /hooks: your receiver got it 2 times.')
      expect(find('event-value-wrong order.paid value-changed /data/paid')).toMatchObject({
        message: '/data/paid of the event order.paid has another value.',
        example: 'POST /hooks: /data/paid was true and became false.',
        exchange: {
          isDelivery: true,
          request: { received: expect.stringContaining('"paid": false') as string },
        },
      })
    },
  )

  it('plants faults only in a webhook or callback that changed since a revision', async () => {
    const repository = join(folder, 'repository')
    cpSync(shop, repository, { recursive: true })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: repository })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'one')
    const file = join(repository, 'openapi.yaml')
    const before = readFileSync(file, 'utf8')
    const cwd = process.cwd()
    process.chdir(repository)
    try {
      const routesAfter = async (from: string, to: string) => {
        expect(before).toContain(from)
        writeFileSync(file, before.replace(from, to))
        const flags = ['--since', 'main', '--family', 'webhooks', '--faults', '2', '--workers', '1']
        const { faults } = await measure('weak', { at: target, env: process.env }, ...flags)
        return new Set(faults.map(({ route }) => route))
      }
      const header = "parameters: [{ $ref: '#/components/parameters/Signature' }]\n      requestBody:"
      const paid = `order.paid:\n    post:\n      ${header}`
      expect(await routesAfter(paid, paid.replace(header, 'requestBody:'))).toEqual(
        new Set(['webhook order.paid']),
      )
      expect(
        await routesAfter(
          'properties: { rows: { type: integer } }',
          'properties: { rows: { type: number } }',
        ),
      ).toEqual(new Set(['webhook ready']))
    } finally {
      process.chdir(cwd)
    }
  })

  it.runIf(isDue(2))(
    'relays deliveries unchanged to a receiver that checks them, and plants what it detects',
    async () => {
      const { faults } = await measure('strong', { at: target, env: process.env }, ...WEBHOOKS)
      expect(faults.filter(({ outcome }) => outcome !== 'detected')).toEqual([])
      expect(faults.length).toBeGreaterThanOrEqual(UNNOTICED.length + 3)
    },
  )

  it.runIf(isDue(3))(
    'relays to an HTTPS receiver with its certificate, and names the flags without it',
    async () => {
      const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
      const leaf = await createLeaf(authority, ['127.0.0.1'], Date.now())
      const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      writeFileSync(ca, authority.cert)
      writeFileSync(cert, leaf.cert)
      writeFileSync(key, leaf.key)
      const secure = startShop({ NODE_EXTRA_CA_CERTS: ca })
      try {
        const at = await originOf(secure)
        const env = { ...process.env, RECEIVER_CERT: cert, RECEIVER_KEY: key }
        const flags = ['--fault', 'createWebhook signature-*', '--fault', '*sent-twice*']
        const { faults, text } = await measure(
          'strong',
          { at, env },
          ...flags,
          '--receiver-cert',
          cert,
          '--receiver-key',
          key,
        )
        expect(text).toContain('They received 4 deliveries of 3 events.')
        expect(faults.map(({ outcome }) => outcome)).toEqual(faults.map(() => 'detected'))
        expect(faults.length).toBe(6)
        const without = await measure('weak', { at, env }, '--family', 'statuses', '--faults', '1')
        expect(without.text).toMatch(
          /No faults for events to https:\/\/127\.0\.0\.1:\d+: name its certificate and key/,
        )
      } finally {
        secure.kill()
      }
    },
  )

  it.runIf(inCi)('plants faults in the events of an AsyncAPI document, at their places there', async () => {
    const document = join(folder, 'operations.yaml')
    const whole = readFileSync(join(shop, 'openapi.yaml'), 'utf8')
    writeFileSync(document, whole.replace(/^webhooks:\n(?: .*\n)+/m, ''))
    const place = { at: target, env: process.env, document }
    const flags = ['--fault', '*event-value-wrong order.paid*', '--fault', '*signature-missing*']
    const { faults, text } = await measure('weak', place, ...flags, '--asyncapi', join(shop, 'asyncapi.yaml'))
    expect(text).toContain('They received 4 deliveries of 3 events.')
    expect(idsOf(faults, 'survived')).toEqual(
      [
        ...valuesOf('createWebhook', 'order.paid', ORDER),
        'createWebhook signature-missing X-Shop-Signature',
      ].sort(),
    )
    const locationOf = (part: string) => faults.find(({ id }) => id.endsWith(part))?.location
    expect(locationOf('type-changed /type')).toMatch(/asyncapi\.yaml:31:\d+$/)
    expect(locationOf('value-changed /data/paid')).toMatch(/openapi\.yaml:\d+:\d+$/)
    expect(locationOf('signature-missing X-Shop-Signature')).toMatch(/asyncapi\.yaml:36:\d+$/)
  })

  it.runIf(isDue(6))('plants faults only in an AsyncAPI message that changed since a revision', async () => {
    const repository = join(folder, 'events')
    cpSync(shop, repository, { recursive: true })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: repository })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'one')
    const file = join(repository, 'asyncapi.yaml')
    const before = readFileSync(file, 'utf8')
    const paid = 'properties:\n          type: { const: order.paid }'
    expect(before).toContain(paid)
    writeFileSync(file, before.replace(paid, `${paid}\n          at: { type: string }`))
    const cwd = process.cwd()
    process.chdir(repository)
    try {
      const flags = ['--asyncapi', 'asyncapi.yaml', '--since', 'main', '--faults', '2', '--workers', '1']
      const { faults } = await measure('weak', { at: target, env: process.env }, ...flags)
      expect(new Set(faults.map(({ route }) => route))).toEqual(new Set(['webhook order.paid']))
    } finally {
      process.chdir(cwd)
    }
  })

  it('names what is wrong with --asyncapi and --relay-host', async () => {
    const run = async (...flags: string[]) => {
      const given = [join(shop, 'openapi.yaml'), target, ...flags, '--', 'true']
      return mutate.run(given, { env: process.env, print: () => {} }).catch(({ message }: Error) => message)
    }
    expect(await run('--asyncapi', join(shop, 'openapi.yaml'))).toMatch(/openapi\.yaml declares no events/)
    expect(await run('--relay-host', 'http://localhost')).toMatch(/expected a host without a port/)
    expect(await run('--relay-host', 'localhost:80')).toMatch(/expected a host without a port/)
    const document = join(shop, '..', 'library', 'openapi.yaml')
    const given = [document, target, '--asyncapi', join(shop, 'asyncapi.yaml'), '--', 'true']
    await expect(mutate.run(given, { env: process.env, print: () => {} })).rejects.toThrow(
      /receives the URL of a webhook/,
    )
  })

  const SENT = ['--fault', '*sent-twice*', '--fault', '*not-sent*']
  const [address] = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).flatMap((one) => (one.internal || one.family !== 'IPv4' ? [] : [one.address])),
  )

  it.runIf(address !== undefined && isDue(4))(
    'relays to a receiver on a network address of this machine',
    async () => {
      const env = { ...process.env, RECEIVER_HOST: address }
      const { faults, text } = await measure('weak', { at: target, env }, ...SENT)
      expect(text).toContain('They received 4 deliveries of 3 events.')
      expect(text).not.toContain('No faults for events')
      expect(faults.length).toBe(6)
    },
  )

  it.runIf(isDue(5))('relays under the host of --relay-host, which only the server resolves', async () => {
    const name = 'host.shop.internal'
    const inContainer = startShop({ LOCAL_NAME: name })
    try {
      const at = await originOf(inContainer)
      const env = { ...process.env, RECEIVER_HOST: name }
      const { faults, text } = await measure('weak', { at, env }, ...SENT, '--relay-host', name)
      expect(text).toContain('They received 4 deliveries of 3 events.')
      expect(faults.length).toBe(6)
      const without = await measure('weak', { at, env }, '--family', 'statuses', '--faults', '1')
      expect(without.text).toMatch(
        /No faults for events to http:\/\/host\.shop\.internal:\d+: the host is not of this machine\. .+ with --relay-host\./,
      )
      const other = await measure(
        'weak',
        { at, env },
        '--family',
        'statuses',
        '--faults',
        '1',
        '--relay-host',
        'other.internal',
      )
      expect(other.text).toMatch(
        /No faults for events to http:\/\/host\.shop\.internal:\d+: the host has no address here\./,
      )
    } finally {
      inContainer.kill()
    }
  })
})
