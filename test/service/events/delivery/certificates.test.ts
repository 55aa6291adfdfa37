import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createAddressGuard } from '../../../../src/service/events/delivery/addressGuard.ts'
import { createSender } from '../../../../src/service/events/delivery/sender.ts'
import { createAuthority, createLeaf, type Pair } from '../../../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../../../src/toolkit/network/nameConstraints.ts'
import { ManualClock } from '../../../harness/clock.ts'

const run = promisify(execFile)
const YEAR = 365 * 24 * 3_600_000

/** The certificate of an endpoint, and the CAs that the service trusts next to the public ones. */
interface Shown {
  pair: Pair
  ca: string | undefined
}

/** @param age milliseconds since the CA and its leaf of 90 days were made, by OpenSSL's clock */
async function vouched({ age = 0, hosts = ['127.0.0.1'], trusted = true }): Promise<Shown> {
  const authority = await createAuthority([...LOOPBACK_NAMES, { dns: 'other.test' }], Date.now() - age)
  const pair = await createLeaf(authority, hosts, Date.now() - age)
  return { pair, ca: trusted ? authority.cert : undefined }
}

async function selfSigned(): Promise<Shown> {
  const folder = await mkdtemp(join(tmpdir(), 'self-signed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 365'
  await run('openssl', ['req', ...options.split(' '), '-keyout', keyFile, '-out', certFile])
  return {
    pair: { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') },
    ca: undefined,
  }
}

/** The result of an attempt at `server`. */
async function attempt(server: Server, ca: string | undefined) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const guard = createAddressGuard(['127.0.0.0/8'])
  const sender = createSender({ guard, clock: new ManualClock(), ca })
  onTestFinished(async () => {
    await sender.close()
    server.close()
  })
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return sender.send({ url, headers: {}, body: Buffer.from('{}') }, new AbortController().signal)
}

const cases: [string, { given: () => Promise<Shown>; want: string }][] = [
  [
    'of an unknown authority',
    { given: () => vouched({ trusted: false }), want: 'TLS_CERTIFICATE_UNTRUSTED' },
  ],
  ['for another name', { given: () => vouched({ hosts: ['other.test'] }), want: 'TLS_NAME_MISMATCH' }],
  ['that has expired', { given: () => vouched({ age: YEAR }), want: 'TLS_CERTIFICATE_EXPIRED' }],
  ['signed by itself', { given: selfSigned, want: 'TLS_CERTIFICATE_SELF_SIGNED' }],
]

it.each(cases)(
  'a certificate %s receives nothing, and the outcome says why',
  async (_name, { given, want }) => {
    const { pair, ca } = await given()
    let received = 0
    const server = createTlsServer(pair, (socket) => void socket.on('data', () => received++))
    server.on('tlsClientError', () => {})
    expect(await attempt(server, ca)).toEqual({ responded: false, errorCode: want })
    expect(received).toBe(0)
  },
)

it('an endpoint that speaks no TLS fails without a verdict', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  expect(await attempt(server, undefined)).toEqual({ responded: false, errorCode: 'TLS_FAILURE' })
})
