/** A document with as many operations as wanted: five on each resource, with schemas, examples and error responses. */

const WORDS = [
  'order',
  'invoice',
  'parcel',
  'ticket',
  'device',
  'member',
  'contract',
  'course',
  'recipe',
  'sensor',
]
const OPERATIONS_EACH = 5

/** @param count of operations; rounded up to a multiple of five */
export function largeDocument(count: number): object {
  const resources = Array.from({ length: Math.ceil(count / OPERATIONS_EACH) }, (_, index) => nameAt(index))
  return {
    openapi: '3.1.0',
    info: { title: `API with ${resources.length * OPERATIONS_EACH} operations`, version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ token: [] }],
    tags: [...new Set(resources.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(resources.flatMap(pathsOf)),
    components: {
      schemas: { ...Object.fromEntries(resources.flatMap(schemasOf)), Problem: PROBLEM },
      responses: {
        NotFound: {
          description: 'Not found.',
          content: { 'application/json': { schema: refTo('Problem') } },
        },
      },
      parameters: {
        Limit: {
          name: 'limit',
          in: 'query',
          description: 'Page size.',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        Cursor: {
          name: 'cursor',
          in: 'query',
          description: 'The next page of results.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

interface Resource {
  /** `Order12` */
  name: string
  /** `order-12` */
  segment: string
  index: number
}

function nameAt(index: number): Resource {
  const word = WORDS[index % WORDS.length] ?? 'order'
  const number = Math.floor(index / WORDS.length)
  return { name: `${word[0]?.toUpperCase()}${word.slice(1)}${number}`, segment: `${word}-${number}`, index }
}

/** Twenty resources share a tag. */
const tagOf = ({ index }: Resource): string => `Part ${Math.floor(index / 20)}`

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const PROBLEM = {
  type: 'object',
  required: ['type', 'title'],
  properties: { type: { type: 'string' }, title: { type: 'string' }, detail: { type: 'string' } },
}

function pathsOf(resource: Resource): [path: string, item: object][] {
  const { name, segment } = resource
  const parameter = `${name[0]?.toLowerCase()}${name.slice(1)}Id`
  const operation = (verb: string, responses: object, more: object = {}) => ({
    operationId: `${verb}${name}`,
    summary: `The operation ${verb} of ${name}`,
    tags: [tagOf(resource)],
    ...more,
    responses: { ...responses, '404': { $ref: '#/components/responses/NotFound' } },
  })
  const shown = { description: `The ${name}.`, ...json(refTo(name)) }
  const body = { requestBody: { required: true, ...json(refTo(`${name}Input`)) } }
  return [
    [
      `/${segment}`,
      {
        get: operation(
          'list',
          { '200': { description: 'One page.', ...json(refTo(`${name}List`)) } },
          {
            parameters: [
              { $ref: '#/components/parameters/Limit' },
              { $ref: '#/components/parameters/Cursor' },
              { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } },
              { name: 'created_after', in: 'query', schema: { type: 'string', format: 'date-time' } },
            ],
          },
        ),
        post: operation('create', { '201': shown }, body),
      },
    ],
    [
      `/${segment}/{${parameter}}`,
      {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }],
        get: operation('read', { '200': shown }),
        patch: operation('update', { '200': shown }, body),
        delete: operation('delete', { '204': { description: 'Deleted.' } }),
      },
    ],
  ]
}

function schemasOf({ name, index }: Resource): [name: string, schema: object][] {
  const input = {
    title: { type: 'string', minLength: 1, maxLength: 100, examples: [`${name} of today`] },
    status: { type: 'string', enum: ['open', 'closed'], default: 'open' },
    amount: { type: 'integer', minimum: 0, maximum: 1000 + index },
    labels: { type: 'array', items: { type: 'string' }, maxItems: 10 },
  }
  const own = {
    id: { type: 'string', readOnly: true },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', format: 'date-time', readOnly: true },
  }
  return [
    [`${name}Input`, { type: 'object', required: ['title'], properties: input }],
    [
      name,
      {
        description: `One ${name}.`,
        allOf: [refTo(`${name}Input`), { type: 'object', required: ['id', 'created_at'], properties: own }],
      },
    ],
    [
      `${name}List`,
      {
        type: 'object',
        required: ['items'],
        properties: {
          items: { type: 'array', items: refTo(name) },
          next_cursor: { type: ['string', 'null'] },
        },
      },
    ],
  ]
}
