import { request as sendTls } from 'node:https'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFaultProxy, type FaultProxy } from '../../../src/toolkit/mutate/proxy.ts'
import { createAuthority, createLeaf } from '../../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../../src/toolkit/network/nameConstraints.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { inCi } from '../../harness/thorough.ts'
import { converse, type Identities } from './faults/conversation.ts'
import type { Fault, WireRequest, WireResponse } from './faults/fault.ts'
import { generateFaults, sampleFaults } from './faults/generated.ts'
import { writtenFaults } from './faults/index.ts'

let server: TestServer
let proxy: FaultProxy
let ca: string
let who: Identities

beforeAll(async () => {
  server = await startServer()
  const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
  const leaf = await createLeaf(authority, ['localhost', '127.0.0.1'], Date.now())
  ca = authority.cert
  const credentials = { owner: server.a.key, other: server.b.key }
  proxy = await createFaultProxy({ target: server.origin, ca: server.ca, tls: leaf })
  const free = await server.organization('free')
  who = { ...credentials, reader: await server.keyWith(server.a, ['reports:read']), free: free.key }
})

afterAll(async () => {
  await proxy.close()
  await server.close()
})

/** One exchange to the byte: the fields in their order and their own letters, and the body. */
function exchange(origin: string, authority: string, method: string, path: string, body?: string) {
  const headers = {
    authorization: `Bearer ${server.a.key}`,
    'x-request-id': 'same',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise<{ status: number | undefined; fields: string[]; body: string }>((resolve, reject) => {
    const request = sendTls(origin + path, { method, ca: authority, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          fields: response.rawHeaders,
          body: Buffer.concat(chunks).toString('base64'),
        }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe('the planting proxy without a fault', () => {
  it.each([
    ['GET', '/v1/models', undefined],
    ['HEAD', '/v1/models', undefined],
    ['GET', '/v1/prompts/prompt_01m6dvgpd0ewbvgzmzjvq426zr', undefined],
    ['POST', '/v1/prompts', '{"name": "cut'],
    ['PUT', '/v1/prompts', '{}'],
    ['OPTIONS', '/v1/prompts', undefined],
    ['GET', '/v1/prompts?limit=5&limit=6', undefined],
    ['GET', '/.well-known/jwks.json', undefined],
  ])('passes %s %s on as it is', async (method, path, body) => {
    proxy.plant(undefined)
    const direct = await exchange(server.origin, server.ca, method, path, body)
    const through = await exchange(proxy.origin, ca, method, path, body)
    // The rest of the limits counts down from one request to the next, and the clock continues between the two.
    const settled = ({ status, fields, body: bytes }: typeof direct) => ({
      status,
      fields: fields.flatMap((text, index) => {
        const name = fields[index - (index % 2)] ?? ''
        if (/remaining|^ratelimit$/i.test(name)) return []
        return index % 2 === 1 && name === 'Date'
          ? [text.replace(/\d/g, '0').replace(/[A-Z][a-z]{2}/g, 'Abc')]
          : [text]
      }),
      bytes,
    })
    expect(settled(through)).toEqual(settled(direct))
    expect(proxy.acted).toBe(0)
  })
})

describe('the written faults', () => {
  it('are named once, and say what a client suffers and which fact they break', () => {
    expect(new Set(writtenFaults.map(({ name }) => name)).size).toBe(writtenFaults.length)
    for (const { name, suffering, breaks } of writtenFaults) {
      expect(name).toMatch(/^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)+$/)
      expect(suffering).toMatch(/^[A-Z"].*\.$/)
      expect(breaks.length).toBeGreaterThan(5)
    }
  })

  it('each ask or answer otherwise than the right server, somewhere in one conversation', {
    timeout: 60_000,
  }, async () => {
    const recorded: { request: WireRequest; response: WireResponse }[] = []
    proxy.plant(undefined)
    proxy.onExchange((request, response) => recorded.push({ request, response }))
    const agent = new Agent({ connect: { ca } })
    await converse(proxy.origin, agent, who)
    await agent.close()
    const idle: string[] = []
    for (const fault of writtenFaults) if (!(await acts(fault, recorded))) idle.push(fault.name)
    expect(idle).toEqual([])
  })
})

/** Plays the recording to a fault: the first other request or other response is an act. */
async function acts(fault: Fault, recorded: readonly { request: WireRequest; response: WireResponse }[]) {
  const handle = fault.plant({ owner: who.owner, other: who.other })
  for (const { request, response } of recorded) {
    let questions = 0
    const handled = await handle(request, async (asked) => {
      questions += asked === request ? 1 : 2
      return response
    })
    if (questions !== 1 || handled !== response) return true
  }
  return false
}

describe('the generated faults', () => {
  it.runIf(inCi)('are drawn by a seed, of every rule', () => {
    const all = generateFaults()
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    const names = (seed: number) => sampleFaults(all, seed, 300).map(({ name }) => name)
    expect(names(1)).toEqual(names(1))
    expect(names(1)).not.toEqual(names(2))
    expect(new Set(sampleFaults(all, 3, 6).map(({ rule }) => rule)).size).toBe(6)
  })
})
