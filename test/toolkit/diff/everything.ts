/** Documents that use every object of OpenAPI 3.2 and AsyncAPI 3.0, each property with a value of its own. */

const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` })
const words = (name: string) => ({ summary: `Summary of ${name}.`, description: `Description of ${name}.` })
const thing = { type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength: 5 } } }

const server = (host: string) => ({
  url: `https://{region}.${host}.example`,
  description: 'A server.',
  variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.' } },
})

const example = { summary: 'One.', description: 'An example.', value: { a: 'x' } }
const mediaType = { schema: thing, examples: { one: example } }
const parameter = {
  name: 'limit',
  in: 'query',
  description: 'How many.',
  required: true,
  deprecated: true,
  allowEmptyValue: true,
  style: 'pipeDelimited',
  explode: true,
  allowReserved: true,
  schema: { type: 'array', items: { type: 'integer' } },
  example: [5],
}
const header = {
  description: 'How many are left.',
  required: true,
  deprecated: true,
  explode: true,
  schema: { type: 'integer', minimum: 2 },
  examples: { one: { summary: 'Five.', value: 5 } },
}
const link = {
  operationId: 'makeThing',
  parameters: { id: '$response.body#/a' },
  requestBody: '$response.body',
  description: 'The next.',
  server: { url: 'https://links.example', description: 'Of links.' },
}
const response = {
  summary: 'Made.',
  description: 'A thing.',
  headers: { 'X-Left': ref('headers', 'Left') },
  content: { 'application/json': mediaType, 'text/event-stream': { itemSchema: thing } },
  links: { next: ref('links', 'Next') },
}
const requestBody = {
  description: 'A thing to make.',
  required: true,
  content: {
    'application/json': ref('mediaTypes', 'Thing'),
    'multipart/form-data': {
      schema: thing,
      encoding: {
        a: {
          contentType: 'image/png',
          headers: { 'X-A': header },
          style: 'form',
          explode: true,
          allowReserved: true,
        },
      },
    },
  },
}

export const OPENAPI = {
  openapi: '3.2.0',
  info: {
    title: 'Things',
    version: '1.0.0',
    ...words('the API'),
    termsOfService: 'https://a.example/terms',
    contact: { name: 'A', url: 'https://a.example', email: 'a@a.example' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [server('a')],
  tags: [
    {
      name: 'things',
      summary: 'Things',
      description: 'All.',
      parent: 'all',
      kind: 'nav',
      externalDocs: { url: 'https://t.example' },
    },
  ],
  externalDocs: { url: 'https://d.example', description: 'More.' },
  security: [{ key: [] }],
  paths: {
    '/things': {
      ...words('the path'),
      servers: [server('p')],
      parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string', minLength: 2 } }],
      post: {
        tags: ['things'],
        ...words('the operation'),
        externalDocs: { url: 'https://o.example' },
        operationId: 'makeThing',
        deprecated: true,
        security: [{ oauth: ['write'] }],
        parameters: [
          ref('parameters', 'Limit'),
          { name: 'q', in: 'query', content: { 'application/json': { schema: thing } } },
        ],
        requestBody: ref('requestBodies', 'Thing'),
        responses: {
          200: ref('responses', 'Thing'),
          '4XX': { description: 'Refused.' },
          default: { description: 'Else.' },
        },
        callbacks: { done: ref('callbacks', 'Done') },
        'x-retry': 3,
      },
      query: {
        responses: { 200: { description: 'Found.', content: { 'application/json': { schema: thing } } } },
      },
      additionalOperations: {
        COPY: {
          servers: [{ url: 'https://c.example', name: 'copies' }],
          responses: { 201: { description: 'Copied.' } },
        },
      },
    },
    '/others': { $ref: '#/components/pathItems/Others', summary: 'Others.' },
  },
  webhooks: {
    made: {
      post: {
        requestBody: { content: { 'application/json': { schema: thing } } },
        responses: { 204: { description: 'Taken.' } },
      },
    },
  },
  components: {
    mediaTypes: { Thing: mediaType },
    parameters: { Limit: parameter },
    headers: { Left: header },
    links: { Next: link },
    requestBodies: { Thing: requestBody },
    responses: { Thing: response },
    callbacks: {
      Done: {
        '{$request.body#/url}': {
          post: {
            requestBody: { content: { 'application/json': { schema: thing } } },
            responses: { 204: { description: 'Taken.' } },
          },
        },
      },
    },
    pathItems: { Others: { get: { responses: { 200: { description: 'Others.' } } } } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key.', deprecated: true },
      basic: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      connect: { type: 'openIdConnect', openIdConnectUrl: 'https://i.example' },
      oauth: {
        type: 'oauth2',
        oauth2MetadataUrl: 'https://m.example',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://i.example/a',
            tokenUrl: 'https://i.example/t',
            refreshUrl: 'https://i.example/r',
            scopes: { write: 'To write.' },
          },
        },
      },
    },
  },
}

const message = {
  name: 'made',
  title: 'Made',
  ...words('the message'),
  contentType: 'application/cloudevents+json',
  headers: { type: 'object', properties: { id: { type: 'string' } } },
  payload: { type: 'object', discriminator: 'kind', properties: { kind: { type: 'string' } } },
  correlationId: { location: '$message.header#/id', description: 'Which.' },
  bindings: { kafka: { key: { type: 'string' } } },
  tags: [{ name: 'm' }],
  externalDocs: { url: 'https://m.example' },
  examples: [{ name: 'one', payload: { kind: 'a' } }],
  traits: [{ headers: { type: 'object', properties: { of: { type: 'string' } } } }],
}

export const ASYNCAPI = {
  asyncapi: '3.0.0',
  id: 'urn:things',
  info: {
    title: 'Things',
    version: '1.0.0',
    description: 'Events.',
    tags: [{ name: 'i' }],
    externalDocs: { url: 'https://e.example' },
  },
  defaultContentType: 'application/json',
  servers: {
    main: {
      host: '{region}.a.example',
      protocol: 'kafka',
      protocolVersion: '3.5',
      pathname: '/things',
      ...words('the server'),
      title: 'Main',
      security: [{ $ref: '#/components/securitySchemes/user' }],
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.', examples: ['eu'] } },
      bindings: { kafka: { schemaRegistryUrl: 'https://s.example' } },
      tags: [{ name: 's' }],
      externalDocs: { url: 'https://s.example' },
    },
    other: { host: 'b.example', protocol: 'mqtt' },
  },
  channels: {
    things: {
      address: 'things.{id}',
      title: 'Things',
      ...words('the channel'),
      messages: { made: { $ref: '#/components/messages/made' }, plain: { payload: { type: 'string' } } },
      servers: [{ $ref: '#/servers/main' }],
      parameters: {
        id: {
          description: 'Which.',
          default: 'a',
          enum: ['a', 'b'],
          examples: ['a'],
          location: '$message.payload#/kind',
        },
      },
      tags: [{ name: 'c' }],
      externalDocs: { url: 'https://c.example' },
      bindings: { kafka: { topic: 'things' } },
    },
    responses: {
      address: 'answers.v1',
      messages: { response: { payload: { type: 'integer' } }, rejection: { payload: { type: 'string' } } },
    },
  },
  operations: {
    publish: {
      action: 'send',
      channel: { $ref: '#/channels/things' },
      messages: [{ $ref: '#/channels/things/messages/made' }],
      title: 'Publish',
      ...words('the operation'),
      security: [{ $ref: '#/components/securitySchemes/user' }],
      tags: [{ name: 'o' }],
      externalDocs: { url: 'https://o.example' },
      bindings: { kafka: { groupId: { type: 'string' } } },
      traits: [{ description: 'Of a trait.', bindings: { mqtt: { qos: 2 } } }],
      reply: {
        address: { location: '$message.header#/replyTo', description: 'Where to.' },
        channel: { $ref: '#/channels/responses' },
        messages: [{ $ref: '#/channels/responses/messages/response' }],
      },
    },
  },
  components: {
    messages: { made: message },
    securitySchemes: { user: { type: 'userPassword', description: 'A user.' } },
  },
}
