/** A server whose errors show what requests need: a booking that is out, tents that are free, a reason for one choice. */
import { expect, it } from 'vitest'
import {
  type ConformanceFinding,
  type RunSummary,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string' }
const date = { ...text, format: 'date' }
const version = { type: 'integer', minimum: 1 }
const id = { name: 'id', in: 'path', required: true, schema: text }
const errors = { description: 'A stale version, or another conflict.' }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const object = (required: string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
})
const STATES = ['planned', 'out', 'back', 'cancelled']
const entry = object(['kind_id', 'quantity'], { kind_id: text, quantity: { type: 'integer', minimum: 1 } })
const SCHEMAS: Record<string, { required: string[]; properties: Record<string, object>; more?: object }> = {
  kinds: { required: ['name'], properties: { name: text } },
  tents: { required: ['number'], properties: { number: text, bought: date }, more: { kind_id: text } },
  bookings: {
    required: ['from', 'until', 'entries'],
    properties: { from: date, until: date, entries: { type: 'array', minItems: 1, items: entry } },
    more: { version, status: { enum: STATES }, tent_ids: { type: 'array', items: text } },
  },
  damages: { required: ['tent_id'], properties: { tent_id: text } },
  bills: {
    required: ['booking_id'],
    properties: { booking_id: text },
    more: { version, status: { enum: ['open', 'sent', 'paid', 'void'] }, reason: text },
  },
}

function collection(name: string, within?: string) {
  const { required = [], properties = {}, more } = SCHEMAS[name] ?? {}
  const whole = object(['id'], { id: { ...text, readOnly: true }, ...properties, ...more })
  const one = name.slice(0, -1)
  return {
    [within === undefined ? `/${name}` : `/${within}/{id}/${name}`]: {
      ...(within && { parameters: [id] }),
      get: {
        operationId: `list-${name}`,
        responses: { 200: shown({ type: 'array', items: whole }), 404: errors },
      },
      post: {
        operationId: `create-${one}`,
        requestBody: body(object(required, properties)),
        responses: { 201: shown(whole), 409: errors, 422: errors },
      },
    },
    ...(within !== 'bookings' && {
      [`/${name}/{id}`]: {
        parameters: [id],
        get: { operationId: `get-${one}`, responses: { 200: shown(whole), 404: errors } },
      },
    }),
  }
}

const action = (operationId: string, required: string[], properties: object) => ({
  parameters: [id],
  post: {
    operationId,
    requestBody: body(object(required, properties)),
    responses: { 200: shown({ type: 'object' }), 404: errors, 409: errors, 422: errors },
  },
})

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Tents', version: '1' },
  paths: {
    ...collection('kinds'),
    ...collection('tents', 'kinds'),
    ...collection('bookings'),
    ...collection('damages', 'bookings'),
    ...collection('bills'),
    '/bookings/{id}/hand_over': action('hand-over', ['version', 'tent_ids'], {
      version,
      tent_ids: { type: 'array', minItems: 1, items: text },
    }),
    '/bookings/{id}/bring_back': action('bring-back', ['version'], { version }),
    '/bills/{id}/move': action('move-bill', ['to', 'version'], {
      to: { enum: ['void', 'paid', 'sent'] },
      version,
      reason: text,
    }),
  },
})

interface Thing {
  [name: string]: unknown
  id: string
  version: number
  status?: string
}
interface Entry {
  kind_id: string
  quantity: number
}
type Reply = [status: number, body?: unknown]

const rejected = (status: number, code: string, detail: string, pointer?: string): Reply => [
  status,
  { errors: [{ code, detail, ...(pointer && { source: { pointer } }) }] },
]

class Tents {
  readonly #things = new Map<string, Thing>()
  readonly #ignoresVersions: boolean

  constructor(ignoresVersions: boolean) {
    this.#ignoresVersions = ignoresVersions
  }

  #of = (kind: string): Thing[] => [...this.#things.values()].filter((one) => one.kind === kind)

  #availability({ from, until, entries }: Thing): Reply | undefined {
    for (const [index, { kind_id, quantity }] of (entries as Entry[]).entries()) {
      if (this.#things.get(kind_id)?.kind !== 'kinds')
        return rejected(422, 'unknown', 'There is no such kind.', `/entries/${index}/kind_id`)
      const used = this.#of('bookings')
        .filter((one) => String(one.from) <= String(until) && String(from) <= String(one.until))
        .flatMap((one) => one.entries as Entry[])
        .filter((one) => one.kind_id === kind_id)
        .reduce((sum, one) => sum + one.quantity, 0)
      const free = this.#of('tents').filter((one) => one.kind_id === kind_id).length - used
      if (free < quantity)
        return rejected(
          409,
          'not_free',
          `Only ${Math.max(0, free)} tents are free then.`,
          `/entries/${index}/quantity`,
        )
    }
    return undefined
  }

  create(kind: string, parent: Thing | undefined, sent: Thing): Reply {
    if (kind === 'bookings') {
      if (String(sent.until) < String(sent.from))
        return rejected(422, 'invalid', 'must not be before from', '/until')
      const reason = this.#availability(sent)
      if (reason !== undefined) return reason
    }
    if (kind === 'tents' && typeof sent.bought === 'string' && sent.bought > new Date().toISOString())
      return rejected(422, 'invalid', 'must not be in the future', '/bought')
    if (kind === 'bills') {
      const booking = this.#things.get(String(sent.booking_id))
      if (booking === undefined) return rejected(422, 'unknown', 'There is no such booking.', '/booking_id')
      if (booking.status !== 'out')
        return rejected(409, 'invalid_state', `The booking is ${booking.status}.`, '/booking_id')
      if (this.#of('bills').some((one) => one.booking_id === sent.booking_id))
        return rejected(409, 'already_exists', 'The booking has a bill.', '/booking_id')
    }
    if (kind === 'damages' && parent !== undefined) {
      if (parent.status !== 'back') return rejected(409, 'invalid_state', `The booking is ${parent.status}.`)
      if (!(parent.tent_ids as string[]).includes(String(sent.tent_id)))
        return rejected(422, 'tent_not_in_booking', 'is not a tent of this booking', '/tent_id')
    }
    const states: Record<string, object> = {
      bookings: { status: 'planned', tent_ids: [], version: 1 },
      bills: { status: 'open', version: 1 },
      tents: { kind_id: parent?.id },
    }
    const made = {
      ...sent,
      ...states[kind],
      kind,
      parent: parent?.id,
      id: `${kind}-${this.#things.size + 1}`,
    }
    this.#things.set(made.id, made as Thing)
    return [201, shownOf(made as Thing)]
  }

  act(thing: Thing, name: string, sent: Thing): Reply {
    const isDeclined = sent.to === 'void'
    if (name === 'move' && isDeclined && sent.reason === undefined)
      return rejected(422, 'required', 'reason is required', '/reason')
    if (name === 'move' && !isDeclined && sent.reason !== undefined)
      return rejected(422, 'invalid', 'is for void bills only', '/reason')
    if (!this.#ignoresVersions && sent.version !== thing.version)
      return rejected(409, 'stale_version', `The current version is ${thing.version}.`, '/version')
    const moves: Record<string, [from: string, to: string]> = {
      hand_over: ['planned', 'out'],
      bring_back: ['out', 'back'],
      move: [sent.to === 'sent' ? 'open' : 'sent', String(sent.to)],
    }
    const [from, to] = moves[name] ?? ['', '']
    if (thing.status !== from)
      return rejected(409, 'invalid_state', `The ${String(thing.kind).slice(0, -1)} is ${thing.status}.`)
    if (name === 'hand_over') {
      const kinds = new Set((thing.entries as Entry[]).map((one) => one.kind_id))
      const tents = sent.tent_ids as string[]
      const wrong = tents.findIndex((one) => !kinds.has(String(this.#things.get(one)?.kind_id)))
      if (wrong >= 0) return rejected(422, 'mismatch', 'is a tent of another kind', `/tent_ids/${wrong}`)
      thing.tent_ids = tents
    }
    Object.assign(thing, { status: to, version: thing.version + 1 })
    return [200, shownOf(thing)]
  }

  respond(method: string, [first = '', one, second]: string[], sent: Thing): Reply {
    const found = one === undefined ? undefined : this.#things.get(one)
    if (one !== undefined && found?.kind !== first) return [404]
    if (method !== 'POST' && (one === undefined || second !== undefined))
      return [
        200,
        this.#of(second ?? first)
          .filter((each) => each.parent === one)
          .map(shownOf),
      ]
    if (method !== 'POST') return found === undefined ? [404] : [200, shownOf(found)]
    if (found === undefined) return this.create(first, undefined, sent)
    return second === undefined || SCHEMAS[second] === undefined
      ? this.act(found, second ?? '', sent)
      : this.create(second, found, sent)
  }
}

const shownOf = ({ kind: _, parent: __, ...rest }: Thing): object => rest

function startTents(ignoresVersions: boolean, called: string[]): Promise<JsonServer> {
  const tents = new Tents(ignoresVersions)
  return startJson(({ method, url, body: sent }) => {
    called.push(url)
    const segments = url.split('?')[0]?.split('/').slice(1) ?? []
    return tents.respond(method, segments, (sent === '' ? {} : JSON.parse(sent)) as Thing)
  })
}

async function run(
  rules: string[],
  ignoresVersions = false,
  skipOperations: string[] = [],
): Promise<{ summary: RunSummary; findings: ConformanceFinding[]; called: string[] }> {
  const called: string[] = []
  await using server = await startTents(ignoresVersions, called)
  const findings: ConformanceFinding[] = []
  const summary = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter((rule) => rules.includes(rule.id)),
    hints: { skipOperations },
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return { summary, findings, called }
}

it('brings referenced items into another state, and creates what an error counts', {
  timeout: 60_000,
}, async () => {
  const { summary } = await run(['valid-request-succeeds'])
  expect(summary).toMatchObject({ unreached: [], failed: 0 })
})

it('accepts an outdated version in an action', { timeout: 60_000 }, async () => {
  const right = await run(['conditional-requests-honored'])
  expect(right.findings).toEqual([])
  expect(right.summary.passed).toBeGreaterThan(0)
  const faulty = await run(['conditional-requests-honored'], true)
  expect(new Set(faulty.findings.map(({ code }) => code))).toEqual(new Set(['lost-update']))
})

it('does not call a skipped operation to prepare another one', { timeout: 60_000 }, async () => {
  const isHandedOver = (url: string) => url.endsWith('/hand_over')
  const whole = await run(['valid-request-succeeds'])
  expect(whole.called.some(isHandedOver)).toBe(true)
  const without = await run(['valid-request-succeeds'], false, ['hand-over'])
  expect(without.called.filter(isHandedOver)).toEqual([])
})
