/** Where requests go: servers of a document, a path or an operation, and their variables. */
import { compareRest, note } from '../differ.ts'
import type { Use } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, items, type Location, members, step } from '../location.ts'
import { shown } from '../messages.ts'

/**
 * Servers that an operation or its path names in place of those of the document.
 * @param before the operation, its path item and its document
 */
export function compareOwnServers(
  pair: Pair,
  before: readonly Location[],
  after: readonly Location[],
  way: 'inward' | 'outward',
): void {
  const own = (levels: readonly Location[]) => levels.filter(({ pointer }) => pointer !== '')
  const [old, now] = [before[0], after[0]]
  if (!old || !now || ![...own(before), ...own(after)].some(hasServers)) return
  // Callbacks are sent to an address that the client chose.
  const levels = (all: readonly Location[]) => (way === 'inward' ? all : own(all))
  compareServers(pair, serversOf(levels(before)), serversOf(levels(after)), [old, now])
}

const hasServers = (location: Location): boolean => items(step(location, 'servers')).length > 0

export function compareServers(
  pair: Pair,
  before: readonly Server[],
  after: readonly Server[],
  [old, now]: [Location, Location],
): void {
  const used = new Set<Server>()
  for (const was of before) {
    // Two servers may have one URL and differ in their variables.
    const is = after.find((other) => other.url === was.url && !used.has(other))
    if (!is) {
      note(pair, {
        rule: 'server-removed',
        level: 'breaking',
        direction: 'request',
        detail: was.url,
        old: was.location ?? old,
        new: now,
        say: ({ use }) => `Clients that call ${was.url}${at(use)} use a server that is no longer declared.`,
      })
      continue
    }
    used.add(is)
    if (was.location && is.location) compareServer(pair, was.location, is.location)
  }
  for (const is of after) {
    if (used.has(is)) continue
    note(pair, {
      rule: 'server-added',
      level: 'compatible',
      direction: 'request',
      detail: is.url,
      old,
      new: is.location ?? now,
      say: ({ use }) => `Clients can call ${is.url}${at(use)}.`,
    })
  }
}

export interface Server {
  url: string
  location?: Location
}

const at = ({ kind, label }: Use): string => (kind === 'document' ? '' : ` for ${label}`)

/** Those of the first that names some; a document without servers has the one at `/` (section "OpenAPI Object"). */
export function serversOf(levels: readonly Location[]): Server[] {
  const level = levels.find(hasServers)
  if (level) return items(step(level, 'servers')).map((location) => ({ url: urlOf(location), location }))
  return levels.at(-1)?.pointer === '' ? [{ url: '/' }] : []
}

const urlOf = (location: Location): string => {
  const url = String(step(location, 'url').value)
  return url.length > 1 ? url.replace(/\/$/, '') : url
}

function compareServer(pair: Pair, old: Location, now: Location): void {
  compareVariables(pair, step(old, 'variables'), step(now, 'variables'), urlOf(now))
  compareRest(pair, old, now, ['url', 'variables'], () => `the server ${urlOf(now)}`)
}

/** Shared with AsyncAPI, where addresses have parameters of the same form. */
export function compareVariables(pair: Pair, old: Location, now: Location, of: string): void {
  for (const name of new Set([...members(old), ...members(now)].map(([key]) => key))) {
    const [was, is] = [follow(step(old, name)), follow(step(now, name))]
    if (!isPresent(was) || !isPresent(is)) {
      note(pair, {
        rule: isPresent(is) ? 'variable-added' : 'variable-removed',
        level: 'breaking',
        detail: name,
        old: isPresent(was) ? was : old,
        new: isPresent(is) ? is : now,
        say: () =>
          `\`{${name}}\` of ${of} was ${isPresent(is) ? 'added' : 'removed'}: the server's URLs have another form.`,
      })
      continue
    }
    compareValues(pair, step(was, 'enum'), step(is, 'enum'), name, of, [was, is])
    const [from, to] = [step(was, 'default'), step(is, 'default')]
    if (from.value !== to.value) {
      note(pair, {
        rule: 'variable-default-changed',
        level: 'risky',
        detail: name,
        old: from,
        new: to,
        say: () =>
          `The default of \`{${name}}\` of ${of} was ${shown(from.value)} and is ${shown(to.value)}.`,
      })
    }
    compareRest(pair, was, is, ['enum', 'default'], () => `\`{${name}}\` of ${of}`)
  }
}

function compareValues(
  pair: Pair,
  old: Location,
  now: Location,
  name: string,
  of: string,
  owners: [Location, Location],
): void {
  const valuesOf = (location: Location) =>
    isPresent(location) ? items(location).map(({ value }) => String(value)) : undefined
  const [before, after] = [valuesOf(old), valuesOf(now)]
  const report = (rule: string, level: 'breaking' | 'compatible', detail: string, text: string) =>
    note(pair, {
      rule,
      level,
      detail: `${name} ${detail}`,
      old: before ? old : owners[0],
      new: after ? now : owners[1],
      say: () => text,
    })
  if (!before && after)
    report('variable-restricted', 'breaking', '', `\`{${name}}\` of ${of} can only be ${after.join(', ')}.`)
  if (before && !after) report('variable-opened', 'compatible', '', `\`{${name}}\` of ${of} can be anything.`)
  if (!before || !after) return
  for (const value of before.filter((item) => !after.includes(item))) {
    report(
      'variable-value-removed',
      'breaking',
      value,
      `Clients that use ${value} for \`{${name}}\` of ${of} reach no server.`,
    )
  }
  for (const value of after.filter((item) => !before.includes(item))) {
    report(
      'variable-value-added',
      'compatible',
      value,
      `Clients can use ${value} for \`{${name}}\` of ${of}.`,
    )
  }
}
