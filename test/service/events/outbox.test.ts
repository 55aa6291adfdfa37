import { describe, expect, it } from 'vitest'
import { apiVersions, createApiVersions } from '../../../src/service/events/apiVersions.ts'
import { sampleData } from '../../../src/service/events/samples.ts'
import { createDeliveryWorld, type DeliveryWorld, ORGANIZATION } from './deliveryWorld.ts'

const URL = 'https://127.0.0.1:1/hook'
const PROMPT = 'prompt_01m6dsg7e0e8qra54038hz5kj6'
const FOLDER = 'folder_01m6b1yq00f37s7f7t118jw0gc'
const SOURCE = {
  organizationId: ORGANIZATION,
  workspaceId: 'ws_01m3v7jkd0e3g9dqs9vh1m40qw',
  triggeredBy: 'api',
} as const

const count = async ({ database }: DeliveryWorld, table: string) =>
  (await database.read((tx) => tx.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)))?.n

const bodies = ({ database }: DeliveryWorld) =>
  database.read((tx) =>
    tx.all<{ api_version: string; body: Buffer }>(
      'SELECT api_version, body FROM event_bodies ORDER BY api_version',
    ),
  )

describe('an event', () => {
  it('is the envelope of the source, in bytes that never change', async () => {
    const world = await createDeliveryWorld()
    await world.addWebhook(URL)
    const id = await world.append('prompt.created')
    const [stored] = await bodies(world)
    expect(JSON.parse(stored?.body.toString() ?? '')).toEqual({
      id,
      type: 'prompt.created',
      apiVersion: '2026-11-01',
      createdAt: '2026-11-02T10:00:00.000Z',
      data: sampleData('prompt.created'),
      metadata: SOURCE,
    })
  })

  it('comes with one pending delivery and one job for each subscriber', async () => {
    const world = await createDeliveryWorld()
    const first = await world.addWebhook(URL)
    const second = await world.addWebhook(URL, { on: ['prompt.updated', 'prompt.created'] })
    const other = await world.addWebhook(URL, { on: ['prompt.updated'] })
    const foreign = await world.addWebhook(URL, { organization_id: 'org_other' })
    const eventId = await world.append('prompt.created')
    for (const { id } of [first, second]) {
      expect(await world.log(id)).toMatchObject([
        {
          eventId,
          status: 'pending',
          attemptNumber: 1,
          nextAttemptAt: '2026-11-02T10:00:00.000Z',
          deliveredAt: null,
        },
      ])
    }
    for (const { id } of [other, foreign]) expect(await world.log(id)).toEqual([])
    expect(await count(world, 'jobs')).toBe(2)
    expect(await count(world, 'event_bodies')).toBe(1)
  })

  it('that nobody takes leaves nothing behind', async () => {
    const world = await createDeliveryWorld()
    await world.addWebhook(URL, { on: ['prompt.deleted'] })
    expect(await world.append('prompt.created')).toMatch(/^evt_/)
    for (const table of ['events', 'event_bodies', 'deliveries', 'jobs'])
      expect(await count(world, table)).toBe(0)
  })

  it('goes with the change when that fails', async () => {
    const world = await createDeliveryWorld()
    await world.addWebhook(URL)
    const failing = world.database.write(async (tx) => {
      await world.outbox.append(tx, SOURCE, { type: 'prompt.created', data: sampleData('prompt.created') })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    for (const table of ['events', 'event_bodies', 'deliveries', 'jobs'])
      expect(await count(world, table)).toBe(0)
  })

  it.each([
    ['paused', 'WEBHOOK_PAUSED'],
    ['disabled', 'WEBHOOK_DISABLED'],
  ] as const)('for a %s webhook is recorded as skipped', async (status, errorCode) => {
    const world = await createDeliveryWorld()
    const { id } = await world.addWebhook(URL, { status })
    await world.append('prompt.created')
    expect(await world.log(id)).toMatchObject([{ status: 'skipped', errorCode, nextAttemptAt: null }])
    expect(await count(world, 'jobs')).toBe(0)
    expect(await count(world, 'event_bodies')).toBe(1)
  })

  it('that breaks the document fails the change, where events are checked', async () => {
    const validateEvent = () => {
      throw new Error('data.version must be an integer')
    }
    const world = await createDeliveryWorld({ validateEvent })
    await expect(world.append('prompt.created')).rejects.toThrow('data.version')
  })
})

describe('filters', () => {
  it.each([
    ['none', {}, true],
    ['this prompt', { promptIds: [PROMPT] }, true],
    ['another prompt', { promptIds: ['prompt_other'] }, false],
    ['its folder', { folderIds: [FOLDER] }, true],
    ['another folder', { folderIds: ['folder_other'] }, false],
    ['another prompt, but its folder', { promptIds: ['prompt_other'], folderIds: [FOLDER] }, true],
    ['this prompt, but another folder', { promptIds: [PROMPT], folderIds: ['folder_other'] }, true],
    ['two others', { promptIds: ['prompt_other'], folderIds: ['folder_other'] }, false],
  ])('%s', async (_name, only, want) => {
    const world = await createDeliveryWorld()
    const { id } = await world.addWebhook(URL, { only })
    await world.append('prompt.created', { promptId: PROMPT, folderId: FOLDER })
    expect(await world.log(id)).toHaveLength(want ? 1 : 0)
  })

  it('of folders leave out the prompts of the root', async () => {
    const world = await createDeliveryWorld()
    const { id } = await world.addWebhook(URL, { only: { folderIds: [FOLDER] } })
    await world.append('prompt.created', { promptId: PROMPT, folderId: null })
    expect(await world.log(id)).toEqual([])
  })

  it('let through what is not about a prompt', async () => {
    const world = await createDeliveryWorld()
    const { id } = await world.addWebhook(URL, { only: { promptIds: ['prompt_other'] } })
    await world.append('prompt.created', {})
    expect(await world.log(id)).toHaveLength(1)
  })
})

describe('API versions', () => {
  const versions = createApiVersions({
    '2026-11-01': ({ data, ...event }) => ({ ...event, data: { object: data.object } }),
    '2027-01-01': (event) => event,
  })

  it('give each webhook the body of its own version', async () => {
    const world = await createDeliveryWorld({ versions })
    await world.addWebhook(URL, { api_version: '2026-11-01' })
    await world.addWebhook(URL, { api_version: '2027-01-01' })
    await world.addWebhook(URL, { api_version: '2027-01-01' })
    const id = await world.append('prompt.created')
    const stored = await bodies(world)
    expect(
      stored.map(({ api_version, body }) => ({ api_version, ...JSON.parse(body.toString()) })),
    ).toMatchObject([
      {
        api_version: '2026-11-01',
        id,
        apiVersion: '2026-11-01',
        data: { object: 'prompt' },
      },
      { api_version: '2027-01-01', id, apiVersion: '2027-01-01', data: sampleData('prompt.created') },
    ])
    expect(Object.keys(JSON.parse(stored[0]?.body.toString() ?? '').data)).toEqual(['object'])
    expect(await count(world, 'deliveries')).toBe(3)
  })

  it('are listed oldest first, and an unknown one is an error', () => {
    expect(versions.names).toEqual(['2026-11-01', '2027-01-01'])
    expect(apiVersions.names).toEqual(['2026-11-01'])
    expect(() => apiVersions.render('2020-01-01', {} as never)).toThrow('2020-01-01')
  })
})

describe('a sample', () => {
  it('is the example of the document, goes to one webhook and says that it is a test', async () => {
    const world = await createDeliveryWorld()
    const { id } = await world.addWebhook(URL, { on: ['prompt.updated'] })
    const other = await world.addWebhook(URL)
    const delivery = await world.database.write((tx) =>
      world.outbox.appendSample(tx, SOURCE, { id, apiVersion: '2026-11-01' }, 'prompt.created'),
    )
    expect(await world.log(id)).toMatchObject([
      { id: delivery, status: 'pending', eventType: 'prompt.created' },
    ])
    expect(await world.log(other.id)).toEqual([])
    const [stored] = await bodies(world)
    expect(JSON.parse(stored?.body.toString() ?? '')).toMatchObject({
      type: 'prompt.created',
      data: sampleData('prompt.created'),
      metadata: { ...SOURCE, triggeredBy: 'test' },
    })
  })
})
