/** Checks a recording (HTTP Archive) without sending requests: applies the rules about single responses to each exchange. */

import { createApi } from '../../model/api.ts'
import { createCoverage } from '../../openapi/coverage.ts'
import { type ContractDocument, isObject, type Json, objectAt } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import { createMatcher } from '../../openapi/match.ts'
import { createResponseChecker } from '../../responses/checkResponse.ts'
import { responseRulesOf } from '../../responses/checks.ts'
import { curlLines } from './curl.ts'
import type { ConformanceFinding, Recorded, RunSummary, Subscriber } from './events.ts'
import { createFindings } from './findings.ts'
import { createReporting } from './telling.ts'
import { causesOf, rankOf } from './triage.ts'

interface RecordingOptions {
  document: ContractDocument
  /** The text of the HTTP Archive. */
  har: string
  /** Base URL of the document's paths. Entries with other URLs are ignored. Default: all entries. */
  target?: string | undefined
  ruleIds?: readonly string[] | undefined
  /** Ids of the operations to check. Default: all operations, and exchanges that match none. */
  operations?: ((id: string | undefined) => boolean) | undefined
  /** Only findings about what the document marks as specified. */
  specifiedOnly?: boolean
  subscribers: readonly Subscriber[]
  now(): number
}

/** The text is not an HTTP Archive. The message is one sentence for the user. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/**
 * Emits the events of a recorded run.
 * @throws RecordingError if the text is not an HTTP Archive, or contains no exchange of the target and selected operations
 */
export function checkRecording({ document, subscribers, ...options }: RecordingOptions): RunSummary {
  const startedAt = options.now()
  const api = createApi(document)
  const match = createMatcher(document)
  const checker = createResponseChecker(document)
  const { operations: isSelected = () => true } = options
  const operations = api.operations.filter(({ operationId }) => isSelected(operationId))
  const coverage = createCoverage(operations)
  const findings = createFindings()
  const exchanges = exchangesIn(options.har, options.target, secretHeaders(document.root)).filter((one) =>
    isSelected(match(one.method, one.path).operation?.operationId),
  )
  if (exchanges.length === 0) throw new RecordingError('has no exchange of the selected operations')
  const { report, requireAllTold } = createReporting(subscribers)
  const { info } = document.root
  report({
    type: 'run-started',
    run: {
      target: options.target ?? 'a recording',
      document: document.source,
      title: isObject(info) && typeof info.title === 'string' ? info.title : document.source,
      seed: 0,
      profile: 'full',
      identities: [],
      operations: operations.map(({ operationId, method, path, responses }) => ({
        operationId,
        method,
        path,
        statuses: [...responses.keys()],
      })),
      rules: [],
      checks: exchanges.length,
      recorded: true,
      startedAt: new Date(startedAt).toISOString(),
    },
  })
  const checked = new Map<string, Set<string>>()
  for (const recorded of exchanges) {
    const { operation } = match(recorded.method, recorded.path)
    recorded.operationId = operation?.operationId ?? null
    if (operation !== undefined) {
      coverage.record(operation.operationId, recorded.status)
      if (!checked.has(operation.operationId)) checked.set(operation.operationId, new Set())
    }
    report({ type: 'exchange', exchange: recorded })
    const profile = options.specifiedOnly ? 'core' : 'full'
    for (const { message: _, ...problem } of checker.check(recorded, { profile })) {
      if (options.ruleIds !== undefined && !options.ruleIds.includes(problem.rule)) continue
      checked.get(recorded.operationId ?? '')?.add(problem.rule)
      const constraint = `answer ${recorded.status}${problem.pointer ?? ''}`
      findings.add({
        ...problem,
        constraint,
        exchange: recorded,
        check: recorded.check,
        place: problem.place,
        with: [],
      })
    }
  }
  const counts = { passed: 0, failed: 0 }
  const rules = responseRulesOf(document).filter((id) => options.ruleIds?.includes(id) ?? true)
  for (const [operationId, broken] of checked) {
    for (const rule of rules) {
      const outcome = broken.has(rule) ? 'failed' : 'passed'
      counts[outcome]++
      const check = `${rule}:${operationId}`
      report({
        type: 'outcome',
        outcome: { check, rule, operationId, constraint: 'responses', outcome, ofResponses: true },
      })
    }
  }
  const reported = findings.all().map((raw): ConformanceFinding => {
    const { exchange, with: _, first: __, place: ___, check, ...finding } = raw
    const pointer = finding.operationId === null ? undefined : api.byId.get(finding.operationId)?.pointer
    return {
      ...finding,
      ...rankOf(raw),
      id: check,
      sequence: [exchange],
      curl: curlLines([exchange], { target: options.target ?? originOf(exchange.url), identities: [] }),
      ...(pointer !== undefined && { place: { pointer, ...document.positionOf(pointer) } }),
    }
  })
  for (const finding of reported) report({ type: 'finding', finding })
  const summary: RunSummary = {
    ...counts,
    skipped: 0,
    requests: exchanges.length,
    milliseconds: options.now() - startedAt,
    coverage: coverage.report([]),
    causes: causesOf(reported),
    writes: [],
    unreached: [],
    inferences: { confirmed: [], refuted: [], unknown: [] },
    learned: [],
    left: [],
    reached: {
      operations: checked.size,
      ofOperations: operations.length,
      checks: exchanges.length,
      ofChecks: exchanges.length,
    },
  }
  report({ type: 'run-finished', summary })
  requireAllTold()
  return summary
}

const originOf = (url: string): string => (/^https?:/.test(url) ? new URL(url).origin : '')

/** Headers whose values no report shows. */
function secretHeaders(root: Json): Set<string> {
  const names = new Set(['authorization', 'cookie', 'proxy-authorization'])
  const schemes = isObject(root) ? objectAt(objectAt(root, 'components'), 'securitySchemes') : {}
  for (const scheme of Object.values(schemes))
    if (isObject(scheme) && scheme.in === 'header' && typeof scheme.name === 'string')
      names.add(scheme.name.toLowerCase())
  return names
}

function exchangesIn(text: string, target: string | undefined, secret: ReadonlySet<string>): Recorded[] {
  const reading = readJson(Buffer.from(text))
  const archive = ('value' in reading ? reading.value : undefined) as Json | undefined
  const log = isObject(archive) ? archive.log : undefined
  const entries = isObject(log) ? log.entries : undefined
  if (!Array.isArray(entries))
    throw new RecordingError('is not an HTTP Archive: expected JSON with log.entries')
  const base = target?.replace(/\/$/, '')
  const exchanges = entries.flatMap((entry, index) => exchangeOf(entry, index + 1, base, secret) ?? [])
  if (exchanges.length === 0)
    throw new RecordingError(
      `has ${entries.length} entries, expected at least one with a response${base === undefined ? '' : ` below ${base}`}`,
    )
  return exchanges
}

function exchangeOf(
  entry: Json,
  number: number,
  base: string | undefined,
  secret: ReadonlySet<string>,
): Recorded | undefined {
  if (!isObject(entry)) return undefined
  const request = objectAt(entry, 'request')
  const response = objectAt(entry, 'response')
  const { method, url } = request
  const { status } = response
  // Browsers record requests without a response with status 0.
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number' || status === 0)
    return undefined
  if (base !== undefined && url !== base && !url.startsWith(`${base}/`)) return undefined
  const whole = new URL(url, 'http://localhost')
  const path = base === undefined ? whole.pathname + whole.search : url.slice(base.length).replace(/#.*$/, '')
  const { text = '', encoding } = objectAt(response, 'content')
  const body = Buffer.from(typeof text === 'string' ? text : '', encoding === 'base64' ? 'base64' : 'utf8')
  const reading = body.length > 0 ? readJson(body) : undefined
  const { text: sent, encoding: sentAs } = objectAt(request, 'postData')
  const requestHeaders: Record<string, string> = {}
  for (const [name, value] of pairs(request.headers))
    if (!name.startsWith(':')) requestHeaders[name] = secret.has(name.toLowerCase()) ? '…' : value
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of pairs(response.headers)) {
    const before = headers[name.toLowerCase()]
    headers[name.toLowerCase()] = before === undefined ? value : [...[before].flat(), value]
  }
  const startedAt = Date.parse(String(entry.startedDateTime))
  return {
    number,
    check: `entry ${number}`,
    identity: null,
    operationId: null,
    method,
    // Paths are relative to the target, regardless of the document's servers.
    url: base === undefined ? url : path,
    path,
    requestHeaders,
    requestBody:
      typeof sent === 'string' ? Buffer.from(sent, sentAs === 'base64' ? 'base64' : 'utf8') : undefined,
    status,
    headers,
    body,
    json: reading !== undefined && 'value' in reading ? reading.value : undefined,
    startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
    milliseconds: typeof entry.time === 'number' ? entry.time : 0,
  }
}

const pairs = (headers: Json | undefined): [string, string][] =>
  (Array.isArray(headers) ? headers : []).flatMap((one) =>
    isObject(one) && typeof one.name === 'string'
      ? [[one.name, String(one.value ?? '')] as [string, string]]
      : [],
  )
