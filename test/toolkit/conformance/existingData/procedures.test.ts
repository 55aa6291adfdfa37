/** Items and accounts that existed before, which responses and examples name, and on which procedures must not act. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import type { Response } from '../runner/smallApi.ts'
import { unreachedOn } from '../runner/unreachedOn.ts'

const text = { type: 'string' }
const form = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })
const responding = (schema: object) => ({
  responses: {
    200: { description: '', content: { 'application/json': { schema } } },
    default: { description: '' },
  },
})
const procedure = (properties: object, example?: object) => ({
  post: {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: form(properties), ...(example && { example }) } },
    },
    ...responding({ type: 'object' }),
  },
})

const GUEST = 'guest-0123456789abcdef'
const TEAM = '0b7c2d1e-6f5a-4c3b-9a88-7d6e5f4a3b2c'
const ADMIN = { email: 'admin@example.com', password: 'admin123' }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'A club', version: '1' },
  paths: {
    '/guests': { get: responding({ type: 'array', items: form({ id: text, name: text }) }) },
    '/ban': procedure({ guest: form({ id: text }) }),
    '/team/invite': procedure({ email: text }),
    '/team/add': procedure({ member: text }),
    '/team/rename': procedure({ teamId: text, label: text }),
    '/sign-in': procedure({ email: text, password: text }, ADMIN),
    '/change-password': procedure({ email: text, password: text, newPassword: text }),
  },
})

interface Sent {
  guest?: { id?: unknown }
  email?: unknown
  member?: unknown
  teamId?: unknown
  password?: unknown
}

/** The server, the procedures that acted on what existed, and the accounts that were signed in. */
function createServer() {
  const touched: string[] = []
  const signedIn: unknown[] = []
  const act = (path: string, isExisting: boolean, otherwise: Response): Response => {
    if (!isExisting) return otherwise
    touched.push(path)
    return [200, {}]
  }
  const posted = (path: string, sent: Sent): Response => {
    const { guest, email, member, teamId, password } = sent
    const isAdmin = email === ADMIN.email && password === ADMIN.password
    if (path === '/ban')
      return act(path, guest?.id === GUEST, [404, { message: `Guest ${guest?.id} does not exist` }])
    if (path === '/team/invite')
      return /@/.test(String(email))
        ? [200, { inviteId: 'invite-7', email, teamId: TEAM }]
        : [400, { message: 'email must be an email' }]
    if (path === '/team/add')
      return typeof member === 'string' ? [200, { id: TEAM, label: 'The club' }] : [400, {}]
    if (path === '/team/rename') return act(path, teamId === TEAM, [404, { message: 'Team not found' }])
    if (path === '/change-password') return act(path, isAdmin, [401, { message: 'Wrong password' }])
    if (isAdmin) signedIn.push(email)
    return isAdmin ? [200, {}] : [401, { message: 'Wrong password' }]
  }
  const handle = ({ method, url, body }: { method: string; url: string; body: string }): Response =>
    method === 'POST'
      ? posted(url.split('?', 1)[0] ?? '', body === '' ? {} : (JSON.parse(body) as Sent))
      : [200, [{ id: GUEST, name: 'Ann' }]]
  return { handle, touched, signedIn }
}

it('are left as they are', { timeout: 120_000 }, async () => {
  const { handle, touched, signedIn } = createServer()
  await unreachedOn(document, handle, ['consistent-responses'])
  expect(signedIn).not.toEqual([])
  expect(touched).toEqual([])
})
