import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResolver } from '../../../../src/service/events/delivery/resolver.ts'
import { ManualClock } from '../../../harness/clock.ts'

const A = 1
const AAAA = 28
/** Records by name and type; a name without any does not exist, and `silent.test` never gets a response. */
const ZONE: Record<string, { type: number; data: number[] }[]> = {
  'both.test': [
    { type: A, data: [192, 0, 2, 1] },
    { type: A, data: [192, 0, 2, 2] },
    { type: AAAA, data: [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 1] },
  ],
  'six.test': [{ type: AAAA, data: [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 2] }],
}

let server: Socket
let asked: string[] = []
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, peer) => {
    const reply = responseTo(query)
    if (reply) server.send(reply, peer.port, peer.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** RFC 1035, section 4: header, the question repeated, one record for each address. */
function responseTo(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const name = labels.join('.').toLowerCase()
  const type = query.readUInt16BE(at + 1)
  const question = query.subarray(12, at + 5)
  asked.push(name)
  if (name === 'silent.test') return undefined
  const records = (ZONE[name] ?? []).filter((record) => record.type === type)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(ZONE[name] ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const responses = records.map(({ data }) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]),
  )
  return Buffer.concat([header, question, ...responses])
}

const hosts: Record<string, string[]> = { 'from.hosts': ['192.0.2.9'] }

const createOwn = (clock = new ManualClock()) =>
  createResolver(clock, [`127.0.0.1:${server.address().port}`], async (host) => {
    const found = hosts[host]
    if (!found) throw new Error(`unknown name ${host}`)
    return found
  })
const resolve = (name: string, signal = new AbortController().signal) => createOwn()(name, signal)

describe('a name', () => {
  it.each([
    ['both.test', ['192.0.2.1', '192.0.2.2', '2001:db8::1']],
    ['six.test', ['2001:db8::2']],
  ])('%s has the addresses of both families', async (name, want) => {
    expect((await resolve(name)).sort()).toEqual(want)
  })

  it('that DNS does not know may stand in the hosts file', async () => {
    expect(await resolve('from.hosts')).toEqual(['192.0.2.9'])
    expect(asked).toContain('from.hosts')
  })

  it('that nobody knows is an error', async () => {
    await expect(resolve('missing.test')).rejects.toThrow('unknown name')
  })

  it('below localhost is never asked of DNS', async () => {
    asked = []
    await expect(resolve('hooks.localhost')).rejects.toThrow('unknown name')
    expect(await createResolver(new ManualClock())('localhost', new AbortController().signal)).toContain(
      '127.0.0.1',
    )
    expect(asked).toEqual([])
  })

  it('that nobody answers for is let go when the attempt ends', async () => {
    const attempt = new AbortController()
    const query = once(server, 'message')
    const lookup = resolve('silent.test', attempt.signal)
    await query
    attempt.abort()
    await expect(lookup).rejects.toMatchObject({ code: 'ECANCELLED' })
  })

  it.each([
    ['six.test', 2], // A and AAAA
    ['missing.test', 2],
  ])('%s is asked for once by all who want it, and anew a second later', async (name, questions) => {
    const clock = new ManualClock()
    const own = createOwn(clock)
    const one = () => own(name, new AbortController().signal)
    const all = () => Promise.allSettled(Array.from({ length: 400 }, one))
    asked = []
    const [responses, later] = [await all(), await all()]
    expect(new Set([...responses, ...later].map((one) => JSON.stringify(one))).size).toBe(1)
    expect(asked).toHaveLength(questions)
    await clock.advance(1_000)
    await all()
    expect(asked).toHaveLength(2 * questions)
  })

  it('is let go when the last who waits gives up, and not before', async () => {
    const own = createOwn()
    const [first, second] = [new AbortController(), new AbortController()]
    const query = once(server, 'message')
    const lookups = [own('silent.test', first.signal), own('silent.test', second.signal)]
    const ended = Promise.allSettled(lookups)
    await query
    first.abort()
    asked = []
    const third = new AbortController()
    const later = own('silent.test', third.signal)
    expect(asked).toEqual([])
    second.abort()
    third.abort()
    await expect(later).rejects.toMatchObject({ code: 'ECANCELLED' })
    for (const one of await ended) expect(one).toMatchObject({ status: 'rejected' })
  })
})
