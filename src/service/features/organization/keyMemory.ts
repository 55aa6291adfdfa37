/** The keys that one process remembers, in bounded memory. */
import type { Clock } from '../../runtime/clock.ts'
import type { Database } from '../../storage/database.ts'
import { type KeyHolder, touchKey } from './model/apiKey.ts'
import { effectiveScopes } from './model/member.ts'

const MINUTE = 60_000
/** There are few lists of scopes in use; anyone who makes keys with all of their orders gains nothing by it. */
const MAX_LISTS = 1_000

/** The effective scopes by what they follow from: a set for each request costs 2 µs. */
export function createScopeCache(most = MAX_LISTS) {
  const known = new Map<string, ReadonlySet<string>>()
  return {
    of({ scopes, role }: Pick<KeyHolder, 'scopes' | 'role'>): ReadonlySet<string> {
      const pair = role + scopes
      let effective = known.get(pair)
      if (!effective) {
        if (known.size >= most) known.clear()
        effective = effectiveScopes(JSON.parse(scopes) as string[], role)
        known.set(pair, effective)
      }
      return effective
    },
    get size() {
      return known.size
    },
  }
}

/** Notes a use at most once a minute for each key; no request waits for it, and none fails with it. */
export function createLastUses(database: Database, clock: Clock) {
  /** In the order of their times: what is older than a minute goes with the next note. */
  const noted = new Map<string, number>()
  return {
    note(id: string): void {
      const now = clock.now()
      const last = noted.get(id)
      if (last !== undefined && now >= last && now - last < MINUTE) return
      for (const [other, at] of noted) {
        if (now >= at && now - at < MINUTE) break
        noted.delete(other)
      }
      noted.delete(id)
      noted.set(id, now)
      database.write((tx) => touchKey(tx, id, now)).catch(() => noted.delete(id))
    },
    get size() {
      return noted.size
    },
  }
}
