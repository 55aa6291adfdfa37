import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorization, credentials, makeClient, PASSWORD, post, type Tokens } from '../oauth/desk.ts'
import { redeem, Visitor } from '../oauth/visitor.ts'
import { type Desk, openDesk } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.close())

test('tokens die with the membership that allowed them, and coming back revives none', async () => {
  const { server, api } = desk
  const client = await makeClient(server)
  const { id, email } = await desk.join('editor')
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
  await desk.join('editor', email)
  expect([await asked(), await refreshed()]).toEqual([401, 400])
})
