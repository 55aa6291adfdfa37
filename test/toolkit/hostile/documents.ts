/** Valid documents of each kind, with most of what a document can contain: mistakes are put into them. */
import type { JsonObject } from '../../../src/toolkit/openapi/document.ts'

const thing = { $ref: '#/components/schemas/Thing' }
const json = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  'application/json': { schema, ...more },
})
const problem = { description: 'Error.', content: json({ $ref: '#/components/schemas/Problem' }) }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

export const OPENAPI: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0', description: 'About *things*.', license: { name: 'MIT' } },
  servers: [
    { url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu', enum: ['eu'] } } },
  ],
  tags: [{ name: 'Things', description: 'All things.' }],
  security: [{ key: [] }, { oauth: ['things:read'] }],
  'x-conformance': { skipOperations: [] },
  paths: {
    '/things': {
      parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
      get: {
        operationId: 'listThings',
        tags: ['Things'],
        parameters: [
          { $ref: '#/components/parameters/limit' },
          { name: 'cursor', in: 'query', schema: { type: 'string' }, 'x-conformance': { paging: 'cursor' } },
          {
            name: 'sort',
            in: 'query',
            schema: { enum: ['name', '-name'], default: 'name' },
            'x-conformance': { sort: true },
          },
          {
            name: 'state',
            in: 'query',
            schema: { type: 'array', items: { enum: ['open', 'done'] } },
            style: 'form',
            explode: false,
            'x-conformance': { filter: { property: 'state', operator: 'eq' } },
          },
          {
            name: 'where',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { name: { type: 'string' } } },
          },
        ],
        responses: {
          200: {
            description: 'Found.',
            headers: { Link: { schema: { type: 'string' } } },
            content: json(
              {
                type: 'object',
                required: ['items'],
                properties: {
                  items: { type: 'array', items: thing },
                  next: { type: ['string', 'null'] },
                  total: { type: 'integer' },
                },
              },
              { examples: { two: { value: { items: [{ id: 'a', name: 'b' }], next: null } } } },
            ),
          },
          400: problem,
        },
      },
      post: {
        operationId: 'createThing',
        tags: ['Things'],
        requestBody: {
          required: true,
          content: {
            ...json({ $ref: '#/components/schemas/NewThing' }),
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
              encoding: { file: { contentType: 'image/png' } },
            },
          },
        },
        responses: {
          201: {
            description: 'Created.',
            headers: { Location: { schema: { type: 'string' } } },
            content: json(thing),
            links: { read: { operationId: 'readThing', parameters: { id: '$response.body#/id' } } },
          },
          '4XX': problem,
          default: problem,
        },
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: {
                requestBody: { content: json(thing) },
                responses: { 200: { description: 'Received.' } },
              },
            },
          },
        },
      },
    },
    '/things/{id}': {
      parameters: [{ ...id, 'x-conformance': { property: 'id' } }],
      get: {
        operationId: 'readThing',
        responses: {
          200: {
            description: 'Found.',
            content: json(thing, { example: { id: 'a', name: 'b', state: 'open' } }),
          },
          404: { $ref: '#/components/responses/missing' },
        },
      },
      patch: {
        operationId: 'updateThing',
        'x-conformance': { excused: [{ rule: 'update-keeps-rest', reason: 'Known.' }] },
        requestBody: {
          content: { 'application/merge-patch+json': { schema: { $ref: '#/components/schemas/NewThing' } } },
        },
        responses: { 200: { description: 'Changed.', content: json(thing) } },
      },
      delete: {
        operationId: 'deleteThing',
        deprecated: true,
        security: [],
        responses: { 204: { description: 'Deleted.' } },
      },
    },
    '/things/{id}/close': {
      post: { operationId: 'closeThing', parameters: [id], responses: { 202: { description: 'Accepted.' } } },
    },
  },
  webhooks: {
    thingDone: {
      post: { requestBody: { content: json(thing) }, responses: { 200: { description: 'Received.' } } },
    },
  },
  components: {
    parameters: {
      limit: {
        name: 'limit',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
    },
    responses: { missing: problem },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { 'things:read': 'Read.' } },
        },
      },
    },
    schemas: {
      NewThing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 50, pattern: '^[a-z]+$' },
          state: { enum: ['open', 'done'], default: 'open' },
          owner: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
        },
      },
      Thing: {
        allOf: [
          { $ref: '#/components/schemas/NewThing' },
          {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string', format: 'uuid', readOnly: true },
              createdAt: { type: 'string', format: 'date-time', 'x-conformance': { role: 'createdAt' } },
              parts: { type: 'array', items: thing },
              labels: { type: 'object', additionalProperties: { type: 'string' } },
              shape: { $ref: '#/components/schemas/Shape' },
            },
          },
        ],
      },
      Person: {
        type: 'object',
        properties: { name: { type: 'string', examples: ['Ada'] } },
        unevaluatedProperties: false,
      },
      Shape: {
        oneOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Square' }],
        discriminator: { propertyName: 'kind', mapping: { circle: '#/components/schemas/Circle' } },
      },
      Circle: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'circle' }, radius: { type: 'number', exclusiveMinimum: 0 } },
      },
      Square: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'square' }, side: { type: 'number', multipleOf: 0.5 } },
      },
      Problem: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string', enum: ['NOT_FOUND', 'INVALID'] }, message: { type: 'string' } },
      },
    },
  },
}

export const SWAGGER: JsonObject = {
  swagger: '2.0',
  info: { title: 'Older things', version: '1' },
  host: 'example.com',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  parameters: { limit: { name: 'limit', in: 'query', type: 'integer' } },
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, basic: { type: 'basic' } },
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: {
        operationId: 'list',
        parameters: [
          { $ref: '#/parameters/limit' },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
        ],
        responses: {
          200: {
            description: 'ok',
            schema: { type: 'array', items: { $ref: '#/definitions/Thing' } },
            examples: { 'application/json': [{ id: 1 }] },
          },
        },
      },
      post: {
        operationId: 'create',
        parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } }],
        responses: { 201: { description: 'ok', schema: { $ref: '#/definitions/Thing' } } },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'read',
        parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
        responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Thing' } } },
      },
    },
    '/upload': {
      post: {
        operationId: 'upload',
        consumes: ['multipart/form-data'],
        parameters: [{ name: 'file', in: 'formData', type: 'file' }],
        responses: { default: { description: 'ok' } },
      },
    },
  },
  definitions: {
    Thing: {
      type: 'object',
      discriminator: 'kind',
      required: ['kind'],
      properties: {
        id: { type: 'integer' },
        kind: { type: 'string' },
        more: { $ref: '#/definitions/Thing' },
      },
    },
  },
}

export const ASYNCAPI: JsonObject = {
  asyncapi: '3.0.0',
  info: { title: 'Events', version: '1.0.0' },
  servers: { main: { host: 'example.com', protocol: 'https', bindings: { http: {} } } },
  channels: {
    things: {
      address: '/things/{id}',
      parameters: { id: { description: 'Which.' } },
      messages: {
        created: { $ref: '#/components/messages/created' },
        gone: { $ref: '#/components/messages/gone' },
      },
    },
  },
  operations: {
    sendCreated: {
      action: 'send',
      channel: { $ref: '#/channels/things' },
      messages: [{ $ref: '#/channels/things/messages/created' }],
      reply: { channel: { $ref: '#/channels/things' } },
    },
    receiveGone: { action: 'receive', channel: { $ref: '#/channels/things' } },
  },
  components: {
    messages: {
      created: {
        name: 'thing.created',
        title: 'Created',
        contentType: 'application/json',
        headers: { type: 'object', properties: { 'webhook-id': { type: 'string' } } },
        payload: { $ref: '#/components/schemas/Thing' },
        examples: [{ name: 'one', payload: { id: 'a' } }],
        traits: [{ correlationId: { location: '$message.header#/id' } }],
      },
      gone: {
        name: 'thing.gone',
        payload: {
          schemaFormat: 'application/schema+json;version=draft-07',
          schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
        },
      },
    },
  },
}

export const OVERLAY: JsonObject = {
  overlay: '1.0.0',
  info: { title: 'Changes', version: '1' },
  actions: [
    { target: "$.paths['/things'].get", update: { summary: 'List', 'x-conformance': { skip: false } } },
    { target: '$.components.schemas.*.properties', update: { extra: { type: 'string' } } },
    { target: '$.paths.*[?@.deprecated==true]', remove: true },
    { target: '$..parameters[?(@.in=="query")]', update: { description: 'A parameter.' } },
  ],
}

export const ARAZZO: JsonObject = {
  arazzo: '1.0.1',
  info: { title: 'Ways', version: '1.0.0' },
  sourceDescriptions: [{ name: 'things', url: './openapi.json', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'create',
      inputs: { type: 'object', properties: { name: { type: 'string', default: 'a' } } },
      parameters: [{ name: 'X-Trace', in: 'header', value: '1' }],
      successActions: [{ name: 'done', type: 'end' }],
      steps: [
        {
          stepId: 'make',
          operationId: 'createThing',
          requestBody: {
            contentType: 'application/json',
            payload: { name: '$inputs.name' },
            replacements: [{ target: '/name', value: 'b' }],
          },
          successCriteria: [
            { condition: '$statusCode == 201' },
            { context: '$response.body', condition: '$.id', type: 'jsonpath' },
            { context: '$response.body#/name', condition: '^b$', type: { type: 'regex', version: '1' } },
          ],
          outputs: { id: '$response.body#/id' },
          onFailure: [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: 2 }],
        },
        {
          stepId: 'read',
          operationPath: '{$sourceDescriptions.things.url}#/paths/~1things~1{id}/get',
          parameters: [
            { name: 'id', in: 'path', value: '$steps.make.outputs.id' },
            { reference: '$components.parameters.trace' },
          ],
          onSuccess: [
            { name: 'next', type: 'goto', stepId: 'make', criteria: [{ condition: '$statusCode == 404' }] },
          ],
        },
      ],
      outputs: { id: '$steps.make.outputs.id' },
    },
    {
      workflowId: 'twice',
      dependsOn: ['create'],
      steps: [{ stepId: 'first', workflowId: 'create', parameters: [{ name: 'name', value: 'c' }] }],
    },
  ],
  components: { parameters: { trace: { name: 'X-Trace', in: 'header', value: 'x' } } },
}

export const CONFIGURATION: JsonObject = {
  openapi: ['openapi.json'],
  overlays: [],
  asyncapi: 'asyncapi.json',
  target: 'http://127.0.0.1:1/v1',
  identities: {
    owner: { bearer: 'env:KEY', scopes: ['things:read'], organization: 'a', plan: 'b' },
    reader: { header: { 'X-Key': 'k' }, may: 'read' },
    app: {
      'client-credentials': {
        'token-url': 'https://example.com/token',
        'client-id': 'a',
        'client-secret': 'env:KEY',
        scopes: ['things:read'],
      },
    },
    anonymous: { none: true },
  },
  hints: {
    skipOperations: ['closeThing'],
    excused: [{ rule: 'update-keeps-rest', operation: 'updateThing', reason: 'Known.' }],
  },
  closed: true,
  webhooks: { scheme: 'standard-webhooks', secret: 'env:KEY', unraised: { 'thing.gone': 'Not reachable.' } },
  oauth: {
    issuer: 'https://example.com',
    clients: { app: { id: 'app', redirectUri: 'http://127.0.0.1/callback' } },
    scopes: ['things:read'],
    person: { email: 'a@example.com' },
  },
}
