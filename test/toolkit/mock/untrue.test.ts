/** The stateful mock reports a success for a write only where later reads show it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FLEET } from './fleetDocument.ts'
import { PETS } from './petsDocument.ts'
import { startMock, type TestMock } from './startMock.ts'

let pets: TestMock
const send = async (
  target: TestMock,
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
) => {
  const response = await fetch(target.origin + path, {
    method,
    headers: { authorization: 'Bearer any', ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

describe('writes of a document that names items in bodies and queries', () => {
  beforeAll(async () => {
    pets = await startMock(PETS, { stateful: true })
  })
  afterAll(() => pets?.[Symbol.asyncDispose]())
  beforeEach(() => send(pets, 'POST', '/__mock/reset'))

  const rex = { id: 7, name: 'Rex', photoUrls: ['a'], status: 'available' }

  it('updates the item whose id is in the body, and responds 404 to an unknown id', async () => {
    await send(pets, 'POST', '/pet', rex)
    expect((await send(pets, 'PUT', '/pet', { ...rex, name: 'Max' })).status).toBe(200)
    expect((await send(pets, 'GET', '/pet/7')).body).toMatchObject({ id: 7, name: 'Max' })
    expect((await send(pets, 'PUT', '/pet', { ...rex, id: 8 })).status).toBe(404)
  })

  it('changes the properties that the query has', async () => {
    await send(pets, 'POST', '/pet', rex)
    await send(pets, 'POST', '/pet/7?name=Max&status=sold')
    expect((await send(pets, 'GET', '/pet/7')).body).toMatchObject({
      name: 'Max',
      status: 'sold',
      photoUrls: ['a'],
    })
  })

  it('stores forms that the operation takes beside JSON', async () => {
    const form = 'id=9&name=Tom&photoUrls=a&status=sold'
    const made = await send(pets, 'POST', '/pet', form, 'application/x-www-form-urlencoded')
    expect(made).toMatchObject({ status: 200, body: { id: 9, name: 'Tom' } })
    expect((await send(pets, 'GET', '/pet/9')).body).toMatchObject({
      name: 'Tom',
      photoUrls: ['a'],
      status: 'sold',
    })
  })

  it('creates every item of a list', async () => {
    const made = await send(pets, 'POST', '/pet/createWithList', [rex, { ...rex, id: 8, name: 'Tom' }])
    expect(made).toMatchObject({ status: 200, body: { name: 'Rex' } })
    expect((await send(pets, 'GET', '/pet/8')).body).toMatchObject({ name: 'Tom' })
  })

  it('returns no body for an empty list where the document declares none', async () => {
    const silent = structuredClone(PETS)
    const { responses } = silent.paths['/pet/createWithList'].post
    Object.assign(responses, { 200: { description: 'Created.' } })
    await using mock = await startMock(silent, { stateful: true })
    expect(await send(mock, 'POST', '/pet/createWithList', [])).toMatchObject({
      status: 200,
      body: undefined,
    })
  })

  it.each([
    [
      'a body that it does not read',
      '/pet',
      '<pet><name>Rex</name></pet>',
      'application/xml',
      'application/xml',
    ],
    ['a file', '/pet/7/photo', 'bytes', 'application/octet-stream', 'application/octet-stream'],
    ['an action without a described effect', '/pet/7/neuter', undefined, '', 'GET /pet/{petId}'],
  ])('responds 501 with the reason to %s', async (_, path, body, type, reason) => {
    await send(pets, 'POST', '/pet', rex)
    const { status, body: problem } = await send(pets, 'POST', path, body, type)
    expect(status).toBe(501)
    expect(JSON.stringify(problem)).toContain(reason)
  })

  it('responds to what stores nothing that can be read, and says so', async () => {
    const { status, headers } = await send(pets, 'POST', '/login', { user: 'ann' })
    expect(status).toBe(200)
    expect(headers.get('x-mock-stateless')).toBe('true')
  })
})

describe('writes of a document with references and several resources in one response', () => {
  let fleet: TestMock
  beforeAll(async () => {
    fleet = await startMock(FLEET, { stateful: true })
  })
  afterAll(() => fleet?.[Symbol.asyncDispose]())
  beforeEach(() => send(fleet, 'POST', '/__mock/reset'))
  const read = async (path: string) => (await send(fleet, 'GET', path)).body
  const ship = () => send(fleet, 'POST', '/ships', { shipType: 'probe', portCode: 'p1' })

  it('stores the one resource of an envelope that the path is about, and agrees with it around', async () => {
    const { ship: made, receipt } = (await ship()).body.data
    expect(made.position.portCode).toBe('p1')
    expect(receipt).toMatchObject({ shipCode: made.code, shipType: 'probe' })
    expect((await read(`/ships/${made.code}`)).data).toEqual(made)
  })

  it('responds 501 to an action whose response shows a part of the item that a read shows otherwise', async () => {
    const { code } = (await ship()).body.data.ship
    const { status, body } = await send(fleet, 'POST', `/ships/${code}/dock`)
    expect(status).toBe(501)
    expect(JSON.stringify(body)).toContain('GET /ships/{shipCode} would show another position')
  })

  it.each([
    [
      'an entry of a list of the item',
      'POST',
      (id: string) => `/teams/${id}`,
      { weight: '1' },
      'an entry of rules',
    ],
    ['a PUT that is about no known item', 'PUT', () => '/lobbies', undefined, 'GET /lobbies/{id}'],
  ])('responds 501 to %s', async (_, method, path, sent, reason) => {
    const { body: team } = await send(fleet, 'POST', '/teams', { name: 'One', workspace: 'w1' })
    const { status, body } = await send(fleet, method, path(team.id), sent)
    expect(status).toBe(501)
    expect(JSON.stringify(body)).toContain(reason)
  })

  it('shows and filters a reference that was sent as an identifier', async () => {
    const { body: team } = await send(fleet, 'POST', '/teams', { name: 'One', workspace: 'w1' })
    await send(fleet, 'POST', '/teams', { name: 'Two', workspace: 'w2' })
    expect(team.workspace).toEqual({ gid: 'w1' })
    expect(await read('/teams?workspace=w1')).toEqual([team])
  })

  it('assigns by the identifier that was sent, whatever the response calls it', async () => {
    const { body: team } = await send(fleet, 'POST', '/teams', { name: 'One', workspace: 'w1' })
    const user = await send(fleet, 'POST', `/teams/${team.id}/users`, { user_id: 'u1' })
    expect(user.body).toEqual({ team_id: team.id, user_id: 'u1' })
    expect(await read(`/teams/${team.id}/users/u1`)).toMatchObject({ id: 'u1' })
    expect(await read(`/teams/${team.id}/users`)).toMatchObject({ data: [{ id: 'u1' }] })
    const role = await send(fleet, 'POST', `/teams/${team.id}/roles`, { role_id: 'r1' })
    expect(role.body).toMatchObject({ team: { id: team.id }, role: { id: 'r1' } })
    expect(await read(`/teams/${team.id}/roles/r1`)).toEqual(role.body.role)
  })

  it('stores the value that only the response of the creation narrows', async () => {
    const { body: account } = await send(fleet, 'POST', '/accounts', { name: 'Ann' })
    expect(await read(`/accounts/${account.id}`)).toEqual({ id: account.id, name: 'Ann', level: 'member' })
  })
})

describe('values that the server derives', () => {
  let mock: TestMock
  beforeAll(async () => {
    mock = await startMock('generated/openapi.v1.json', { stateful: true })
  })
  afterAll(() => mock?.[Symbol.asyncDispose]())
  beforeEach(() => send(mock, 'POST', '/__mock/reset'))

  it('derives paths from names as examples show it, below the parent that was sent', async () => {
    const zed = await send(mock, 'POST', '/v1/folders', { name: 'Zed' })
    expect(zed.body).toMatchObject({ path: '/Zed' })
    const inner = await send(mock, 'POST', '/v1/folders', { name: 'Inner', parentId: zed.body.id })
    expect(inner.body).toMatchObject({ path: '/Zed/Inner' })
    await send(mock, 'PATCH', `/v1/folders/${inner.body.id}`, { name: 'Renamed' })
    expect((await send(mock, 'GET', `/v1/folders/${inner.body.id}`)).body).toMatchObject({
      path: '/Zed/Renamed',
    })
  })

  it('rejects a name that is taken where the document describes that', async () => {
    const first = await send(mock, 'POST', '/v1/folders', { name: 'Zed' })
    const again = await send(mock, 'POST', '/v1/folders', { name: 'Zed' })
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'NAME_TAKEN' } } })
    const below = { name: 'Zed', parentId: first.body.id }
    expect((await send(mock, 'POST', '/v1/folders', below)).status).toBe(201)
  })

  it('counts and lists the items that were sent within their parent', async () => {
    const items = [{ variables: { a: '1' } }, { variables: { a: '2' } }]
    const made = await send(mock, 'POST', '/v1/datasets', { name: 'Set', items })
    expect(made).toMatchObject({ status: 201, body: { itemCount: 2 } })
    const listed = await send(mock, 'GET', `/v1/datasets/${made.body.id}/items`)
    expect(listed.body.items).toMatchObject([{ datasetId: made.body.id }, { datasetId: made.body.id }])
  })

  it('tells of no version that its list does not have', async () => {
    const made = await send(mock, 'POST', '/v1/prompts', { name: 'One', content: 'Hi' })
    const versions = () => send(mock, 'GET', `/v1/prompts/${made.body.id}/versions`)
    expect(made.body.version).toBe((await versions()).body.versions.length)
    const published = await send(mock, 'POST', `/v1/prompts/${made.body.id}/versions`, {})
    expect(published.body).toMatchObject({ promptId: made.body.id })
    const read = await send(mock, 'GET', `/v1/prompts/${made.body.id}`)
    expect(read.body.version).toBe(published.body.version)
  })

  it('sets and removes an entry of the item above', async () => {
    const { body: prompt } = await send(mock, 'POST', '/v1/prompts', { name: 'One', content: 'Hi' })
    const label = `/v1/prompts/${prompt.id}/labels/production`
    expect((await send(mock, 'PUT', label, { version: 1 })).status).toBe(404)
    await send(mock, 'POST', `/v1/prompts/${prompt.id}/versions`, {})
    expect((await send(mock, 'GET', label)).status).toBe(404)
    const set = await send(mock, 'PUT', label, { version: 1 })
    expect(set.body).toMatchObject({ id: prompt.id, name: 'One', labels: { production: 1 } })
    const read = () => send(mock, 'GET', `/v1/prompts/${prompt.id}`)
    expect((await read()).body.labels).toEqual({ production: 1 })
    expect((await send(mock, 'GET', label)).body).toMatchObject({ promptId: prompt.id, version: 1 })
    expect((await send(mock, 'DELETE', label)).status).toBe(204)
    expect((await read()).body.labels).toEqual({})
  })
})
