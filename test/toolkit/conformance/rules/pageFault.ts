/**
 * The fault that a page shows: the difference between its passing and its failing exchange. A server that behaves as the
 * passing one applies it to the responses and deliveries to which it belongs. Words of a page are literal. Other values,
 * such as `note-1`, `Milk` and 422, stand for those of the run.
 */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../../../../src/toolkit/openapi/index.ts'
import { Bindings } from './bindings.ts'
import { type ExamplePage, isDelivery, type Message, type Step } from './page.ts'

export type Response = Step['response']

/** A delivery before it is signed. */
export interface Outgoing {
  url: string
  /** In addition to those that every delivery has. */
  headers: [name: string, value: string][]
  body: Json
}

/** A request to the server with the deliveries that follow it. */
interface Turn {
  call: Step | undefined
  deliveries: Step[]
}

interface Difference {
  passing: Turn
  failing: Turn
}

export class PageFault {
  readonly #differences: Difference[]

  constructor({ passing, failing }: Pick<ExamplePage, 'passing' | 'failing'>) {
    const failures = turnsOf(failing)
    this.#differences = turnsOf(passing).map((turn, index) => {
      const other = failures[index]
      if (other === undefined || requestOf(turn.call) !== requestOf(other.call))
        throw new Error('The failing exchange must have the requests of the passing one.')
      return { passing: turn, failing: other }
    })
  }

  /** The response of the faulty server to the request of an exchange with the right one. */
  respond(actual: Step): Response {
    for (const { passing, failing } of this.#differences) {
      if (passing.call === undefined || failing.call === undefined) continue
      if (isDeepStrictEqual(passing.call.response, failing.call.response)) continue
      const bindings = bindingsOf(passing.call, actual)
      if (bindings !== undefined)
        return edited(passing.call.response, failing.call.response, actual.response, bindings)
    }
    return actual.response
  }

  /**
   * The next attempt of a delivery as the faulty server makes it; undefined where it makes none.
   * @param cause the request that the delivery follows
   * @param earlier the attempts so far, with their responses
   */
  attempt(cause: Step | undefined, earlier: readonly Step[], right: Outgoing): Outgoing | undefined {
    const found = this.#deliveriesLike(cause, earlier, right)
    const shown = found?.passing[earlier.length]
    if (found === undefined || shown === undefined) return right
    const wrong = found.failing[earlier.length]
    return wrong && changed(shown, wrong, right, found.bindings)
  }

  /** Deliveries that the faulty server makes in addition, after the last attempt. */
  further(cause: Step | undefined, attempts: readonly Step[], right: Outgoing): Outgoing[] {
    const found = this.#deliveriesLike(cause, attempts, right)
    const shown = found?.passing.at(-1)
    if (found === undefined || shown === undefined || found.passing.length !== attempts.length) return []
    const location = headerOf(attempts.at(-1)?.response, 'location')
    return found.failing.slice(attempts.length).map((step) => ({
      ...changed(shown, step, right, found.bindings),
      url: step.url === shown.url || location === undefined ? right.url : location,
    }))
  }

  /** Deliveries to a subscription that the right server does not make after this request. */
  unwanted(actual: Step, subscription: Step): JsonObject[] {
    return this.#differences.flatMap(({ passing: { call, deliveries }, failing }) => {
      const bindings = call && bindingsOf(call, actual)
      if (call === undefined || bindings === undefined || deliveries.length > 0) return []
      const own = this.#differences.find(
        ({ passing }) => passing.call !== call && passing.call?.url === subscription.url,
      )
      if (own?.passing.call !== undefined && bindingsOf(own.passing.call, subscription) === undefined)
        return []
      return failing.deliveries.map(({ request }) => bindings.apply(jsonOf(request.body) ?? {}) as JsonObject)
    })
  }

  #deliveriesLike(
    cause: Step | undefined,
    earlier: readonly Step[],
    right: Outgoing,
  ): { passing: Step[]; failing: Step[]; bindings: Bindings } | undefined {
    for (const { passing, failing } of this.#differences) {
      const [first] = passing.deliveries
      if (first === undefined || isDeepStrictEqual(passing.deliveries, failing.deliveries)) continue
      const bindings =
        passing.call === undefined ? new Bindings(new Set()) : cause && bindingsOf(passing.call, cause)
      if (bindings === undefined || !bindValue(jsonOf(first.request.body), right.body, bindings)) continue
      const isSame = ({ response }: Step, index: number) =>
        passing.deliveries[index]?.response.status === response.status
      if (earlier.every(isSame)) return { passing: passing.deliveries, failing: failing.deliveries, bindings }
    }
    return undefined
  }
}

/**
 * The first step that a run did not contain after the others, with the values of the others; none where it contained all.
 * After the last attempt of a page, the run must have no other attempt of the same event.
 */
export function unseen(steps: readonly Step[], run: readonly Step[]): string[] {
  const statuses = new Set(steps.map(({ response }) => String(response.status)))
  let most = 0
  const isSeen = (at: number, from: number, known: Bindings): boolean => {
    most = Math.max(most, at)
    const step = steps[at]
    if (step === undefined) return true
    const isLast = isDelivery(step) && !steps.slice(at + 1).some(isDelivery)
    return run.some((actual, index) => {
      const bindings = index < from ? undefined : bindingsOf(step, actual, known)
      if (bindings === undefined || (isLast && isRepeated(actual, run.slice(index + 1)))) return false
      return isSeen(at + 1, index + 1, bindings)
    })
  }
  if (isSeen(0, 0, new Bindings(statuses))) return []
  return steps.slice(most, most + 1).map(({ method, url, response }) => `${method} ${url} ${response.status}`)
}

const isRepeated = (delivery: Step, later: readonly Step[]): boolean =>
  later.some(({ url, request }) => url === delivery.url && request.body === delivery.request.body)

export const headerOf = (message: Message | undefined, name: string): string | undefined =>
  message?.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]

export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = []
  for (const step of steps) {
    const last = turns.at(-1)
    if (!isDelivery(step)) turns.push({ call: step, deliveries: [] })
    else if (last === undefined) turns.push({ call: undefined, deliveries: [step] })
    else last.deliveries.push(step)
  }
  return turns
}

const requestOf = (step: Step | undefined): string =>
  JSON.stringify(step && [step.method, step.url, step.request])

/**
 * The values of the run for those of a step; undefined where the exchange is another one.
 * @param known the values for those of earlier steps
 */
function bindingsOf(shown: Step, actual: Step, known = new Bindings(new Set())): Bindings | undefined {
  if (shown.method !== actual.method || isDelivery(shown) !== isDelivery(actual)) return undefined
  if (shown.response.status !== actual.response.status) return undefined
  const bindings = known.copy()
  const isSame =
    (isDelivery(shown) || bindUrl(shown.url, actual.url, bindings)) &&
    bindMessage(shown.request, actual.request, bindings) &&
    bindMessage(shown.response, actual.response, bindings)
  return isSame ? bindings : undefined
}

function bindUrl(shown: string, actual: string, bindings: Bindings): boolean {
  const [own, other] = [shown, actual].map((url) => new URL(url, 'http://page'))
  if (own === undefined || other === undefined) return false
  const [segments, others] = [own, other].map(({ pathname }) => pathname.split('/'))
  return (
    segments?.length === others?.length &&
    segments?.every((part, index) => bindValue(part, others?.[index], bindings)) === true &&
    bindParameters(own.searchParams, other.searchParams, bindings)
  )
}

const bindParameters = (shown: URLSearchParams, actual: URLSearchParams, bindings: Bindings): boolean =>
  [...shown].every(([name, value]) => bindValue(value, actual.get(name) ?? undefined, bindings))

/** Fields of HTTP that a page shows only for its reader. */
const isIncidental = (name: string): boolean => /^(content-type|content-length|date)$/i.test(name)

function bindMessage(shown: Message, actual: Message, bindings: Bindings): boolean {
  for (const [name, value] of shown.headers) {
    const other = headerOf(actual, name)
    if (isIncidental(name)) continue
    if (other === undefined) return false
    const isBound = /^location$/i.test(name)
      ? bindParameters(parametersOf(value), parametersOf(other), bindings)
      : value.split(' ').every((word, index) => bindValue(word, other.split(' ')[index], bindings))
    if (!isBound) return false
  }
  const body = jsonOf(shown.body)
  if (body !== undefined) return bindValue(body, jsonOf(actual.body), bindings)
  return (
    !/^\w+=/.test(shown.body) ||
    bindParameters(new URLSearchParams(shown.body), new URLSearchParams(actual.body), bindings)
  )
}

const parametersOf = (url: string): URLSearchParams => new URL(url, 'http://page').searchParams

/** Words, statuses and constants are literal. */
function isLiteral(shown: Json): boolean {
  if (typeof shown === 'string') return /^[a-z_.'";=,-]*$/.test(shown)
  return typeof shown !== 'number' || (shown >= 100 && shown < 600)
}

/** Whether a value of a page can stand for this one, which may have further properties. */
function bindValue(shown: Json | undefined, actual: Json | undefined, bindings: Bindings): boolean {
  if (actual === undefined || shown === undefined) return shown === actual
  if (Array.isArray(shown))
    return Array.isArray(actual) && shown.every((one) => bindSome(one, actual, bindings))
  if (isObject(shown))
    return (
      isObject(actual) &&
      Object.entries(shown).every(([name, value]) => bindValue(value, actual[name], bindings))
    )
  return isLiteral(shown) ? shown === actual : bindings.bind(shown, actual)
}

function bindSome(shown: Json, actual: readonly Json[], bindings: Bindings): boolean {
  const found = actual.find((one) => bindValue(shown, one, bindings.copy()))
  return found !== undefined && bindValue(shown, found, bindings)
}

function edited(passing: Response, failing: Response, actual: Response, bindings: Bindings): Response {
  const names = new Set([...passing.headers, ...failing.headers].map(([name]) => name.toLowerCase()))
  const untouched = actual.headers.filter(([name]) => !names.has(name.toLowerCase()))
  const shown = [...names].flatMap((name): [string, string][] => {
    const [right, wrong] = [headerOf(passing, name), headerOf(failing, name)]
    const own = headerOf(actual, name)
    if (wrong === undefined) return []
    if (own !== undefined && right === wrong) return [[name, own]]
    if (own !== undefined && right !== undefined && name === 'location')
      return [[name, editedUrl(right, wrong, own)]]
    return [[name, bindings.applyInside(wrong)]]
  })
  const body =
    passing.body === failing.body
      ? actual.body
      : editedBody(passing.body, failing.body, actual.body, bindings)
  return { status: failing.status, headers: [...untouched, ...shown], body }
}

/** The parameters that the failing URL lacks are removed. */
function editedUrl(passing: string, failing: string, actual: string): string {
  const url = new URL(actual)
  for (const name of parametersOf(passing).keys())
    if (!parametersOf(failing).has(name)) url.searchParams.delete(name)
  return url.href
}

function editedBody(passing: string, failing: string, actual: string, bindings: Bindings): string {
  const [right, wrong] = [jsonOf(passing), jsonOf(failing)]
  if (wrong === undefined) return failing
  return JSON.stringify(editedJson(right, wrong, jsonOf(actual), bindings))
}

/** The actual value with what the failing one has, and without what only the passing one has. */
function editedJson(
  passing: Json | undefined,
  failing: Json,
  actual: Json | undefined,
  bindings: Bindings,
): Json {
  if (Array.isArray(passing) && Array.isArray(failing) && Array.isArray(actual)) {
    const [right, wrong] = [passing[0], failing[0]]
    if (isObject(right) && isObject(wrong))
      return actual.map((one) => editedJson(right, wrong, one, bindings))
  }
  if (!isObject(passing) || !isObject(failing) || !isObject(actual)) return bindings.apply(failing)
  const result: JsonObject = { ...actual }
  for (const name of Object.keys(passing)) if (failing[name] === undefined) delete result[name]
  for (const [name, value] of Object.entries(failing))
    if (!isDeepStrictEqual(passing[name], value))
      result[name] = editedJson(passing[name], value, actual[name], bindings)
  return result
}

function changed(shown: Step, wrong: Step, right: Outgoing, bindings: Bindings): Outgoing {
  return {
    ...right,
    headers: wrong.request.headers.filter(([name, value]) => headerOf(shown.request, name) !== value),
    body: editedJson(jsonOf(shown.request.body), jsonOf(wrong.request.body) ?? {}, right.body, bindings),
  }
}
