/** Small APIs whose sentences promise what state decides, with a server that is right and one with a mistake. */
import { expect } from 'vitest'
import { messageOf, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'

export const text = { type: 'string', minLength: 1, maxLength: 40 }
export const integer = { type: 'integer', minimum: 1, maximum: 1_000_000 }
export const day = { type: 'string', format: 'date' }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

interface Described {
  description?: string
  /** Of its 409 response. */
  conflict?: string
  /** Of its success response. */
  success?: string
  /** Whether its response may be 202. */
  isJob?: boolean
}

interface Kind {
  /** The properties of the body that creates one. */
  sent: Record<string, object>
  optional?: string[]
  /** The properties that the server adds. */
  more?: Record<string, object>
  create?: Described
  /** A PATCH of these properties. */
  update?: Described & { of: string[] }
  remove?: Described
  actions?: Record<string, Described & { sent?: Record<string, object>; optional?: string[] }>
  /** The entries that an item embeds, with the properties of the body that adds one; the verbs are `add` and `drop`. */
  entries?: Record<string, Record<string, object>>
  /** The GET of the collection, with the parameters of its query. */
  collection?: { description?: string; query?: Record<string, object> }
  /** The lists of an item, with the properties of their entries. */
  lists?: Record<string, Described & { of: Record<string, object> }>
}

export interface Thing {
  [name: string]: unknown
  id: string
}

export interface Call {
  kind: string
  /** `create`, `update`, `remove`, `read`, or the name of an action. */
  verb: string
  sent: Record<string, unknown>
  thing: Thing
  of(kind: string): Map<string, Thing>
}

export interface Domain {
  name: string
  /** The description of the whole API. */
  about?: string
  kinds: Record<string, Kind>
  /** Properties that a new item has. */
  start?: Record<string, object>
  /** Changes items, in addition to storing the body. A number rejects it. @param isRight false: with the mistake */
  act(call: Call, isRight: boolean): number | undefined
  /** The entries of a list of an item. */
  listed?(thing: Thing, list: string, isRight: boolean): object[]
  /** The items of a collection. Default: all in the order of their creation. */
  collected?(things: Thing[], query: URLSearchParams, isRight: boolean): Thing[]
  /** Further paths of the document. */
  paths?: object
  /** The responses of these paths. */
  report?(of: Call['of'], query: URLSearchParams, isRight: boolean): object | undefined
  /** The rule that finds the mistake, and the code of its finding. */
  found: [rule: string, code: string]
}

const shown = (schema: object, description = '') => ({
  description,
  content: { 'application/json': { schema } },
})
const bodyOf = (properties: Record<string, object>, required: string[]) => ({
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object', required, additionalProperties: false, properties } },
    },
  },
})
const saying = ({ description, conflict, isJob }: Described) => ({
  description,
  responses: {
    404: { description: '' },
    ...(isJob && { 202: shown({}) }),
    ...(conflict !== undefined && { 409: { description: conflict } }),
    422: { description: 'Invalid.' },
  },
})
const withSuccess = (one: ReturnType<typeof saying>, status: number, response: object) => ({
  ...one,
  responses: { ...one.responses, [status]: response },
})

const entryOf = (of: Record<string, object>) => ({
  type: 'object',
  properties: { id: { type: 'string' }, ...of },
})

/** The paths of the entries that an item embeds. */
const entryPaths = (name: string, entries: NonNullable<Kind['entries']>): object =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([list, of]): [string, object][] => [
      [
        `/${name}/{id}/${list}`,
        {
          parameters: [id],
          post: {
            operationId: `add-${list}`,
            ...bodyOf(of, Object.keys(of)),
            ...withSuccess(saying({}), 201, shown(entryOf(of))),
          },
        },
      ],
      [
        `/${name}/{id}/${list}/{entry_id}`,
        {
          parameters: [id, { ...id, name: 'entry_id' }],
          delete: {
            operationId: `drop-${list}`,
            ...withSuccess(saying({}), 204, { description: '' }),
          },
        },
      ],
    ]),
  )

function pathsOf(name: string, { sent, optional = [], more = {}, entries = {}, ...kind }: Kind): object {
  const embedded = Object.fromEntries(
    Object.entries(entries).map(([list, of]) => [list, { type: 'array', items: entryOf(of) }]),
  )
  const properties = { id: { type: 'string' }, ...sent, ...more, ...embedded }
  const whole = { type: 'object', required: ['id'], properties }
  const { create = {}, update, remove, actions = {}, lists = {}, collection } = kind
  const required = Object.keys(sent).filter((one) => !optional.includes(one))
  const changed = Object.fromEntries(
    (update?.of ?? []).map((one) => [one, sent[one] ?? more[one] ?? {}] as const),
  )
  return {
    [`/${name}`]: {
      post: {
        operationId: `create-${name}`,
        ...bodyOf(sent, required),
        ...withSuccess(saying(create), 201, shown(whole, create.success)),
      },
      ...(collection && {
        get: {
          operationId: `list-${name}`,
          parameters: Object.entries(collection.query ?? {}).map(
            ([parameter, { description, ...schema }]: [string, Described]) => ({
              name: parameter,
              in: 'query',
              description,
              schema,
            }),
          ),
          ...withSuccess(saying(collection), 200, shown({ type: 'array', items: whole })),
        },
      }),
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${name}`, ...withSuccess(saying({}), 200, shown(whole)) },
      ...(update && {
        patch: {
          operationId: `update-${name}`,
          ...bodyOf(changed, []),
          ...withSuccess(saying(update), 200, shown(whole)),
        },
      }),
      ...(remove && {
        delete: {
          operationId: `delete-${name}`,
          ...withSuccess(saying(remove), 204, { description: remove.success ?? '' }),
        },
      }),
    },
    ...entryPaths(name, entries),
    ...Object.fromEntries(
      Object.entries(lists).map(([list, { of, ...said }]) => [
        `/${name}/{id}/${list}`,
        {
          parameters: [id],
          get: {
            operationId: `${list}-${name}`,
            ...withSuccess(
              saying(said),
              200,
              shown({ type: 'array', items: { type: 'object', properties: of } }),
            ),
          },
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(actions).map(([verb, { sent: body, optional: left = [], ...action }]) => [
        `/${name}/{id}/${verb}`,
        {
          parameters: [id],
          post: {
            operationId: `${verb}-${name}`,
            ...(body &&
              bodyOf(
                body,
                Object.keys(body).filter((one) => !left.includes(one)),
              )),
            ...withSuccess(saying(action), 200, shown(whole, action.success)),
          },
        },
      ]),
    ),
  }
}

class Store {
  readonly #domain: Domain
  readonly #isRight: boolean
  readonly #things: Map<string, Map<string, Thing>>
  #count = 0

  constructor(domain: Domain, isRight: boolean) {
    this.#domain = domain
    this.#isRight = isRight
    this.#things = new Map(Object.keys(domain.kinds).map((kind) => [kind, new Map()]))
  }

  #of = (kind: string): Map<string, Thing> => this.#things.get(kind) ?? new Map()

  /** Whether each reference leads to an item. */
  #refers = (sent: Record<string, unknown>): boolean =>
    Object.entries(sent).every(
      ([name, value]) =>
        !name.endsWith('_id') || value === null || this.#of(`${name.slice(0, -3)}s`).has(String(value)),
    )

  report(path: string, query: URLSearchParams): [number, unknown?] | undefined {
    if (this.#domain.paths === undefined || !Object.hasOwn(this.#domain.paths, path)) return undefined
    const body = this.#domain.report?.(this.#of, query, this.#isRight)
    return body === undefined ? [422] : [200, body]
  }

  /** Adds an entry to an item, or deletes one. */
  #changeEntries(thing: Thing, kind: string, [list = '', id]: string[], sent: Thing): [number, unknown?] {
    const entries = (thing[list] ?? []) as Thing[]
    const entry = id === undefined ? { ...sent, id: `${list}-${++this.#count}` } : undefined
    if (entry === undefined && !entries.some((one) => one.id === id)) return [404]
    const now = entry === undefined ? entries.filter((one) => one.id !== id) : [...entries, entry]
    const changed: Thing = { ...thing, [list]: now }
    const verb = entry === undefined ? 'drop' : 'add'
    this.#domain.act({ kind, verb, sent, thing: changed, of: (other) => this.#of(other) }, this.#isRight)
    this.#of(kind).set(thing.id, changed)
    return entry === undefined ? [204] : [201, entry]
  }

  respond(
    method: string,
    [kind = '', one = '', action, ...further]: string[],
    body: string,
    query = new URLSearchParams(),
  ): [number, unknown?] {
    const { kinds, start } = this.#domain
    const own = this.#of(kind)
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    const isNew = method === 'POST' && action === undefined
    if (method === 'GET' && one === '') {
      const all = [...own.values()]
      return [200, this.#domain.collected?.(all, query, this.#isRight) ?? all]
    }
    const thing: Thing | undefined = isNew
      ? { ...start?.[kind], id: `${kind}-${++this.#count}` }
      : own.get(one)
    if (thing === undefined || kinds[kind] === undefined) return [404]
    if (!this.#refers(sent)) return [422]
    if (action !== undefined && kinds[kind].entries?.[action] !== undefined && method !== 'GET')
      return this.#changeEntries(thing, kind, [action, ...further], sent as Thing)
    if (method === 'GET' && action !== undefined)
      return [200, this.#domain.listed?.(thing, action, this.#isRight) ?? []]
    const verb = isNew ? 'create' : (action ?? { PATCH: 'update', DELETE: 'remove' }[method] ?? 'read')
    const changed = verb === 'create' || verb === 'update' ? { ...thing, ...sent } : { ...thing }
    const rejected = this.#domain.act(
      { kind, verb, sent, thing: changed, of: (other) => this.#of(other) },
      this.#isRight,
    )
    if (rejected !== undefined) return [rejected, { detail: 'rejected' }]
    if (verb === 'remove') return own.delete(one) ? [204] : [404]
    if (verb !== 'read') own.set(changed.id, changed)
    return [isNew ? 201 : 200, changed]
  }
}

/** The findings of the rule on a server of the domain, each with its code. */
export async function findingsOn(domain: Domain, isRight: boolean): Promise<string[]> {
  const store = new Store(domain, isRight)
  await using server = await startJson(({ method, url, body }) => {
    const [path = '', query] = url.split('?')
    return (
      store.report(path, new URLSearchParams(query)) ??
      store.respond(method, path.split('/').slice(1), body, new URLSearchParams(query))
    )
  })
  const paths = Object.entries(domain.kinds).map(([name, kind]) => pathsOf(name, kind))
  const found: string[] = []
  const { passed } = await runConformance({
    document: documentOf({
      openapi: '3.1.0',
      info: { title: domain.name, version: '1', description: domain.about ?? '' },
      paths: Object.assign({}, ...paths, domain.paths),
    }),
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) => rule === domain.found[0]),
    subscribers: [
      (event) =>
        void (event.type === 'finding' && found.push(`${event.finding.code}: ${messageOf(event.finding)}`)),
    ],
  })
  if (isRight) expect(passed).toBeGreaterThan(0)
  return found
}
