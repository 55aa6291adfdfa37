import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LOOK_INTERVAL, systemClock } from '../../../src/service/runtime/clock.ts'
import { createLeaf, type Pair } from '../../../src/toolkit/network/authority.ts'
import { localCertificates, ownCertificate } from '../../../src/toolkit/network/certificates.ts'
import { ManualClock } from '../../harness/clock.ts'

const run = promisify(execFile)
const DAY = 86_400_000

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tls-'))
})
afterEach(() => rm(directory, { recursive: true }))

// Clients check the certificate by their own clock, so these tests begin at the present.
const present = () => new ManualClock(Date.now())

/** The result of a TLS client at a server with `pair`: its response, or the code of its objection. */
async function visit(pair: Pair, url: (port: number) => string): Promise<string> {
  const server = createServer(pair, (_, response) => response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ca = await readFile(join(directory, 'ca.pem'))
  const said = await new Promise<string>((resolve) => {
    const options = { ca, lookup: toLoopback, agent: false as const }
    const request = get(url(port), options, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}: ${error.message}`))
  })
  server.close()
  return said
}

type Found = (error: null, addresses: { address: string; family: number }[]) => void
const toLoopback = (_name: string, _options: unknown, found: unknown) =>
  (found as Found)(null, [{ address: '127.0.0.1', family: 4 }])

const reached: [string, { given: { hosts: string[]; url: (port: number) => string }; want: string }][] = [
  ['localhost', { given: { hosts: [], url: (port) => `https://localhost:${port}/` }, want: 'hello' }],
  [
    'the loopback address',
    { given: { hosts: [], url: (port) => `https://127.0.0.1:${port}/` }, want: 'hello' },
  ],
  [
    'a --host name',
    { given: { hosts: ['prompts.lan'], url: (port) => `https://prompts.lan:${port}/` }, want: 'hello' },
  ],
  [
    'a name nobody gave',
    {
      given: { hosts: [], url: (port) => `https://prompts.lan:${port}/` },
      want: 'ERR_TLS_CERT_ALTNAME_INVALID',
    },
  ],
]
test.each(reached)("Node's client trusts the authority for %s", async (_, { given, want }) => {
  const source = await localCertificates({ directory, hosts: given.hosts, clock: present() })
  source.stop()
  expect(await visit(source.current(), given.url)).toContain(want)
})

test('a certificate for another name is refused even when the stolen authority key signs it', async () => {
  const source = await localCertificates({ directory, hosts: [], clock: present() })
  source.stop()
  const authority = { cert: await read('ca.pem'), key: await read('ca-key.pem') }
  const forged = await createLeaf(authority, ['bank.example'], Date.now())
  expect(await visit(forged, (port) => `https://bank.example:${port}/`)).toContain(
    'permitted subtree violation',
  )
})

test('openssl verifies the chain strictly', async () => {
  const source = await localCertificates({ directory, hosts: ['10.1.2.3', 'fd00::5'], clock: present() })
  source.stop()
  const files = [join(directory, 'ca.pem'), join(directory, 'leaf.pem')]
  const { stdout } = await run('openssl', [
    'verify',
    '-x509_strict',
    '-purpose',
    'sslserver',
    '-CAfile',
    ...files,
  ])
  expect(stdout).toMatch(/leaf\.pem: OK/)
})

test.each([
  ['2041', 'of which the CA ends after 2049'],
  ['2055', 'of which all are after 2049'],
])('openssl verifies the chain of %s, %s', async (year) => {
  const now = Date.UTC(Number(year), 5, 1)
  const source = await localCertificates({ directory, hosts: [], clock: new ManualClock(now) })
  source.stop()
  const files = [join(directory, 'ca.pem'), join(directory, 'leaf.pem')]
  const { stdout } = await run('openssl', [
    'verify',
    '-x509_strict',
    '-attime',
    String(now / 1000),
    '-CAfile',
    ...files,
  ])
  expect(stdout).toMatch(/leaf\.pem: OK/)
})

test('a CA that openssl made issues certificates', async () => {
  const [key, cert] = [join(directory, 'ca-key.pem'), join(directory, 'ca.pem')]
  const options =
    '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /C=AT/O=Prompts/CN=CA -days 30'
  await run('openssl', ['req', ...options.split(' '), '-keyout', key, '-out', cert])
  const authority = { cert: await read('ca.pem'), key: await read('ca-key.pem') }
  const leaf = await createLeaf(authority, ['localhost'], Date.now())
  expect(await visit(leaf, (port) => `https://localhost:${port}/`)).toBe('hello')
  const { validTo } = new X509Certificate(leaf.cert)
  expect(Date.parse(validTo)).toBeLessThanOrEqual(Date.parse(new X509Certificate(authority.cert).validTo))
})

test('the keys are readable by their owner alone', async () => {
  const source = await localCertificates({ directory, hosts: [], clock: present() })
  source.stop()
  for (const name of ['ca-key.pem', 'leaf-key.pem']) {
    expect((await stat(join(directory, name))).mode & 0o777, name).toBe(0o600)
  }
})

const restarts: [string, { given: { hosts?: string[]; later?: number; spoil?: string }; want: string }][] = [
  ['at once', { given: {}, want: 'same authority, same leaf' }],
  ['after 59 days', { given: { later: 59 * DAY }, want: 'same authority, same leaf' }],
  ['after 61 days', { given: { later: 61 * DAY }, want: 'same authority, new leaf' }],
  ['after eight years', { given: { later: 8 * 365 * DAY }, want: 'new authority, new leaf' }],
  ['after the clock was set back a year', { given: { later: -365 * DAY }, want: 'new authority, new leaf' }],
  ['with another --host', { given: { hosts: ['prompts.lan'] }, want: 'new authority, new leaf' }],
  ['with a spoilt leaf', { given: { spoil: 'leaf.pem' }, want: 'same authority, new leaf' }],
  ['without the authority key', { given: { spoil: 'ca-key.pem' }, want: 'new authority, new leaf' }],
]
test.each(restarts)('a start %s', async (_, { given, want }) => {
  const clock = present()
  const first = await localCertificates({ directory, hosts: [], clock })
  first.stop()
  const before = { ca: await read('ca.pem'), leaf: await read('leaf.pem') }
  if (given.spoil) await writeFile(join(directory, given.spoil), 'spoilt')
  clock.jump(clock.now() + (given.later ?? 0))
  const second = await localCertificates({ directory, hosts: given.hosts ?? [], clock })
  second.stop()
  const authority = (await read('ca.pem')) === before.ca ? 'same authority' : 'new authority'
  const leaf = second.current().cert === before.leaf ? 'same leaf' : 'new leaf'
  expect(`${authority}, ${leaf}`).toBe(want)
})

test('a running server renews its certificate when less than a third of its life is left', async () => {
  const clock = present()
  const source = await localCertificates({ directory, hosts: [], clock })
  const renewed = new Promise<Pair>((resolve) => source.onRenewal(resolve))
  clock.jump(clock.now() + 61 * DAY)
  await clock.advance(3_600_000)
  const pair = await renewed
  source.stop()
  expect(Date.parse(new X509Certificate(pair.cert).validTo)).toBeGreaterThan(clock.now() + 80 * DAY)
  expect(source.current()).toEqual(pair)
})

test('a jump of the wall clock is seen within seconds: an expired certificate is not served on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const source = await localCertificates({ directory, hosts: [], clock: systemClock })
  onTestFinished(() => source.stop())
  const renewed = new Promise<Pair>((resolve) => source.onRenewal(resolve))
  vi.setSystemTime(Date.now() + 91 * DAY)
  vi.advanceTimersByTime(LOOK_INTERVAL)
  const pair = await renewed
  expect(Date.parse(new X509Certificate(pair.cert).validTo)).toBeGreaterThan(Date.now() + 80 * DAY)
})

const own: [string, { given: { cert: string; key: string; later?: number }; want: string | RegExp }][] = [
  ['a sound pair', { given: { cert: 'leaf.pem', key: 'leaf-key.pem' }, want: 'served' }],
  [
    'a key of another certificate',
    { given: { cert: 'leaf.pem', key: 'ca-key.pem' }, want: /the key is not the one/ },
  ],
  [
    'the files swapped',
    { given: { cert: 'leaf-key.pem', key: 'leaf.pem' }, want: /not a certificate and a private/ },
  ],
  [
    'a missing file',
    { given: { cert: 'none.pem', key: 'leaf-key.pem' }, want: /--tls-cert .*none\.pem cannot be read/ },
  ],
  [
    'an expired one',
    { given: { cert: 'leaf.pem', key: 'leaf-key.pem', later: 91 * DAY }, want: /leaf\.pem expired on/ },
  ],
]
test.each(own)('--tls-cert and --tls-key with %s', async (_, { given, want }) => {
  const clock = present()
  ;(await localCertificates({ directory, hosts: [], clock })).stop()
  if (given.later) clock.jump(clock.now() + given.later)
  const outcome = ownCertificate({
    certPath: join(directory, given.cert),
    keyPath: join(directory, given.key),
    clock,
  }).then(
    (source) => {
      source.stop()
      return 'served'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(await outcome).toMatch(want)
})

const read = (name: string) => readFile(join(directory, name), 'utf8')
