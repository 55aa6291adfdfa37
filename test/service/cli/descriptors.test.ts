/** More connections than the process has descriptors, from its first moment on. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { connectionsWithin } from '../../../src/service/transport/descriptors.ts'
import { casesOf, inCi } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { program, readJson } from './program.ts'

const CONNECTIONS = 700

const limits: [string, { given: number; want: number }][] = [
  ['few', { given: 256, want: 48 }],
  ['the usual', { given: 1024, want: 240 }],
  ['many', { given: 1_048_576, want: 262_128 }],
  ['hardly any', { given: 32, want: 8 }],
  ['no limit', { given: Number.POSITIVE_INFINITY, want: Number.POSITIVE_INFINITY }],
]
test.each(limits)('connections within a limit of descriptors: %s', (_name, { given, want }) => {
  expect(connectionsWithin(given)).toBe(want)
})

/** Resolves once it is a TLS connection, or is rejected. */
function open(port: number): Promise<TLSSocket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}

async function status(port: number, ca: Buffer, path: string, key?: string): Promise<number | undefined> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` }
  const sent = request({ port, host: 'localhost', path, ca, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const cases: [string, { flags: string[]; most: number }][] = [
  ['by default', { flags: [], most: connectionsWithin(400) }],
  ['with --max-connections', { flags: ['--max-connections', '20'], most: 20 }],
]
test.runIf(inCi).each(casesOf(cases, 2))(
  `%s, ${CONNECTIONS} TLS connections at 400 descriptors leave the server whole`,
  { timeout: 120_000 },
  async (_name, { flags, most }) => {
    const directory = join(temporaryDirectory(), 'data')
    const first = ['serve', '--production-port', '0', '--development-port', '0', '--data-dir', directory]
    const server = program([...first, ...flags], {}, 400)
    const addresses = /production +https:\S+:(\d+)[\s\S]*development +https:\S+:(\d+)/
    const [, production = '', development = ''] = await server.says(addresses)
    const ports = [Number(production), Number(development)]
    const opened = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => open(ports[index % 2] ?? 0)),
    )
    const locked = opened.filter((socket) => socket !== undefined)
    expect(locked.length).toBeGreaterThan(most)
    expect(locked.length).toBeLessThanOrEqual(2 * most)
    for (const socket of locked) socket.destroy()
    const ca = readFileSync(join(directory, 'tls/ca.pem'))
    const { development: made } = readJson<{ development: { apiKey: string } }>(
      join(directory, 'credentials.json'),
    )
    // The strict validator, which is loaded late, and everything else has found its descriptors.
    await expect
      .poll(() => status(ports[1] ?? 0, ca, '/v1/prompts', made.apiKey).catch(() => 0), { timeout: 20_000 })
      .toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
