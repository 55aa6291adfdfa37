/**
 * A fixed conversation that gives every written fault something to bend: it proves that a fault acts at all, not
 * that a rule notices it. Only the values of responses that the next request needs are read.
 */
import { type Agent, request as send } from 'undici'

import { type Ask, create, unique } from './ask.ts'
import { datasets, keys, reports, webhooks } from './otherResources.ts'

export interface Identities {
  owner: string
  other: string
  /** Only `reports:read`. */
  reader: string
  /** On the free plan, so that limits reject. */
  free: string
}

/** Runs the conversation; `more` is called before each request, and false ends it. */
export async function converse(
  origin: string,
  agent: Agent,
  who: Identities,
  more: () => boolean = () => true,
): Promise<void> {
  const ask: Ask = async (method, path, { key = who.owner, fields = {}, body } = {}) => {
    if (!more()) throw new Ended()
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await send(`${origin}/v1${path}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: {
        ...(key !== null && { authorization: key.includes(' ') ? key : `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...fields,
      },
      ...(text !== undefined && { body: text }),
    })
    const bytes = await response.body.text()
    return { status: response.statusCode, fields: response.headers, body: parse(bytes) }
  }
  try {
    for (const act of [
      prompts,
      folders,
      lists,
      rejections,
      credentials,
      datasets,
      webhooks,
      reports,
      keys,
      browsers,
    ])
      await act(ask, who)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
}

class Ended extends Error {}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const TEMPLATE = 'Write to {{customer}} & <b>greet</b>.\r\nΚαλημέρα, é. \n'
async function prompts(ask: Ask, { other }: Identities): Promise<void> {
  const folder = await create(ask, '/folders', { name: unique('Mail'), parentId: null })
  const inner = await create(ask, '/folders', { name: unique('Below'), parentId: folder })
  const whole = {
    name: unique('Greeting'),
    content: `${'x'.repeat(9000)}${TEMPLATE}`,
    folderId: folder,
    description: 'For <i>you</i>',
    tags: ['mail', 'first'],
    model: 'mock/echo',
    temperature: 0.7,
    draft: true,
  }
  const draft = await create(ask, '/prompts', whole)
  const prompt = await create(ask, '/prompts', {
    ...whole,
    name: unique('Greeting'),
    draft: false,
    temperature: 0,
    folderId: inner,
  })
  const [at, draftAt] = [`/prompts/${prompt}`, `/prompts/${draft}`]
  const { fields } = await ask('GET', at)
  const etag = String(fields.etag)
  await ask('GET', at, { fields: { 'If-None-Match': etag } })
  await ask('HEAD', at)
  await ask('GET', '/prompts')
  await ask('PATCH', at, { body: { name: unique('Renamed') }, fields: { 'If-Match': etag } })
  await ask('PATCH', at, { body: { name: unique('Lost') }, fields: { 'If-Match': etag } })
  await ask('PATCH', at, { body: { name: unique('Lost') }, fields: { 'If-Match': `"9-none", ${etag}` } })
  await ask('PATCH', at, { body: { content: 'Now {{reader}}', temperature: 0 }, fields: { 'If-Match': '*' } })
  await ask('PATCH', at, { body: { description: null, folderId: null } })
  await ask('GET', at, { fields: { 'If-None-Match': etag } })
  await ask('PATCH', draftAt, { body: { tags: ['a', 'b'] } })
  await ask('GET', at)
  await ask('GET', at)
  await ask('PATCH', '/prompts', {
    body: {
      prompts: [
        { id: prompt, tags: ['one'] },
        { id: draft, tags: ['two'] },
      ],
    },
  })
  await ask('PATCH', '/prompts', {
    body: {
      prompts: [
        { id: prompt, tags: ['x'], etag: '"0-no"' },
        { id: draft, tags: ['y'] },
      ],
    },
  })
  await ask('POST', `${at}/versions`, { body: { commitMessage: 'Second' } })
  await ask('GET', `${at}/versions/1`)
  await ask('GET', `${at}/versions/2`)
  await ask('GET', at)
  await ask('PUT', `${at}/labels/live`, { body: { version: 2 } })
  await ask('GET', `${at}/diff?from=1&to=2`)
  const values = { variables: { reader: 'Ada & <Bob>' }, model: 'mock/echo', temperature: 0.5 }
  await ask('POST', `${at}/execute`, { body: values, fields: { 'Idempotency-Key': unique('run') } })
  await ask('POST', `${at}/execute`, { body: {} })
  await ask('GET', `${at}/executions`)
  const key = { 'Idempotency-Key': unique('key') }
  const replayed = { name: unique('Once'), content: 'Hello' }
  const once = await create(ask, '/prompts', replayed, key)
  await ask('PATCH', `/prompts/${once}`, { body: { description: 'Changed since' } })
  await create(ask, '/prompts', replayed, key)
  await create(ask, '/prompts', { ...replayed, name: 'Another' }, key)
  await ask('POST', '/prompts', { key: other, body: replayed, fields: key })
  const rejected = { 'Idempotency-Key': unique('refused') }
  await ask('POST', '/prompts', { body: { name: 'x' }, fields: rejected })
  await ask('POST', '/prompts', { body: replayed, fields: rejected })
  await ask('DELETE', `/prompts?id=${once}&id=prompt_01m6dvgpd0ewbvgzmzjvq426zr`)
  await ask('DELETE', draftAt, { fields: { 'If-Match': '"0-none"' } })
  await create(ask, '/prompts', { name: unique('Newest'), content: 'Hello' })
  await ask('DELETE', draftAt)
  for (const method of ['GET', 'HEAD', 'DELETE']) await ask(method, draftAt)
  await ask('GET', '/prompts')
  await ask('PUT', '/prompts', { body: {} })
}

async function folders(ask: Ask): Promise<void> {
  const name = unique('Folder')
  const folder = await create(ask, '/folders', { name })
  await create(ask, '/folders', { name })
  await create(ask, '/prompts', { name: unique('Inside'), content: 'x', folderId: folder })
  await ask('GET', `/folders/${folder}`)
  await ask('PATCH', `/folders/${folder}`, { body: { name: unique('Renamed') } })
  await ask('GET', `/folders/${folder}`)
  await ask('DELETE', `/folders/${folder}?recursive=perhaps`)
  await ask('DELETE', `/folders/${folder}`)
}

async function lists(ask: Ask): Promise<void> {
  for (const query of [
    '?name=NEWEST',
    '?name=%25',
    '?status=draft',
    '?tag=mail&status=draft',
    '?sort=name&order=asc',
    '?order=asc',
    '?folderId=folder_01m6b1yq00f37s7f7t118jw0gc',
    '?limit=500',
    '?sort=colour',
    '?colour=blue',
    '?cursor=forged',
  ])
    await ask('GET', `/prompts${query}`)
  for (const filter of ['', '&status=published']) {
    const { body } = await ask('GET', `/prompts?limit=2${filter}`)
    await create(ask, '/prompts', { name: unique('Between'), content: 'x' })
    await ask('GET', `/prompts?limit=2${filter}&cursor=${encodeURIComponent(String(body.nextCursor))}`)
  }
}

async function rejections(ask: Ask): Promise<void> {
  const wrong = [
    { content: '' },
    { name: 'x'.repeat(256) },
    { name: 'bell\u0007' },
    { name: 7 },
    { temperature: '0.5' },
    { temperature: 7 },
    { draft: 'false' },
    { colour: 'blue' },
    { folderId: 'prompt_01m6dvgpd0ewbvgzmzjvq426zr' },
    { tags: ['a', 'a'] },
    { tags: Array.from({ length: 200 }, (_, index) => `t${index}`) },
    { name: null },
    { name: undefined },
    { content: undefined },
  ]
  for (const change of wrong)
    await ask('POST', '/prompts', { body: { name: 'Wrong', content: 'x', ...change } })
  await ask('POST', '/prompts', { body: '{"name": "cut' })
  await ask('POST', '/prompts', {
    body: 'name=form',
    fields: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await ask('POST', '/prompts', {
    body: { name: 'Charset', content: 'x' },
    fields: { 'content-type': 'application/json; charset=utf-8' },
  })
  await ask('GET', '/prompts', { fields: { accept: 'application/xml' } })
  await ask('GET', '/prompts/not-an-id')
  await ask('GET', '/nothing')
  await ask('GET', '/prompts', { fields: { 'X-Request-Id': 'mine-1' } })
}

async function credentials(ask: Ask, who: Identities): Promise<void> {
  const prompt = await create(ask, '/prompts', { name: unique('Guarded'), content: 'x' })
  const at = `/prompts/${prompt}`
  for (const key of [
    null,
    'svc_test_unknown',
    'Basic YTpi',
    `svc_live_${'0'.repeat(36)}`,
    `bearer ${who.owner}`,
  ])
    await ask('GET', at, { key })
  const { reader: key, other } = who
  await ask('GET', at, { key })
  await ask('GET', `${at}/versions`, { key })
  await ask('PATCH', at, { key, body: { name: 'x' } })
  await ask('DELETE', `/prompts?id=${prompt}`, { key })
  await ask(
    'POST',
    `/prompts/${await create(ask, '/prompts', { name: unique('Run'), content: 'x' })}/execute`,
    { key, body: {} },
  )
  await ask('GET', '/evaluations', { key })
  await ask('POST', '/organization/api-keys', { key, body: { name: 'More', scopes: ['prompts:read'] } })
  await ask('GET', '/organization/audit-log', { key })
  for (const path of [at, `${at}/versions`, '/prompts']) await ask('GET', path, { key: other })
  await ask('PATCH', at, { key: other, body: { name: 'Stolen' } })
  await ask('POST', `${at}/versions`, { key: other, body: { fromVersion: 1 } })
  await ask('DELETE', at, { key: other })
  for (let count = 0; count < 60; count++) {
    const { status } = await ask('GET', '/models', { key: who.free })
    if (status === 429) break
  }
}

async function browsers(ask: Ask): Promise<void> {
  const origin = { Origin: 'https://app.example.com' }
  const preflight = {
    ...origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization',
  }
  await ask('OPTIONS', '/prompts', { key: null, fields: preflight })
  await ask('GET', '/prompts', { fields: origin })
}
