/** The operations of an AsyncAPI 3 document: what is sent and received, and what is replied. */
import { compareRest, type Differ, note } from '../differ.ts'
import type { Direction } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, items, type Location, members, step } from '../location.ts'
import { shown } from '../messages.ts'
import { compareMessages, type Message, messagesOf } from './messages.ts'
import { compareAccess } from './servers.ts'

interface Operation {
  name: string
  at: Location
}

/** The messages that operations and their replies exchange, by key and by location. */
export function usedBy(document: Location): Set<string> {
  const exchanges = members(step(document, 'operations')).flatMap(([, at]) => {
    const operation = follow(at)
    const reply = step(operation, 'reply')
    return isPresent(reply) ? [operation, follow(reply)] : [operation]
  })
  return new Set(exchanges.flatMap(messagesOfOperation).flatMap(({ key, at }) => [key, at.pointer]))
}

const channelOf = (operation: Location): Location => follow(step(operation, 'channel'))

const messagesOfOperation = (operation: Location): Message[] => {
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

/** @param counterpart where a channel of the old document is in the new one, by pointer */
export function compareOperations(differ: Differ, counterpart: ReadonlyMap<string, string>): void {
  const [before, after] = [step(differ.old, 'operations'), step(differ.new, 'operations')]
  const operationsOf = (list: Location) => members(list).map(([name, at]) => ({ name, at: follow(at) }))
  const [old, now] = [operationsOf(before), operationsOf(after)]
  const actionOf = (at: Location) => String(step(at, 'action').value)
  const used = new Set<string>()
  for (const was of old) {
    const same =
      now.find(({ name }) => name === was.name) ??
      now.find(
        ({ at, name }) =>
          !old.some((other) => other.name === name) &&
          !used.has(name) &&
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
          `The operation ${was.name} was removed: its messages are no longer ${actionOf(was.at) === 'send' ? 'sent' : 'received'}.`,
      })
      continue
    }
    used.add(same.name)
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
    if (used.has(is.name)) continue
    note(differ.graph.root({ label: `operation ${is.name}`, kind: 'message' }), {
      rule: 'operation-added',
      level: 'compatible',
      old: before,
      new: is.at,
      say: () => `The operation ${is.name} was added.`,
    })
  }
}

function compareOperation(
  differ: Differ,
  root: Pair,
  was: Operation,
  is: Operation,
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
      say: () => `The operation ${is.name} uses another channel.`,
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
  old: Location,
  now: Location,
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
      say: ({ use }) => `${use.label} ${isPresent(now) ? 'now has a reply' : 'no longer has a reply'}.`,
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
      say: ({ use }) => `The reply of ${use.label} uses another channel.`,
    })
  }
  compareReplyAddress(root, was, is)
  compareMessages(differ, messagesOfOperation(was), messagesOfOperation(is), flipped, [was, is])
  compareRest(root, was, is, ['address', 'channel', 'messages'], ({ use }) => `the reply of ${use.label}`)
}

/** The location, within a request, of the address that the reply is sent to. */
function compareReplyAddress(root: Pair, was: Location, is: Location): void {
  const [old, now] = [follow(step(was, 'address')), follow(step(is, 'address'))]
  const [from, to] = [step(old, 'location'), step(now, 'location')]
  const expressionAt = (location: Location) => (isPresent(location) ? String(location.value) : 'nothing')
  if (from.value !== to.value) {
    note(root, {
      rule: 'reply-address-changed',
      level: 'breaking',
      old: isPresent(from) ? from : was,
      new: isPresent(to) ? to : is,
      say: ({ use }) =>
        `The reply of ${use.label} goes to the address that ${expressionAt(to)} names; it was ${expressionAt(from)}.`,
    })
  }
  if (isPresent(old) && isPresent(now))
    compareRest(root, old, now, ['location'], ({ use }) => `the address of the reply of ${use.label}`)
}
