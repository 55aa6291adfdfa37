/** Types of requests have no `readOnly` properties, types of responses no `writeOnly` ones, in clients and in handlers. */
import { expect, test } from 'vitest'
import { generatedProject } from './generatedProject.ts'

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const body = (schema: object) => ({ required: true, ...json(schema) })
const ok = (schema: object) => ({ 200: { description: 'Done.', ...json(schema) } })
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})

const SCHEMAS = {
  Id: { type: 'string', readOnly: true },
  Item: object({
    id: { $ref: '#/components/schemas/Id' },
    name: text,
    createdAt: { type: 'string', readOnly: true },
    secret: { type: 'string', writeOnly: true },
    owner: ref('Owner'),
    tags: { type: 'array', items: object({ tag: text, count: { type: 'integer', readOnly: true } }) },
  }),
  Owner: { allOf: [object({ name: text }), object({ since: { ...text, readOnly: true } })] },
  Credentials: object({ user: text, password: { ...text, writeOnly: true } }),
  // Values that are inferred from names.
  Cat: object({ kind: text, lives: { type: 'integer', readOnly: true }, name: text }),
  Dog: object({ kind: text, id: { ...text, readOnly: true }, barks: { type: 'boolean' } }),
  Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  // Values that a mapping declares.
  Shape: {
    ...object({ form: text, area: { type: 'number', readOnly: true } }),
    discriminator: { propertyName: 'form', mapping: { round: '#/components/schemas/Circle' } },
  },
  Circle: { allOf: [ref('Shape'), object({ radius: { type: 'number' } })] },
  Square: { allOf: [ref('Shape'), object({ side: { type: 'number' } })] },
  Tree: object({ id: { ...text, readOnly: true }, children: { type: 'array', items: ref('Tree') } }),
  Unused: object({ id: { ...text, readOnly: true }, password: { ...text, writeOnly: true } }),
  ItemWritable: object({ unrelated: text }),
}

const post = (operationId: string, request: object, response = request) => ({
  post: { operationId, requestBody: body(request), responses: ok(response) },
})

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Directions', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/items': {
      ...post('createItem', ref('Item')),
      get: {
        operationId: 'listItems',
        responses: ok({ type: 'array', items: ref('Item') }),
      },
    },
    '/sessions': post('createSession', ref('Credentials'), object({ token: text })),
    '/pets': post('createPet', ref('Pet')),
    '/shapes': post('createShape', { oneOf: [ref('Circle'), ref('Square')] }),
    '/trees': post('createTree', ref('Tree')),
    '/inline': post('inline', object({ id: { ...text, readOnly: true }, name: text })),
    // A part of a property that requests do not contain.
    '/ids': post(
      'findIds',
      object({
        since: { type: 'array', items: ref('Item/properties/createdAt') },
        name: ref('Item/properties/name'),
      }),
    ),
    '/unrelated': post('unrelated', ref('ItemWritable')),
  },
  webhooks: { deleted: post('deleted', ref('Item'), object({ received: { type: 'boolean' } })) },
  components: { schemas: SCHEMAS },
}

const CLIENT = `
import createClient from 'openapi-fetch'
import type { Item, ItemWritable2, paths, Unused, webhooks } from './generated/openapi.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' })
const item: ItemWritable2 = { name: 'a', secret: 's', owner: { name: 'o' }, tags: [{ tag: 't' }] }
// @ts-expect-error a request does not contain it
const sentItem: ItemWritable2 = { ...item, id: 'mine' }
console.log(sentItem)

export async function use(): Promise<void> {
  const { data } = await client.POST('/items', { body: item })
  if (data === undefined) return
  const created: Item = data
  const [text, count]: [string, number | undefined] = [created.id + created.createdAt + created.owner.since, created.tags[0]?.count]
  console.log(text, count)
  // @ts-expect-error a response does not contain it
  console.log(created.secret)
  // An item that was read may be sent back.
  await client.POST('/items', { body: { ...created, secret: 'new' } })
  // @ts-expect-error required in a request
  await client.POST('/items', { body: { name: 'a', owner: { name: 'o' }, tags: [] } })
  await client.POST('/sessions', { body: { user: 'u', password: 'p' } })
  const { data: pet } = await client.POST('/pets', { body: { kind: 'Cat', name: 'Tom' } })
  if (pet?.kind === 'Cat') console.log(pet.lives + 1)
  if (pet?.kind === 'Dog') console.log(pet.id.length)
  // @ts-expect-error no such kind
  await client.POST('/pets', { body: { kind: 'CatWritable', name: 'Tom' } })
  const { data: shape } = await client.POST('/shapes', { body: { form: 'round', radius: 1 } })
  await client.POST('/shapes', { body: { form: 'Square', side: 1 } })
  if (shape?.form === 'round') console.log(shape.area + shape.radius)
  const { data: tree } = await client.POST('/trees', { body: { children: [{ children: [] }] } })
  console.log(tree?.children[0]?.children[0]?.id.length)
  const { data: inline } = await client.POST('/inline', { body: { name: 'a' } })
  console.log(inline?.id.length)
  await client.POST('/ids', { body: { since: ['yesterday'], name: 'a' } })
  // @ts-expect-error a string
  await client.POST('/ids', { body: { since: [1], name: 'a' } })
  await client.POST('/unrelated', { body: { unrelated: 'a' } })
}

type Message = webhooks['deleted']['post']['requestBody']['content']['application/json']
export const received = (message: Message): string => message.id
// @ts-expect-error the API does not send it
export const secret = (message: Message): string => message.secret
export const unused: Unused = { id: 'i', password: 'p' }
`

const SERVER = `
import type { Handlers } from 'specwright/server'
import type { operations } from './generated/openapi.ts'

export const handlers: Pick<Handlers<operations>, 'createItem' | 'createSession'> = {
  async createItem({ body }) {
    const { secret, ...shown } = body
    // @ts-expect-error a request does not contain it
    console.log(secret.length, body.id)
    const tags = shown.tags.map(({ tag }) => ({ tag, count: 1 }))
    return { status: 200, body: { ...shown, tags, id: 'i1', createdAt: 'now', owner: { ...shown.owner, since: 'now' } } }
  },
  // @ts-expect-error a response does not contain the password
  async createSession({ body }) {
    return { status: 200, body: { password: body.password } }
  },
}
`

test('clients and handlers compile against the types of each direction', async () => {
  const project = await generatedProject({ openapi: DOCUMENT }, { 'client.ts': CLIENT, 'server.ts': SERVER })
  expect(project.compile()).toBe('')
}, 60_000)
