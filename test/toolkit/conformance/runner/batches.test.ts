/** An action on several items by their ids: other tenants' items stay as they are, and the number of ids has a limit. */

import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import {
  type ConformanceFinding,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { listening } from './jsonServer.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const error = { description: '' }

/** A collection with creation and reading; the tickets refer to a customer. */
function collection(name: string, properties: Record<string, object>) {
  const whole = {
    type: 'object',
    required: ['id'],
    properties: { id: text, ...properties, tags: { type: 'array', items: text } },
  }
  const input = { type: 'object', required: Object.keys(properties), additionalProperties: false, properties }
  return {
    [`/${name}`]: {
      get: {
        operationId: `list-${name}`,
        responses: { 200: shown({ type: 'array', items: whole }), 401: error },
      },
      post: {
        operationId: `create-${name}`,
        requestBody: body(input),
        responses: { 201: shown(whole), 401: error, 422: error },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${name}`, responses: { 200: shown(whole), 401: error, 404: error } },
    },
  }
}

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    ...collection('customers', { name: text }),
    ...collection('tickets', { subject: text, customer_id: text }),
    '/tickets/bulk_update': {
      post: {
        operationId: 'bulk-update',
        requestBody: body({
          type: 'object',
          required: ['ids', 'add_tags'],
          additionalProperties: false,
          properties: {
            ids: { type: 'array', minItems: 1, maxItems: 5, uniqueItems: true, items: text },
            add_tags: { type: 'array', minItems: 1, items: { ...text, minLength: 1 } },
          },
        }),
        responses: { 200: shown({ type: 'object' }), 401: error, 422: error },
      },
    },
  },
})

interface Thing {
  id: string
  owner: string
  [name: string]: unknown
}
/** The object that a body contains; an empty one for other bodies. */
function parsed(sent: string): Record<string, unknown> {
  try {
    const value = JSON.parse(sent)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

type Fault = 'none' | 'changes all' | 'no limit' | 'none, with properties that GETs change'

async function run(fault: Fault): Promise<ConformanceFinding[]> {
  const things = new Map<string, Thing>()
  const respond = (
    owner: string,
    method: string,
    url: string,
    sent: Record<string, unknown>,
  ): [number, unknown?] => {
    const [, kind = '', one] = url.split('?')[0]?.split('/') ?? []
    if (one === 'bulk_update') {
      const ids = sent.ids as string[]
      const tags = sent.add_tags
      const isList = (value: unknown) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((each) => typeof each === 'string' && each !== '')
      if (!isList(ids) || !isList(tags) || new Set(ids).size < ids.length || Object.keys(sent).length > 2)
        return [422, {}]
      if (ids.length > 5 && fault !== 'no limit') return [422, {}]
      const found = ids.map((each) => things.get(each))
      for (const each of found)
        if (each !== undefined && (each.owner === owner || fault === 'changes all')) each.tags = tags
      return [200, { results: ids }]
    }
    if (method === 'POST') {
      const isKnown = kind === 'customers' || things.get(String(sent.customer_id))?.owner === owner
      const wanted = kind === 'customers' ? ['name'] : ['customer_id', 'subject']
      const isValid = Object.values(sent).every((value) => typeof value === 'string')
      if (!isKnown || !isValid || Object.keys(sent).sort().join() !== wanted.join()) return [422, {}]
      const made = { ...sent, owner, id: `${kind}-${things.size}`, tags: [] }
      things.set(made.id, made)
      return [201, made]
    }
    if (one === undefined) {
      const own = [...things.values()].filter((each) => each.owner === owner)
      return [200, own.filter(({ id: each }) => each.startsWith(kind))]
    }
    const found = things.get(one)
    if (found?.owner !== owner) return [404, {}]
    if (fault !== 'none, with properties that GETs change') return [200, found]
    found.times_shown = Number(found.times_shown ?? 0) + 1
    const [second] = new Date().toISOString().split('.')
    return [200, { ...found, shown_at: `${second}Z`, link: `https://files.example/${one}?sign=${second}` }]
  }
  await using server = await listening(
    createServer(async (request, response) => {
      const sent = Buffer.concat(await request.toArray()).toString()
      const [, owner] = /^bearer (one|two)$/i.exec(request.headers.authorization ?? '') ?? []
      const [status, value] =
        owner === undefined
          ? [401, {}]
          : respond(owner, request.method ?? '', request.url ?? '', parsed(sent))
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }),
  )
  const findings: ConformanceFinding[] = []
  const identity = (name: string) => ({
    name,
    organization: name,
    credentials: [{ kind: 'header' as const, name: 'Authorization', value: `Bearer ${name}` }],
  })
  await runConformance({
    document,
    target: server.url,
    identities: [identity('one'), identity('two')],
    rules: runnerRules.filter((rule) => ['tenant-data-isolated', 'invalid-body-rejected'].includes(rule.id)),
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return findings
}

it.each<[Fault, string[]]>([
  ['none', []],
  ['none, with properties that GETs change', []],
  ['changes all', ['tenant-data-isolated changed-across-tenants']],
  ['no limit', ['invalid-body-rejected wrong-status']],
])('an action on several items, with the fault: %s', { timeout: 30_000 }, async (fault, expected) => {
  const findings = await run(fault)
  const found = findings.map(({ rule, code }) => `${rule} ${code}`)
  expect([...new Set(found)]).toEqual(expected)
})
