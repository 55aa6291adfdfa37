/** An AsyncAPI 3 document as a whole: servers, channels, operations. */
import { compareRest, type Differ, note } from '../differ.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, type Location, members, step } from '../location.ts'
import { shown } from '../messages.ts'
import { compareInfo } from '../openapi/document.ts'
import { compareSchemes, renamedSchemes } from '../openapi/security.ts'
import { compareVariables } from '../openapi/servers.ts'
import { compareMessages, messagesOf } from './messages.ts'
import { compareOperations, usedBy } from './operations.ts'
import { compareServers, compareServersOf } from './servers.ts'

export function compareAsyncapi(differ: Differ): void {
  const { old, new: now, graph } = differ
  const root = graph.root({ label: now.document.name, kind: 'document' })
  const schemesOf = (location: Location) => step(step(location, 'components'), 'securitySchemes')
  compareSchemes(differ, root, renamedSchemes(schemesOf(old), schemesOf(now)))
  compareServers(root, step(old, 'servers'), step(now, 'servers'))
  const channels = matchChannels(step(old, 'channels'), step(now, 'channels'))
  compareChannels(differ, root, channels)
  const counterpart = channels.pairs.map(({ old, new: now }) => [old.at.pointer, now.at.pointer] as const)
  compareOperations(differ, new Map(counterpart))
  compareInfo(differ)
  const [was, is] = [step(old, 'defaultContentType'), step(now, 'defaultContentType')]
  if (was.value !== is.value) {
    note(root, {
      rule: 'default-content-type-changed',
      level: isPresent(was) && isPresent(is) ? 'breaking' : 'risky',
      old: isPresent(was) ? was : old,
      new: isPresent(is) ? is : now,
      say: () =>
        `The content type of messages that name none was ${shown(was.value)} and is ${shown(is.value)}.`,
    })
  }
  const known = [
    'asyncapi',
    'info',
    'servers',
    'channels',
    'operations',
    'components',
    'defaultContentType',
    'x-files',
  ]
  compareRest(root, old, now, known, () => 'the document')
}

interface Channel {
  name: string
  at: Location
}

interface MatchedChannels {
  pairs: { old: Channel; new: Channel }[]
  lost: Channel[]
  gained: Channel[]
  owners: [Location, Location]
}

const addressOf = ({ at, name }: Channel): string => String(step(at, 'address').value ?? name)

function matchChannels(old: Location, now: Location): MatchedChannels {
  const channelsOf = (list: Location) =>
    members(list).map(([name, at]): Channel => ({ name, at: follow(at) }))
  const [before, after] = [channelsOf(old), channelsOf(now)]
  const pairs: MatchedChannels['pairs'] = []
  const plain = (channel: Channel) => addressOf(channel).replace(/\{[^}]*\}/g, '{}')
  for (const was of before) {
    const free = after.filter((channel) => !pairs.some((pair) => pair.new === channel))
    const same = free.find(({ name }) => name === was.name) ?? free.find((is) => plain(is) === plain(was))
    if (same) pairs.push({ old: was, new: same })
  }
  return {
    pairs,
    lost: before.filter((channel) => !pairs.some((pair) => pair.old === channel)),
    gained: after.filter((channel) => !pairs.some((pair) => pair.new === channel)),
    owners: [old, now],
  }
}

function compareChannels(differ: Differ, root: Pair, { pairs, lost, gained, owners }: MatchedChannels): void {
  for (const channel of lost) {
    note(root, {
      rule: 'channel-removed',
      level: 'breaking',
      detail: channel.name,
      old: channel.at,
      new: owners[1],
      say: () => `The channel ${addressOf(channel)} is no longer used.`,
    })
  }
  for (const channel of gained) {
    note(root, {
      rule: 'channel-added',
      level: 'compatible',
      detail: channel.name,
      old: owners[0],
      new: channel.at,
      say: () => `The channel ${addressOf(channel)} was added.`,
    })
  }
  for (const { old, new: now } of pairs) compareChannel(differ, root, old, now)
}

function compareChannel(differ: Differ, root: Pair, old: Channel, now: Channel): void {
  const [was, is] = [addressOf(old), addressOf(now)]
  const renamed = (text: string) => text.replace(/\{[^}]*\}/g, '{}')
  if (
    renamed(was) !== renamed(is) &&
    (isPresent(step(old.at, 'address')) || isPresent(step(now.at, 'address')))
  ) {
    note(root, {
      rule: 'channel-address-changed',
      level: 'breaking',
      detail: now.name,
      old: step(old.at, 'address'),
      new: step(now.at, 'address'),
      say: () => `The channel at ${was} moved to ${is}. Clients that use the old address find nothing.`,
    })
  } else {
    compareVariables(root, step(old.at, 'parameters'), step(now.at, 'parameters'), `the channel ${is}`)
  }
  const known = ['address', 'messages', 'parameters', 'servers']
  compareRest(root, old.at, now.at, known, () => `the channel ${is}`)
  compareServersOf(root, old.at, now.at, `the channel ${is}`)
  // A message that no operation sends or receives is compared in both directions.
  const used = [usedBy(differ.old), usedBy(differ.new)]
  const unused = (channel: Location) =>
    messagesOf(channel).filter(({ key, at }) => !used.some((all) => all.has(key) || all.has(at.pointer)))
  const [before, after] = [unused(old.at), unused(now.at)]
  for (const direction of ['response', 'request'] as const) {
    compareMessages(differ, before, after, direction, [old.at, now.at])
  }
}
