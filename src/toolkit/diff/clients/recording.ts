/** Recorded exchanges of a client (HTTP Archive) that are valid under the old contract and not under the new one. */
import type { ApiOperation, Parameter } from '../../model/api.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { createMatcher } from '../../openapi/match.ts'
import { pointerOf, tokensOf } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import { schemaMessage } from '../../schema/messages.ts'
import { typesOf, viewOf } from '../../schema/view.ts'
import type { Direction } from '../finding.ts'
import type { LoadedDocument } from '../location.ts'
import { allowsType } from '../witness/request.ts'
import { type Side, sideOf } from '../witness/side.ts'
import { type Changes, explain } from './affected.ts'
import type { ClientReport, Site } from './client.ts'
import type { Place } from './places.ts'
import { ClientError } from './program.ts'

interface Exchange {
  number: number
  method: string
  url: URL
  headers: ReadonlyMap<string, string>
  /** Undefined where the body is not JSON. */
  sent: Json | undefined
  status: number
  received: Json | undefined
}

interface Problem {
  place: Place
  direction: Direction
  text: string
}

const DIRECT = 100

/**
 * @param name of the recording, for messages
 * @param text of the recording
 * @throws ClientError where the text is not an HTTP Archive, or has no exchange of the documents
 */
export function affectedExchanges(name: string, text: string, changes: Changes): ClientReport {
  const groups = new Map<string, { site: Site; count: number }>()
  let size = 0
  for (const exchange of exchangesIn(name, text)) {
    const problems = newProblems(exchange, changes)
    if (problems === undefined) continue
    size++
    for (const { place, direction, text: problem } of problems) {
      const finding = explain({ anchors: [{ place, weight: DIRECT }], names: [], direction }, changes)
      const key = [finding, direction, ...place].join('\n')
      const known = groups.get(key)
      if (known !== undefined) known.count++
      else {
        const file = `${name} entry ${exchange.number}`
        groups.set(key, { site: { file, line: 0, column: 0, problem, finding }, count: 1 })
      }
    }
  }
  if (size === 0)
    throw new ClientError(
      `--client ${name} has no exchange of an operation of the documents. Record requests below a URL of "servers".`,
    )
  const sites = [...groups.values()].map(({ site, count }) =>
    count === 1 ? site : { ...site, problem: `${site.problem} (in ${count} exchanges)` },
  )
  return { name, kind: 'recording', size, sites }
}

/** Problems under the new contract only; undefined for an exchange of no old operation. */
function newProblems(exchange: Exchange, { pairs }: Changes): Problem[] | undefined {
  for (const { old, new: now } of pairs) {
    const operation = old && operationOf(old, exchange)
    if (old === undefined || operation === undefined) continue
    const label = `${operation.method.toUpperCase()} ${operation.template}`
    const after = now && operationOf(now, exchange)
    if (now === undefined || after === undefined)
      return [{ place: [label], direction: 'request', text: `${label}: there is no such operation` }]
    const known = new Set(problemsOf(sideOf(old), operation, exchange, label).map(keyOf))
    return problemsOf(sideOf(now), after, exchange, label).filter((problem) => !known.has(keyOf(problem)))
  }
  return undefined
}

const keyOf = ({ place, direction }: Problem): string => [direction, ...place].join('\n')

const matchers = new WeakMap<LoadedDocument, ReturnType<typeof createMatcher>>()

function operationOf(loaded: LoadedDocument, { method, url }: Exchange): ApiOperation | undefined {
  const side = sideOf(loaded)
  const match = matchers.get(loaded) ?? createMatcher(side.document)
  matchers.set(loaded, match)
  const { operation } = match(method, url.pathname)
  return operation && side.operation(operation.method, operation.path)
}

const problemsOf = (side: Side, operation: ApiOperation, exchange: Exchange, label: string): Problem[] => [
  ...parameterProblems(side, operation, exchange, label),
  ...bodyProblems(side, operation, exchange, label),
  ...responseProblems(side, operation, exchange, label),
]

function parameterProblems(
  side: Side,
  { inputs }: ApiOperation,
  { url: { searchParams: query }, headers }: Exchange,
  label: string,
): Problem[] {
  const declared = new Set(inputs.flatMap((input) => (input.in === 'query' ? [input.name] : [])))
  const undeclared = [...new Set(query.keys())].filter((name) => !declared.has(name))
  const found = inputs.flatMap((input) => {
    const text = input.in === 'query' ? query.get(input.name) : headers.get(input.name.toLowerCase())
    const words = ['query', 'header'].includes(input.in)
      ? parameterFault(side, input, text ?? undefined)
      : undefined
    return words === undefined ? [] : [{ in: input.in, name: input.name, words }]
  })
  return [...found, ...undeclared.map((name) => ({ in: 'query', name, words: 'is not declared' }))].map(
    (one) => ({
      place: [label, 'parameters', one.in, one.name],
      direction: 'request',
      text: `${label}: the ${one.in} parameter ${one.name} ${one.words}`,
    }),
  )
}

function parameterFault(side: Side, input: Parameter, text: string | undefined): string | undefined {
  if (text === undefined) return input.required ? 'is required' : undefined
  if (input.schemaPointer === undefined) return undefined
  const reading = { direction: undefined, strict: false } as const
  const [problem] = side.problems(input.schemaPointer, parameterValue(side, input, text), reading)
  return problem && `is invalid: ${schemaMessage(problem)}`
}

/** The value that a text of a URL or header stands for. Lists and objects are left to their own forms. */
function parameterValue({ document }: Side, { schema }: Parameter, text: string): Json {
  const types = typesOf(viewOf(document, schema))
  if (types.includes('string')) return text
  if (
    (types.includes('integer') || types.includes('number')) &&
    text.trim() !== '' &&
    !Number.isNaN(Number(text))
  )
    return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return types.includes('array') ? text.split(',') : text
}

function bodyProblems(
  side: Side,
  { pointer, body }: ApiOperation,
  exchange: Exchange,
  label: string,
): Problem[] {
  if (exchange.sent === undefined || body === undefined) return []
  const { node, pointer: at } = locate(side.document, pointer + pointerOf('requestBody'))
  const type = exchange.headers.get('content-type') ?? 'application/json'
  return valueProblems(side, { node, at, type, value: exchange.sent }, 'request').map(({ names, text }) => ({
    place: [label, 'requestBody', ...names],
    direction: 'request',
    text: `${label}: the request ${text}`,
  }))
}

function responseProblems(side: Side, operation: ApiOperation, exchange: Exchange, label: string): Problem[] {
  const responses = objectAt(operation.operation, 'responses')
  const status = [String(exchange.status), `${Math.trunc(exchange.status / 100)}XX`, 'default'].find((one) =>
    Object.hasOwn(responses, one),
  )
  const place = [label, 'responses', status ?? String(exchange.status)]
  if (status === undefined)
    return [{ place, direction: 'response', text: `${label}: the status ${exchange.status} is not declared` }]
  if (exchange.received === undefined) return []
  const { node, pointer: at } = locate(side.document, operation.pointer + pointerOf('responses', status))
  const content = { node, at, type: 'application/json', value: exchange.received }
  return valueProblems(side, content, 'response').map(({ names, text }) => ({
    place: [...place, ...names],
    direction: 'response',
    text: `${label}: the response ${text}`,
  }))
}

interface Content {
  node: JsonObject
  at: string
  type: string
  value: Json
}

/** Properties that the schema does not declare are problems too: those of the old contract have them as well. */
function valueProblems(side: Side, { node, at, type, value }: Content, direction: 'request' | 'response') {
  const declared = Object.keys(objectAt(node, 'content')).find((one) => allowsType(one, type))
  if (declared === undefined) return []
  const schema = at + pointerOf('content', declared, 'schema')
  return side.problems(schema, value, { direction, strict: true }).map((problem) => ({
    names: tokensOf(problem.pointer ?? '').filter((token) => !/^\d+$/.test(token)),
    text: `${problem.pointer || 'body'}: ${schemaMessage(problem)}`,
  }))
}

function exchangesIn(name: string, text: string): Exchange[] {
  const reading = readJson(Buffer.from(text))
  const archive = ('value' in reading ? reading.value : undefined) as Json | undefined
  const { entries } = isObject(archive) ? objectAt(archive, 'log') : {}
  if (!Array.isArray(entries))
    throw new ClientError(
      `--client ${name} is not an HTTP Archive: it has no log.entries. Record it with a browser or mock --record.`,
    )
  return entries.flatMap((entry, index) => exchangeOf(entry, index + 1) ?? [])
}

/** Browsers record a request without a response with the status 0. */
function exchangeOf(entry: Json, number: number): Exchange | undefined {
  if (!isObject(entry)) return undefined
  const [request, response] = [objectAt(entry, 'request'), objectAt(entry, 'response')]
  const { method, url, headers } = request
  const { status } = response
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number' || status === 0)
    return undefined
  const given = (Array.isArray(headers) ? headers : []).flatMap((one): [string, string][] =>
    isObject(one) ? [[String(one.name).toLowerCase(), String(one.value)]] : [],
  )
  return {
    number,
    method,
    url: new URL(url, 'http://localhost'),
    headers: new Map(given),
    sent: jsonOf(objectAt(request, 'postData')),
    status,
    received: jsonOf(objectAt(response, 'content')),
  }
}

function jsonOf({ text, mimeType, encoding }: JsonObject): Json | undefined {
  if (typeof text !== 'string' || text === '' || !isJson(mediaTypeOf(String(mimeType)))) return undefined
  const reading = readJson(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'))
  return 'value' in reading ? (reading.value as Json) : undefined
}
