/** Correct liberties of real servers are not reported; an error next to them is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding } from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf, type Json, type JsonObject } from '../../../../src/toolkit/openapi/index.ts'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  /** Undefined where it is not valid JSON. */
  body: Json | undefined
  form: URLSearchParams
}
interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}
type Respond = (call: Call) => Reply

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** @returns the URL of a server that ends with the test */
async function start(respond: Respond): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://things')
    const sent = { body: parsed(text), form: new URLSearchParams(text) }
    const call = { method: request.method ?? '', path: pathname, query: searchParams, ...sent }
    const { status, body, headers } = respond(call)
    response.writeHead(status, {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function findingsOf(paths: object, respond: Respond, ...rules: string[]) {
  const findings: ConformanceFinding[] = []
  await runConformance({
    document: documentOf({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths } as never),
    target: await start(respond),
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => rules.includes(id)),
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return findings
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const thing = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 9 } } }
const creation = {
  '/things': {
    post: {
      operationId: 'createThing',
      requestBody: { required: true, ...json(thing) },
      responses: {
        201: { description: 'Created', ...json(thing) },
        400: { description: 'Invalid thing' },
        409: { description: 'The name is taken' },
      },
    },
  },
}

const isThing = (body: Json | undefined): body is JsonObject =>
  typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string'

const creates =
  (rejection: Reply): Respond =>
  ({ body }) =>
    isThing(body) && String(body.name).length < 10 ? { status: 201, body } : rejection

describe('an invalid body', () => {
  const rules = ['invalid-body-rejected', 'malformed-body-rejected']
  it.each<[string, Reply, string[]]>([
    ['with the declared status', { status: 400 }, []],
    ['with an undeclared one', { status: 422 }, ['status-declared undeclared-status']],
    ['with the one declared for another mistake', { status: 409 }, []],
    [
      'with an error at the whole body',
      { status: 400, body: { errors: [{ source: { pointer: '/' } }] } },
      [],
    ],
    [
      'with an error at another property',
      { status: 400, body: { field: 'size' } },
      ['invalid-body-rejected wrong-error-field'],
    ],
    ['with another property of another error', { status: 409, body: { field: 'size' } }, []],
  ])('is rejected %s', async (_, rejection, want) => {
    const findings = await findingsOf(creation, creates(rejection), ...rules)
    expect([...new Set(findings.map(({ rule, code }) => `${rule} ${code}`))]).toEqual(want)
  })

  it.each([201, 500])('is not rejected with %d', async (status) => {
    const findings = await findingsOf(creation, creates({ status, body: { name: 'one' } }), ...rules)
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
  })
})

describe('an invalid parameter', () => {
  const listing = (schema: object) => ({
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ name: 'options', in: 'query', schema }],
        responses: { 200: { description: 'Things' }, 400: { description: 'Invalid' } },
      },
    },
  })
  const option = { type: 'string', enum: ['raw', 'short'] }
  const isOption = (value: string) => option.enum.includes(value)

  it.each<[string, object, string[]]>([
    ['a string', { type: 'string' }, []],
    ['one of several strings', option, ['a value that is not listed as query parameter options']],
    [
      'a list of them',
      { type: 'array', items: option },
      ['a value that is not listed as query parameter options'],
    ],
    ['a number', { type: 'number' }, ['string instead of number as query parameter options']],
  ])('is no number or boolean where it should be %s', async (_, schema, want) => {
    const findings = await findingsOf(listing(schema), () => ({ status: 200 }), 'invalid-parameter-rejected')
    const subjects = findings.map(({ subject = '' }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(want))
    if (!JSON.stringify(schema).includes('number'))
      expect(subjects.filter((one) => one.includes(' instead of '))).toEqual([])
  })

  it('that several operations read alike is one cause', async () => {
    const flag = (name: string) => ({ name, in: 'query', schema: { type: 'boolean' } })
    const listings = ['a', 'b', 'c'].map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          parameters: [flag('active'), flag('silenced')],
          responses: { 200: { description: 'Ok' }, 400: { description: 'Invalid' } },
        },
      },
    ])
    const paths = Object.fromEntries(listings)
    const findings = await findingsOf(paths, () => ({ status: 200 }), 'invalid-parameter-rejected')
    const strings = findings.filter(({ subject }) => subject?.startsWith('string instead of boolean'))
    expect(strings).toHaveLength(6)
    expect(new Set(strings.map(({ cause }) => cause)).size).toBe(1)
  })

  it('may be rejected with 404', async () => {
    const respond: Respond = ({ query }) => ({
      status: query.getAll('options').every(isOption) ? 200 : 404,
    })
    const findings = await findingsOf(listing(option), respond, 'invalid-parameter-rejected')
    expect(findings.filter(({ rule }) => rule === 'invalid-parameter-rejected')).toEqual([])
  })
})

describe('an undeclared method', () => {
  it.each([
    ['text/html; charset=utf-8', []],
    ['application/json', ['allow-header-complete', 'undeclared-method-rejected']],
  ])('that a page of type %s responds to', async (type, want) => {
    const respond: Respond = ({ method }) => {
      if (method === 'GET') return { status: 200, body: {}, headers: { 'Content-Type': type } }
      return { status: method === 'POST' ? 400 : 405, headers: { Allow: 'GET, POST' } }
    }
    const findings = await findingsOf(creation, respond, 'allow-header-complete')
    const ofGet = findings.filter(({ subject }) => subject === 'GET')
    expect(ofGet.map(({ rule }) => rule).sort()).toEqual(want)
  })
})

describe('an unknown item', () => {
  const reading = (...statuses: number[]) => ({
    '/things/{name}/parts': {
      get: {
        operationId: 'listParts',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: Object.fromEntries([200, ...statuses].map((one) => [one, { description: '' }])),
      },
    },
    '/things/{name}': {
      get: {
        operationId: 'getThing',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: '' }, 404: { description: '' } },
      },
    },
    ...creation,
  })
  it.each([
    ['declared', 400, [400, 403], []],
    ['of the request', 415, [404], []],
    ['other than the declared one', 400, [400, 404], ['listParts']],
    ['of success', 200, [400, 403], ['listParts']],
  ])('leads to a status %s', async (_, status, declared, want) => {
    const known = new Set<string>()
    const respond: Respond = ({ method, path, body }) => {
      const [, , name = '', inner] = path.split('/')
      if (method === 'POST' && isThing(body)) known.add(String(body.name))
      if (method === 'POST') return { status: 201, body }
      if (known.has(decodeURIComponent(name))) return { status: 200, body: { name } }
      return { status: inner === undefined ? 404 : status, body: {} }
    }
    const findings = await findingsOf(reading(...declared), respond, 'unknown-item-not-found')
    const own = findings.filter(({ rule }) => rule === 'unknown-item-not-found')
    expect(own.map(({ operationId }) => operationId)).toEqual(want)
  })
})

describe('CORS', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const paths = Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      { get: { operationId: name, responses: { 200: { description: 'Ok' }, 404: { description: 'None' } } } },
    ]),
  )
  const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'GET' }

  it.each<[string, number, string[]]>([
    ['may be missing in an error', 404, []],
    ['may not be missing in one of many successes', 200, ['cors-origin', 'preflight-status']],
  ])('%s', async (_, status, want) => {
    const respond: Respond = ({ path }) => (path === '/f' ? { status } : { status: 200, headers: cors })
    const findings = await findingsOf(paths, respond, 'cors-consistent')
    expect(findings.map(({ code }) => code).sort()).toEqual(want)
  })
})

describe('the ID of a created resource', () => {
  const resource = (properties: object, path = '/things/{id}') => {
    const schema = { type: 'object', required: ['name'], properties }
    const parameter = {
      name: /\{(\w+)\}/.exec(path)?.[1],
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }
    const item = { 200: { description: 'A thing', ...json(schema) }, 404: { description: 'None' } }
    const body = { required: true, ...json(schema) }
    return {
      [path.slice(0, path.lastIndexOf('/'))]: {
        post: {
          operationId: 'createThing',
          requestBody: body,
          responses: { 201: { description: 'Created', ...json(schema) } },
        },
      },
      [path]: {
        parameters: [parameter],
        get: { operationId: 'readThing', responses: item },
        patch: {
          operationId: 'updateThing',
          requestBody: json({ type: 'object', properties }),
          responses: item,
        },
      },
    }
  }
  /** Items by their `key`, which the server makes where it is empty; an update never changes it. */
  const stores = (key: string, stored: (body: JsonObject) => JsonObject = (body) => body): Respond => {
    const things = new Map<string, JsonObject>()
    return ({ method, path, body }) => {
      const sent = stored((body ?? {}) as JsonObject)
      if (method === 'POST') {
        const id = String(sent[key] || `k${things.size + 1}-f3c1a95e7d`)
        things.set(id, { ...sent, [key]: id })
        return { status: 201, body: things.get(id) }
      }
      const id = decodeURIComponent(path.split('/').at(-1) ?? '')
      const found = things.get(id)
      if (found === undefined) return { status: 404 }
      if (method === 'PATCH') things.set(id, { ...found, ...sent, [key]: id })
      return { status: 200, body: things.get(id) }
    }
  }
  const name = { type: 'string', maxLength: 30, pattern: '^[a-z0-9 -]*$' }
  const rules = ['created-read-back', 'update-applied-exactly']

  it('is one of the values of its response', async () => {
    const tokens = resource({ name, secret: { type: 'string', readOnly: true } }, '/tokens/{token}')
    const read = (respond: Respond) => findingsOf(tokens, respond, 'created-read-back')
    expect(await read(stores('secret'))).toEqual([])
    const lost = await read(({ method }) =>
      method === 'POST' ? { status: 201, body: { name: 'one', secret: 'k-f3c1a95e7d' } } : { status: 404 },
    )
    expect(lost.map(({ code }) => code)).toContain('wrong-status')
  })

  it('may be empty in a request, and is not changed by one', async () => {
    const things = resource({ id: { ...name, pattern: '^[a-z0-9-]*$', examples: [''] }, name })
    expect(await findingsOf(things, stores('id'), ...rules)).toEqual([])
    const forgetful = stores('id', ({ name: _, ...others }) => ({ ...others, name: 'always' }))
    const forgotten = await findingsOf(things, forgetful, ...rules)
    expect(new Set(forgotten.map(({ subject }) => subject))).toEqual(new Set(['/name']))
  })
})

describe('the example of a response', () => {
  const pairOf = (sent: object, shown: object) => ({
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object' }, examples: { one: { value: sent } } } },
        },
        responses: {
          201: {
            description: 'Created',
            content: {
              'application/json': { schema: { type: 'object' }, examples: { one: { value: shown } } },
            },
          },
        },
      },
    },
  })
  const created =
    (properties: object): Respond =>
    ({ body }) => ({
      status: 201,
      body: { ...(isThing(body) && body), ...properties },
    })

  it.each<[string, object, object, string[]]>([
    ['has other counts and lists', { stars: 9, tags: ['a'], parent: { id: 1 } }, { stars: 0, tags: [] }, []],
    ['is of another request', { name: 'other', isOpen: true }, { isOpen: false }, []],
    [
      'has another state',
      { isOpen: true, closed: null },
      { isOpen: false, closed: 'x' },
      ['/isOpen', '/closed'],
    ],
    ['has no count yet', { stars: 0, tags: [] }, { stars: 3, tags: ['a'] }, ['/stars', '/tags']],
  ])('%s', async (_, shown, responded, want) => {
    const paths = pairOf({ name: 'one' }, { name: 'one', ...shown })
    const findings = await findingsOf(paths, created(responded), 'example-response-matches')
    expect(findings.map(({ subject }) => subject)).toEqual(want)
  })
})

describe('a form', () => {
  const text = { type: 'string', minLength: 1 }
  const properties = {
    name: text,
    color: { type: 'string', enum: [''] },
    tags: { type: 'array', items: text, maxItems: 0 },
    size: { type: 'object', properties: { unit: { type: 'string', enum: [''] } } },
  }
  const sent = { type: 'object', required: Object.keys(properties), properties }
  const shown = { type: 'object', required: ['id'], properties: { id: text, ...properties } }
  const paths = {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: sent } } },
        responses: { 201: { description: 'Created', ...json(shown) } },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: { description: 'A thing', ...json(shown) }, 404: { description: 'None' } },
      },
    },
  }

  it.each([
    ['has no empty values', (name: string) => name, []],
    ['has all others', () => 'always', ['/name']],
  ])('%s', async (_, stored, want) => {
    const things = new Map<string, JsonObject>()
    const respond: Respond = ({ method, path, form }) => {
      const found = things.get(path.split('/')[2] ?? '')
      if (method !== 'POST') return found === undefined ? { status: 404 } : { status: 200, body: found }
      const thing = { id: `t${things.size}`, name: stored(form.get('name') ?? '') }
      things.set(thing.id, thing)
      return { status: 201, body: thing }
    }
    const findings = await findingsOf(paths, respond, 'created-read-back')
    const own = findings.filter(({ code }) => code === 'sent-value-changed')
    expect([...new Set(own.map(({ subject }) => subject))]).toEqual(want)
  })
})
