/** Operations that a run must not send with its own credential. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { endsRun } from '../../../src/toolkit/model/endings.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const rows: [method: string, path: string, required: string[], ends: boolean][] = [
  ['post', '/auth/logout', [], true],
  ['get', '/logout', [], true],
  ['post', '/revoke-sessions', [], true],
  ['post', '/revoke-other-sessions', [], false],
  ['post', '/revoke-session', ['sessionId'], false],
  ['post', '/revoke-session', ['token'], false],
  ['post', '/logout_all', [], true],
  ['post', '/account/delete', ['password'], true],
  ['post', '/users/me/deactivate', [], true],
  ['post', '/auth/session/invalidate', [], true],
  ['post', '/user/delete', ['userId'], false],
  ['post', '/users/delete', ['ids'], false],
  ['post', '/cart/delete', [], false],
  ['delete', '/account', ['password'], true],
  ['post', '/delete-user', [], true],
  ['post', '/admin/remove-user', ['userId'], false],
  ['post', '/close-account', ['reason'], true],
  ['post', '/close-account', ['username'], false],
  ['delete', '/me', [], true],
  ['delete', '/account', [], true],
  ['get', '/account', [], false],
  ['delete', '/sessions', [], true],
  ['delete', '/cache', [], false],
]

it.each(rows)('%s %s with %j ends the run: %s', (method, path, required, ends) => {
  const properties = Object.fromEntries(required.map((name) => [name, { type: 'string' }]))
  const schema = { type: 'object', required, properties }
  const requestBody =
    required.length > 0 || method === 'post' ? { content: { 'application/json': { schema } } } : undefined
  const operation = { ...(requestBody && { requestBody }), responses: { 200: { description: '' } } }
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Ends', version: '1' },
      paths: { [path]: { [method]: operation } },
    }),
  )
  expect(api.operations.map((one) => endsRun(api, one))).toEqual([ends])
})
