/** Styles of what an item shows. */
import type { Call, Item, PlainResponse } from './server.ts'
import { named, type Style, seconds } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }

/** One schema for requests and responses, as OpenAPI means it: `id` is never sent, `password` and a `pin` never shown. */
const account = {
  type: 'object',
  required: ['id', 'name', 'password'],
  properties: {
    id: { type: 'string', readOnly: true },
    name,
    password: { type: 'string', minLength: 8, maxLength: 20, writeOnly: true, default: 'changeme' },
    nickname: { type: ['string', 'null'], maxLength: 20 },
    settings: {
      type: 'object',
      properties: {
        theme: { enum: ['dark', 'light'] },
        size: { type: 'integer', minimum: 1, maximum: 9 },
        pin: { type: 'string', minLength: 4, maxLength: 8, writeOnly: true },
      },
    },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true },
  },
}

const accepted = {
  type: 'object',
  required: ['name', 'password'],
  properties: {
    name,
    password: { type: 'string', minLength: 8, maxLength: 20 },
    nickname: { type: ['string', 'null'], maxLength: 20 },
    settings: account.properties.settings,
  },
}

/** A body that is the whole resource, with one property required. */
const whole = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name,
    note: { type: 'string', maxLength: 40 },
    size: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    labels: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 9 } },
  },
}
const wholeItem = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: { id: { type: 'string' }, ...whole.properties },
}

/** A path follows the name, a slug stays as it was made. */
const pathed = {
  type: 'object',
  required: ['id', 'name', 'slug', 'path'],
  properties: { id: { type: 'string' }, name, slug: { type: 'string' }, path: { type: 'string' } },
}

function signedIn({ headers }: Call): PlainResponse | undefined {
  const [, scheme = '', given = ''] = /^(\S+) (\S+)$/.exec(String(headers.authorization)) ?? []
  if (/^basic$/i.test(scheme) && Buffer.from(given, 'base64').toString() === 'ada:lovelace') return undefined
  return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="styles"' }, body: { title: 'who' } }
}

const isMissing = ({ method, path: [, id] }: Call, items: Map<string, Item>): boolean =>
  method === 'GET' && id !== undefined && !items.has(id)

const withoutPin = ({ pin: _, ...settings }: Item): Item => settings

/** As a database returns JSON: properties in another order, and without null values. */
function asStored({ password: _, ...item }: Item): Item {
  const shown =
    item.settings instanceof Object ? { ...item, settings: withoutPin(item.settings as Item) } : item
  const sorted = Object.entries(shown).filter(([, value]) => value !== null)
  return Object.fromEntries(
    sorted.reverse().map(([key, value]) => [key, value instanceof Object ? reversed(value) : value]),
  )
}

const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse())

export const memberStyles = (now: () => number): Style[] => {
  const stamped = (body: Item, id: string | number) => ({
    ...body,
    id,
    createdAt: seconds(now()),
    updatedAt: seconds(now()),
  })
  const change = (item: Item, { id: _, createdAt: __, ...body }: Item) =>
    void Object.assign(item, body, { updatedAt: seconds(now()) })
  const owner = Buffer.from('ada:lovelace').toString('base64')
  return [
    {
      name: 'read-only-write-only',
      declared: {
        item: account,
        request: account,
        security: {
          security: [{ basic: [] }],
          components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
        },
      },
      identity: {
        name: 'ada',
        credentials: [{ kind: 'header', name: 'Authorization', value: `Basic ${owner}` }],
      },
      habits: {
        accepts: accepted,
        make: stamped,
        change,
        show: asStored,
        before: (call) => signedIn(call),
      },
      faults: [
        [
          'forgets the name',
          'created-read-back',
          'sent-value-changed',
          '/name',
          { make: (body, id) => stamped({ ...body, name: 'x' }, id) },
        ],
        [
          'stores the time of creation that it is sent',
          'property-access-enforced',
          'read-only-stored',
          '/createdAt',
          {
            change: (item, body) =>
              void Object.assign(item, body, { id: item.id, updatedAt: seconds(now()) }),
          },
        ],
        [
          'shows passwords',
          'property-access-enforced',
          'write-only-shown',
          '/password',
          { show: (item) => ({ ...asStored(item), password: item.password }) },
        ],
        [
          'tells nobody apart from those who know what exists',
          'missing-credential-rejected',
          'existence-visible-to-anyone',
          null,
          {
            before: (call, items) =>
              isMissing(call, items) ? { status: 404, body: { title: 'none' } } : signedIn(call),
          },
        ],
        [
          'lets caches keep that something is missing',
          'consistent-responses',
          'error-cached',
          null,
          {
            before: (call, items) =>
              signedIn(call) ??
              (isMissing(call, items)
                ? { status: 404, headers: { 'Cache-Control': 'public, max-age=60' }, body: { title: 'none' } }
                : undefined),
          },
        ],
        [
          'shows pages of other origins its successes alone',
          'cors-consistent',
          'cors-missing-on-error',
          null,
          {
            list: (items) => ({ status: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body: items }),
          },
        ],
        [
          'lets any page act with the cookies of its visitors',
          'cors-consistent',
          'cors-credentials-for-any-origin',
          null,
          {
            before: (call) =>
              signedIn(call) ??
              (call.headers.origin === undefined || call.method !== 'GET' || call.path.length > 1
                ? undefined
                : {
                    status: 200,
                    headers: {
                      'Access-Control-Allow-Origin': String(call.headers.origin),
                      'Access-Control-Allow-Credentials': 'true',
                    },
                    body: [],
                  }),
          },
        ],
        [
          'responses without an id',
          'body-matches-schema',
          'required',
          'id',
          { show: ({ id: _, ...item }) => item },
        ],
        [
          'takes accounts without a password',
          'invalid-body-rejected',
          'wrong-status',
          'without password at /password (required)',
          { accepts: { ...accepted, required: [] } },
        ],
        [
          'loses what settings hold',
          'created-read-back',
          'sent-value-changed',
          '/settings/theme',
          { make: (body, id) => stamped({ ...body, settings: {} }, id) },
        ],
        [
          'keeps the time of the last change',
          'update-applied-exactly',
          'update-time-not-later',
          '/updatedAt',
          {
            change: (item, body) => void Object.assign(item, body, { updatedAt: '2001-01-01T00:00:00Z' }),
          },
        ],
        [
          'resets the nickname at every change',
          'update-applied-exactly',
          'other-property-changed',
          '/nickname',
          {
            change: (item, body) => change(item, { nickname: 'reset', ...body }),
          },
        ],
      ],
    },
    {
      name: 'put-replaces',
      declared: { ...named, changed: 'PUT' },
      habits: { update: 'PUT' },
      faults: [
        [
          'keeps what was there',
          'update-applied-exactly',
          'put-not-stored',
          '/name',
          { change: () => undefined },
        ],
      ],
    },
    {
      name: 'put-replaces-item',
      declared: { item: wholeItem, request: whole, changed: 'PUT' },
      habits: {
        update: 'PUT',
        make: (body, id) => ({ id, size: 3, ...body }),
        change: (item, body) => {
          for (const member of Object.keys(whole.properties)) delete item[member]
          Object.assign(item, { size: 3 }, body)
        },
      },
      faults: [
        [
          'keeps what a PUT leaves out',
          'put-replaces-item',
          'property-not-removed',
          '/note',
          { change: (item, body) => void Object.assign(item, body) },
        ],
        [
          'keeps a list that a PUT leaves out',
          'put-replaces-item',
          'property-not-removed',
          '/labels',
          {
            change: (item, body) => {
              delete item.note
              Object.assign(item, { size: 3 }, body)
            },
          },
        ],
      ],
    },
    {
      name: 'made-of-its-name',
      declared: { item: pathed, request: named.request },
      habits: {
        make: (body, id) => ({ id, ...body, slug: `s-${String(body.name)}`, path: `/${String(body.name)}` }),
        change: (item, body) =>
          void Object.assign(item, body, { path: `/${String(body.name ?? item.name)}` }),
      },
      faults: [
        [
          'keeps the path of its old name',
          'update-applied-exactly',
          'derived-value-wrong',
          '/path',
          { change: (item, body) => void Object.assign(item, body) },
        ],
      ],
    },
    {
      name: 'put-merges-and-says-so',
      declared: {
        item: wholeItem,
        request: whole,
        changed: 'PUT',
        changeDescription: 'Changes a thing; what is left out stays.',
      },
      habits: { update: 'PUT', make: (body, id) => ({ id, size: 3, ...body }) },
      faults: [],
    },
  ]
}
