/**
 * Extracts the reasons from an error response: the property or parameter, and what the server requires. Reads the formats of
 * Ajv, Joi, Zod, Pydantic, class-validator, Rails, Laravel, Django, Spring, JSON:API and RFC 9457, and plain sentences.
 */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import {
  chosenIn,
  containedIn,
  type Demand,
  demandIn,
  missingThing,
  objectIn,
  phraseIn,
} from './description.ts'
import { isRequestPart, isWholeBody, namesOf, normal } from './vocabulary.ts'

export interface Complaint {
  /** The part of the request that the error names, such as `query`. */
  part?: string
  /** Path to the property or parameter; empty if the error names none. */
  path: readonly string[]
  demand: Demand
  /** The message, which may quote a value from the request. */
  text?: string
  /** The kind of resource that does not exist. */
  missing?: string
}

const MAX_DEPTH = 6
const MAX_COMPLAINTS = 50
const MAX_TEXT = 2000

/**
 * @param body the JSON of an error response, or its text
 * @returns the reasons without duplicates
 * @example complaintsIn({ message: '"body.name" is required' }) // [{ part: 'body', path: ['name'], demand: { kind: 'required' } }]
 */
export function complaintsIn(body: unknown): Complaint[] {
  const found = new Map<string, Complaint>()
  const add = (complaint: Complaint | undefined) => {
    if (complaint === undefined || found.size >= MAX_COMPLAINTS) return
    found.set(JSON.stringify([complaint.path, complaint.demand]), complaint)
  }
  if (typeof body === 'string') add(fromText(body))
  else visit(body as Json, 0, add)
  const all = [...found.values()]
  // Drop summaries without a location or reason if other entries have one.
  const placed = all.filter(({ path }) => path.length > 0)
  const clear = new Set(all.filter(({ demand }) => demand.kind !== 'other').map(({ path }) => path.join('/')))
  return (placed.length > 0 ? placed : all).filter(
    ({ path, demand }) => demand.kind !== 'other' || !clear.has(path.join('/')),
  )
}

/**
 * The texts of an error response, its codes included: `NO_RATE` is read as "NO RATE".
 * @param body the JSON, or the text
 */
export function messagesIn(body: unknown, depth = 0): string[] {
  if (typeof body === 'string') return /^\s*</.test(body) ? [] : [shortened(body).replaceAll('_', ' ')]
  if (depth > MAX_DEPTH || typeof body !== 'object' || body === null) return []
  return Object.values(body)
    .flatMap((value) => messagesIn(value, depth + 1))
    .slice(0, MAX_COMPLAINTS)
}

/** The begin and the end of a long text: a stack trace may end with the reason. */
const shortened = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}` : text

/**
 * The texts of an error response with the place that each is about.
 * @param body the JSON, or the text
 * @example placedTexts({ detail: 'The rental is reserved.', pointer: '/rental_id' })
 */
export function placedTexts(body: unknown, depth = 0): { path: readonly string[]; text: string }[] {
  if (typeof body === 'string') return [{ path: [], text: body.slice(0, MAX_TEXT) }]
  if (depth > MAX_DEPTH || typeof body !== 'object' || body === null) return []
  const entry = isObject(body as Json) ? entryOf(body as JsonObject) : undefined
  const own =
    entry === undefined ? [] : [{ path: entry.path, text: entry.texts.join('; ').slice(0, MAX_TEXT) }]
  const inside = Object.values(body).filter((one) => typeof one === 'object')
  return [...own, ...inside.flatMap((one) => placedTexts(one, depth + 1))].slice(0, MAX_COMPLAINTS)
}

type Add = (complaint: Complaint | undefined) => void

function visit(node: Json | undefined, depth: number, add: Add): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(node)) {
    for (const one of node) {
      if (typeof one === 'string') add(fromText(one))
      else visit(one, depth + 1, add)
    }
  } else if (isObject(node)) visitObject(node, depth, add)
}

function visitObject(node: JsonObject, depth: number, add: Add): void {
  const entry = entryOf(node)
  if (entry !== undefined) for (const complaint of fromEntry(entry)) add(complaint)
  for (const [name, value] of Object.entries(node)) {
    for (const text of textsAt(value)) add(fromNamed(name, text, Array.isArray(value)))
    if (entry === undefined || !isObject(value) || !CONTEXT.has(normal(name))) visit(value, depth + 1, add)
  }
}

interface Entry {
  path: readonly string[]
  part?: string
  /** Names and values of the entry and of the objects that describe it further. */
  values: ReadonlyMap<string, Json>
  texts: readonly string[]
}

/** An object that describes one error: it contains strings, and may name a location. */
function entryOf(node: JsonObject): Entry | undefined {
  const values = new Map<string, Json>()
  const gather = (from: JsonObject) => {
    for (const [name, value] of Object.entries(from))
      if (value !== undefined && !values.has(normal(name))) values.set(normal(name), value)
  }
  gather(node)
  for (const name of namesOf('errorContext')) {
    const inner = values.get(name)
    if (isObject(inner)) gather(inner)
  }
  const named = namesOf('errorPlace').find((name) => isPlace(values.get(name)))
  const place = named === undefined ? { path: [] } : placeOf(values.get(named) as Json)
  const texts = [...values]
    .filter(([name, value]) => name !== named && typeof value === 'string')
    .map(([, value]) => value as string)
  return texts.length === 0 || texts.every((text) => text === '') ? undefined : { ...place, values, texts }
}

const isPlace = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '' && !/\s|^https?:|(?:Error|Exception)$/.test(value)) ||
  (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object'))

function* fromEntry({ path, part, values, texts }: Entry): Iterable<Complaint> {
  const at = (demand: Demand, ...further: string[]): Complaint => ({
    ...(part !== undefined && { part }),
    path: [...path, ...further],
    demand,
  })
  const missing = values.get('missingproperty')
  if (typeof missing === 'string') yield at({ kind: 'required' }, missing)
  const further = values.get('additionalproperty') ?? values.get('unevaluatedproperty')
  if (typeof further === 'string') yield at({ kind: 'absent' }, further)
  if (missing !== undefined || further !== undefined) return
  const listed = namesOf('errorChoices')
    .map((name) => values.get(name))
    .find((value) => Array.isArray(value) && value.every((one) => typeof one !== 'object'))
  if (Array.isArray(listed) && listed.length > 0) {
    yield at({ kind: 'schema', schema: { enum: listed } })
    return
  }
  for (const text of texts) {
    const demand = demandIn(text.slice(0, MAX_TEXT))
    if (demand === undefined) continue
    if (path.length > 0) yield { ...at(demand), ...missingIn(demand, text) }
    else yield fromSentence(text, demand)
  }
}

function missingIn({ kind }: Demand, text: string): Pick<Complaint, 'missing'> {
  const missing = kind === 'existing' ? missingThing(text) : undefined
  return missing === undefined ? {} : { missing }
}

const textsAt = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((one): one is string => typeof one === 'string')
      : []

/** `{ "name": ["can't be blank"] }`: the key is the name of the rejected property. */
function fromNamed(name: string, text: string, isListed: boolean): Complaint | undefined {
  if (isListed ? LISTS.has(normal(name)) : ABOUT.has(normal(name))) return undefined
  const demand = demandIn(text.slice(0, MAX_TEXT))
  return demand === undefined ? undefined : { ...placeOf(name), demand }
}

const ABOUT = new Set<string>([
  ...namesOf('errorText'),
  ...namesOf('errorPlace'),
  ...namesOf('errorContext'),
  ...namesOf('errorChoices'),
])
const LISTS = new Set<string>(namesOf('errorList'))
const CONTEXT = new Set<string>(namesOf('errorContext'))

function fromText(text: string): Complaint | undefined {
  if (/^\s*</.test(text)) return undefined // HTML
  const demand = demandIn(text.slice(0, MAX_TEXT))
  return demand && fromSentence(text, demand)
}

/** Reads the place from a sentence, where the error response names no place. */
function fromSentence(text: string, demand: Demand): Complaint {
  const contained = containedIn(text)
  if (contained !== undefined && demand.kind === 'required') return { ...placeOf(contained), demand, text }
  const object = objectIn(text) ?? (demand.kind === 'required' ? phraseIn(text) : undefined) ?? ''
  const isChoice =
    demand.kind === 'schema' && Array.isArray(demand.schema.enum) && demand.schema.enum.includes(object)
  return { ...placeOf(isChoice ? (chosenIn(text) ?? '') : object), demand, text }
}

/** `body.items[0].name`, `/items/0/name`, `$.name` or `["body", "name"]`. */
function placeOf(place: Json): Pick<Complaint, 'part' | 'path'> {
  const tokens = (Array.isArray(place) ? place.map(String) : String(place).split(/[.[\]/]+/))
    .map((token) => token.replace(/^["'#$]+|["']+$/g, ''))
    .filter((token) => token !== '')
  const [first = ''] = tokens
  if (tokens.length > 1 && isRequestPart(first)) return { part: first.toLowerCase(), path: tokens.slice(1) }
  if (tokens.length > 1 && isWholeBody(first)) return { path: tokens.slice(1) }
  return { path: tokens }
}

/** Whether an error response states that a request exceeds a number: "The credit limit would be exceeded", "Not enough stock." */
export const saysExceeded = (text: string): boolean =>
  /\b(?:exceed(?:s|ed|ing)?|exhausted|used up|insufficient|not (?:have |has )?enough|too (?:low|small|little)|(?:over|above|beyond|more than|greater than|higher than) (?:the|its|their|his|this)|limit (?:is |was |has been )?reached)\b/i.test(
    text,
  )

/** Whether a text has the verb of a noun: "has to be inspected" for `inspection`. */
export function mentionsDoing(text: string, noun: string): boolean {
  const [, stem] = /^(\w{4,}?)(?:ation|ion|ment|al)$/i.exec(noun) ?? []
  return (
    stem !== undefined &&
    new RegExp(`\\b${escaped(stem)}(?:e|ed|es|ing|s|ated|ating|ates?)?\\b`, 'i').test(text)
  )
}
