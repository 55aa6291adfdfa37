/** A document with one list, for tests of what its parameters mean. */
import { createApi } from '../../../src/toolkit/model/api.ts'
import { documentOf, type JsonObject } from '../../../src/toolkit/openapi/index.ts'

export interface Given {
  parameter: string
  /** Of the parameter. Default: a text. */
  schema?: object
  description?: string
  statement?: object | undefined
  style?: string
  /** Of the items. */
  properties: Record<string, object>
}

const collection = (properties: Record<string, object>, parameters: object[], description?: string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        ...(description !== undefined && { description }),
        parameters,
        responses: {
          200: {
            description: 'Things',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['items'],
                  properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
                },
              },
            },
          },
        },
      },
      post: {
        operationId: 'createThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: {
          201: {
            description: 'Created',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'readThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'A thing',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: { type: 'object', properties: { id: { type: 'string', readOnly: true }, ...properties } },
    },
  },
})

/** @param description of the list */
export const listDocument = (
  parameters: readonly Omit<Given, 'properties'>[],
  properties: Record<string, object>,
  description?: string,
): JsonObject =>
  collection(
    properties,
    parameters.map(({ parameter, schema = { type: 'string' }, statement, style, ...reported }) => ({
      name: parameter,
      in: 'query',
      schema,
      ...(reported.description !== undefined && { description: reported.description }),
      ...(style !== undefined && { style }),
      ...(statement !== undefined && { 'x-conformance': statement }),
    })),
    description,
  ) as unknown as JsonObject

/** The list of such a document. */
export function listOf(document: JsonObject) {
  const api = createApi(documentOf(document))
  const list = api.byId.get('listThings')
  if (list === undefined) throw new Error('The document has no list.')
  return { api, list }
}
