/** Styles of whole families of APIs: JSON:API, OData, Kubernetes, FHIR. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { responses } from './documents.ts'
import type { Before } from './meanings.ts'
import type { Call, Item, PlainResponse } from './server.ts'
import { named, type Style } from './style.ts'

const text = { type: 'string' }
const name = { type: 'string', minLength: 1, maxLength: 40 }
const moment = { type: 'string', format: 'date-time' }
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const exactly = (properties: object, required?: string[]) => ({
  ...object(properties, required),
  additionalProperties: false,
})

interface Family {
  media: string
  /** Of a creation; a change has `change`. */
  request: object
  change?: object
  item: object
  list: object
  parameters?: object[]
  id: object
  /** The id of what is made, where clients choose it. */
  idOf?(body: Item): unknown
  stored(body: Item, id: string): Item
  changed?(item: Item, body: Item): Item
  shown(item: Item): Item
  listed(items: Item[], query: URLSearchParams): Item | undefined
  /** The status of what was deleted. */
  gone?: number
}

const declaredOf = ({ media, request, change, item, list, parameters = [], id, gone }: Family) => {
  const shown = (schema: object) => ({ description: 'It.', content: { [media]: { schema } } })
  const body = (schema: object) => ({ required: true, content: { [media]: { schema } } })
  const rejected = responses(400, 404, 409, 410, 415)
  const only = (...statuses: number[]) => Object.fromEntries(statuses.map((one) => [one, rejected[one]]))
  const missing = gone === 410 ? only(404, 410) : only(404)
  return {
    ...named,
    paths: {
      '/things': {
        get: { operationId: 'listThings', parameters, responses: { '200': shown(list), ...only(400) } },
        post: {
          operationId: 'makeThing',
          requestBody: body(request),
          responses: { '201': shown(item), ...only(400, 409, 415) },
        },
      },
      '/things/{thingId}': {
        parameters: [{ name: 'thingId', in: 'path', required: true, schema: id }],
        get: { operationId: 'getThing', responses: { '200': shown(item), ...missing } },
        delete: { operationId: 'removeThing', responses: { '204': { description: 'Gone.' }, ...missing } },
        ...(change !== undefined && {
          patch: {
            operationId: 'changeThing',
            requestBody: body(change),
            responses: { '200': shown(item), ...missing, ...only(400, 415) },
          },
        }),
      },
    },
  }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const problem = (status: number, headers?: Record<string, string>): PlainResponse => ({
  status,
  body: { title: `status ${status}` },
  ...(headers !== undefined && { headers }),
})

function serverOf(family: Family, mistakes: Partial<Family> = {}): Before {
  const {
    media,
    request,
    change,
    idOf,
    stored,
    changed,
    shown,
    listed,
    gone = 404,
  } = { ...family, ...mistakes }
  const items = new Map<string, Item>()
  const removed = new Set<string>()
  const validators = new Map<object, ValidateFunction>()
  let count = 0
  const response = (status: number, body: Item, headers = {}): PlainResponse => ({
    status,
    headers: { 'Content-Type': media, ...headers },
    body,
  })
  const rejectionOf = (schema: object, { headers, text: sent }: Call): PlainResponse | undefined => {
    if (!String(headers['content-type'] ?? '').startsWith(media)) return problem(415)
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    try {
      return validate(JSON.parse(sent)) ? undefined : problem(400)
    } catch {
      return problem(400)
    }
  }
  return (call) => {
    const [kind, id, ...more] = call.path
    if (kind !== 'things' || more.length > 0) return problem(404)
    const allowed =
      id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'DELETE', ...(change ? ['PATCH'] : [])]
    if (!allowed.includes(call.method)) return problem(405, { Allow: allowed.join(', ') })
    if (id === undefined && call.method !== 'POST') {
      const list = listed([...items.values()].map(shown), call.query)
      return list === undefined ? problem(400) : response(200, list)
    }
    if (id === undefined) {
      const rejection = rejectionOf(request, call)
      if (rejection !== undefined) return rejection
      const made = String(idOf?.(call.body) ?? `t${String(++count).padStart(5, '0')}`)
      if (items.has(made)) return problem(409)
      items.set(made, stored(call.body, made))
      return response(201, shown(items.get(made) ?? {}), { Location: `/things/${made}` })
    }
    const item = items.get(id)
    if (item === undefined) return problem(removed.has(id) ? gone : 404)
    if (call.method === 'DELETE') {
      items.delete(id)
      removed.add(id)
      return { status: 204 }
    }
    if (call.method !== 'PATCH' || change === undefined) return response(200, shown(item))
    const rejection = rejectionOf(change, call)
    if (rejection !== undefined) return rejection
    items.set(id, changed?.(item, call.body) ?? item)
    return response(200, shown(items.get(id) ?? {}))
  }
}

const styleOf = (
  style: string,
  family: Family,
  faults: [string, string, string, string | null, Partial<Family>][],
): Style => ({
  name: style,
  declared: declaredOf(family),
  habits: { before: serverOf(family) },
  faults: faults.map(([fault, rule, code, subject, mistakes]) => [
    fault,
    rule,
    code,
    subject,
    { before: serverOf(family, mistakes) },
  ]),
})

const ID = { type: 'string', pattern: '^t[0-9]{5}$' }
const inside = (item: unknown, ...path: string[]): Item =>
  path.reduce((at, one) => (at as Item)?.[one], item) as Item

const attributes = object({ name, note: { type: 'string', maxLength: 40 } }, ['name'])
const resource = object({ type: { const: 'things' }, id: text, attributes })
const jsonApi: Family = {
  media: 'application/vnd.api+json',
  request: exactly({
    data: exactly({ type: { const: 'things' }, attributes: { ...attributes, additionalProperties: false } }),
  }),
  change: exactly({
    data: exactly({
      type: { const: 'things' },
      id: text,
      attributes: { ...attributes, required: [], additionalProperties: false },
    }),
  }),
  item: object({ data: resource }),
  list: object({ data: { type: 'array', items: resource }, meta: object({ total: { type: 'integer' } }) }),
  id: ID,
  stored: (body, id) => ({ id, ...inside(body, 'data') }),
  changed: (item, body) => ({
    ...item,
    attributes: { ...inside(item, 'attributes'), ...inside(body, 'data', 'attributes') },
  }),
  shown: (item) => ({ data: item }),
  listed: (items) => ({ data: items.map(({ data }) => data), meta: { total: items.length } }),
}

const row = exactly({ '@odata.etag': text, id: text, name })
const odata: Family = {
  media: 'application/json',
  request: exactly({ name }),
  change: exactly({ name }, []),
  item: row,
  list: object({ '@odata.count': { type: 'integer' }, value: { type: 'array', items: row } }, ['value']),
  parameters: [
    { name: '$top', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 100 } },
    { name: '$skip', in: 'query', schema: { type: 'integer', minimum: 0 } },
  ],
  id: ID,
  stored: (body, id) => ({ '@odata.etag': 'W/"1"', id, ...body }),
  changed: (item, body) => ({ ...item, ...body, '@odata.etag': `W/"${Math.random()}"` }),
  shown: (item) => item,
  listed: (items, query) => {
    const numbers = ['$top', '$skip'].map((one) => query.get(one) ?? (one === '$top' ? '100' : '0'))
    if (!numbers.every((one) => /^\d+$/.test(one)) || Number(numbers[0]) > 100) return undefined
    const [top = 100, skip = 0] = numbers.map(Number)
    return { '@odata.count': items.length, value: items.slice(skip, skip + top) }
  },
}

const metadata = object({ name: text, uid: text, resourceVersion: text, creationTimestamp: moment })
const spec = exactly({ size: { type: 'integer', minimum: 1, maximum: 9 } })
const kind = object({ kind: text, metadata, spec })
let version = 0
const kubernetes: Family = {
  media: 'application/json',
  request: exactly({
    metadata: exactly({ name: { type: 'string', pattern: '^[a-z][a-z0-9]{2,20}$' } }),
    spec,
  }),
  item: kind,
  list: object({
    kind: text,
    metadata: object({ resourceVersion: text }),
    items: { type: 'array', items: kind },
  }),
  id: { type: 'string', pattern: '^[a-z][a-z0-9]{2,30}$' },
  idOf: (body) => inside(body, 'metadata').name,
  stored: (body) => ({
    kind: 'Thing',
    ...body,
    metadata: {
      ...inside(body, 'metadata'),
      uid: `00000000-0000-4000-8000-${String(++version).padStart(12, '0')}`,
      resourceVersion: String(version),
      creationTimestamp: new Date().toISOString(),
    },
  }),
  shown: (item) => item,
  listed: (items) => ({ kind: 'ThingList', metadata: { resourceVersion: String(version) }, items }),
}

const patient = object({
  resourceType: { const: 'Thing' },
  id: text,
  meta: object({ versionId: text, lastUpdated: moment }),
  name,
})
const fhir: Family = {
  media: 'application/fhir+json',
  request: exactly({ resourceType: { const: 'Thing' }, name }),
  item: patient,
  list: object({
    resourceType: { const: 'Bundle' },
    type: { const: 'searchset' },
    total: { type: 'integer' },
    link: { type: 'array', items: object({ relation: text, url: text }) },
    entry: { type: 'array', items: object({ fullUrl: text, resource: patient }) },
  }),
  id: ID,
  gone: 410,
  stored: (body, id) => ({ id, meta: { versionId: '1', lastUpdated: new Date().toISOString() }, ...body }),
  shown: (item) => item,
  listed: (items) => ({
    resourceType: 'Bundle',
    type: 'searchset',
    total: items.length,
    link: [{ relation: 'self', url: '/things' }],
    entry: items.map((item) => ({ fullUrl: `/things/${String(item.id)}`, resource: item })),
  }),
}

export const familyStyles = (): Style[] => [
  styleOf('json-api', jsonApi, [
    [
      'takes what it does not know',
      'invalid-body-rejected',
      'wrong-status',
      'an undeclared property at /data/attributes/unexpectedMember (additionalProperties)',
      { request: { type: 'object' } },
    ],
    [
      'lists nothing',
      'created-item-listed',
      'not-listed',
      null,
      { listed: () => ({ data: [], meta: { total: 0 } }) },
    ],
    [
      'forgets names',
      'created-read-back',
      'sent-value-changed',
      '/name',
      { stored: (_, id) => ({ id, type: 'things', attributes: { name: 'x' } }) },
    ],
    ['forgets a change', 'update-applied-exactly', 'change-not-stored', '/note', { changed: (item) => item }],
  ]),
  styleOf('odata', odata, [
    [
      'lists all but the last',
      'list-pages-complete',
      'missing-from-pages',
      null,
      { listed: (items, query) => odata.listed(items.slice(0, -1), query) },
    ],
    ['forgets a change', 'update-applied-exactly', 'change-not-stored', '/name', { changed: (item) => item }],
  ]),
  styleOf('kubernetes', kubernetes, [
    [
      'lists nothing',
      'created-item-listed',
      'not-listed',
      null,
      { listed: () => kubernetes.listed([], new URLSearchParams()) as Item },
    ],
  ]),
  styleOf('fhir', fhir, [
    [
      'responses without meta',
      'body-matches-schema',
      'required',
      'meta',
      { shown: ({ meta: _, ...item }) => item },
    ],
  ]),
]
