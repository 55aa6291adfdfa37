/** A server with the events and callbacks of notes.yaml: right, or with the fault that a page shows. */
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '../../../../src/toolkit/openapi/index.ts'
import { listenAs, stepOf } from './listenAs.ts'
import type { Step } from './page.ts'
import { jsonOf, type Outgoing, type PageFault } from './pageFault.ts'

/** Milliseconds before a delivery is retried, once. */
export const RETRY_DELAY = 60
const RETRIED = [0, 503]

interface Hook {
  id: string
  url: string
  types: string[]
  secret: string
  /** The request that created it. */
  made: Step | undefined
  attempts: JsonObject[]
}

interface Sent {
  outgoing: Outgoing
  hook: Hook | undefined
}

/** A response with the deliveries that follow it. */
interface Reply {
  status: number
  body?: unknown
  sent?: Sent[]
}

const fresh = (): string => randomBytes(6).toString('hex')

/** Addresses that only the server itself can reach. The receiver of the tests is at 127.0.0.1. */
const isPrivate = (url: string): boolean =>
  !/^\[?[\w.:]*$/.test(new URL(url).hostname) ||
  /^(0\.|10\.|100\.64\.|127\.1$|169\.254\.|172\.16\.|192\.168\.|224\.|\[)/.test(new URL(url).hostname)

export async function startNotes(fault: PageFault | undefined, run: Step[]) {
  const notes = new Map<string, JsonObject>()
  const hooks = new Map<string, Hook>()
  const pending: Promise<unknown>[] = []

  const event = (type: string, data: JsonObject, triggeredBy = 'api'): JsonObject => ({
    id: `evt-${fresh()}`,
    type,
    time: new Date().toISOString(),
    data,
    metadata: { triggeredBy },
  })
  const to = (hook: Hook, body: JsonObject): Sent => ({
    hook,
    outgoing: { url: hook.url, headers: [], body },
  })
  const raise = (type: string, data: JsonObject): Sent[] => {
    const body = event(type, data)
    return [...hooks.values()].filter(({ types }) => types.includes(type)).map((hook) => to(hook, body))
  }

  /** Signs and sends, and records the exchange. */
  async function post({ hook, outgoing: { url, headers, body } }: Sent): Promise<Step> {
    const text = JSON.stringify(body)
    const id = String((body as JsonObject).id ?? '')
    const time = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from((hook?.secret ?? '').replace('whsec_', ''), 'base64')
    const digest = createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64')
    const sent = {
      'content-type': 'application/json',
      ...(hook && { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${digest}` }),
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    }
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: text,
      redirect: 'manual',
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    const step: Step = {
      method: 'POST',
      url,
      request: { headers: Object.entries(sent), body: text },
      response: { status: response?.status ?? 0, headers: [...(response?.headers ?? [])], body: '' },
    }
    run.push(step)
    hook?.attempts.push({
      eventId: id,
      attempt: hook.attempts.filter(({ eventId }) => eventId === id).length + 1,
      statusCode: response?.status ?? null,
    })
    return step
  }

  async function deliver(cause: Step, { hook, outgoing }: Sent): Promise<void> {
    const attempts: Step[] = []
    while (attempts.length < 2) {
      const next = fault === undefined ? outgoing : fault.attempt(cause, attempts, outgoing)
      if (next === undefined) return
      const attempt = await post({ hook, outgoing: next })
      attempts.push(attempt)
      for (const more of fault?.further(cause, attempts, outgoing) ?? []) await post({ hook, outgoing: more })
      if (!RETRIED.includes(attempt.response.status)) return
      await wait(RETRY_DELAY)
    }
  }

  function onNotes(method: string, id: string, given: JsonObject | undefined): Reply {
    const text = given?.text
    const isValid = typeof text === 'string' && text !== '' && text.length <= 100
    if (method === 'POST') {
      if (!isValid) return { status: 400 }
      const note = { id: `note-${fresh()}`, text }
      notes.set(note.id, note)
      return { status: 201, body: note, sent: raise('note.created', note) }
    }
    const note = notes.get(id)
    if (note === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: note }
    if (method === 'DELETE') {
      notes.delete(id)
      return { status: 204, sent: raise('note.deleted', note) }
    }
    if (!isValid) return { status: 400 }
    const isChange = note.text !== text
    const now = { ...note, text }
    notes.set(id, now)
    return { status: 200, body: now, sent: isChange ? raise('note.updated', now) : [] }
  }

  function onHooks(
    method: string,
    id: string,
    part: string | undefined,
    given: JsonObject | undefined,
  ): Reply {
    if (method === 'POST' && id === '') {
      const { url, types } = given ?? {}
      if (typeof url !== 'string' || !URL.canParse(url) || !Array.isArray(types) || isPrivate(url))
        return { status: 400 }
      const secret = `whsec_${randomBytes(24).toString('base64')}`
      const made = { id: `hook-${fresh()}`, url, types: types.map(String), secret }
      hooks.set(made.id, { ...made, made: undefined, attempts: [] })
      return { status: 201, body: made }
    }
    const hook = hooks.get(id)
    if (hook === undefined) return { status: 404 }
    if (part === 'deliveries') return { status: 200, body: hook.attempts }
    if (part === 'test') {
      const [type = ''] = hook.types
      const data = { id: `note-${fresh()}`, text: 'A test' }
      return { status: 202, sent: [to(hook, event(type, data, 'test'))] }
    }
    hooks.delete(id)
    return { status: 204 }
  }

  function reply(method: string, path: string, given: JsonObject | undefined): Reply {
    const [, collection, id = '', part] = path.split('/')
    if (collection === 'notes') return onNotes(method, id, given)
    if (collection === 'hooks') return onHooks(method, id, part, given)
    if (typeof given?.notifyUrl !== 'string') return { status: 400 }
    const outgoing = { url: `${given.notifyUrl}/done`, headers: [], body: { state: 'ready' } }
    return { status: 202, sent: [{ hook: undefined, outgoing }] }
  }

  const server = await listenAs(async (request: IncomingMessage) => {
    const received = (await buffer(request)).toString()
    const {
      status,
      body,
      sent = [],
    } = reply(request.method ?? '', request.url ?? '', jsonOf(received) as JsonObject | undefined)
    const right = stepOf(request, received, {
      status,
      headers: body === undefined ? [] : [['content-type', 'application/json']],
      body: body === undefined ? '' : JSON.stringify(body),
    })
    const step = { ...right, response: fault?.respond(right) ?? right.response }
    run.push(step)
    const hook = hooks.get(String((body as JsonObject | undefined)?.id))
    if (hook !== undefined) hook.made = right
    for (const one of sent) pending.push(deliver(right, one))
    for (const one of hooks.values())
      for (const unwanted of (one.made && fault?.unwanted(right, one.made)) ?? [])
        pending.push(post(to(one, { ...event('', {}), ...unwanted })))
    return step.response
  })
  return {
    url: server.url,
    /** All deliveries have been made. */
    settled: () => Promise.all(pending),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
