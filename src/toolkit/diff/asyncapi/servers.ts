/** Servers of an AsyncAPI document and the security schemes that they accept. */
import { compareRest, note } from '../differ.ts'
import type { Pair } from '../graph.ts'
import {
  canonical,
  follow,
  isPresent,
  items,
  type Location,
  members,
  objectOf,
  rootOf,
  step,
} from '../location.ts'
import { compareVariables } from '../openapi/servers.ts'

const addressOf = (location: Location): string =>
  `${String(step(location, 'protocol').value)}://${String(step(location, 'host').value)}${String(step(location, 'pathname').value ?? '')}`

/** The servers that a channel is on: those that it lists, or all. */
export function compareServersOf(root: Pair, old: Location, now: Location, what: string): void {
  const serversOf = (channel: Location) => {
    const listed = items(step(channel, 'servers')).map((at) => ({
      name: String(objectOf(at).$ref).split('/').at(-1),
      address: addressOf(follow(at)),
    }))
    const all = members(step(rootOf(channel.document), 'servers'))
    return listed.length > 0 ? listed : all.map(([name, at]) => ({ name, address: addressOf(follow(at)) }))
  }
  const isListed = (channel: Location) => items(step(channel, 'servers')).length > 0
  if (!isListed(old) && !isListed(now)) return
  const [before, after] = [serversOf(old), serversOf(now)]
  const missing = (list: typeof before, others: typeof before) =>
    list.filter(({ name, address }) => !others.some((one) => one.name === name || one.address === address))
  const report = (servers: typeof before, lost: boolean) => {
    for (const { address } of servers) {
      note(root, {
        rule: lost ? 'channel-left-server' : 'channel-on-server',
        level: lost ? 'breaking' : 'compatible',
        detail: `${what} ${address}`,
        old: isListed(old) ? step(old, 'servers') : old,
        new: isListed(now) ? step(now, 'servers') : now,
        say: () => `${what} is ${lost ? 'no longer' : 'also'} on ${address}.`,
      })
    }
  }
  report(missing(before, after), true)
  report(missing(after, before), false)
}

/** Servers are matched by protocol, host and path; their names in the document have no effect on clients. */
export function compareServers(root: Pair, old: Location, now: Location): void {
  const serversOf = (list: Location) =>
    members(list).map(([name, at]) => ({ name, at: follow(at), address: addressOf(follow(at)) }))
  const [before, after] = [serversOf(old), serversOf(now)]
  const used = new Set<string>()
  for (const was of before) {
    const is =
      after.find(({ address }) => address === was.address) ?? after.find(({ name }) => name === was.name)
    if (is) used.add(is.name)
    if (!is || is.address !== was.address) {
      note(root, {
        rule: is ? 'server-moved' : 'server-removed',
        level: 'breaking',
        detail: was.name,
        old: was.at,
        new: is?.at ?? now,
        say: () =>
          `Clients that connect to ${was.address} use a server that is no longer declared${is ? `. The server ${is.name} is ${is.address}` : ''}.`,
      })
    }
    if (!is) continue
    compareVariables(root, step(was.at, 'variables'), step(is.at, 'variables'), `the server ${is.name}`)
    compareAccess(root, was.at, is.at, `the server ${is.name}`)
    compareRest(
      root,
      was.at,
      is.at,
      ['host', 'protocol', 'pathname', 'variables', 'security'],
      () => `the server ${is.name}`,
    )
  }
  for (const is of after) {
    if (used.has(is.name)) continue
    note(root, {
      rule: 'server-added',
      level: 'compatible',
      detail: is.name,
      old,
      new: is.at,
      say: () => `Clients can connect to ${is.address}.`,
    })
  }
}

/** Clients need one of the listed schemes; without a list no credentials are needed. */
export function compareAccess(root: Pair, old: Location, now: Location, what: string): void {
  const waysOf = (owner: Location) =>
    items(step(owner, 'security')).map((way) => canonical(follow(way).value ?? null))
  const [before, after] = [waysOf(old), waysOf(now)]
  const lost = before.filter((way) => !after.includes(way))
  const gained = after.filter((way) => !before.includes(way))
  if (lost.length + gained.length === 0) return
  const breaking = after.length > 0 && (before.length === 0 || lost.length > 0)
  note(root, {
    rule: 'access-changed',
    level: breaking ? 'breaking' : 'compatible',
    old: isPresent(step(old, 'security')) ? step(old, 'security') : old,
    new: isPresent(step(now, 'security')) ? step(now, 'security') : now,
    say: () =>
      breaking
        ? `Clients that use ${what} with ${before.length === 0 ? 'no credential' : 'a credential that is no longer accepted'} are rejected.`
        : `${what} accepts more credentials.`,
  })
}
