/** Errors in the document's own form: its example or schema, with the words of this rejection. */

import { type Api, type ApiOperation, examplesOf } from '../model/api.ts'
import { isErrorOf, isRequestId, type NameRole, soundsLike } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { fittingValue } from '../schema/values/fitting.ts'
import { createRandom } from '../schema/values/random.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { codeOf, ownCode } from './errorCodes.ts'
import { declaredFor, isDeclared, jsonOf, sharedForm } from './errorShape.ts'
import { type Facts, HttpError, type HttpResponse } from './exchange.ts'
import { responseProblems } from './responseProblems.ts'
import { STATUS_PHRASES } from './statusPhrases.ts'
import { waitAs } from './waits.ts'

/** An error that no document describes (RFC 9457). */
export const problem = (status: number, title: string): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { title, status },
})

const isOfKind = ({ kind }: HttpError, text: string): boolean => kind === undefined || isErrorOf(kind, text)

/** Responds to a rejection as the operation declares its status, else as another operation does, else by RFC 9457. */
export function rejectionResponse(
  api: Api,
  operation: ApiOperation | undefined,
  given: HttpError,
  requestId: string,
): HttpResponse {
  const rejection = withCode(api, given)
  const declared = declaredFor(api, operation, rejection.status)
  const media = declared && jsonOf(declared)
  if (media === undefined) return problemResponse(rejection)
  // An error that no operation declares has only their form.
  const form = isDeclared(api, rejection.status)
    ? { schema: media.node.schema, pointer: media.pointer }
    : sharedForm(media.node.schema, media.pointer)
  const valid = (body: Json | undefined): body is Json =>
    body !== undefined && responseProblems(api.document, form.pointer, body).length === 0
  const examples = examplesOf(api.document, media.node)
  const fitting = examples.find((example) => isOfKind(rejection, JSON.stringify(example)))
  const madeOf = (extent: 'minimal' | 'full') =>
    fittingValue(
      { schemaPointer: form.pointer, schema: form.schema },
      { document: api.document, random: createRandom(1), extent, response: true },
    )
  // Where nothing of an error is required, the least of it has no place for words.
  const made = () => [madeOf('minimal'), madeOf('full')].find(hasWords) ?? madeOf('minimal')
  const shown = fitting ?? examples[0]
  const base = shown ?? made()
  const words: Words = { rejection, requestId, isMadeUp: shown === undefined, isUntrue: false }
  const say = (said: Words) => (base === undefined ? undefined : speak(api, form.schema, base, said))
  const first = say(words)
  // Where the error has no place for a list, its message has all of it.
  const isWhole = rejection.issues.slice(1).every(({ issue }) => textsIn(first).includes(issue))
  const spoken = isWhole ? first : say({ ...words, rejection: withAllIssues(rejection) })
  const isOfAnother =
    (rejection.code !== undefined && rejection.issues.length === 0) ||
    (fitting === undefined && rejection.kind !== undefined && rejection.issues.length === 0)
  const own = isOfAnother && spoken !== undefined ? withoutPlaces(spoken) : undefined
  const candidates = rejection.code === undefined ? [own, spoken, base, shown && made()] : [own, spoken]
  const body = candidates.find(valid)
  // An error that would state another code than this one's is worse than one of another form.
  if (rejection.code !== undefined && (words.isUntrue || body === undefined))
    return problemResponse(rejection)
  return {
    status: rejection.status,
    headers: { 'Content-Type': media.type, ...rejection.headers },
    ...(body !== undefined && { body }),
  }
}

/** Where no operation declares the status, the examples are of other errors, and so are their codes. */
function withCode(api: Api, rejection: HttpError): HttpError {
  const { status, code } = rejection
  if (code !== undefined || isDeclared(api, status)) return rejection
  const phrase = STATUS_PHRASES[status] ?? 'ERROR'
  return new HttpError(status, rejection.message, {
    ...rejection,
    code: phrase.toUpperCase().replace(/[^A-Z]+/g, '_'),
  })
}

const withAllIssues = ({ status, kind, headers, code, issues, facts }: HttpError): HttpError =>
  new HttpError(status, issues.map(({ field, issue }) => `${field}: ${issue}`).join('; '), {
    kind,
    headers,
    issues,
    facts,
    ...(code !== undefined && { code }),
  })

const textsIn = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value) || isObject(value)
      ? Object.values(value).flatMap((one) => textsIn(one as Json))
      : []

/** An error as RFC 9457 has it. */
const problemResponse = ({ status, message, code, issues, headers }: HttpError): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: {
    title: message,
    status,
    ...(code !== undefined && { code }),
    ...(issues.length > 0 && { errors: issues }),
  },
})

/** Whether a value has a property for a code or words, however deep. */
const hasWords = (value: Json | undefined): boolean =>
  Array.isArray(value)
    ? value.some(hasWords)
    : isObject(value) &&
      Object.entries(value).some(
        ([name, inner]) =>
          (typeof inner === 'string' && (soundsLike('errorCode', name) || soundsLike('errorText', name))) ||
          hasWords(inner as Json),
      )

/** The error without the request properties that only another error was about. */
function withoutPlaces(body: Json): Json {
  if (!isObject(body)) return body
  const isPlaces = (value: Json | undefined) =>
    Array.isArray(value) &&
    value.some((one) => isObject(one) && Object.keys(one).some((key) => soundsLike('errorField', key)))
  const own = Object.entries(body).filter(
    ([name, value]) =>
      !soundsLike('onlyErrorField', name) && !soundsLike('errorIssue', name) && !isPlaces(value),
  )
  return Object.fromEntries(own.map(([name, value]) => [name, withoutPlaces(value as Json)]))
}

interface Words {
  rejection: HttpError
  requestId: string
  /** Whether the body is not an example of the document. */
  isMadeUp: boolean
  /** Set where the schema has no code that is true of this rejection. */
  isUntrue: boolean
}

/** The example with this rejection's words in the properties for words, and its code where the schema lists codes. */
const speak = (api: Api, schema: Json | undefined, example: Json, words: Words): Json =>
  rewrite(api, words, example, '', schema)

/** @param within the schema of the value */
function rewrite(api: Api, words: Words, value: Json, name: string, within: Json | undefined): Json {
  const view = withoutNull(api.document, viewOf(api.document, within))
  if (Array.isArray(value)) return rewriteList(words.rejection, value, name)
  if (isObject(value)) return rewriteObject(api, words, value, objectAt(view, 'properties'))
  if (typeof value === 'number' && name === 'status') return words.rejection.status
  const fact = factFor(name, value, words.rejection)
  if (fact !== undefined) return fact
  return typeof value === 'string' ? rewriteText(words, value, name, view) : value
}

function rewriteList(rejection: HttpError, value: Json[], name: string): Json {
  const fact = factFor(name, value, rejection)
  if (fact !== undefined) return fact
  const [pattern] = value
  const isOfIssues =
    rejection.issues.length > 0 &&
    isObject(pattern) &&
    Object.keys(pattern).some((key) => soundsLike('errorField', key))
  return isOfIssues ? rejection.issues.map((issue) => entryOf(pattern, issue)) : value
}

function rewriteObject(api: Api, words: Words, value: JsonObject, members: JsonObject): JsonObject {
  const { rejection, isMadeUp } = words
  const reason = plainReason(api, members, value, isMadeUp)
  const said = reason === undefined && !isMadeUp ? value : withUnsaid(api, members, value, words)
  const whole = withIssueList(api, members, said, rejection)
  return Object.fromEntries(
    Object.entries(whole).map(([key, inner]) => [
      key,
      key === reason ? rejection.message : rewrite(api, words, inner as Json, key, members[key]),
    ]),
  )
}

function rewriteText(words: Words, value: string, name: string, view: JsonObject): string {
  const { rejection, requestId, isMadeUp } = words
  const [first] = rejection.issues
  if (soundsLike('errorCode', name) && rejection.code !== undefined)
    return ownCode(name, view, value, rejection, words)
  if (soundsLike('errorCode', name))
    return isMadeUp && isFree(view) ? codeFor(rejection) : codeOf(view, value, rejection)
  if (isRequestId(name)) return requestId
  if (soundsLike('errorText', name)) return rejection.message
  if (first !== undefined && soundsLike('errorField', name)) return first.field
  if (first !== undefined && soundsLike('errorIssue', name)) return first.issue
  return value
}

/** The fact of this request for a property that the example shows of another request; undefined where it is unknown. */
function factFor(name: string, shown: Json, rejection: HttpError): Json | undefined {
  const seconds = Number(rejection.headers['Retry-After'] ?? Number.NaN)
  if (soundsLike('retry', name) && Number.isFinite(seconds) && !Array.isArray(shown))
    return typeof shown === 'string' ? String(waitAs(name, seconds)) : waitAs(name, seconds)
  const [, received, expected] =
    /^received (.+?); expected (.+)$/s.exec(rejection.issues[0]?.issue ?? '') ?? []
  const reported = {
    ...(received !== undefined && { received }),
    ...(expected !== undefined && { expected }),
  }
  const known: Facts = { ...reported, ...rejection.facts }
  const fact = Object.entries(known).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  if (fact === undefined) return undefined
  if (Array.isArray(shown)) return [fact].flat().map(String)
  if (typeof shown === 'number') return typeof fact === 'number' ? fact : undefined
  return typeof shown === 'string' || shown === null ? [fact].flat().join(', ') : undefined
}

const isFree = (view: JsonObject): boolean =>
  ['enum', 'const', 'pattern', 'format'].every((keyword) => view[keyword] === undefined)

/** A code for a status, such as `not_found`. */
const codeFor = ({ status }: HttpError): string =>
  (STATUS_PHRASES[status] ?? 'error').toLowerCase().replace(/[^a-z]+/g, '_')

/** `error`, where it is a text for people: no property next to it has the words. */
function plainReason(
  api: Api,
  members: JsonObject,
  { error, ...others }: JsonObject,
  isMadeUp: boolean,
): string | undefined {
  const isText = typeof error === 'string' && (isMadeUp || /\s/.test(error))
  const names = [...Object.keys(members), ...Object.keys(others)]
  if (!isText || names.some((name) => soundsLike('errorText', name))) return undefined
  return isFree(withoutNull(api.document, viewOf(api.document, members.error))) ? 'error' : undefined
}

/** The error with the wrong property and the words, where the schema has properties for these. */
function withUnsaid(api: Api, members: JsonObject, value: JsonObject, { rejection }: Words): JsonObject {
  const whole = { ...value }
  const isText = ([, schema]: [string, Json | undefined]) =>
    typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('string')
  const texts = Object.entries(members).filter(isText)
  const add = (role: NameRole, text: string | undefined) => {
    const [name] = texts.find(([one]) => soundsLike(role, one)) ?? []
    const isSaid = Object.keys(value).some((one) => soundsLike(role, one))
    if (name !== undefined && text !== undefined && !isSaid) whole[name] = text
  }
  // Only next to a code or words: any other object of the error has another subject.
  if (!Object.keys(value).some((name) => soundsLike('errorCode', name) || soundsLike('errorText', name)))
    return whole
  add('errorText', rejection.message)
  add('onlyErrorField', rejection.issues[0]?.field)
  return whole
}

/** The error with the list of all that was wrong, where its schema has one and its example does not show it. */
function withIssueList(
  { document }: Api,
  members: JsonObject,
  value: JsonObject,
  { issues }: HttpError,
): JsonObject {
  if (
    issues.length === 0 ||
    !Object.keys(value).some((name) => soundsLike('errorCode', name) || soundsLike('errorText', name))
  )
    return value
  for (const [name, schema] of Object.entries(members)) {
    const entry = membersOf(viewOf(document, viewOf(document, schema).items)).map(([key]) => key)
    const pattern = Object.fromEntries(
      entry
        .filter(
          (key) =>
            soundsLike('errorField', key) || soundsLike('errorIssue', key) || soundsLike('errorText', key),
        )
        .map((key) => [key, '']),
    )
    if (Object.keys(pattern).some((key) => soundsLike('errorField', key)) && !Object.hasOwn(value, name))
      return { ...value, [name]: [pattern] }
  }
  return value
}

/** The error body with this request's identifier in the property that repeats it. */
export function withRequestId(body: Json, requestId: string): Json {
  if (!isObject(body)) return body
  const entries = Object.entries(body).map(([name, value]): [string, Json] => [
    name,
    typeof value === 'string' && isRequestId(name) ? requestId : withRequestId(value as Json, requestId),
  ])
  return Object.fromEntries(entries)
}

const entryOf = (pattern: JsonObject, { field, issue }: { field: string; issue: string }): JsonObject =>
  Object.fromEntries(
    Object.entries(pattern).map(([key, value]) => [
      key,
      soundsLike('errorField', key)
        ? field
        : soundsLike('errorIssue', key) || soundsLike('errorText', key)
          ? issue
          : (value as Json),
    ]),
  )
