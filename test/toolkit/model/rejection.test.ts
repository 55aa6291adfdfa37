/** The objections in error responses of common frameworks. */
import { describe, expect, it } from 'vitest'
import { complaintsIn, mentionsDoing, saysExceeded } from '../../../src/toolkit/model/rejection.ts'

type Row = [name: string, body: unknown, want: string[]]

/** `query|page.size: schema {"minimum":1}` */
const shown = (body: unknown): string[] =>
  complaintsIn(body).map(({ part, path, demand }) => {
    const { kind, ...rest } = demand
    const [value] = Object.values(rest)
    return `${part === undefined ? '' : `${part}|`}${path.join('.')}: ${kind}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
  })

const rows: Row[] = [
  ['missing in other words', { error: "Key 'name' not present or not a String" }, ['name: required']],
  [
    'the first of several that are missing',
    { message: 'Missing username field,Missing password field' },
    ['username: required'],
  ],
  ['a property inside of another', { message: 'Missing video.source field' }, ['video.source: required']],
  ['a name in words', { message: 'Start history ID is required.' }, ['Start history ID: required']],
  [
    'the choices of a property',
    { message: 'Registered locations must be of an allowed type ["url"]' },
    ['type: schema {"enum":["url"]}'],
  ],
  [
    'a property of a map',
    { message: "cluster 'a.b' properties must contain either 'servers.first' or 'brokers'" },
    ['properties.servers.first: required'],
  ],
  [
    'a form in a word',
    { message: 'time: invalid duration "soon"' },
    ['soon: schema {"type":"string","pattern":"^[1-9][0-9]?h$"}'],
  ],
  [
    'the given value',
    { message: 'The given location.target is not a URL' },
    ['location.target: schema {"type":"string","format":"uri"}'],
  ],
  ['empty where it must not be', { error: 'Cannot leave name empty' }, []],
  ['values that both break a rule', { error: 'Cannot specify names and titles with blanks' }, []],
  ['a condition', { error: 'Cannot use password with special characters' }, []],
  ['no credential', { error: 'No token provided' }, [': required']],
  [
    'a reference that the database does not find',
    { error: 'violates foreign key constraint: Key (user_id)=(123) is not present in table "users".' },
    ['users: existing'],
  ],
  ['one of two is missing', { error: 'No chart or context is given.' }, ['chart: required']],
  ['two at once', { error: 'You cannot give rrsets AND zone data as text' }, ['rrsets: absent']],
  ['two that exclude each other', { error: 'first and last are mutually exclusive' }, ['first: absent']],
  [
    'one that is to be left empty',
    { error: "Submit just the 'key' field or leave 'key' empty" },
    ['key: absent'],
  ],
  [
    'references to what another item does not have, and properties of other requests',
    {
      errors: [
        {
          code: 'unit_not_in_rental',
          detail: 'is not a unit of this rental',
          source: { pointer: '/unit_ids/0' },
        },
        { detail: 'is for declined quotes only', source: { pointer: '/reason' } },
        { detail: 'is not in the future', source: { pointer: '/due' } },
      ],
    },
    ['unit_ids.0: shown', 'reason: absent'],
  ],
  [
    'the order of two values',
    { fields: { endsAt: 'must be after startsAt', price: 'must not be less than cost' } },
    ['endsAt: above "startsAt"', 'price: above "cost"'],
  ],
  [
    'the order of two values, as the fault',
    { errors: { endsAt: ['is before startsAt'], from: ['is not before the value of until'] } },
    ['endsAt: above "startsAt"', 'from: below "until"'],
  ],
  [
    'Joi',
    {
      message: '"body.name" is required',
      error: [
        {
          message: '"body.name" is required',
          path: ['body', 'name'],
          type: 'any.required',
          context: { label: 'body.name', key: 'name' },
        },
      ],
    },
    ['body|name: required'],
  ],
  [
    'Joi, a pattern',
    {
      error: [
        {
          message: '"body.name" with value "users x" fails to match the required pattern: /^[\\w-]+$/',
          path: ['body', 'name'],
          type: 'string.pattern.base',
        },
      ],
    },
    ['body|name: schema {"pattern":"^[\\\\w-]+$"}'],
  ],
  [
    'Joi, values',
    {
      details: [
        {
          message: '"kind" must be one of [a, b]',
          path: ['kind'],
          type: 'any.only',
          context: { valids: ['a', 'b'] },
        },
      ],
    },
    ['kind: schema {"enum":["a","b"]}'],
  ],
  [
    'Ajv',
    {
      errors: [
        {
          instancePath: '/owner',
          keyword: 'required',
          params: { missingProperty: 'id' },
          message: "must have required property 'id'",
        },
      ],
    },
    ['owner.id: required'],
  ],
  [
    'Ajv, a further property',
    {
      errors: [
        {
          instancePath: '',
          keyword: 'additionalProperties',
          params: { additionalProperty: 'extra' },
          message: 'must NOT have additional properties',
        },
      ],
    },
    ['extra: absent'],
  ],
  [
    'Ajv, values',
    [
      {
        instancePath: '/state',
        keyword: 'enum',
        params: { allowedValues: ['open', 'closed'] },
        message: 'must be equal to one of the allowed values',
      },
    ],
    ['state: schema {"enum":["open","closed"]}'],
  ],
  [
    'Fastify',
    {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: "body must have required property 'title'",
    },
    ['title: required'],
  ],
  [
    'Zod',
    {
      issues: [
        {
          code: 'invalid_type',
          expected: 'string',
          received: 'undefined',
          path: ['user', 'email'],
          message: 'Required',
        },
      ],
    },
    ['user.email: required'],
  ],
  [
    'Zod, values',
    {
      issues: [
        {
          code: 'invalid_enum_value',
          options: ['x', 'y'],
          path: ['mode'],
          message: "Invalid enum value. Expected 'x' | 'y', received 'z'",
        },
      ],
    },
    ['mode: schema {"enum":["x","y"]}'],
  ],
  [
    'Pydantic',
    { detail: [{ type: 'missing', loc: ['query', 'since'], msg: 'Field required' }] },
    ['query|since: required'],
  ],
  [
    'Pydantic, a bound',
    {
      detail: [
        {
          type: 'greater_than_equal',
          loc: ['body', 'count'],
          msg: 'Input should be greater than or equal to 3',
          ctx: { ge: 3 },
        },
      ],
    },
    ['body|count: schema {"minimum":3}'],
  ],
  [
    'class-validator',
    { message: [{ property: 'email', constraints: { isEmail: 'email must be an email' } }] },
    ['email: schema {"type":"string","format":"email"}'],
  ],
  [
    'NestJS',
    {
      statusCode: 400,
      message: ['title should not be empty', 'size must be an integer number'],
      error: 'Bad Request',
    },
    ['title: required', 'size: schema {"type":"integer"}'],
  ],
  [
    'Rails',
    { errors: { title: ["can't be blank"], slug: ['has already been taken'] } },
    ['title: required', 'slug: unique'],
  ],
  [
    'Laravel',
    {
      message: 'The given data was invalid.',
      errors: { 'address.zip': ['The address.zip must be at least 4 characters.'] },
    },
    ['address.zip: schema {"minLength":4}'],
  ],
  [
    'Django',
    { name: ['This field is required.'], age: ['A valid integer is required.'] },
    ['name: required', 'age: schema {"type":"integer"}'],
  ],
  [
    'Spring',
    {
      status: 400,
      errors: [{ field: 'price', defaultMessage: 'must be greater than or equal to 5', code: 'Min' }],
    },
    ['price: schema {"minimum":5}'],
  ],
  [
    'JSON:API',
    {
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/name' },
          title: 'Invalid Attribute',
          detail: 'must be at most 10 characters',
        },
      ],
    },
    ['attributes.name: schema {"maxLength":10}'],
  ],
  [
    'RFC 9457',
    {
      type: 'https://example.com/invalid',
      title: 'Your request is not valid.',
      errors: [{ detail: 'must be a positive integer', pointer: '#/age' }],
    },
    ['age: schema {"minimum":1}'],
  ],
  [
    'Stripe',
    {
      error: {
        code: 'parameter_missing',
        message: 'Missing required param: amount.',
        param: 'amount',
        type: 'invalid_request_error',
      },
    },
    ['amount: required'],
  ],
  [
    'GitHub',
    { message: 'Validation Failed', errors: [{ resource: 'Label', code: 'already_exists', field: 'name' }] },
    ['name: unique'],
  ],
  [
    'LoopBack',
    {
      error: {
        statusCode: 422,
        name: 'UnprocessableEntityError',
        message: 'The request body is invalid.',
        details: [
          {
            path: '/title',
            code: 'minLength',
            message: 'must NOT have fewer than 3 characters',
            info: { limit: 3 },
          },
        ],
      },
    },
    ['title: schema {"minLength":3}'],
  ],
  [
    'Directus',
    {
      errors: [
        {
          message: 'Validation failed for field "key". Value is required.',
          extensions: { field: 'key', type: 'required', code: 'FAILED_VALIDATION' },
        },
      ],
    },
    ['key: required'],
  ],
  [
    'Directus, a sentence',
    {
      errors: [
        {
          message: 'Invalid payload. "email" is required.',
          extensions: { reason: '"email" is required', code: 'INVALID_PAYLOAD' },
        },
      ],
    },
    ['email: required'],
  ],
  ['a suffix', { error: 'name must end with a dot' }, ['name: suffix "."']],
  ['a prefix', { error: "the path must start with '/'" }, ['path: prefix "/"']],
  [
    'values in a sentence',
    { message: 'status must be one of: draft, published' },
    ['status: schema {"enum":["draft","published"]}'],
  ],
  ['what does not exist', { message: 'author not found', field: 'author_id' }, ['author_id: existing']],
  ['plain text', 'name is required', ['name: required']],
  ['HTML', '<!DOCTYPE html><pre>Cannot POST /x: invalid</pre>', []],
  ['a failure without a demand', { message: 'Internal Server Error', statusCode: 500 }, []],
  ['nothing', undefined, []],
]

describe('an error response', () => {
  it.each(rows)('%s', (_name, body, want) => {
    expect(shown(body)).toEqual(want)
  })
})

it.each([
  ["The customer's credit limit would be exceeded.", true],
  ['The order exceeds the budget of the project.', true],
  ['Not enough power at this site.', true],
  ['The site has not enough power for this station.', true],
  ['Insufficient balance.', true],
  ['The limit is reached.', true],
  ['There is no such customer.', false],
  ['The quantity must be at least 1.', false],
])('%s: a number is exceeded: %s', (text, expected) => expect(saysExceeded(text)).toBe(expected))

it.each([
  ['Machine 7 has to be inspected first.', 'inspection', true],
  ['The order is not confirmed.', 'confirmation', true],
  ['The claim must be approved by a manager.', 'approval', true],
  ['The instrument is in use.', 'inspection', false],
  ['The region is unknown.', 'registration', false],
  ['The station is closed.', 'station', false],
])('%s needs %s: %s', (text, noun, expected) => expect(mentionsDoing(text, noun)).toBe(expected))
