/**
 * Messages between the processes on one schema. NOTIFY comes after the commit, because within a transaction it would let
 * only one commit through at a time. One statement sends all messages of the time of the one before.
 */
import type pg from 'pg'

export interface Messages {
  notify(topic: string, message: string): void
  listen(topic: string, action: (message: string | undefined) => void): void
  /** Uses this connection from now on; listeners learn that they may have missed something. */
  attach(client: pg.Client): Promise<void>
}

/** PostgreSQL takes 8000 bytes. */
const MAX_BYTES = 7_500
/** Messages of one statement; beyond, those who listen are instructed to look for themselves. */
const MAX_MESSAGES = 200

/** @param report receives the errors of a listener */
export function createMessages(schema: string, report: (error: unknown) => void): Messages {
  const channel = `prompt_service_${schema}`
  const listeners = new Map<string, ((message: string | undefined) => void)[]>()
  let client: pg.Client | undefined
  let waiting = new Set<string>()
  let sending = false

  function hear(topic: string, message: string | undefined): void {
    for (const action of listeners.get(topic) ?? []) {
      try {
        action(message)
      } catch (error) {
        report(error)
      }
    }
  }

  async function send(): Promise<void> {
    while (waiting.size > 0 && client !== undefined) {
      const sent = [...waiting]
      waiting = new Set()
      const payloads = sent.length > MAX_MESSAGES ? [MISSED] : packed(sent)
      const sql = payloads.map((_, index) => `pg_notify($1, $${index + 2})`).join(', ')
      // Lost with its connection: anyone who attaches the next one looks for itself.
      await client.query(`SELECT ${sql}`, [channel, ...payloads]).catch(() => {})
    }
    waiting.clear()
    sending = false
  }

  return {
    notify(topic, message) {
      // One more than the most states enough: a connection that hangs must not fill the memory.
      if (waiting.size <= MAX_MESSAGES) waiting.add(JSON.stringify([topic, message]))
      if (sending) return
      sending = true
      setImmediate(() => void send()) // what is reported in this turn goes together
    },

    listen(topic, action) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), action])
    },

    async attach(session) {
      const { processID } = session as pg.Client & { processID?: number }
      session.on('notification', ({ payload = '', processId }) => {
        if (processId === processID) return // of this process itself
        try {
          if (payload === MISSED) for (const topic of listeners.keys()) hear(topic, undefined)
          else for (const [topic, message] of JSON.parse(payload) as [string, string][]) hear(topic, message)
        } catch (error) {
          report(error) // every client of the database may send messages here
        }
      })
      await session.query(`LISTEN ${channel}`)
      client = session
      for (const topic of listeners.keys()) hear(topic, undefined)
    },
  }
}

const MISSED = 'missed'

/** As many messages in each payload as fit. */
function packed(messages: readonly string[]): string[] {
  const payloads: string[] = []
  let some: string[] = []
  let bytes = 2
  for (const message of messages) {
    const length = Buffer.byteLength(message) + 1
    if (length > MAX_BYTES) return [MISSED]
    if (bytes + length > MAX_BYTES) {
      payloads.push(`[${some}]`)
      some = []
      bytes = 2
    }
    some.push(message)
    bytes += length
  }
  return [...payloads, `[${some}]`]
}
