/** A listener on a free port with its own CA, and raw sockets to it. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { systemClock } from '../../../src/service/runtime/clock.ts'
import { type Listener, listen, type ServingOptions } from '../../../src/service/transport/listener.ts'
import type { Pair } from '../../../src/toolkit/network/authority.ts'
import type { ListenAddress } from '../../../src/toolkit/network/bind.ts'
import { type CertificateSource, localCertificates } from '../../../src/toolkit/network/certificates.ts'

let directory: string
export let certificates: CertificateSource
let ca: Buffer
const open: Listener[] = []

/** Gives the tests of a file a CA and closes their listeners. Each file calls it: modules are shared by files. */
export function useListeners(): void {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'listener-'))
    certificates = await localCertificates({ directory, hosts: [], clock: systemClock })
    ca = await readFile(join(directory, 'ca.pem'))
  })
  afterAll(async () => {
    certificates.stop()
    await rm(directory, { recursive: true })
  })
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.close(0)
  })
}

export async function start(options: Partial<ServingOptions & ListenAddress> = {}): Promise<Listener> {
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    portFlag: '--production-port',
    certificates,
    handler: say('over TLS'),
    plainHandler: say('in plain'),
    trusted: () => false,
    clock: systemClock,
    sharedHeaders: () => ({ requestId: 'req_1', headers: { 'X-RateLimit-Limit': '60' } }),
    ...options,
  })
  open.push(listener)
  return listener
}

export const say = (what: string) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume().on('end', () => response.end(what))
}

export const plain = (port: number): Promise<Socket> =>
  connected(connect({ host: '127.0.0.1', port, noDelay: true }), 'connect')
export const secure = (port: number): Promise<Socket> =>
  connected(connectTls({ host: '127.0.0.1', port, ca, servername: 'localhost' }), 'secureConnect')

async function connected<S extends Socket>(socket: S, event: string): Promise<S> {
  await once(socket, event)
  return socket
}

/** Sends bytes and reads until the server closes. */
export async function exchange(socket: Socket, bytes: string): Promise<string> {
  socket.write(bytes)
  return text(socket)
}

/** The beginning of a sound request. */
export const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

/** The CA that issues the listeners' certificates. */
export const readAuthority = async (): Promise<Pair> => ({
  cert: await readFile(join(directory, 'ca.pem'), 'utf8'),
  key: await readFile(join(directory, 'ca-key.pem'), 'utf8'),
})
