/** A server of notes whose events are of one of three manners; right, or with one fault. */
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type EventServer, listen } from './listen.ts'
import { bodyOf } from './ordersServer.ts'

/**
 * `below`: subscriptions below spaces, `t=,v1=`, times in Unix seconds. `called`: callbacks of the subscribing operation,
 * CloudEvents, `v0=`. `topics`: one topic a subscription, CloudEvents in headers, base64.
 */
export type Manner = 'below' | 'called' | 'topics'

export const noteFaults = {
  below: [
    'tells-other-spaces',
    'tells-deleted-hooks',
    'keeps-the-first-topics',
    'says-milliseconds',
    'tells-of-refused-changes',
    'tells-other-organizations',
  ],
  called: [
    'gives-every-event-one-id',
    'signs-without-the-version',
    'names-another-type',
    'sends-the-old-text',
  ],
  topics: ['writes-hex', 'signs-with-the-first-key', 'names-an-old-time', 'sends-another-number'],
} as const satisfies Record<Manner, readonly string[]>
export type NoteFault = (typeof noteFaults)[Manner][number]

interface Note {
  note_id: string
  text: string
  space: string
}
interface Hook {
  id: string
  space: string
  url: string
  topics: string[]
  secret: string
  over: boolean
}
type PlainResponse = [status: number, body?: unknown]

const PREFIX = 'com.example.notes.'
const start = Date.now() - 3_600_000

export async function startNotes(manner: Manner, fault?: NoteFault): Promise<EventServer> {
  const spaces = new Map<string, string>()
  const notes = new Map<string, Note>()
  const hooks = new Map<string, Hook>()
  let firstSecret: string | undefined
  const fresh = () => randomBytes(6).toString('hex')

  const send = ({ url, secret }: Hook, topic: string, { space, ...note }: Note, id: string) => {
    const now = Date.now()
    const at = fault === 'names-an-old-time' ? start : now
    const time = String(Math.floor(now / 1000))
    const hash = (text: string, key = secret) => createHmac('sha256', key).update(text)
    const envelope = {
      specversion: '1.0',
      id,
      source: '/notes',
      type: topic,
      time: new Date(at).toISOString(),
    }
    const ways = {
      below: () => {
        const created = fault === 'says-milliseconds' ? now : Math.floor(now / 1000)
        const body = JSON.stringify({ id, type: topic, created, space, data: { object: note } })
        return {
          body,
          headers: { 'x-notes-signature': `t=${time},v1=${hash(`${time}.${body}`).digest('hex')}` },
        }
      },
      called: () => {
        const type =
          fault === 'names-another-type' && topic.endsWith('updated') ? `${PREFIX}note.renamed` : topic
        const body = JSON.stringify({ ...envelope, type, data: note })
        const version = fault === 'signs-without-the-version' ? '' : 'v0:'
        return {
          body,
          headers: {
            'content-type': 'application/cloudevents+json',
            'x-notes-timestamp': time,
            'x-notes-signature': `v0=${hash(`${version}${time}:${body}`).digest('hex')}`,
          },
        }
      },
      topics: () => {
        const shown = fault === 'sends-another-number' ? { ...note, note_id: fresh() } : note
        const body = JSON.stringify(topic.endsWith('deleted') ? { note_id: note.note_id } : shown)
        const key = fault === 'signs-with-the-first-key' ? firstSecret : secret
        const digest = hash(body, key).digest(fault === 'writes-hex' ? 'hex' : 'base64')
        const fields = Object.entries(envelope).map(([name, value]) => [`ce-${name}`, value])
        return { body, headers: { ...Object.fromEntries(fields), 'x-notes-hmac': digest } }
      },
    }
    const { body, headers } = ways[manner]()
    const type = { 'content-type': 'application/json' }
    return fetch(url, { method: 'POST', redirect: 'manual', headers: { ...type, ...headers }, body })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }

  const raise = (verb: string, note: Note) => {
    const topic = `${manner === 'below' ? '' : PREFIX}note.${verb}`
    const id = fault === 'gives-every-event-one-id' ? '1' : fresh()
    const near = (hook: Hook) =>
      hook.space === note.space ||
      (fault === 'tells-other-spaces' && spaces.get(hook.space) === spaces.get(note.space)) ||
      (fault === 'tells-other-organizations' && spaces.get(hook.space) !== spaces.get(note.space))
    for (const hook of hooks.values())
      if (!hook.over && near(hook) && hook.topics.includes(topic)) void send(hook, topic, { ...note }, id)
  }

  const onHooks = (method: string | undefined, space: string, id: string, body: Given): PlainResponse => {
    const given = manner === 'topics' ? [body?.topic] : body?.topics
    if (method === 'POST' && id === '') {
      if (
        typeof body?.url !== 'string' ||
        !Array.isArray(given) ||
        given.some((one) => typeof one !== 'string')
      )
        return [400]
      const secret = typeof body.secret === 'string' ? body.secret : fresh() + fresh()
      firstSecret ??= secret
      const hook: Hook = { id: fresh(), space, url: body.url, topics: given, secret, over: false }
      hooks.set(hook.id, hook)
      return [201, { id: hook.id, ...(manner !== 'called' && { secret }) }]
    }
    const hook = hooks.get(id)
    if (hook === undefined || hook.space !== space || (method === 'DELETE' && hook.over)) return [404]
    if (method === 'DELETE') {
      if (fault !== 'tells-deleted-hooks') hook.over = true
      return [204]
    }
    if (!Array.isArray(given)) return [400]
    if (fault !== 'keeps-the-first-topics') hook.topics = given
    return [200, { id }]
  }

  const onNotes = (method: string | undefined, space: string, id: string, body: Given): PlainResponse => {
    const right = typeof body?.text === 'string' && body.text !== ''
    if (method === 'POST') {
      if (!right) return [400]
      const note: Note = { note_id: fresh(), text: String(body?.text), space }
      notes.set(note.note_id, note)
      raise('created', note)
      return [201, shown(note)]
    }
    const note = notes.get(id)
    if (note === undefined || note.space !== space) return [404]
    if (method === 'GET') return [200, shown(note)]
    if (method === 'DELETE') {
      notes.delete(id)
      raise('deleted', note)
      return [204]
    }
    if (!right) {
      if (fault === 'tells-of-refused-changes') raise('updated', note)
      return [400]
    }
    const before = { ...note }
    if (note.text !== body?.text) {
      note.text = String(body?.text)
      raise('updated', fault === 'sends-the-old-text' ? before : note)
    }
    return [200, shown(note)]
  }

  const response = async (request: IncomingMessage): Promise<PlainResponse> => {
    const who = request.headers['x-who']
    const path = (request.url ?? '').split('/').slice(1)
    const body = await bodyOf(request)
    if (manner !== 'below') {
      const [kind = '', id = ''] = path
      return (kind === 'notes' ? onNotes : onHooks)(request.method, String(who), id, body)
    }
    const [, space = '', kind, id = ''] = path
    if (space === '') {
      if (typeof body?.name !== 'string') return [400]
      const made = fresh()
      spaces.set(made, String(who))
      return [201, { id: made, name: body.name }]
    }
    if (spaces.get(space) !== who) return [404]
    if (kind === undefined) return request.method === 'GET' ? [200, { id: space, name: 'x' }] : [204]
    return (kind === 'notes' ? onNotes : onHooks)(request.method, space, id, body)
  }

  return listen(response)
}

type Given = Record<string, unknown> | undefined

const shown = ({ note_id, text }: Note) => ({ note_id, text })
