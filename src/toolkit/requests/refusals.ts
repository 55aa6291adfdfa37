/** Errors in the form that the document gives to errors: its own example or schema, with the words of this refusal. */
import { STATUS_CODES } from 'node:http'
import { type Api, type ApiOperation, examplesOf } from '../conformance/api/api.ts'
import { typesOf, viewOf, withoutNull } from '../conformance/api/schemaView.ts'
import { isJson, mediaTypeOf } from '../conformance/json.ts'
import { fittingValue } from '../conformance/values/fitting.ts'
import { createRandom } from '../conformance/values/random.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  type Located,
  objectAt,
  pointerOf,
  responseFor,
} from '../contract/index.ts'
import { answerProblems } from './answerProblems.ts'
import type { Facts, HttpAnswer, Refusal } from './exchange.ts'

/** An error that no document describes (RFC 9457). */
export const problem = (status: number, title: string): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { title, status },
})

/** Answers a refusal as the operation declares its status, else as another operation does, else by RFC 9457. */
export function refusalAnswer(
  api: Api,
  operation: ApiOperation | undefined,
  refusal: Refusal,
  requestId: string,
): HttpAnswer {
  const declared = declaredFor(api, operation, refusal.status)
  const media = declared && jsonOf(declared)
  if (media === undefined) {
    const problem = {
      title: refusal.message,
      status: refusal.status,
      ...(refusal.issues.length > 0 && { errors: refusal.issues }),
    }
    return {
      status: refusal.status,
      headers: { 'Content-Type': 'application/problem+json', ...refusal.headers },
      body: problem,
    }
  }
  const valid = (body: Json | undefined): body is Json =>
    body !== undefined && answerProblems(api.document, media.pointer, body).length === 0
  const examples = examplesOf(api.document, media.node)
  const fitting = examples.find((example) => refusal.hint.test(JSON.stringify(example)))
  const madeOf = (extent: 'minimal' | 'full') =>
    fittingValue(
      { schemaPointer: media.pointer, schema: media.node.schema },
      { document: api.document, random: createRandom(1), extent, answer: true },
    )
  // Where nothing of an error is required, the least of it has no place for words.
  const made = () => [madeOf('minimal'), madeOf('full')].find(hasWords) ?? madeOf('minimal')
  const shown = fitting ?? examples[0]
  const base = shown ?? made()
  const words = { refusal, requestId, isMadeUp: shown === undefined }
  const spoken = base === undefined ? undefined : speak(api, media.node.schema, base, words)
  const isOfAnother = fitting === undefined && refusal.hint.source !== '(?:)' && refusal.issues.length === 0
  const own = isOfAnother && spoken !== undefined ? withoutPlaces(spoken) : undefined
  const body = [own, spoken, base, shown && made()].find(valid)
  return {
    status: refusal.status,
    headers: { 'Content-Type': media.type, ...refusal.headers },
    ...(body !== undefined && { body }),
  }
}

/** The response that shows the form of an error; where the operation has none of the status, one of another operation. */
export function declaredFor(
  api: Api,
  operation: ApiOperation | undefined,
  status: number,
): Located | undefined {
  const own = operation && responseFor(operation, status)
  if (own !== undefined && jsonOf(own) !== undefined) return own
  const others = api.operations.map((one) => one.responses.get(String(status)) ?? responseFor(one, status))
  const withJson = (one: Located | undefined): one is Located =>
    one !== undefined && jsonOf(one) !== undefined
  if (others.some(withJson)) return others.find(withJson)
  const anyError = api.operations.flatMap((one) =>
    [...one.responses].filter(([key]) => /^(4|5|default)/.test(key)),
  )
  return anyError.map(([, response]) => response).find(withJson)
}

function jsonOf({ node, pointer }: Located): { type: string; node: JsonObject; pointer: string } | undefined {
  const content = objectAt(node, 'content')
  const type = Object.keys(content).find((name) => isJson(mediaTypeOf(name)))
  if (type === undefined || objectAt(content, type).schema === undefined) return undefined
  return { type, node: objectAt(content, type), pointer: pointer + pointerOf('content', type, 'schema') }
}

const CODE = /^(code|type|error|error_?code|kind)$/i
const MESSAGE = /^(message|detail|description|error_?description|reason|title)$/i
const FIELD = /^(field|param|parameter|pointer|path|loc|property|target)$/i
/** `path` and `target` may be those of the request. */
const ONE_FIELD = /^(field|param|parameter|pointer|loc|property)$/i
const ISSUE = /^(issue|problem)$/i
const REQUEST_ID = /^(request|trace|correlation)_?id$/i

/** Whether a value has a member for a code or words, however deep. */
const hasWords = (value: Json | undefined): boolean =>
  Array.isArray(value)
    ? value.some(hasWords)
    : isObject(value) &&
      Object.entries(value).some(
        ([name, inner]) =>
          (typeof inner === 'string' && (CODE.test(name) || MESSAGE.test(name))) || hasWords(inner as Json),
      )

/** The error without the members of a request that only another error was about. */
function withoutPlaces(body: Json): Json {
  if (!isObject(body)) return body
  const isPlaces = (value: Json | undefined) =>
    Array.isArray(value) &&
    value.some((one) => isObject(one) && Object.keys(one).some((key) => FIELD.test(key)))
  const own = Object.entries(body).filter(
    ([name, value]) => !ONE_FIELD.test(name) && !ISSUE.test(name) && !isPlaces(value),
  )
  return Object.fromEntries(own.map(([name, value]) => [name, withoutPlaces(value as Json)]))
}

interface Words {
  refusal: Refusal
  requestId: string
  /** Whether the body is no example of the document. */
  isMadeUp: boolean
}

/** The example with this refusal's words in the members that are for words, and its code where the schema lists codes. */
function speak(api: Api, schema: Json | undefined, example: Json, words: Words): Json {
  const { refusal, requestId, isMadeUp } = words
  const [first] = refusal.issues
  const rewrite = (value: Json, name: string, within: Json | undefined): Json => {
    const view = withoutNull(api.document, viewOf(api.document, within))
    if (Array.isArray(value)) {
      const fact = factFor(name, value, refusal)
      if (fact !== undefined) return fact
      const [pattern] = value
      const ofIssues =
        refusal.issues.length > 0 && isObject(pattern) && Object.keys(pattern).some((key) => FIELD.test(key))
      return ofIssues ? refusal.issues.map((issue) => entryOf(pattern, issue)) : value
    }
    if (isObject(value)) {
      const members = objectAt(view, 'properties')
      const reason = plainReason(api, members, value, isMadeUp)
      const whole = reason === undefined && !isMadeUp ? value : withUnsaid(api, members, value, words)
      return Object.fromEntries(
        Object.entries(whole).map(([key, inner]) => [
          key,
          key === reason ? refusal.message : rewrite(inner as Json, key, members[key]),
        ]),
      )
    }
    if (typeof value === 'number' && name === 'status') return refusal.status
    const fact = factFor(name, value, refusal)
    if (fact !== undefined) return fact
    if (typeof value !== 'string') return value
    if (CODE.test(name)) return isMadeUp && isFree(view) ? codeFor(refusal) : codeOf(view, value, refusal)
    if (REQUEST_ID.test(name)) return requestId
    if (MESSAGE.test(name)) return refusal.message
    if (first !== undefined && FIELD.test(name)) return first.field
    if (first !== undefined && ISSUE.test(name)) return first.issue
    return value
  }
  return rewrite(example, '', schema)
}

const isRetry = (name: string): boolean => /^retry_?after|^retry_?in(_?seconds)?$/i.test(name)

/** Seconds to wait as a member says them: `retryAfterMs` counts otherwise. */
const waitAs = (name: string, seconds: number): number =>
  /_?(ms|millis|milliseconds)$/i.test(name) ? seconds * 1000 : seconds

/** What is so of this request, for a member that the example of the error shows of another; undefined where nobody knows. */
function factFor(name: string, shown: Json, refusal: Refusal): Json | undefined {
  const seconds = Number(refusal.headers['Retry-After'] ?? Number.NaN)
  if (isRetry(name) && Number.isFinite(seconds) && !Array.isArray(shown))
    return typeof shown === 'string' ? String(waitAs(name, seconds)) : waitAs(name, seconds)
  const [, received, expected] = /^received (.+?); expected (.+)$/s.exec(refusal.issues[0]?.issue ?? '') ?? []
  const told = { ...(received !== undefined && { received }), ...(expected !== undefined && { expected }) }
  const known: Facts = { ...told, ...refusal.facts }
  const fact = Object.entries(known).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  if (fact === undefined) return undefined
  if (Array.isArray(shown)) return [fact].flat().map(String)
  if (typeof shown === 'number') return typeof fact === 'number' ? fact : undefined
  return typeof shown === 'string' || shown === null ? [fact].flat().join(', ') : undefined
}

/**
 * An error that tells how long to wait, with one number for it in all places: its body's, that of its words, else that of
 * `Retry-After`.
 */
export function withOneWait(answer: HttpAnswer): HttpAnswer {
  const given = Object.keys(answer.headers).find((name) => /^retry-after$/i.test(name))
  const body = answer.body as Json | undefined
  const seconds =
    (body === undefined ? undefined : waitIn(body)) ??
    (given === undefined ? undefined : Number(answer.headers[given]))
  if (seconds === undefined || !Number.isFinite(seconds)) return answer
  const headers = { ...answer.headers, [given ?? 'Retry-After']: String(seconds) }
  return { ...answer, headers, ...(body !== undefined && { body: withWait(body, seconds) }) }
}

const SECONDS = /\b\d+(?=\s*(?:s|sec|secs|seconds?)\b)/

/** The seconds that a body says to wait, in a member for them or in words. */
function waitIn(body: Json): number | undefined {
  const members = Object.entries(isObject(body) ? body : {}) as [string, Json][]
  for (const [name, value] of members)
    if (isRetry(name) && Number(value) > 0) return Math.ceil(Number(value) / waitAs(name, 1))
  for (const [, value] of members) {
    const inside = isObject(value) ? waitIn(value) : undefined
    if (inside !== undefined) return inside
  }
  const words = members.find(([name, value]) => MESSAGE.test(name) && SECONDS.test(String(value)))?.[1]
  return words === undefined ? undefined : Number(SECONDS.exec(String(words))?.[0])
}

function withWait(body: Json, seconds: number): Json {
  if (!isObject(body)) return body
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    if (isRetry(name) && typeof value === 'number') return [name, waitAs(name, seconds)]
    if (isRetry(name) && typeof value === 'string') return [name, String(waitAs(name, seconds))]
    if (MESSAGE.test(name) && typeof value === 'string')
      return [name, value.replace(SECONDS, String(seconds))]
    return [name, withWait(value as Json, seconds)]
  })
  return Object.fromEntries(entries)
}

const isFree = (view: JsonObject): boolean =>
  ['enum', 'const', 'pattern', 'format'].every((keyword) => view[keyword] === undefined)

/** A code for a status, such as `not_found`. */
const codeFor = ({ status }: Refusal): string =>
  (STATUS_CODES[status] ?? 'error').toLowerCase().replace(/[^a-z]+/g, '_')

/** `error`, where it is a text for people: nothing beside it has the words. */
function plainReason(
  api: Api,
  members: JsonObject,
  { error, ...others }: JsonObject,
  isMadeUp: boolean,
): string | undefined {
  const isText = typeof error === 'string' && (isMadeUp || /\s/.test(error))
  const names = [...Object.keys(members), ...Object.keys(others)]
  if (!isText || names.some((name) => MESSAGE.test(name))) return undefined
  return isFree(withoutNull(api.document, viewOf(api.document, members.error))) ? 'error' : undefined
}

/** The error with the member that was wrong and the words, where the schema has members for these. */
function withUnsaid(api: Api, members: JsonObject, value: JsonObject, { refusal }: Words): JsonObject {
  const whole = { ...value }
  const isText = ([, schema]: [string, Json | undefined]) =>
    typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('string')
  const texts = Object.entries(members).filter(isText)
  const add = (pattern: RegExp, text: string | undefined) => {
    const [name] = texts.find(([one]) => pattern.test(one)) ?? []
    const isSaid = Object.keys(value).some((one) => pattern.test(one))
    if (name !== undefined && text !== undefined && !isSaid) whole[name] = text
  }
  // Only beside a code or words: any other object of the error is about something else.
  if (!Object.keys(value).some((name) => CODE.test(name) || MESSAGE.test(name))) return whole
  add(MESSAGE, refusal.message)
  add(ONE_FIELD, refusal.issues[0]?.field)
  return whole
}

/** Where the example is of another error, the code among those of the schema that fits this one. */
function codeOf(view: JsonObject, shown: string, { hint }: Refusal): string {
  if (hint.source === '(?:)' || hint.test(shown) || !Array.isArray(view.enum)) return shown
  return view.enum.find((one): one is string => typeof one === 'string' && hint.test(one)) ?? shown
}

/** The error body with this request's identifier in the member that repeats it. */
export function withRequestId(body: Json, requestId: string): Json {
  if (!isObject(body)) return body
  const entries = Object.entries(body).map(([name, value]): [string, Json] => [
    name,
    typeof value === 'string' && REQUEST_ID.test(name) ? requestId : withRequestId(value as Json, requestId),
  ])
  return Object.fromEntries(entries)
}

const entryOf = (pattern: JsonObject, { field, issue }: { field: string; issue: string }): JsonObject =>
  Object.fromEntries(
    Object.entries(pattern).map(([key, value]) => [
      key,
      FIELD.test(key) ? field : ISSUE.test(key) || MESSAGE.test(key) ? issue : (value as Json),
    ]),
  )
