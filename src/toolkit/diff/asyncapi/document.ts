/** An AsyncAPI 3 document as a whole: servers, channels, operations. */
import { compareRest, type Differ, note } from '../differ.ts'
import type { Direction } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { compareInfo } from '../openapi/document.ts'
import { compareSchemes, renamedSchemes } from '../openapi/security.ts'
import { compareVariables } from '../openapi/servers.ts'
import { follow, isPresent, items, members, type Place, step } from '../place.ts'
import { shown } from '../words.ts'
import { compareMessages, type Message, messagesOf } from './messages.ts'
import { compareAccess, compareServers, compareServersOf } from './servers.ts'

export function compareAsyncapi(differ: Differ): void {
  const { old, new: now, graph } = differ
  const root = graph.root({ label: now.document.name, kind: 'document' })
  const schemesOf = (place: Place) => step(step(place, 'components'), 'securitySchemes')
  compareSchemes(differ, root, renamedSchemes(schemesOf(old), schemesOf(now)))
  compareServers(root, step(old, 'servers'), step(now, 'servers'))
  const channels = matchChannels(step(old, 'channels'), step(now, 'channels'))
  compareChannels(differ, root, channels)
  compareOperations(differ, channels)
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
  at: Place
}
export interface MatchedChannels {
  pairs: { old: Channel; new: Channel }[]
  lost: Channel[]
  gained: Channel[]
  owners: [Place, Place]
}

const addressOf = ({ at, name }: Channel): string => String(step(at, 'address').value ?? name)

function matchChannels(old: Place, now: Place): MatchedChannels {
  const channelsOf = (list: Place) => members(list).map(([name, at]): Channel => ({ name, at: follow(at) }))
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
      say: () => `Nothing goes through the channel ${addressOf(channel)} any more.`,
    })
  }
  for (const channel of gained) {
    note(root, {
      rule: 'channel-added',
      level: 'compatible',
      detail: channel.name,
      old: owners[0],
      new: channel.at,
      say: () => `There is a channel ${addressOf(channel)}.`,
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
      say: () => `The channel at ${was} is at ${is}; whoever looks at the old address finds nothing.`,
    })
  } else {
    compareVariables(root, step(old.at, 'parameters'), step(now.at, 'parameters'), `the channel ${is}`)
  }
  const known = ['address', 'messages', 'parameters', 'servers']
  compareRest(root, old.at, now.at, known, () => `the channel ${is}`)
  compareServersOf(root, old.at, now.at, `the channel ${is}`)
  // What no operation sends or receives can go either way.
  const used = [usedBy(differ.old), usedBy(differ.new)]
  const unused = (channel: Place) =>
    messagesOf(channel).filter(({ key, at }) => !used.some((all) => all.has(key) || all.has(at.pointer)))
  const [before, after] = [unused(old.at), unused(now.at)]
  for (const direction of ['response', 'request'] as const) {
    compareMessages(differ, before, after, direction, [old.at, now.at])
  }
}

/** The messages that operations and their replies exchange, by key and by place. */
function usedBy(document: Place): Set<string> {
  const exchanges = members(step(document, 'operations')).flatMap(([, at]) => {
    const operation = follow(at)
    const reply = step(operation, 'reply')
    return isPresent(reply) ? [operation, follow(reply)] : [operation]
  })
  return new Set(exchanges.flatMap(messagesOfOperation).flatMap(({ key, at }) => [key, at.pointer]))
}

const channelOf = (operation: Place): Place => follow(step(operation, 'channel'))

const messagesOfOperation = (operation: Place): Message[] => {
  const listed = step(operation, 'messages')
  return isPresent(listed)
    ? items(listed).map((at) => ({
        key:
          String((at.value as { $ref?: string })?.$ref)
            .split('/')
            .at(-1) ?? '',
        at: follow(at),
      }))
    : messagesOf(channelOf(operation))
}

function compareOperations(differ: Differ, channels: MatchedChannels): void {
  const [before, after] = [step(differ.old, 'operations'), step(differ.new, 'operations')]
  const counterpart = new Map(channels.pairs.map(({ old, new: now }) => [old.at.pointer, now.at.pointer]))
  const operationsOf = (list: Place) => members(list).map(([name, at]) => ({ name, at: follow(at) }))
  const [old, now] = [operationsOf(before), operationsOf(after)]
  const actionOf = (at: Place) => String(step(at, 'action').value)
  const taken = new Set<string>()
  for (const was of old) {
    const same =
      now.find(({ name }) => name === was.name) ??
      now.find(
        ({ at, name }) =>
          !old.some((other) => other.name === name) &&
          !taken.has(name) &&
          actionOf(at) === actionOf(was.at) &&
          channelOf(at).pointer === counterpart.get(channelOf(was.at).pointer),
      )
    const root = differ.graph.root({ label: `operation ${was.name}`, kind: 'message' })
    if (!same) {
      note(root, {
        rule: 'operation-removed',
        level: 'breaking',
        old: was.at,
        new: after,
        say: () =>
          `The operation ${was.name} is gone: nobody ${actionOf(was.at) === 'send' ? 'receives its messages' : 'listens to it'} any more.`,
      })
      continue
    }
    taken.add(same.name)
    if (was.name !== same.name) {
      note(root, {
        rule: 'operation-id-changed',
        level: 'risky',
        old: was.at,
        new: same.at,
        say: () =>
          `Code generated for the operation ${was.name} calls it by that name; it is now ${same.name}.`,
      })
    }
    compareOperation(differ, root, was, same, counterpart)
  }
  for (const is of now) {
    if (taken.has(is.name)) continue
    note(differ.graph.root({ label: `operation ${is.name}`, kind: 'message' }), {
      rule: 'operation-added',
      level: 'compatible',
      old: before,
      new: is.at,
      say: () => `There is an operation ${is.name}.`,
    })
  }
}

function compareOperation(
  differ: Differ,
  root: Pair,
  was: Channel,
  is: Channel,
  counterpart: ReadonlyMap<string, string>,
): void {
  const [from, to] = [step(was.at, 'action'), step(is.at, 'action')]
  if (from.value !== to.value) {
    note(root, {
      rule: 'action-changed',
      level: 'breaking',
      old: from,
      new: to,
      say: () =>
        `The operation ${is.name} was to ${shown(from.value)} and is to ${shown(to.value)}: roles are exchanged.`,
    })
    return
  }
  const [channel, other] = [channelOf(was.at), channelOf(is.at)]
  if (counterpart.get(channel.pointer) !== other.pointer) {
    note(root, {
      rule: 'operation-channel-changed',
      level: 'breaking',
      old: step(was.at, 'channel'),
      new: step(is.at, 'channel'),
      say: () => `The operation ${is.name} goes through another channel.`,
    })
  }
  const direction: Direction = from.value === 'send' ? 'response' : 'request'
  compareMessages(differ, messagesOfOperation(was.at), messagesOfOperation(is.at), direction, [was.at, is.at])
  compareReply(differ, root, step(was.at, 'reply'), step(is.at, 'reply'), direction, counterpart)
  compareRest(
    root,
    was.at,
    is.at,
    ['action', 'channel', 'messages', 'reply', 'security'],
    () => `the operation ${is.name}`,
  )
  compareAccess(root, was.at, is.at, `the operation ${is.name}`)
}

function compareReply(
  differ: Differ,
  root: Pair,
  old: Place,
  now: Place,
  direction: Direction,
  counterpart: ReadonlyMap<string, string>,
): void {
  if (!isPresent(old) && !isPresent(now)) return
  if (!isPresent(old) || !isPresent(now)) {
    note(root, {
      rule: isPresent(now) ? 'reply-added' : 'reply-removed',
      level: isPresent(now) ? 'compatible' : 'breaking',
      old,
      new: now,
      say: ({ use }) => `${use.label} ${isPresent(now) ? 'has a reply' : 'has no reply any more'}.`,
    })
    return
  }
  const flipped = direction === 'request' ? 'response' : 'request'
  const [was, is] = [follow(old), follow(now)]
  const [from, to] = [step(was, 'channel'), step(is, 'channel')]
  const channel = isPresent(from) ? counterpart.get(follow(from).pointer) : undefined
  if (channel !== (isPresent(to) ? follow(to).pointer : undefined)) {
    note(root, {
      rule: 'reply-channel-changed',
      level: 'breaking',
      old: isPresent(from) ? from : was,
      new: isPresent(to) ? to : is,
      say: ({ use }) => `The reply of ${use.label} comes through another channel.`,
    })
  }
  compareReplyAddress(root, was, is)
  compareMessages(differ, messagesOfOperation(was), messagesOfOperation(is), flipped, [was, is])
  compareRest(root, was, is, ['address', 'channel', 'messages'], ({ use }) => `the reply of ${use.label}`)
}

/** Where in the request it stands to which address the reply goes. */
function compareReplyAddress(root: Pair, was: Place, is: Place): void {
  const [old, now] = [follow(step(was, 'address')), follow(step(is, 'address'))]
  const [from, to] = [step(old, 'location'), step(now, 'location')]
  const told = (place: Place) => (isPresent(place) ? String(place.value) : 'nothing')
  if (from.value !== to.value) {
    note(root, {
      rule: 'reply-address-changed',
      level: 'breaking',
      old: isPresent(from) ? from : was,
      new: isPresent(to) ? to : is,
      say: ({ use }) =>
        `The reply of ${use.label} goes to the address that ${told(to)} names; it was ${told(from)}.`,
    })
  }
  if (isPresent(old) && isPresent(now))
    compareRest(root, old, now, ['location'], ({ use }) => `the address of the reply of ${use.label}`)
}
