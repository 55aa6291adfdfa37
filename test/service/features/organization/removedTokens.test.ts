import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorization, credentials, makeClient, PASSWORD, post, type Tokens } from '../oauth/fixture.ts'
import { redeem, Visitor } from '../oauth/visitor.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

test('tokens die with the membership that allowed them, and coming back revives none', async () => {
  const { server, api } = fixture
  const client = await makeClient(server)
  const { id, email } = await fixture.join('editor')
  const visitor = new Visitor(server)
  await visitor.attempt(email, PASSWORD)
  const code = (await visitor.allow(authorization(client))).get('code') ?? ''
  const tokens = (await redeem(server, client, code)).json() as Tokens
  const asked = async () => (await server.client(tokens.access_token).GET('/prompts')).response.status
  const refreshed = async () => {
    const { refresh_token = '' } = tokens
    const fields = { ...credentials(client), grant_type: 'refresh_token', refresh_token }
    return (await post(server, '/oauth/token', fields)).status
  }
  expect([await asked(), await refreshed()]).toEqual([200, 200])
  await api.DELETE('/organization/members/{memberId}', { params: { path: { memberId: id } } })
  expect([await asked(), await refreshed()]).toEqual([401, 400])
  await server.clock.advance(1)
  await fixture.join('editor', email)
  expect([await asked(), await refreshed()]).toEqual([401, 400])
})
