/** Items whose creation responds with nothing that identifies them. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { parameter, type Response } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string' }
const object = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const found = (schema: object) => ({
  responses: { 200: { description: '', ...json(schema) }, 404: { description: '' } },
})
const made = (name: string) => ({
  requestBody: { required: true, ...json(object(name)) },
  responses: { 200: { description: '', ...json({ type: 'object' }) }, 404: { description: '' } },
})
const gone = { responses: { 204: { description: '' }, 404: { description: '' } } }

const person = { $ref: '#/components/schemas/Person' }
const group = { $ref: '#/components/schemas/Group' }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Tenants', version: '1' },
  paths: {
    '/tenants': { post: made('name') },
    '/tenants/{tenant_name}': { parameters: [parameter('tenant_name')], get: found(object('name')) },
    '/tenants/{tenant}/databases': {
      parameters: [parameter('tenant')],
      post: made('name'),
      get: found({ type: 'array', items: object('id', 'name') }),
    },
    '/tenants/{tenant}/databases/{database}': {
      parameters: [parameter('tenant'), parameter('database')],
      get: found(object('id', 'name')),
      delete: gone,
    },
    '/notes': { post: made('text'), get: found({ type: 'array', items: object('id', 'text') }) },
    '/notes/{noteId}': { parameters: [parameter('noteId')], delete: gone },
    '/people': {
      post: {
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['usernames'],
            properties: { usernames: { type: 'array', items: text } },
          }),
        },
        responses: { 201: { description: '', ...json({ type: 'array', items: person }) } },
      },
    },
    '/people/{name}': { parameters: [parameter('name')], get: found(person), delete: gone },
    '/groups': { get: found({ type: 'array', items: group }) },
    '/groups/{name}': {
      parameters: [parameter('name')],
      get: found(group),
      post: { summary: 'Create a group', responses: { 201: { description: '', ...json(group) } } },
      delete: gone,
    },
    '/groups/{name}/members': {
      parameters: [parameter('name')],
      post: {
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['users'],
            properties: { users: { type: 'array', items: text } },
          }),
        },
        responses: { 200: { description: '', ...json(group) }, 400: { description: '' } },
      },
    },
    '/marks': { post: made('label') },
    '/marks/{markId}': { parameters: [parameter('markId')], delete: gone },
  },
  components: {
    schemas: {
      Person: object('name'),
      Group: {
        type: 'object',
        required: ['name', 'members'],
        properties: { name: text, members: { type: 'array', items: text } },
      },
    },
  },
})

/** Databases are at their names, and have ids that no path has. */
function createServer() {
  const tenants = new Map<string, Map<string, { id: string; name: string }>>()
  const notes = new Map<string, { id: string; text: string }>()
  const people = new Set<string>()
  const groups = new Map<string, string[]>()
  let marks = 0
  const respond = (one: unknown): Response => (one === undefined ? [404, {}] : [200, one])
  const databases = (
    method: string,
    tenant: string,
    name: string | undefined,
    sent: { name: string },
  ): Response => {
    const all = tenants.get(tenant)
    if (all === undefined) return [404, {}]
    if (method === 'POST') all.set(sent.name, { id: crypto.randomUUID(), name: sent.name })
    if (method === 'POST') return [200, {}]
    if (name === undefined) return [200, [...all.values()]]
    return method === 'DELETE' ? [all.delete(name) ? 204 : 404] : respond(all.get(name))
  }
  const ofGroups = (method: string, name: string | undefined, users?: string[]): Response => {
    const shown = (one: string) => ({ name: one, members: groups.get(one) })
    if (name === undefined) return [200, [...groups.keys()].map(shown)]
    if (method === 'DELETE') return [groups.delete(name) ? 204 : 404]
    if (method === 'POST' && users === undefined) {
      groups.set(name, [])
      return [201, shown(name)]
    }
    const members = groups.get(name)
    if (members === undefined) return [404, {}]
    const unknown = users?.find((one) => !people.has(one))
    if (unknown !== undefined) return [400, { message: `No such person: ${unknown}` }]
    members.push(...(users ?? []))
    return [200, shown(name)]
  }
  const ofPeople = (method: string, name: string, usernames: string[]): Response => {
    for (const one of usernames) people.add(one)
    if (method === 'POST') return [201, usernames.map((one) => ({ name: one }))]
    if (method === 'DELETE') return [people.delete(name) ? 204 : 404]
    return respond(people.has(name) ? { name } : undefined)
  }
  const handle = ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const [, kind, ...rest] = new URL(url, 'http://target').pathname.split('/').map(decodeURIComponent)
    const sent = body === '' ? {} : JSON.parse(body)
    const [id, below, name] = rest
    if (kind === 'groups') return ofGroups(method, id, below === undefined ? undefined : sent.users)
    if (kind === 'people') return ofPeople(method, id ?? '', sent.usernames ?? [])
    if (below === 'databases') return databases(method, id ?? '', name, sent)
    if (method === 'POST') {
      if (kind === 'tenants') tenants.set(sent.name, new Map())
      if (kind === 'marks') marks++
      const note = { id: crypto.randomUUID(), text: sent.text }
      if (kind === 'notes') notes.set(note.id, note)
      return [200, {}]
    }
    if (kind === 'tenants') return respond(tenants.has(id ?? '') ? { name: id } : undefined)
    if (method === 'DELETE') return [notes.delete(id ?? '') ? 204 : 404]
    return [200, [...notes.values()]]
  }
  return { handle, marks: () => marks }
}

it('are found by the key that the request chose, or in their list', { timeout: 120_000 }, async () => {
  const { handle, marks } = createServer()
  const { unreached } = await unreachedOn(document, handle, [
    'created-read-back',
    'created-item-listed',
    'deleted-item-gone',
    'unknown-item-not-found',
    'undeclared-query-rejected',
  ])
  expect(unreached).toHaveLength(1)
  expect(unreached[0]).toContain('/marks/{markId}')
  expect(unreached[0]).toContain('contains no')
  // Each check that sends the creation itself makes one more.
  expect(marks()).toBeLessThan(10)
})
