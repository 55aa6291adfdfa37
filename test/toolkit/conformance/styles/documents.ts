/** Documents of one collection, put together of what a style declares otherwise. */
import { type ContractDocument, documentOf } from '../../../../src/toolkit/openapi/index.ts'

export interface Declared {
  item: object
  /** Of a POST or PUT; a PATCH accepts the same without its required properties. */
  request: object
  /** The list's response; an array of items when left out. */
  list?: object
  listHeaders?: object
  parameters?: object[]
  /** Statuses of the list in addition to 200 and 400. */
  listStatuses?: Record<string, object>
  /** Of a DELETE, in addition to 404; undefined removes that. */
  removed?: Record<string, object | undefined>
  id?: object
  /** Left out: POST. */
  made?: 'POST' | 'PUT'
  changed?: 'PATCH' | 'PUT' | 'none'
  madeStatuses?: Record<string, object | undefined>
  changedStatuses?: object
  /** The default is `things`. */
  collection?: string
  /** Which paths end in a slash. */
  slashed?: 'collections' | 'all'
  makeDescription?: string
  makeParameters?: object[]
  changeDescription?: string
  removeDescription?: string
  /** The content of a change, instead of JSON with the properties of a request. */
  changeContent?: object
  changeParameters?: object[]
  listDescription?: string
  /** Further operations of an item. */
  further?: object
  paths?: object
  /** Further schemas, which paths refer to. */
  schemas?: object
  /** Further operations of the collection. */
  whole?: object
  security?: object
  parametersOfAll?: object[]
}

const json = (schema: object, headers?: object) => ({
  description: 'It.',
  ...(headers !== undefined && { headers }),
  content: { 'application/json': { schema } },
})

const Problem = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
const Thing = { $ref: '#/components/schemas/Thing' }
const rejected = json({ $ref: '#/components/schemas/Problem' })
const responses = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), rejected]))

export { json, responses, Thing }

const defined = (statuses: Record<string, object | undefined>) =>
  Object.fromEntries(Object.entries(statuses).filter(([, response]) => response !== undefined))

export function documentFor(style: string, declared: Declared): ContractDocument {
  const {
    id = { type: 'string', pattern: '^t[0-9]{5}$' },
    made = 'POST',
    changed = 'PATCH',
    removed = { '204': { description: 'Gone.' } },
    collection = 'things',
  } = declared
  const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
  const { request } = declared
  const around = declared.parametersOfAll ?? []
  const who = declared.security === undefined ? {} : responses(401)
  const making = (operationId: string) => ({
    operationId,
    description: declared.makeDescription,
    ...(declared.makeParameters && { parameters: declared.makeParameters }),
    requestBody: body(request),
    responses: defined({
      ...(made === 'PUT' && { '200': json(Thing) }),
      '201': json(Thing),
      ...responses(400, 415),
      ...who,
      ...declared.madeStatuses,
    }),
  })
  return documentOf(
    {
      openapi: '3.1.0',
      info: { title: style, version: '1' },
      ...declared.security,
      paths: {
        [`/${collection}${declared.slashed === undefined ? '' : '/'}`]: {
          parameters: around,
          get: {
            operationId: 'listThings',
            description: declared.listDescription,
            parameters: declared.parameters ?? [],
            responses: {
              '200': json(declared.list ?? { type: 'array', items: Thing }, declared.listHeaders),
              ...responses(400),
              ...who,
              ...declared.listStatuses,
            },
          },
          ...(made === 'POST' && { post: making('makeThing') }),
          ...declared.whole,
        },
        [`/${collection}/{thingId}${declared.slashed === 'all' ? '/' : ''}`]: {
          parameters: [{ name: 'thingId', in: 'path', required: true, schema: id }, ...around],
          get: { operationId: 'getThing', responses: { '200': json(Thing), ...responses(404), ...who } },
          ...(made === 'PUT' && { put: making('putThing') }),
          ...(made === 'POST' &&
            changed !== 'none' && {
              [changed.toLowerCase()]: {
                operationId: 'changeThing',
                description: declared.changeDescription,
                parameters: declared.changeParameters ?? [],
                requestBody:
                  declared.changeContent === undefined
                    ? body(changed === 'PUT' ? request : { ...request, required: [] })
                    : { required: true, content: declared.changeContent },
                responses: {
                  '200': json(Thing),
                  ...responses(400, 404, 415),
                  ...who,
                  ...declared.changedStatuses,
                },
              },
            }),
          ...declared.further,
          delete: {
            operationId: 'removeThing',
            description: declared.removeDescription,
            responses: defined({ ...responses(404), ...who, ...removed }),
          },
        },
        ...declared.paths,
      },
      components: {
        schemas: { Thing: declared.item, Problem, ...declared.schemas },
        ...(declared.security as { components?: object } | undefined)?.components,
      },
    },
    `${style}.json`,
  )
}
