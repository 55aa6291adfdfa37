/** Requirements learned from error responses of each operation, and how requests meet them. */
import { isDeepStrictEqual } from 'node:util'
import type { Api, ApiOperation } from '../../model/api.ts'
import {
  type Demand,
  demandIn,
  descriptionOf,
  isUpperLimit,
  saysUnavailable,
  titleIn,
} from '../../model/description.ts'
import { responseProperties } from '../../model/operationProperties.ts'
import { type Complaint, complaintsIn, messagesIn } from '../../model/rejection.ts'
import type { Resource } from '../../model/resources.ts'
import { shownValue } from '../../model/shownValues.ts'
import {
  isAnyPart,
  isIdName,
  isKeyName,
  isRequestPart,
  KIND_SUFFIX,
  lastSegment,
  normal,
  singularOf,
  soundsLike,
  wordsOf,
} from '../../model/vocabulary.ts'
import { isObject, isOfType, type Json, type JsonObject } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { escaped } from '../../openapi/templates.ts'
import { generatedIn } from '../../schema/values/random.ts'
import { fits, stringFor } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { choiceIn } from './bodies.ts'
import { at, declaredAt, openPlaceIn, type Placed, placeIn, placeWithin, valuesIn } from './bodyPlaces.ts'
import type { Recorded } from './events.ts'
import {
  type Guess,
  isGuess,
  sharedReferences,
  tryAnother,
  withGuess,
  withinNamed,
  withRange,
} from './guesses.ts'
import type { Lesson } from './lesson.ts'
import { keyTarget, materialise, referenceTarget, type Surroundings } from './materialise.ts'
import { above } from './ranges.ts'
import type { Parts } from './requests.ts'
import type { CheckContext, Item } from './rule.ts'

/** Statuses that speak of what was sent. */
const TEACHING: readonly number[] = [400, 403, 404, 409, 422]
/** Statuses that blame the values of a request, and not what there is already. */
const ABOUT_VALUES: readonly number[] = [400, 422]
const MAX_LESSONS = 24
const MAX_TEXT = 4000
/** In which order demands are followed. */
const ORDER: readonly Demand['kind'][] = [
  'required',
  'existing',
  'shown',
  'unique',
  'schema',
  'above',
  'below',
  'prefix',
  'suffix',
  'other',
  'absent',
]

export class Lessons {
  readonly #byOperation = new Map<string, Lesson[]>()

  /** How much is known of an operation's requests. */
  count({ operationId }: ApiOperation): number {
    const known = this.#byOperation.get(operationId) ?? []
    return known.reduce((sum, one) => sum + 1 + (isGuess(one) ? one.demand.nth : 0), 0)
  }

  /** How often other values were tried for an operation. */
  guesses({ operationId }: ApiOperation): number {
    const known = (this.#byOperation.get(operationId) ?? []).filter(isGuess)
    return known.reduce((sum, { demand }) => sum + 1 + demand.nth, 0)
  }

  /** Whether another date than that of the document is sent, so that later ones must not differ much. */
  triesMoments({ operationId }: ApiOperation): boolean {
    const known = this.#byOperation.get(operationId) ?? []
    return known.some((one) => isGuess(one) && one.isMoment === true)
  }

  /**
   * Reads an error response to what was sent.
   * @param isOpen whether no request of the operation was accepted yet, so that other values are worth trying
   */
  learn(
    context: CheckContext,
    operation: ApiOperation,
    response: Recorded,
    { sent, isOpen, items }: { sent: Parts; isOpen: boolean; items: readonly Item[] },
  ): void {
    const { status, json, body } = response
    if (!TEACHING.includes(status) && status < 500) return
    const before = this.count(operation)
    const known = this.#byOperation.get(operation.operationId) ?? []
    const countBefore = known.length
    const read = json ?? body.toString().slice(0, MAX_TEXT)
    if (status < 500) addLessons(context, operation, known, { read, sent })
    const isUnderstood = this.count(operation) !== before || known.length > countBefore
    if (!isUnderstood && (status >= 500 || ABOUT_VALUES.includes(status)))
      addEchoes(context, operation, known, { read, sent })
    // Added values must meet the other requirements too.
    known.sort((a, b) => placeInOrder(a) - placeInOrder(b))
    this.#byOperation.set(operation.operationId, known)
    if (!isOpen || this.count(operation) !== before || status === 404) return
    guessNext(context, operation, known, { response, read, sent, items })
    known.sort((a, b) => placeInOrder(a) - placeInOrder(b))
  }

  /**
   * Changes the parts of a request as the server wants them.
   * @param only follows the lessons of this kind only
   */
  async follow(
    context: CheckContext,
    operation: ApiOperation,
    parts: Parts,
    around: Surroundings,
    only?: Lesson['demand']['kind'],
  ): Promise<void> {
    const all = this.#byOperation.get(operation.operationId) ?? []
    const applies = ({ when }: Lesson) =>
      when === undefined || isDeepStrictEqual(choiceIn(context.api, operation, parts.body), when)
    for (const lesson of all) {
      if (!applies(lesson) || (only ?? lesson.demand.kind) !== lesson.demand.kind) continue
      const { place, path } = lesson
      const isDemanded = all.some(
        (one) =>
          one.demand.kind === 'required' &&
          applies(one) &&
          isDeepStrictEqual([one.place, one.path], [place, path]),
      )
      const following = new Following(context, operation, around, { lesson, isDemanded })
      if (lesson.place === 'query') await following.inQuery(parts)
      else await following.inParts(parts, all.filter(isGuess))
    }
  }
}

/** Adds what an error response suggests but does not state: a reference, else another value. */
function guessNext(
  context: CheckContext,
  operation: ApiOperation,
  known: Lesson[],
  { response, read, sent, items }: { response: Recorded; read: unknown; sent: Parts; items: readonly Item[] },
): void {
  const shared = sharedReferences(context, operation, { known, sent, response })
  known.push(...shared)
  if (shared.length > 0 || !ABOUT_VALUES.includes(response.status)) return
  const when = choiceIn(context.api, operation, sent.body)
  const ranges = withinNamed(context, operation, { known, read, sent, items })
  known.push(...ranges.map((one) => ({ ...one, ...(when && { when }) })))
  if (ranges.length > 0) return
  tryAnother(context, operation, known, { read, sent, when, items })
}

/** Adds what an error response shows about the values that were sent. */
function addLessons(
  context: CheckContext,
  operation: ApiOperation,
  known: Lesson[],
  { read, sent }: { read: unknown; sent: Parts },
): void {
  const when = choiceIn(context.api, operation, sent.body)
  const lessons = complaintsIn(read).map(
    (complaint) => lessonOf(context, operation, complaint) ?? lessonBySent(complaint, sent),
  )
  const texts = messagesIn(read)
  const limits = texts.map((text) => lessonByLimit(text, sent))
  const found = [...lessons, ...limits].filter((one) => one !== undefined)
  addNew(
    known,
    found.filter((one) => isFollowable(context, one)),
    when,
  )
}

/** Adds what an error response shows only by repeating a value; those of server errors show nothing else. */
function addEchoes(
  { api, graph }: CheckContext,
  operation: ApiOperation,
  known: Lesson[],
  { read, sent }: { read: unknown; sent: Parts },
): void {
  const echoes = messagesIn(read).map((text) => lessonByEcho({ graph, text, sent }))
  addNew(
    known,
    echoes.filter((one) => one !== undefined),
    choiceIn(api, operation, sent.body),
  )
}

/** @param when the choice of the bodies that the lessons are about */
function addNew(known: Lesson[], lessons: readonly Lesson[], when: JsonObject | undefined): void {
  for (const one of lessons) {
    const lesson = when !== undefined && one.place === 'body' ? { ...one, when } : one
    const isKnown = known.some((other) => JSON.stringify(other) === JSON.stringify(lesson))
    if (!isKnown && known.length < MAX_LESSONS) known.push(lesson)
  }
}

/** Only a reference can be one to what an item shows. */
function isFollowable({ graph }: CheckContext, { path, demand }: Lesson): boolean {
  const name = path.findLast((one) => !/^\d+$/.test(one)) ?? ''
  return demand.kind !== 'shown' || graph.referredBy(name, undefined) !== undefined
}

function placeInOrder({ demand, isLater = false }: Lesson): number {
  if (demand.kind === 'another') return ORDER.length + (isLater ? 2 : 1)
  return demand.kind === 'within' ? ORDER.length : ORDER.indexOf(demand.kind)
}

/** The place that a complaint is about; undefined where the request has no such place. */
function lessonOf(
  { api }: CheckContext,
  operation: ApiOperation,
  { part, path, demand, missing }: Complaint,
): Lesson | undefined {
  const name = path.at(-1)
  if (name === undefined) return undefined
  const queries = operation.inputs.filter((one) => one.in === 'query')
  const input = endingsOf(name).flatMap((end) => queries.filter((one) => normal(one.name) === normal(end)))[0]
  if (part === 'query' || (input !== undefined && part === undefined && operation.body === undefined))
    return input === undefined ? undefined : { place: 'query', path: [input.name], demand }
  if (operation.body === undefined || (part !== undefined && part !== 'body')) return undefined
  const { schema } = operation.body
  const found = endingsOf(name)
    .map((end) => placeIn(api.document, schema, [...path.slice(0, -1), end]))
    .find((place) => place !== undefined)
  if (found !== undefined)
    return { place: 'body', path: found, demand, ...(missing !== undefined && { missing }) }
  const place = demand.kind === 'required' ? requiredPlace(api, operation, path) : undefined
  return place && { place: 'body', path: place, demand }
}

/** The place of a property that a server requires and that is not at the place that it names. */
function requiredPlace(
  { document }: Api,
  operation: ApiOperation,
  path: readonly string[],
): readonly string[] | undefined {
  const name = path.at(-1) ?? ''
  const schema = operation.body?.schema
  const within = path.length === 1 ? placeWithin(document, schema, name) : undefined
  if (within !== undefined) return within
  // The document leaves it out; a server that requires it is followed all the same.
  const isNew = !isPartOf(operation, name) && /^[\w$.-]+$/.test(name)
  return isNew ? openPlaceIn(document, schema, path) : undefined
}

/** A phrase and its ends, which may be the name: `Draft ID` and `ID`. */
const endingsOf = (phrase: string): string[] =>
  phrase.split(' ').map((_, from, words) => words.slice(from).join(' '))

/** Whether a name means a part of the request rather than a property: `path` of an operation with path parameters. */
const isPartOf = ({ inputs }: ApiOperation, name: string): boolean =>
  isRequestPart(name) && (isAnyPart(name) || inputs.some((one) => one.in === name.toLowerCase()))

/** A property that was sent and is not declared, or one whose value the sentence quotes: `table users already exists`. */
function lessonBySent({ path, text, demand, missing }: Complaint, { body }: Parts): Lesson | undefined {
  if (body === undefined) return undefined
  if (path.length > 0 && at(body, path) !== undefined) return { place: 'body', path, demand }
  if (text === undefined) return undefined
  const quoted = valuesIn(body)
    .filter(isString)
    .filter(({ value }) => value.length > 1 && quotes(text, value))
  const [longest] = quoted.sort((a, b) => b.value.length - a.value.length)
  return longest && { place: 'body', path: longest.path, demand, ...(missing !== undefined && { missing }) }
}

/**
 * A number that is sent and larger than the one that the sentence states, where both count the same:
 * `guestCount` and "The room takes 2 guests", or `quantity` and "Only 3 are left".
 */
function lessonByLimit(text: string, { body }: Parts): Lesson | undefined {
  const [limit, ...others] = text.match(/(?<![\w.,:-])\d{1,9}(?![\w:-]|[.,]\d)/g) ?? []
  if (limit === undefined || others.length > 0 || !isObject(body) || !isUpperLimit(text)) return undefined
  const maximum = Number(limit)
  const words = new Set(wordsOf(text).map(singularOf))
  const isMeant = ({ path }: { path: readonly string[] }) =>
    soundsLike('demand', path.at(-1) ?? '') ||
    wordsOf(path.at(-1) ?? '').some((word) => words.has(singularOf(word)))
  const larger = valuesIn(body).filter(({ value }) => typeof value === 'number' && value > maximum)
  const { path } = larger.find(isMeant) ?? {}
  return path === undefined || maximum === 0
    ? undefined
    : { place: 'body', path, demand: { kind: 'schema', schema: { maximum } } }
}

/**
 * A generated text of which the sentence repeats a word, for a reason that is not understood:
 * "Parsing zone content: 'ifvv3ftb' does not match".
 */
function lessonByEcho({
  graph,
  text,
  sent: { body },
}: Pick<CheckContext, 'graph'> & { text: string; sent: Parts }): Lesson | undefined {
  if (body === undefined) return undefined
  const isReference = ({ path }: Placed<Json>) => {
    const name = path.findLast((one) => !/^\d+$/.test(one)) ?? ''
    return isIdName(name) || isKeyName(name) || graph.referredBy(name, undefined) !== undefined
  }
  const all = valuesIn(body)
    .filter(isString)
    .filter(({ value }) => generatedIn(value).some((word) => text.includes(word)))
  // An error about what a request refers to names it, and a new value would be as unknown.
  if (all[0] !== undefined && saysUnavailable(text))
    return { place: 'body', path: all[0].path, demand: { kind: 'existing' } }
  const echoed = all.find((one) => !isReference(one))
  const index = echoed?.path.findIndex((token) => /^\d+$/.test(token)) ?? -1
  // Without the rejected entry its list would be as wrong.
  const path = index > 0 ? echoed?.path.slice(0, index) : echoed?.path
  const [, type] = /\b(?:input syntax for|as|of|for) type ["'`]?(\w+)/i.exec(text) ?? []
  const demand = demandIn(type === undefined ? text : `must be a valid ${type}`)
  const isOther = demand?.kind !== 'schema' || echoed === undefined || meets(echoed.value, demand.schema)
  return path && { place: 'body', path, demand: isOther ? { kind: 'other' } : demand }
}

const isString = (one: Placed<Json>): one is Placed<string> => typeof one.value === 'string'

const quotes = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\w-])${escaped(value)}(?![\\w-])`).test(text)

/** Makes one request follow one lesson. */
class Following {
  readonly #context: CheckContext
  readonly #operation: ApiOperation
  readonly #around: Surroundings
  readonly #lesson: Lesson
  /** Whether another lesson is that the value is required. */
  readonly #isDemanded: boolean

  constructor(
    context: CheckContext,
    operation: ApiOperation,
    around: Surroundings,
    { lesson, isDemanded }: { lesson: Lesson; isDemanded: boolean },
  ) {
    this.#context = context
    this.#operation = operation
    this.#around = around
    this.#lesson = lesson
    this.#isDemanded = isDemanded
  }

  async inQuery(parts: Parts): Promise<void> {
    const [name = ''] = this.#lesson.path
    const raised = this.#raised(parts.query, name)
    if (raised !== undefined) return void Object.assign(parts.query, raised)
    const input = this.#operation.inputs.find((one) => one.in === 'query' && one.name === name)
    const next = await this.#valueFor(parts.query[name], input?.schema, name, input?.required === true)
    if (next === undefined) delete parts.query[name]
    else parts.query[name] = next
  }

  /** The body with the change; as it is where it would no longer be valid. */
  async #inBody(body: JsonObject | Json[]): Promise<Json> {
    const { path } = this.#lesson
    const parent = this.#holderIn(body)
    const name = path.at(-1) ?? ''
    if (!isObject(parent) && !Array.isArray(parent)) return body
    if (isObject(parent)) {
      const raised = this.#raised(parent, name)
      const ordered = raised && withValueAt(body, path.slice(0, -1), { ...parent, ...raised })
      if (ordered !== undefined) return this.#context.isValidBody(this.#operation, ordered) ? ordered : body
    }
    const { schema, isRequired } = declaredAt(this.#context, this.#operation, body, path)
    const current = isObject(parent) ? parent[name] : parent[Number(name)]
    const next = await this.#valueFor(current, schema, name, isRequired || this.#isDemanded)
    if (next === current) return body
    return this.#unlessBroken(body, withValueAt(body, [...path], next))
  }

  /** The object or list that contains the place; an empty object where the place is required and lacks one. */
  #holderIn(body: JsonObject | Json[]): Json | undefined {
    const { path, demand } = this.#lesson
    const isLacking = demand.kind === 'required' && path.length > 1
    return at(body, path.slice(0, -1)) ?? (isLacking ? {} : undefined)
  }

  /** The upper one of two values that the server requires in an order, raised above the lower one. */
  #raised(values: JsonObject, name: string): JsonObject | undefined {
    const { demand } = this.#lesson
    if (demand.kind !== 'above' && demand.kind !== 'below') return undefined
    // The message quotes only the other value, and its own is unknown.
    if (normal(demand.other) === normal(name)) return {}
    const other = Object.keys(values).find((one) => normal(one) === normal(demand.other))
    if (other === undefined || values[name] === undefined) return undefined
    const [low, high] = demand.kind === 'above' ? [other, name] : [name, other]
    return { [high]: above(values[low] ?? null, values[high] ?? null) }
  }

  /** Changes the body of a request. */
  async inParts(parts: Parts, guesses: readonly Guess[]): Promise<void> {
    const lesson = this.#lesson
    if (lesson.demand.kind === 'required') parts.body ??= {}
    const { body } = parts
    if (Array.isArray(body) && !isGuess(lesson)) parts.body = await this.#inBody(body)
    if (!isObject(body)) return
    if (lesson.demand.kind === 'within') {
      const next = withRange(this.#context, body, lesson, this.#around.itemsOf(parts))
      parts.body = this.#unlessBroken(body, next)
      return
    }
    parts.body = isGuess(lesson)
      ? this.#unlessBroken(
          body,
          withGuess(this.#context, this.#operation, body, {
            guess: lesson,
            all: guesses,
            items: this.#around.itemsOf(parts),
          }),
        )
      : await this.#inBody(body)
  }

  /** The changed body; as it was where only the change makes it invalid. */
  #unlessBroken(body: Json, changed: Json): Json {
    const wasValid = this.#context.isValidBody(this.#operation, body)
    return !wasValid || this.#context.isValidBody(this.#operation, changed) ? changed : body
  }

  /** The value that the server should accept; undefined to leave the property out. */
  async #valueFor(
    current: Json | undefined,
    schema: Json | undefined,
    name: string,
    isRequired: boolean,
  ): Promise<Json | undefined> {
    const { demand } = this.#lesson
    if (demand.kind === 'required')
      return isEmpty(current)
        ? ((await this.#reference(schema, name)) ?? (await this.#shown(schema, name)))
        : current
    if (current === undefined) return undefined
    const otherwise = isRequired ? current : undefined
    switch (demand.kind) {
      case 'absent':
        return otherwise
      case 'schema':
        return meets(current, demand.schema)
          ? current
          : (this.#bent(current, schema) ?? this.#made(schema, demand.schema, name) ?? current)
      case 'unique':
        return (await this.#another(schema)) ?? this.#made(schema, {}, name) ?? current
      case 'shown':
        return (await this.#another(schema)) ?? otherwise
      case 'existing':
        return (await this.#reference(schema, name)) ?? otherwise
      case 'above':
      case 'below':
      case 'other':
        return isRequired ? this.#plainer(current, schema, name) : undefined
      case 'another':
      case 'within':
        return current
      default:
        return withAffix(current, demand)
    }
  }

  /** The id of another item that the property, or an entry of its list, may refer to; undefined if it refers to none. */
  async #another(schema: Json | undefined): Promise<Json | undefined> {
    const { path, demand } = this.#lesson
    const name = path.findLast((one) => !/^\d+$/.test(one)) ?? ''
    const target = referenceTarget(this.#around, name, schema)
    if (target === undefined) {
      const key = keyTarget(this.#around, name, schema)
      return key && this.#around.keyOf(key, 1)
    }
    return demand.kind === 'shown' ? this.#around.idShown(target) : this.#around.idOf(target, 1)
  }

  /** The id of what a property refers to, by its name. */
  async #reference(schema: Json | undefined, name: string): Promise<Json | undefined> {
    const key = keyTarget(this.#around, name, schema)
    if (key !== undefined) return this.#around.keyOf(key, 0)
    const missing = this.#namedResource(this.#lesson.missing ?? '')
    const target = referenceTarget(this.#around, name, schema) ?? this.#namedResource(name)
    // "Is not a known discount code" of `code`: those have a `code` of their own.
    if (target === undefined && missing !== undefined && this.#shows(missing, name))
      return this.#around.keyOf({ resource: missing, member: name }, 0)
    const named = target ?? missing
    if (named !== undefined) return this.#around.idOf(named, 0)
    const made = this.#around.made(name, false)
    if (made !== undefined) return made
    const { several } = this.#around
    // `POST /drafts/send` with `{ "id": … }`, after which the draft is gone.
    if (several !== undefined && normal(name) === normal(several.idMember))
      return this.#around.idOf(several, 1)
    return this.#seen(schema, name)
  }

  /** A value that an earlier response showed, where the server has stated that it knows no such value as was sent. */
  #seen(schema: Json | undefined, name: string): Json | undefined {
    const { place, path, demand } = this.#lesson
    const { method, path: target } = this.#operation
    if (place === 'query') {
      const words = wordsOf(name)
      return method === 'GET'
        ? this.#around.seen(words.map((_, from) => words.slice(from).join(' ')))
        : undefined
    }
    // A token that a response shows may be that of the caller's session.
    if (demand.kind !== 'existing' || soundsLike('secret', name) || wordsOf(name).includes('token'))
      return undefined
    const { api } = this.#context
    const called = titleIn(descriptionOf(viewOf(api.document, schema)))
    const holder = path.slice(0, -1).findLast((one) => !/^\d+$/.test(one)) ?? lastSegment(target)
    return this.#around.seen([...(called === undefined ? [] : [called]), `${singularOf(holder)} ${name}`])
  }

  /** Whether a creation shows a text of this name that is not the id. */
  #shows({ create, idMember }: Resource, name: string): boolean {
    const { api } = this.#context
    return name !== idMember && create !== undefined && responseProperties(api, create).has(name)
  }

  /** `collection` and `user_created` refer to `/collections` and `/users`. */
  #namedResource(name: string): Resource | undefined {
    const bare = normal(singularOf(name.replace(KIND_SUFFIX, '')))
    return this.#context.graph.resources.find(
      (one) => one !== this.#around.from && normal(singularOf(lastSegment(one.collection))) === bare,
    )
  }

  /** A text changed a little, so that it stays as new as it was. */
  #bent(current: Json, schema: Json | undefined): Json | undefined {
    const { demand } = this.#lesson
    if (typeof current !== 'string' || demand.kind !== 'schema' || demand.schema.type !== undefined)
      return undefined
    const view = viewOf(this.#context.api.document, schema)
    const joined = ['', '_', '-'].map((sign) => current.replace(/[^\p{L}\p{N}]+/gu, sign))
    const most = demand.schema.maxLength
    return [...joined, ...joined.map((text) => text.toLowerCase())]
      .map((text) => (typeof most === 'number' ? text.slice(-most) : text))
      .find((text) => meets(text, demand.schema) && meets(text, view))
  }

  /** The value that the document shows, with a name of its own; else a generated one. */
  async #shown(schema: Json | undefined, name: string): Promise<Json | undefined> {
    const view = viewOf(this.#context.api.document, schema)
    const stated = view.example ?? shownValue(view)
    const fitting = typeof stated === 'string' && !fits(view, stated) ? undefined : stated
    if (fitting === undefined) return this.#made(schema, {}, name)
    return materialise({ ...this.#around, renames: true }, schema, fitting, name)
  }

  #made(schema: Json | undefined, further: JsonObject, name: string): Json | undefined {
    const { api, random } = this.#context
    const { document } = api
    const view = withoutNull(document, viewOf(document, schema))
    const merged = merge(view, further)
    const options = { document, random, extent: 'minimal' } as const
    return typesOf(merged).length === 0 && merged.enum === undefined
      ? stringFor(merged, random, name)
      : validValue(merged, options, name)
  }

  /** A string of letters only, if the server does not give a reason. */
  #plainer(current: Json, schema: Json | undefined, name: string): Json {
    if (typeof current !== 'string') return current
    const { document } = this.#context.api
    const view = viewOf(document, schema)
    if (view.enum !== undefined || view.format !== undefined || view.pattern !== undefined) return current
    return stringFor({ ...view, pattern: '^[a-z][a-z0-9]+$' }, this.#context.random, name) ?? current
  }
}

function withAffix(value: Json, { kind, text }: { kind: 'prefix' | 'suffix'; text: string }): Json {
  if (typeof value !== 'string') return value
  if (kind === 'suffix') return value.endsWith(text) ? value : value + text
  return value.startsWith(text) ? value : text + value
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The demands of the server count before those of the document, which may be the wider ones. */
function merge(view: JsonObject, further: JsonObject): JsonObject {
  const merged = { ...view, ...further }
  const choices = view.enum
  if (Array.isArray(choices) && Array.isArray(further.enum)) {
    const both = choices.filter((one) => (further.enum as Json[]).includes(one))
    merged.enum = both.length > 0 ? both : choices
  }
  if (further.enum !== undefined && view.type === undefined) delete merged.type
  return merged
}

/** Whether a value meets what the server wants of it. */
function meets(value: Json, demand: JsonObject): boolean {
  const { enum: choices, minimum, maximum, minItems, format } = demand
  if (Array.isArray(choices)) return choices.includes(value)
  const types = typesOf(demand)
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false
  // The server has rejected a value of this kind, and the next one is generated for the format.
  if (typeof value === 'string') return format === undefined && fits(demand, value)
  if (Array.isArray(value)) return typeof minItems !== 'number' || value.length >= minItems
  if (typeof value !== 'number') return true
  return (
    !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum)
  )
}
