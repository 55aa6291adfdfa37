/** What the answer to a form shows once, on the page after it: a reload neither shows it again nor makes another. */
import type { Session } from '../features/oauth/queries.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Random } from '../runtime/random.ts'

export interface FlashMessage {
  what: string
  /** Shown this once, and kept nowhere. */
  secret?: string
}

export interface FlashMessages {
  /** Answers the name that the next page asks by. */
  keep(session: Session, flashMessage: FlashMessage): string
  /** The message, for the session that it was kept for, once. */
  take(session: Session, name: string): FlashMessage | undefined
}

/** A redirect is followed at once; what nobody fetched by then is forgotten. */
const LIFE_MS = 60_000

/** In memory alone, so that no secret reaches the disk; the address limits bound how many a minute brings. */
export function createFlashMessages({ clock, random }: { clock: Clock; random: Random }): FlashMessages {
  const kept = new Map<string, { digest: string; flashMessage: FlashMessage }>()
  return {
    keep({ digest }, flashMessage) {
      const name = random.bytes(16).toString('base64url')
      kept.set(name, { digest, flashMessage })
      clock.after(LIFE_MS, () => kept.delete(name))
      return name
    },
    take({ digest }, name) {
      const found = kept.get(name)
      if (found?.digest !== digest) return undefined
      kept.delete(name)
      return found.flashMessage
    },
  }
}
