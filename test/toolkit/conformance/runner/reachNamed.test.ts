/** Operations that need what an error response names in passing, or what the run has sent or seen elsewhere. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { parameter, type Response, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const form = (properties: object) => ({ type: 'object', properties })
const responding = (status: number, schema: object) => ({
  responses: { [status]: json(schema), default: { description: '' } },
})
const accepting = (schema: object, status = 201, shown: object = { type: 'object' }) => ({
  post: {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    ...responding(status, shown),
  },
})
const item = (name: string, shown: object = { type: 'object' }) => ({
  parameters: [parameter(name)],
  get: responding(200, shown),
})
const entity = form({ kind: text, metadata: form({ name: text, namespace: text }) })
const places = ['kind', 'namespace', 'name']

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'A workshop', version: '1' },
  paths: {
    '/locations': accepting(form({ target: text, type: text })),
    '/sources': accepting(form({ uri: { type: 'string', format: 'uri' } })),
    '/clusters': accepting(form({ name: text, properties: { type: 'object', additionalProperties: text } })),
    '/recordings': accepting(form({ camera: text })),
    '/toolkits': {
      get: responding(200, form({ toolkits: { type: 'object', additionalProperties: form({}) } })),
    },
    '/tools': accepting({
      ...form({ name: { ...text, description: 'Tool kit name (or the default)' } }),
      required: ['name'],
    }),
    '/profile': { get: responding(200, form({ historyId: text })) },
    '/history': {
      get: {
        parameters: [{ name: 'startHistoryId', in: 'query', schema: text }],
        ...responding(200, form({})),
      },
    },
    '/entities': { get: responding(200, { type: 'array', items: entity }) },
    '/entities/by-name/{kind}/{namespace}/{name}': {
      parameters: places.map(parameter),
      get: responding(200, entity),
    },
    '/alerts': accepting(
      { type: 'array', minItems: 2, items: form({ title: text, blocks: form({ duration: text }) }) },
      201,
      { type: 'array', items: text },
    ),
    '/alerts/{alertId}': item('alertId'),
    '/members': accepting({ ...form({ nick: text, password: text }), required: ['nick', 'password'] }),
    '/members/{id}': item('id'),
    '/session': accepting({ ...form({ nick: text, password: text }), required: ['nick', 'password'] }, 200),
    '/drafts': accepting(form({ subject: text })),
    '/drafts/{id}': item('id'),
    '/drafts/send': accepting(form({ id: text, subject: text }), 200),
  },
})

/** The server's objection to a request for each path; undefined where the request is right. */
const objections: Record<string, (sent: Record<string, unknown>) => string | undefined> = {
  '/locations': ({ type, target }) =>
    type !== 'url'
      ? 'Registered locations must be of an allowed type ["url"]'
      : /^https?:/.test(String(target))
        ? undefined
        : 'The given location.target is not a URL',
  '/sources': ({ uri }) =>
    /^queue:\/\//.test(String(uri)) ? undefined : `invalid URI '${uri}': supported schemes: [queue]`,
  '/clusters': ({ properties }) =>
    typeof (properties as Record<string, unknown> | undefined)?.['servers.first'] === 'string'
      ? undefined
      : "cluster properties must contain either 'servers.first' or 'brokers'",
  '/recordings': ({ path }) => (typeof path === 'string' ? undefined : 'Missing path field'),
  '/tools': ({ name }) => (name === 'lathe' ? undefined : `The '${name}' tool is not available.`),
}

function createServer() {
  const things = new Map<string, Thing>()
  const made = (collection: string, sent: Record<string, unknown>): Response => {
    const thing = { ...sent, id: `${collection}-${crypto.randomUUID()}` }
    things.set(thing.id, thing)
    return [201, { id: thing.id }]
  }
  const alerts = (sent: { blocks?: { duration?: string } }[]): Response => {
    const wrong = sent
      .map(({ blocks }) => blocks?.duration)
      .find((one) => one !== undefined && !/^\d+h$/.test(one))
    if (wrong !== undefined) return [500, { message: `cannot create: invalid duration "${wrong}"` }]
    return [201, sent.map((one) => (made('alert', one)[1] as Thing).id)]
  }
  const posted = (path: string, sent: Record<string, unknown>): Response => {
    const objection = objections[path]?.(sent)
    if (objection !== undefined) return [path === '/tools' ? 501 : 400, { message: objection }]
    if (path === '/alerts') return alerts(sent as unknown as { blocks?: { duration?: string } }[])
    if (path === '/drafts/send')
      return things.delete(String(sent.id)) ? [200, {}] : [400, { message: 'Draft ID is required.' }]
    if (path !== '/session') return made(path.slice(1), sent)
    const isKnown = [...things.values()].some(
      ({ nick, password }) => nick === sent.nick && password === sent.password,
    )
    return isKnown ? [200, {}] : [401, { message: 'no such member' }]
  }
  const read = (path: string, query: URLSearchParams): Response => {
    if (path === '/toolkits') return [200, { toolkits: { lathe: { name: 'lathe' } } }]
    if (path === '/profile') return [200, { historyId: 'h7' }]
    if (path === '/history')
      return query.get('startHistoryId') === 'h7'
        ? [200, {}]
        : [400, { message: 'Start history ID is required.' }]
    const shown = { kind: 'part', metadata: { name: 'bolt', namespace: 'steel' } }
    if (path === '/entities') return [200, [shown]]
    if (path === '/entities/by-name/part/steel/bolt') return [200, shown]
    const thing = things.get(path.split('/')[2] ?? '')
    return thing === undefined ? [404, { message: 'not found' }] : [200, thing]
  }
  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const { pathname, searchParams } = new URL(url, 'http://target')
    return method === 'POST' ? posted(pathname, JSON.parse(body)) : read(decodeURI(pathname), searchParams)
  }
}

it('reaches each operation', { timeout: 120_000 }, async () => {
  const { unreached, reached } = await unreachedOn(document, createServer(), [
    'undeclared-query-rejected',
    'invalid-parameter-rejected',
    'consistent-responses',
  ])
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
