/** Messages: what they are called, their headers and their payload. */
import { isObject } from '../../openapi/document.ts'
import { compareRest, type Differ, note, pairOf } from '../differ.ts'
import type { Direction } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { inlined } from '../inlined.ts'
import { follow, isPresent, items, type Location, members, rootOf, step } from '../location.ts'
import { shown } from '../messages.ts'
import { compareSchemas } from '../schema/compare.ts'
import type { Schema } from '../schema/shape.ts'

export interface Message {
  key: string
  at: Location
}

export const messagesOf = (channel: Location): Message[] =>
  members(step(channel, 'messages')).map(([key, at]) => ({ key, at: follow(at) }))

const nameOf = ({ key, at }: Message): string => String(step(at, 'name').value ?? key)

export function compareMessages(
  differ: Differ,
  before: readonly Message[],
  after: readonly Message[],
  direction: Direction,
  owners: [Location, Location],
): void {
  const used = new Set<Message>()
  for (const was of before) {
    const free = after.filter((message) => !used.has(message))
    const is =
      free.find((message) => message.key === was.key) ??
      free.find((message) => nameOf(message) === nameOf(was)) ??
      free.find((message) => inlined(message.at) === inlined(was.at))
    const root = differ.graph.root({ label: `message ${nameOf(is ?? was)}`, kind: 'message' })
    if (!is) {
      note(root, {
        rule: 'message-removed',
        level: 'breaking',
        direction,
        old: was.at,
        new: owners[1],
        say: ({ who }) =>
          direction === 'response'
            ? `${who} of ${nameOf(was)} no longer receive it.`
            : `${who} that send ${nameOf(was)} will be rejected.`,
      })
      continue
    }
    used.add(is)
    const pair = pairOf(differ.graph, 'message', was.at, is.at, direction, (made) =>
      compareMessage(differ, made, was, is, direction),
    )
    root.link(pair)
  }
  for (const is of after) {
    if (used.has(is)) continue
    note(differ.graph.root({ label: `message ${nameOf(is)}`, kind: 'message' }), {
      rule: 'message-added',
      level: direction === 'response' ? 'risky' : 'compatible',
      direction,
      old: owners[0],
      new: is.at,
      say: ({ who }) =>
        direction === 'response'
          ? `${who} can receive ${nameOf(is)}, which they may not handle.`
          : `${who} may send ${nameOf(is)}.`,
    })
  }
}

/** A message and the traits that apply to it; the message's own properties override those of its traits. */
const layersOf = (at: Location): Location[] => [at, ...items(step(at, 'traits')).map(follow)]

const memberOf = (at: Location, name: string): Location =>
  layersOf(at)
    .map((layer) => step(layer, name))
    .find(isPresent) ?? step(at, name)

function compareMessage(differ: Differ, pair: Pair, old: Message, now: Message, direction: Direction): void {
  const report = (rule: string, level: 'breaking' | 'risky', was: Location, is: Location, what: string) =>
    note(pair, {
      rule,
      level,
      direction,
      old: isPresent(was) ? was : old.at,
      new: isPresent(is) ? is : now.at,
      say: ({ use }) => `The ${what} of ${use.label} was ${shown(was.value)} and is ${shown(is.value)}.`,
    })
  const contentType = (at: Location) => {
    const own = memberOf(at, 'contentType')
    return isPresent(own) ? own : step(rootOf(at.document), 'defaultContentType')
  }
  const [was, is] = [contentType(old.at), contentType(now.at)]
  const own = isPresent(memberOf(old.at, 'contentType')) || isPresent(memberOf(now.at, 'contentType'))
  if (own && was.value !== is.value) report('content-type-changed', 'breaking', was, is, 'content type')
  const [name, newName] = [memberOf(old.at, 'name'), memberOf(now.at, 'name')]
  if (name.value !== newName.value) report('message-name-changed', 'risky', name, newName, 'name')
  const location = (at: Location) => step(follow(memberOf(at, 'correlationId')), 'location')
  const [from, to] = [location(old.at), location(now.at)]
  if (from.value !== to.value) report('correlation-id-moved', 'breaking', from, to, 'correlation id')
  const correlation = (at: Location) => memberOf(at, 'correlationId')
  const which = () => `the correlation id of ${nameOf(now)}`
  compareRest(pair, correlation(old.at), correlation(now.at), ['location'], which, direction)
  const headers = (at: Location): Schema =>
    layersOf(at)
      .map((layer) => step(layer, 'headers'))
      .filter(isPresent)
  compareSchemaLists(differ, pair, headers(old.at), headers(now.at), direction, [old.at, now.at], 'headers')
  comparePayload(differ, pair, old.at, now.at, direction)
  compareBindings(pair, memberOf(old.at, 'bindings'), memberOf(now.at, 'bindings'), [old.at, now.at])
  const known = ['name', 'contentType', 'headers', 'payload', 'correlationId', 'bindings', 'traits']
  compareRest(pair, old.at, now.at, known, ({ use }) => use.label, direction)
}

function compareSchemaLists(
  differ: Differ,
  pair: Pair,
  old: Schema,
  now: Schema,
  direction: Direction,
  owners: [Location, Location],
  name?: string,
): void {
  if (old.length === 0 && now.length === 0) return
  const orAny = (schema: Schema, owner: Location): Schema =>
    schema.length > 0 ? schema : [{ ...owner, value: {} }]
  const [before, after] = [orAny(old, owners[0]), orAny(now, owners[1])]
  const next = compareSchemas(differ.graph, before, after, direction)
  const [was, is] = [before[0], after[0]]
  // A validator gets one schema; headers of several traits are more than one.
  const slot = was && is && before.length === 1 && after.length === 1 ? { old: was, new: is } : undefined
  pair.link(next, name === undefined ? undefined : { kind: 'member', name }, slot)
}

/** The formats whose schemas are read; any other is compared as a text. */
const isRead = (format: string): boolean => /aai\.asyncapi|schema\+|vnd\.oai\.openapi/.test(format)

function comparePayload(
  differ: Differ,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
): void {
  const split = (at: Location) => {
    const payload = memberOf(at, 'payload')
    const target = follow(payload)
    const wrapped = isObject(target.value) && typeof target.value.schemaFormat === 'string'
    const format = wrapped ? String(step(target, 'schemaFormat').value) : 'application/vnd.aai.asyncapi'
    return { payload: wrapped ? step(target, 'schema') : payload, format, at: wrapped ? target : at }
  }
  const [was, is] = [split(old), split(now)]
  const kind = (format: string) => format.replace(/[;+].*/, '')
  if (
    kind(was.format) !== kind(is.format) &&
    !(isRead(was.format) && /aai/.test(was.format + is.format) && isRead(is.format))
  ) {
    note(pair, {
      rule: 'schema-format-changed',
      level: 'breaking',
      direction,
      old: was.at,
      new: is.at,
      say: ({ use }) => `The schema format of ${use.label} was ${was.format} and is ${is.format}.`,
    })
    return
  }
  if (isRead(was.format)) {
    compareSchemaLists(
      differ,
      pair,
      isPresent(was.payload) ? [was.payload] : [],
      isPresent(is.payload) ? [is.payload] : [],
      direction,
      [old, now],
    )
  } else if (inlined(was.payload) !== inlined(is.payload)) {
    note(pair, {
      rule: 'unread-payload-changed',
      level: 'risky',
      direction,
      old: was.payload,
      new: is.payload,
      say: ({ use }) => `The payload of ${use.label} changed; schemas in ${is.format} are not read here.`,
    })
  }
}

/** Protocol bindings are reported as plain changes: each protocol defines its own. */
function compareBindings(pair: Pair, old: Location, now: Location, owners: [Location, Location]): void {
  const [before, after] = [follow(old), follow(now)]
  for (const protocol of new Set([...members(before), ...members(after)].map(([name]) => name))) {
    const [was, is] = [step(before, protocol), step(after, protocol)]
    if (inlined(was) === inlined(is)) continue
    note(pair, {
      rule: 'bindings-changed',
      level: 'risky',
      detail: protocol,
      old: isPresent(was) ? was : owners[0],
      new: isPresent(is) ? is : owners[1],
      say: ({ use }) =>
        `The ${protocol} binding of ${use.label} changed. This tool does not compare bindings.`,
    })
  }
}
