/**
 * Faults generated from the document by rule: every response property dropped, retyped and emptied,
 * every parameter ignored, every scope unchecked, every status changed. A seed draws those that are planted.
 */
import {
  follow,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  loadDocument,
  type Operation,
} from '../../../../src/toolkit/openapi/index.ts'
import {
  asks,
  editJson,
  type Fault,
  type FaultClass,
  forgives,
  type JsonObject as Members,
  responses,
  withBearer,
  withField,
  withQuery,
} from './fault.ts'

const document = loadDocument('generated/openapi.v1.json')

/** The maximum depth of properties: a list, its item, a property of the item. */
const DEEPEST = 4

export type Rule = 'dropped' | 'retyped' | 'emptied' | 'ignored' | 'unchecked' | 'changed'

export interface GeneratedFault extends Fault {
  rule: Rule
  /** Where it acts. */
  operationId: string
}

type Made = Omit<GeneratedFault, 'operationId'>

/** Every generated fault, in the order of the document. */
export function generateFaults(): GeneratedFault[] {
  return listOperations(document).flatMap((operation) =>
    [
      ...memberFaults(operation),
      ...parameterFaults(operation),
      ...scopeFaults(operation),
      ...statusFaults(operation),
    ].map((one) => ({ ...one, operationId: operation.operationId })),
  )
}

/** Draws `count` of them, as many of each rule as there are; the same seed draws the same ones. */
export const sampleFaults = (
  faults: readonly GeneratedFault[],
  seed: number,
  count: number,
): GeneratedFault[] => drawFaults(faults, ({ rule }) => rule, seed, count)

/** Draws `count` of them, as many of each kind as there are; the same seed draws the same ones. */
export function drawFaults<F extends Fault>(
  faults: readonly F[],
  kindOf: (fault: F) => string,
  seed: number,
  count: number,
): F[] {
  const next = mulberry32(seed)
  const drawn = new Map<string, F[]>()
  const lots = faults.map((one) => ({ one, lot: next() })).sort((a, b) => a.lot - b.lot)
  for (const { one } of lots) drawn.set(kindOf(one), [...(drawn.get(kindOf(one)) ?? []), one])
  const sample: F[] = []
  for (let round = 0; sample.length < Math.min(count, faults.length); round++)
    for (const pile of drawn.values()) {
      const one = pile[round]
      if (one && sample.length < count) sample.push(one)
    }
  return sample
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const fault = (
  rule: Rule,
  name: string,
  kind: FaultClass,
  suffering: string,
  breaks: string,
  plant: Fault['plant'],
): Made => ({ rule, name, class: kind, suffering, breaks: `OpenAPI document: ${breaks}`, plant })

// --- properties of responses

interface Member {
  /** Names from the body down; `*` is each item of a list. */
  path: string[]
  required: boolean
  types: string[]
}

/** The statuses of the right server for a client: errors of its own fault cannot be caused from outside. */
const provokable = (operation: Operation) =>
  [...operation.responses.keys()].filter((status) => Number(status) < 500)

function memberFaults(operation: Operation): Made[] {
  return provokable(operation).flatMap((status) => {
    const schema = jsonSchemaOf(operation, status)
    const members = (schema ? membersOf(schema, []) : []).filter(({ path }) => isShown(status, path))
    return members.flatMap((member) => bendings(operation, status, member))
  })
}

/** The contents of `details` depend on the error: only the two properties of validation errors are promised. */
const isShown = (status: string, [first, second, ...below]: readonly string[]) =>
  first !== 'error' ||
  second !== 'details' ||
  below.length === 0 ||
  (status === '400' && /^(field|issue)$/.test(below.join('/')))

function bendings({ operationId }: Operation, status: string, member: Member): Made[] {
  const where = `${operationId} ${status} /${member.path.join('/')}`
  const bend = (
    verb: 'dropped' | 'retyped' | 'emptied',
    suffering: string,
    edit: (holder: Members, name: string) => void,
  ) =>
    fault(verb, `${where} ${verb}`, 'shape', suffering, where, () =>
      responses(operationId, (response) =>
        response.status === Number(status)
          ? editJson(response, (body) => eachHolder(body, member.path, edit))
          : response,
      ),
    )
  const emptied = emptyOf(member.types)
  return [
    ...(member.required
      ? [bend('dropped', 'Clients read undefined.', (holder, name) => delete holder[name])]
      : []),
    bend('retyped', 'Clients find another type than their own has.', (holder, name) => {
      if (name in holder) holder[name] = retyped(holder[name], member.types)
    }),
    ...(emptied === undefined
      ? []
      : [
          bend('emptied', 'Clients find nothing where something is.', (holder, name) => {
            if (holder[name] !== null && name in holder) holder[name] = structuredClone(emptied)
          }),
        ]),
  ]
}

/** A value of a type that the property does not have. */
function retyped(value: unknown, types: readonly string[]): unknown {
  if (value === null) return types.includes('object') ? [] : { value }
  if (typeof value === 'string') return types.includes('number') || types.includes('integer') ? [value] : 4711
  if (typeof value === 'number' || typeof value === 'boolean')
    return types.includes('string') ? [value] : String(value)
  return Array.isArray(value) ? { ...value } : [value]
}

function emptyOf(types: readonly string[]): unknown {
  if (types.includes('string')) return ''
  if (types.includes('array')) return []
  return types.includes('object') ? {} : undefined
}

function eachHolder(
  value: unknown,
  path: readonly string[],
  edit: (holder: Members, name: string) => void,
): void {
  const [first, ...rest] = path
  if (first === undefined) return
  if (first === '*') {
    if (Array.isArray(value)) for (const item of value) eachHolder(item, rest, edit)
  } else if (isObject(value)) {
    if (rest.length === 0) edit(value as Members, first)
    else eachHolder((value as Members)[first], rest, edit)
  }
}

function jsonSchemaOf(operation: Operation, status: string): JsonObject | undefined {
  const response = operation.responses.get(status)?.node
  const content = response && resolve(response.content)
  const media = content && resolve(content['application/json'])
  return media && resolve(media.schema)
}

function membersOf(schema: JsonObject, path: string[]): Member[] {
  if (path.length >= DEEPEST) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  const parts = (Array.isArray(schema.allOf) ? schema.allOf : []).map((part) => follow(document, part))
  const inherited = parts.flatMap((part) => membersOf(part, path))
  const properties = resolve(schema.properties) ?? {}
  const own = Object.entries(properties).flatMap(([name, value]) => {
    const property = resolve(value)
    if (!property) return []
    const here = [...path, name]
    const items = resolve(property.items)
    return [
      { path: here, required: required.includes(name), types: typesOf(property) },
      ...membersOf(property, here),
      ...(items ? membersOf(items, [...here, '*']) : []),
    ]
  })
  return oncePerPath([...inherited, ...own])
}

/** Parts of an `allOf` may speak of the same property: what one requires is required. */
function oncePerPath(members: readonly Member[]): Member[] {
  const byPath = new Map<string, Member>()
  for (const member of members) {
    const key = JSON.stringify(member.path)
    const known = byPath.get(key)
    byPath.set(key, {
      path: member.path,
      required: member.required || known?.required === true,
      types: known !== undefined && known.types.length > 0 ? known.types : member.types,
    })
  }
  return [...byPath.values()]
}

const typesOf = ({ type }: JsonObject): string[] =>
  [type ?? []].flat().filter((one): one is string => typeof one === 'string')

const resolve = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) ? follow(document, value) : undefined

// --- parameters, scopes, statuses

function parameterFaults({ operationId, parameters }: Operation): Made[] {
  return parameters.flatMap((parameter) => {
    const name = String(parameter.name)
    const where = `${operationId}, ${parameter.in} parameter ${name}`
    const ignore = (plant: Fault['plant']) => [
      fault(
        'ignored',
        `${operationId} ignores ${name}`,
        classOfParameter(name),
        'What a client asks for is not looked at.',
        where,
        plant,
      ),
    ]
    if (parameter.in === 'query')
      return ignore(() => asks(operationId, (request) => withQuery(request, (query) => query.delete(name))))
    if (parameter.in === 'header')
      return ignore(() => asks(operationId, (request) => withField(request, name)))
    return []
  })
}

const classOfParameter = (name: string): FaultClass => {
  if (/^if-(none-)?match$/i.test(name)) return 'conditional'
  if (/^idempotency-key$/i.test(name)) return 'idempotency'
  if (/^x-request-id$/i.test(name)) return 'http'
  return /^(limit|cursor)$/.test(name) ? 'paging' : 'listing'
}

function scopeFaults({ operationId }: Operation): Made[] {
  const suffering = 'A key without the scope may do it.'
  return [
    fault(
      'unchecked',
      `${operationId} leaves its scope unchecked`,
      'credentials',
      suffering,
      `${operationId}, security`,
      ({ owner }) => forgives(403, operationId, (request) => withBearer(request, owner)),
    ),
  ]
}

/** For each status one that the operation declares too, and one that it does not declare. */
function statusFaults(operation: Operation): Made[] {
  const declared = provokable(operation).map(Number)
  return declared.flatMap((status) => {
    const family = Math.floor(status / 100)
    const sister = declared.find((other) => other !== status && Math.floor(other / 100) === family)
    const stranger = [...(STRANGERS[family] ?? [])].find((other) => !declared.includes(other))
    return [sister, stranger].flatMap((to) =>
      to === undefined || status === 304
        ? []
        : [
            fault(
              'changed',
              `${operation.operationId} answers ${to} where ${status} is right`,
              'status',
              'Clients take one outcome for another.',
              `${operation.operationId}, ${status}`,
              () =>
                responses(operation.operationId, (response) =>
                  response.status === status ? { ...response, status: to } : response,
                ),
            ),
          ],
    )
  })
}

const STRANGERS: Record<number, readonly number[]> = { 2: [203, 202, 200], 4: [422, 418] }
