/**
 * A server that replays the exchanges of a page. A request is matched by method, path, names of query parameters, the
 * headers that the page shows, and whether it is valid. Its values are bound to those of the page, and responses
 * contain them where the page shows the page's. Each first request begins a *play*, in which generated IDs are new.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isObject, type Json } from '../../../../src/toolkit/openapi/index.ts'
import { type JsonServer, listening } from '../runner/jsonServer.ts'
import { Bindings } from './bindings.ts'
import type { ExamplePage, Step } from './page.ts'
import { createValidity } from './validity.ts'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

interface Play {
  /** The steps up to here have been performed. */
  position: number
  bindings: Bindings
  /** A further check began: its creations are of another play. */
  closed?: true
}

export interface ScriptedServer extends JsonServer {
  /** Steps of the page that were never requested. */
  unused(): Step[]
  /** A check has ended. */
  endPlays(): void
  /** Each request with its response. */
  log: string[]
}

const isSafe = ({ method }: Step): boolean => /^(GET|HEAD|OPTIONS)$/.test(method)

export async function startScript(
  page: Pick<ExamplePage, 'document' | 'config'>,
  steps: readonly Step[],
  now: () => number,
): Promise<ScriptedServer> {
  const script = createScript(page, steps)
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const { method = '', url = '', headers } = request
    respond(response, method, now(), script.respond({ method, url, headers, body }))
  })
  const { unused, endPlays, log } = script
  return { ...(await listening(server)), unused, endPlays, log }
}

interface Reply {
  status: number
  headers: [string, string][]
  body: string
}

function respond(response: ServerResponse, method: string, now: number, reply: Reply): void {
  response.setHeader('Date', new Date(now).toUTCString())
  for (const [name, value] of reply.headers) response.appendHeader(name, value)
  response.writeHead(reply.status)
  response.end(method === 'HEAD' ? undefined : reply.body)
}

function createScript(
  { document, config }: Pick<ExamplePage, 'document' | 'config'>,
  steps: readonly Step[],
) {
  const isValid = createValidity(document)
  const paths = createPaths(Object.keys((document.root.paths ?? {}) as object))
  const ids = new Set(
    steps
      .flatMap(({ url, response }) => [
        url,
        ...response.headers.flatMap(([name, value]) => (isLocation(name) ? [value] : [])),
      ])
      .flatMap(paths.valuesOf),
  )
  const literals = literalsOf(steps)
  const credentials = new Set(
    config.identities.flatMap(({ credentials }) => credentials.map(({ value }) => value)),
  )
  /** Headers that distinguish requests of this page. */
  const distinctive = new Set(
    steps.flatMap(({ request }) => request.headers.map(([name]) => name.toLowerCase())).filter(isDistinctive),
  )
  const plays: Play[] = []
  const created = new Map<string, Reply>()
  const used = new Set<Step>()
  const log: string[] = []
  const turns = new Map<Step, number>()
  let count = 0

  /** @returns the bindings with those of this request, or undefined where it is another one */
  function match(step: Step, received: Received, bindings: Bindings): Bindings | undefined {
    if (step.method !== received.method) return undefined
    const bound = bindings.copy()
    const [shown, actual] = [step.url, received.url].map((url) => new URL(url, 'http://page'))
    if (shown === undefined || actual === undefined) return undefined
    if (!paths.bind(shown.pathname, actual.pathname, bound)) return undefined
    if (namesOf(shown) !== namesOf(actual)) return undefined
    const valid = isValid(step.method, step.url, step.request)
    if (valid !== isValid(received.method, received.url, messageOf(received))) return undefined
    const shownNames = new Set(step.request.headers.map(([name]) => name.toLowerCase()))
    if ([...distinctive].some((name) => shownNames.has(name) !== (received.headers[name] !== undefined)))
      return undefined
    for (const [name, value] of step.request.headers) {
      if (!valid && /^content-type$/i.test(name)) continue
      if (
        !bindHeader(bound, { name, shown: value, actual: received.headers[name.toLowerCase()], credentials })
      )
        return undefined
    }
    // An invalid request of the page stands for every invalid one.
    return !valid || bindValues(bound, step, received) ? bound : undefined
  }

  /** Whether a step generates an ID, so that a further request of its kind is about another resource. */
  const generates = (step: Step, before: Bindings): boolean =>
    !isSafe(step) && step.response.status < 300 && freshIn(step, before).length > 0

  /** Whether an earlier step of the page is the same request. */
  const repeats = (index: number): boolean =>
    steps.slice(0, index).some((step) => requestOf(step) === requestOf(steps[index]))

  const freshIn = ({ response }: Step, bindings: Bindings): Json[] => {
    const found: Json[] = []
    const visit = (value: Json): void => {
      if (Array.isArray(value)) value.forEach(visit)
      else if (isObject(value)) Object.values(value).forEach(visit)
      else if (ids.has(String(value)) && !bindings.has(value)) found.push(value)
    }
    visit(jsonOf(response.body) ?? null)
    for (const [name, value] of response.headers)
      if (isLocation(name)) paths.valuesOf(value).forEach((id) => void (bindings.has(id) || found.push(id)))
    return found
  }

  function perform(play: Play, index: number, step: Step, bindings: Bindings): Reply {
    if (!isSafe(step))
      for (const id of freshIn(step, bindings)) {
        count += 1
        bindings.bind(id, `${String(id)}${count}`)
      }
    play.bindings = bindings
    play.position = Math.max(play.position, index + 1)
    used.add(step)
    const { status, headers, body } = step.response
    const json = jsonOf(body)
    const reply: Reply = {
      status,
      headers: headers.map(([name, value]) => [name, bindings.applyInside(value)]),
      body: json === undefined ? bindings.applyInside(body) : JSON.stringify(bindings.apply(json)),
    }
    const url = bindings.applyInside(step.url)
    if (step.method === 'DELETE') created.delete(url)
    if (status === 201 && isObject(json))
      created.set(`${url}/${String(bindings.apply(json.id ?? ''))}`, reply)
    return reply
  }

  /** The next step of a play, past steps that only read; or one that was performed before. */
  function within(play: Play, received: Received): Reply | undefined {
    for (const [index, step] of steps.entries()) {
      if (index < play.position) continue
      if (play.closed && generates(step, play.bindings)) break
      const bindings = match(step, received, play.bindings)
      if (bindings !== undefined) return perform(play, index, step, bindings)
      if (!isSafe(step) && !repeats(index)) break
    }
    const again = steps
      .slice(0, play.position)
      .findLastIndex(
        (step) =>
          !generates(step, new Bindings(literals)) && match(step, received, play.bindings) !== undefined,
      )
    const index = nextOfKind(again)
    const step = steps[index]
    const bindings = step && match(step, received, play.bindings)
    return step && bindings && perform(play, index, step, bindings)
  }

  /** Equal requests in a row get their responses in turn. */
  function nextOfKind(last: number): number {
    const of = steps[last]
    if (of === undefined) return -1
    let first = last
    while (requestOf(steps[first - 1]) === requestOf(of)) first -= 1
    const turn = turns.get(of) ?? 0
    turns.set(of, turn + 1)
    return first + (turn % (last - first + 1))
  }

  function reply(received: Received): Reply {
    for (const play of plays) {
      const found = within(play, received)
      if (found !== undefined) {
        plays.splice(plays.indexOf(play), 1)
        plays.unshift(play)
        return found
      }
    }
    const play = { position: 0, bindings: new Bindings(literals) }
    const found = within(play, received)
    if (found === undefined) {
      // A created resource can be read, unless the page shows otherwise.
      const known = received.method === 'GET' ? created.get(received.url) : undefined
      return known === undefined ? { status: 404, headers: [], body: '' } : { ...known, status: 200 }
    }
    plays.unshift(play)
    return found
  }

  return {
    log,
    unused: () => steps.filter((step) => !used.has(step)),
    endPlays(): void {
      for (const play of plays) play.closed = true
    },
    respond(received: Received): Reply {
      const found = reply(received)
      log.push(`${received.method} ${received.url} ${received.body} -> ${found.status} ${found.body}`)
      return found
    },
  }
}

const isLocation = (name: string): boolean => /^location$/i.test(name)

const requestOf = (step: Step | undefined): string => JSON.stringify([step?.method, step?.url, step?.request])

const namesOf = ({ searchParams }: URL): string => [...new Set(searchParams.keys())].sort().join()

/** The values of the query and of the body; the actual body may have further properties. */
function bindValues(bindings: Bindings, step: Step, received: Received): boolean {
  const [shown, actual] = [step.url, received.url].map((url) => new URL(url, 'http://page').searchParams)
  for (const name of new Set(shown?.keys())) {
    const others = actual?.getAll(name)
    for (const [index, value] of (shown?.getAll(name) ?? []).entries())
      if (!bindText(bindings, value, others?.[index] ?? '')) return false
  }
  const [own, other] = [jsonOf(step.request.body), jsonOf(received.body)]
  return own === undefined || (other !== undefined && bindings.bindBody(own, other))
}

/** Every value of the queries and bodies of a page. */
function literalsOf(steps: readonly Step[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isObject(value)) Object.values(value).forEach(visit)
    else found.add(String(value))
  }
  for (const { url, request, response } of steps) {
    for (const value of new URL(url, 'http://page').searchParams.values()) found.add(value)
    for (const [name, value] of request.headers) if (isDistinctive(name)) found.add(value)
    for (const { body } of [request, response]) visit(jsonOf(body) ?? null)
  }
  return found
}

const messageOf = ({ headers, body }: Received) => ({
  headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  body,
})

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Strings of a URL are those of the page, and numbers that it shows in bodies. */
function bindText(bindings: Bindings, shown: string, actual: string): boolean {
  if (bindings.has(Number(shown)) && shown !== '' && !bindings.has(shown))
    return bindings.bind(Number(shown), Number(actual))
  return bindings.bind(shown, actual)
}

interface HeaderPair {
  name: string
  shown: string
  actual: string | string[] | undefined
  /** Those of the configuration. */
  credentials: ReadonlySet<string>
}

function bindHeader(bindings: Bindings, { name, shown, actual, credentials }: HeaderPair): boolean {
  if (typeof actual !== 'string') return false
  // A credential that the configuration does not name stands for every other one.
  if (/^authorization$/i.test(name))
    return shown === actual || !(credentials.has(shown) || credentials.has(actual))
  if (!isDistinctive(name) || /^(origin|access-control-.*)$/i.test(name))
    return shown.toLowerCase() === actual.toLowerCase()
  return bindings.bind(shown, actual)
}

const isDistinctive = (name: string): boolean => !/^(content-(type|length)|accept)$/i.test(name)

/** The values of path parameters, by the templates of a document. */
function createPaths(templates: readonly string[]) {
  const split = (path: string) => (path.split('?')[0] ?? '').split('/').map(decodeURIComponent)
  const templateOf = (path: string) => {
    const segments = split(path)
    return templates
      .map((template) => template.split('/'))
      .filter(
        (template) =>
          template.length === segments.length &&
          template.every((part, index) => part.startsWith('{') || part === segments[index]),
      )
      .sort((a, b) => parametersIn(a) - parametersIn(b))[0]
  }
  const parametersIn = (template: readonly string[]) => template.filter((part) => part.startsWith('{')).length
  return {
    valuesOf: (path: string): string[] => {
      const template = templateOf(path)
      return template === undefined ? [] : split(path).filter((_, index) => template[index]?.startsWith('{'))
    },
    bind(shown: string, actual: string, bindings: Bindings): boolean {
      const [template, own, other] = [templateOf(shown), split(shown), split(actual)]
      if (own.length !== other.length) return false
      return own.every((part, index) =>
        template?.[index]?.startsWith('{')
          ? (bindings.has(part) || !bindings.isBound(other[index] ?? '')) &&
            bindText(bindings, part, other[index] ?? '')
          : part === other[index],
      )
    },
  }
}
