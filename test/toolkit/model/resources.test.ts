/** Items that are created elsewhere than below the path of their kind. */
import { expect, test } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'

const shown = (schema: object) => ({
  200: { description: 'OK', content: { 'application/json': { schema } } },
})
const comment = { $ref: '#/components/schemas/Comment' }
const list = { type: 'array', items: comment }

/** @param operations such as `PUT /comments/{id}` */
function graphOf(...operations: string[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    const schema = method === 'GET' && !path.endsWith('}') ? list : comment
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    const own = path.startsWith('/articles') && !path.includes('comments') ? { type: 'object' } : schema
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId: operation, parameters, responses: shown(own) },
    }
  }
  const properties = { id: { type: 'string' }, text: { type: 'string' } }
  const root = {
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1' },
    paths,
    components: { schemas: { Comment: { type: 'object', properties } } },
  }
  return findResources(createApi(documentOf(root as never, 'comments.json')))
}

const articles = ['POST /articles', 'GET /articles', 'GET /articles/{article}']
const below = ['POST /articles/{article}/comments', 'GET /articles/{article}/comments']

test.each<[what: string, operations: string[], expected: object]>([
  [
    'below another resource',
    [...articles, ...below, 'GET /comments/{id}', 'PATCH /comments/{id}', 'DELETE /comments/{id}'],
    {
      collection: '/articles/{article}/comments',
      parent: '/articles',
      create: below[0],
      list: below[1],
      update: 'PATCH /comments/{id}',
      put: undefined,
    },
  ],
  [
    'and neither listed nor read',
    [...articles, 'POST /articles/{article}/comments', 'PATCH /comments/{id}', 'DELETE /comments/{id}'],
    { create: 'POST /articles/{article}/comments', parent: '/articles', list: undefined },
  ],
  [
    'and replaced by PUT',
    [...articles, ...below, 'GET /comments/{id}', 'PUT /comments/{id}'],
    { create: below[0], update: 'PUT /comments/{id}', put: undefined },
  ],
  [
    'with a list of all',
    [...articles, ...below, 'GET /comments', 'GET /comments/{id}'],
    { collection: '/comments', parent: undefined, create: below[0], list: 'GET /comments' },
  ],
  [
    'with a list of all only, and replaced by PUT',
    [
      ...articles,
      'POST /articles/{article}/comments',
      'GET /comments',
      'GET /comments/{id}',
      'PUT /comments/{id}',
    ],
    {
      collection: '/comments',
      create: below[0],
      list: 'GET /comments',
      update: 'PUT /comments/{id}',
      put: undefined,
    },
  ],
  [
    'and only deleted by an address of their own',
    [...articles, ...below, 'DELETE /comments/{id}'],
    { collection: '/articles/{article}/comments', parent: '/articles', create: below[0], list: below[1] },
  ],
  [
    'where they are read',
    [...articles, ...below, 'POST /comments', 'GET /comments/{id}'],
    { collection: '/comments', parent: undefined, create: 'POST /comments', list: undefined },
  ],
  [
    'nowhere',
    [...articles, 'GET /comments/{id}', 'PUT /comments/{id}'],
    { collection: '/comments', create: undefined, put: 'PUT /comments/{id}' },
  ],
  [
    'where no path leads to one',
    [...articles, ...below],
    { collection: '/articles/{article}/comments', parent: '/articles', create: below[0], list: below[1] },
  ],
])('comments are created %s', (_, operations, expected) => {
  const found = graphOf(...operations).resources.find(({ item }) => item.endsWith('/comments/{id}'))
  const { collection, parent, create, list, update, put } = found ?? {}
  expect({
    collection,
    parent: parent?.collection,
    create: create?.operationId,
    list: list?.operationId,
    update: update?.operationId,
    put: put?.operationId,
  }).toMatchObject(expected)
})

const things = graphOf(
  ...['POST /doctors', 'GET /doctors', 'GET /doctors/{doctorId}'],
  ...['POST /visits', 'GET /visits', 'GET /visits/{visitId}'],
)

test.each<[name: string, description: string, collection: string | undefined]>([
  ['doctor_id', '', '/doctors'],
  ['primary_doctor_id', '', '/doctors'],
  ['author_id', 'A doctor of the clinic.', '/doctors'],
  ['authorId', 'The id of the doctor who wrote it', '/doctors'],
  ['external_doctor_id', '', undefined],
  ['author_id', 'Who wrote it.', undefined],
  ['primary_doctor', '', undefined],
])('%s, "%s", refers to %s', (name, description, collection) => {
  const found = things.referredBy(name, { type: 'string', description })
  expect(found?.collection).toBe(collection)
})

const members = graphOf(
  ...['POST /patrons', 'GET /patrons/{patron_id}', 'POST /groups', 'GET /groups/{group_id}'],
  ...['POST /groups/{group_id}/members', 'DELETE /groups/{group_id}/members/{patron_id}'],
  ...['POST /groups/{group_id}/rooms', 'GET /groups/{group_id}/rooms/{room_id}', 'GET /rooms/{room_id}'],
)

test.each<[name: string, of: string, collection: string | undefined]>([
  ['patron_id', '/groups/{group_id}/members/{patron_id}', '/patrons'],
  ['patron_id', '/patrons/{patron_id}', undefined],
  ['room_id', '/groups/{group_id}/rooms/{room_id}', undefined],
  ['group_id', '/groups/{group_id}/members/{patron_id}', '/groups'],
])('%s of %s refers to %s', (name, item, collection) => {
  const from = members.resources.find((one) => one.item === item)
  expect(members.referredBy(name, { type: 'string' }, from)?.collection).toBe(collection)
})

test.each([
  ['repo', 'The name of the repository.', 'name'],
  ['repo', 'Unique slug of a repository', 'slug'],
  ['repo', 'The repository.', 'id'],
  ['repo', 'The id of the repository, not its name.', 'id'],
  ['repo', 'The owner of the repository.', 'id'],
  ['id', 'The name of the repository.', 'id'],
])('{%s}, described as "%s", is the property %s', (parameter, description, expected) => {
  const text = { type: 'string' }
  const item = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: text, slug: text, owner: text },
  }
  const root = {
    openapi: '3.1.0',
    info: { title: 'Repositories', version: '1' },
    paths: {
      '/repositories': { post: { operationId: 'add', responses: shown(item) } },
      [`/repositories/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, description, schema: text }],
        get: { operationId: 'read', responses: shown(item) },
      },
    },
  }
  const { resources } = findResources(createApi(documentOf(root as never, 'repositories.json')))
  expect(resources[0]?.idMember).toBe(expected)
})

test.each([
  ['POST /user/repos', [], ['owner']],
  ['POST /repos', [], ['owner']],
  ['POST /owners/{owner}/repos', [], undefined],
  ['POST /user/repos', ['GET /repos/{owner}'], undefined],
])('of /repos/{owner}/{name}, created by %s, next to %j, the key has %j too', (create, others, further) => {
  const { resources } = graphOf('GET /repos/{owner}/{name}', create, ...others)
  expect(resources.find(({ item }) => item.endsWith('/{name}'))?.further).toEqual(further)
})

test.each([
  ['readAuthor', 'id'],
  ['readBook', 'isbn'],
  ['#/paths/~1books~1{id}/get', 'isbn'],
  ['#/paths/~1authors~1%7Bid%7D/get', 'id'],
])('a link to %s of a new book shows that the id of the book is %s', (target, expected) => {
  const text = { type: 'string' }
  const book = { type: 'object', properties: { id: text, isbn: text, authorId: text } }
  const from = expected === 'isbn' ? 'isbn' : 'authorId'
  const link = {
    ...(target.startsWith('#') ? { operationRef: target } : { operationId: target }),
    parameters: { id: `$response.body#/${from}` },
  }
  const item = (operationId: string, schema: object) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { operationId, responses: shown(schema) },
  })
  const root = {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': {
        post: { operationId: 'addBook', responses: { 200: { ...shown(book)[200], links: { next: link } } } },
      },
      '/books/{id}': item('readBook', book),
      '/authors/{id}': item('readAuthor', { type: 'object' }),
    },
  }
  const { resources } = findResources(createApi(documentOf(root as never, 'books.json')))
  expect(resources.find(({ collection }) => collection === '/books')?.idMember).toBe(expected)
})

test.each([
  ['uuid', 'documentId'],
  [undefined, 'id'],
])('of a path parameter with the format %s, the property is %s', (format, expected) => {
  const text = { type: 'string' }
  const properties = { id: { type: 'integer' }, documentId: { ...text, format: 'uuid' }, title: text }
  const item = { type: 'object', properties }
  const root = {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': { post: { operationId: 'add', responses: shown(item) } },
      '/articles/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { ...text, ...(format && { format }) } },
        ],
        get: { operationId: 'read', responses: shown(item) },
      },
    },
  }
  const { resources } = findResources(createApi(documentOf(root as never, 'articles.json')))
  expect(resources[0]?.idMember).toBe(expected)
})
