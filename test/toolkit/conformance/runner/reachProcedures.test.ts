/** Operations of an API whose paths are procedures, which name by their ids what other procedures created. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import type { Response, Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string' }
const responses = {
  200: { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
  default: { description: '' },
}
const procedure = (...required: string[]) => ({
  post: {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required,
            properties: Object.fromEntries(required.map((name) => [name, text])),
          },
        },
      },
    },
    responses,
  },
})

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/sign-up/email': procedure('email', 'password'),
    '/sign-in/email': procedure('email', 'password'),
    '/team/create': procedure('name'),
    '/team/rename': procedure('teamId', 'name'),
    '/team/get': { get: { parameters: [{ name: 'id', in: 'query', schema: text }], responses } },
    '/admin/create-guest': procedure('name'),
    '/admin/ban-guest': procedure('guestId'),
    '/admin/remove-guest': procedure('guestId'),
  },
})

/** The caller is a guest too, and must stay. */
const CALLER = 'caller-0123456789abcdef'

function createServer() {
  const things = new Map<string, Thing>([[CALLER, { id: CALLER }]])
  const members: { email: string; password: string }[] = []
  const touched: unknown[] = []
  const make = (sent: object): Thing => {
    const thing = { ...sent, id: crypto.randomUUID() }
    things.set(thing.id, thing)
    return thing
  }
  const found = (id: unknown): Response => {
    touched.push(id)
    return things.has(String(id)) ? [200, {}] : [400, { message: 'Not found' }]
  }
  const handle = ({ url, body }: { method: string; url: string; body: string }): Response => {
    const { pathname, searchParams } = new URL(url, 'http://target')
    if (pathname === '/team/get')
      return searchParams.has('id')
        ? found(searchParams.get('id'))
        : [400, { message: '[query.id] Invalid input: expected string, received undefined' }]
    const sent = (body === '' ? {} : JSON.parse(body)) as Record<string, string>
    const { email = '', password = '', teamId, guestId } = sent
    if (pathname === '/sign-up/email') {
      if (!/^\S+@\S+$/.test(email)) return [400, { message: 'Not an address' }]
      members.push({ email, password })
      return [200, {}]
    }
    if (pathname === '/sign-in/email')
      return members.some((one) => one.email === email && one.password === password) ? [200, {}] : [401, {}]
    if (pathname === '/team/create') return [200, { ...make(sent), creator: { guest: { id: CALLER } } }]
    if (pathname === '/admin/create-guest') return [200, { guest: make(sent) }]
    const response = found(teamId ?? guestId)
    if (pathname === '/admin/remove-guest') things.delete(String(guestId))
    return response
  }
  return { handle, touched }
}

it('are reached, and only with what the run created', { timeout: 120_000 }, async () => {
  const { handle, touched } = createServer()
  const { unreached, reached } = await unreachedOn(
    document,
    handle,
    ['undeclared-query-rejected', 'invalid-parameter-rejected', 'consistent-responses'],
    true,
  )
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
  expect(touched).not.toContain(CALLER)
})
