/** Whether a part of the addresses went from the servers into the paths, or back: what is called is the same then. */
import type { Item } from './operations.ts'
import type { Server } from './servers.ts'

/** The path prefix of each side. */
export interface BasePaths {
  old: string
  new: string
  /** The servers without it; undefined where none of them stayed. */
  servers: [old: Server[], new: Server[]] | undefined
}

type Side = readonly [servers: readonly Server[], items: readonly Item[]]

/** Undefined where the paths fit each other better as they are written. */
export function movedBasePath(
  [oldServers, oldItems]: Side,
  [newServers, newItems]: Side,
  keyOf: (path: string) => string,
): BasePaths | undefined {
  const [before, after] = [basePathOf(oldServers), basePathOf(newServers)]
  if (before === undefined || after === undefined || before === after) return undefined
  const met = (old: string, now: string): number => {
    const known = new Set(newItems.map(({ path }) => keyOf(now + path)))
    return oldItems.filter(({ path }) => known.has(keyOf(old + path))).length
  }
  if (met(before, after) <= met('', '')) return undefined
  const [was, is] = [without(oldServers, before), without(newServers, after)]
  const stayed = was.some(({ url }) => is.some((other) => other.url === url))
  return { old: before, new: after, servers: stayed ? [was, is] : undefined }
}

const BASE = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/]*)?(.*)$/i

/** The path that all servers have, without a slash at its end; undefined where they have several. */
function basePathOf(servers: readonly Server[]): string | undefined {
  const [first, ...others] = new Set(servers.map(({ url }) => BASE.exec(url)?.[1]?.replace(/\/$/, '') ?? ''))
  return others.length === 0 ? first : undefined
}

const without = (servers: readonly Server[], base: string): Server[] =>
  servers.map((server) => ({ ...server, url: server.url.slice(0, server.url.length - base.length) || '/' }))
