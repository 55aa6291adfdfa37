/** The result of a form, shown once on the next page: a reload neither shows it again nor repeats the form. */
import type { Session } from '../features/oauth/queries.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Random } from '../runtime/random.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Database } from '../storage/database.ts'

export interface FlashMessage {
  what: string
  /** Shown this once, and stored nowhere. */
  secret?: string
}

export interface FlashMessages {
  /** Returns the name under which the next page finds it. */
  store(session: Session, flashMessage: FlashMessage): Promise<string>
  /** The message, for the session that it was stored for, once. */
  remove(session: Session, name: string): Promise<FlashMessage | undefined>
}

interface Parts {
  database: Database
  keyring: Keyring
  clock: Clock
  random: Random
}

/** A redirect is followed at a time; what no one fetched by then is forgotten. */
const LIFE_MS = 60_000

const nameFrom = (random: Random): string => random.bytes(16).toString('base64url')

/** Next to other processes, one of which may show the next page, in the database. */
export const createFlashMessages = (parts: Parts): FlashMessages =>
  parts.database.others ? inDatabase(parts) : inMemory(parts)

/** Only in memory, so that no secret reaches the disk; the address limits bound the number in a minute. */
function inMemory({ clock, random }: Parts): FlashMessages {
  const stored = new Map<string, { digest: string; flashMessage: FlashMessage }>()
  return {
    async store({ digest }, flashMessage) {
      const name = nameFrom(random)
      stored.set(name, { digest, flashMessage })
      clock.after(LIFE_MS, () => stored.delete(name))
      return name
    },
    async remove({ digest }, name) {
      const found = stored.get(name)
      if (found?.digest !== digest) return undefined
      stored.delete(name)
      return found.flashMessage
    },
  }
}

/** Sealed: what it shows may be a key, of which the database otherwise has only the digest. */
function inDatabase({ database, keyring, clock, random }: Parts): FlashMessages {
  const context = (name: string) => `flash_messages ${name}`
  return {
    async store({ digest }, flashMessage) {
      const name = nameFrom(random)
      const now = clock.now()
      const sealed = keyring.seal(JSON.stringify(flashMessage), context(name))
      await database.claim(async (tx) => {
        await tx.run('DELETE FROM flash_messages WHERE expires_at <= ?', now)
        await tx.run('INSERT INTO flash_messages VALUES (?, ?, ?, ?)', name, digest, sealed, now + LIFE_MS)
      })
      return name
    },
    async remove({ digest }, name) {
      const sql =
        'DELETE FROM flash_messages WHERE name = ? AND session_digest = ? AND expires_at > ? RETURNING sealed'
      const row = await database.claim((tx) => tx.get<{ sealed: Buffer }>(sql, name, digest, clock.now()))
      return row && (JSON.parse(keyring.open(row.sealed, context(name)).toString()) as FlashMessage)
    },
  }
}
