/** A part of an item that its owner has to store before others could read it. */
import { describe, expect, it } from 'vitest'
import {
  type ConformanceFinding,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'
import { collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  security: [{ key: [] }],
  paths: {
    ...collection('/shops', 'Shop', { title: text }),
    '/shops/{id}/logo': {
      parameters: [parameter('id')],
      get: sending(undefined, 'Logo', 200),
      put: sending({ file: text }, 'Logo', 200),
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: { Shop: object({ title: text }), Logo: object({ file: text }) },
  },
})

function createServer(isOpen: boolean) {
  const all = new Map<string, Thing & { owner: unknown; logo?: object }>()
  return ({
    method,
    url,
    headers,
    body,
  }: {
    method: string
    url: string
    headers: Record<string, unknown>
    body: string
  }): Response => {
    const [, , id = '', part] = url.split('/')
    const owner = headers['x-key']
    if (owner === undefined) return fail(401, 'credential', 'Send X-Key.')
    const sent = body === '' ? {} : JSON.parse(body)
    if (id === '') {
      const shop = { id: crypto.randomUUID(), owner, ...sent }
      all.set(shop.id, shop)
      return [201, { id: shop.id, title: shop.title }]
    }
    const shop = all.get(id)
    const isHidden = shop?.owner !== owner && !(isOpen && part === 'logo' && method === 'GET')
    if (shop === undefined || isHidden) return fail(404, 'shop', 'There is no such shop.')
    if (part === undefined) return [200, { id, title: shop.title }]
    if (method === 'PUT') shop.logo = { id, ...sent }
    return shop.logo === undefined ? fail(404, 'logo', 'The shop has no logo.') : [200, shop.logo]
  }
}

async function findingsOf(isOpen: boolean): Promise<ConformanceFinding[]> {
  await using server = await startJson(createServer(isOpen))
  const findings: ConformanceFinding[] = []
  const identity = (name: string, organization?: string) => ({
    name,
    credentials: [{ kind: 'header' as const, name: 'X-Key', value: name }],
    ...(organization !== undefined && { organization }),
  })
  await runConformance({
    document,
    target: server.url,
    identities: [identity('owner'), identity('other', 'another')],
    rules: runnerRules.filter(({ id }) => id === 'tenant-data-isolated'),
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return findings
}

describe('a part that only its owner may read', { timeout: 30_000 }, () => {
  it('is stored before another organization reads it, also in the sequence of the finding', async () => {
    const [finding] = await findingsOf(true)
    expect(finding).toMatchObject({ rule: 'tenant-data-isolated', status: 200, repeated: true })
    expect(finding?.sequence.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'POST 201',
      'PUT 200',
      'GET 200',
    ])
  })

  it('is not found for another organization', async () => {
    expect(await findingsOf(false)).toEqual([])
  })
})
