/** Operations of paths, webhooks and callbacks. */
import { METHODS } from '../../openapi/operations.ts'
import { compareRest, compareSiblings, type Differ, note, pairOf } from '../differ.ts'
import { extensionsOf } from '../extensions.ts'
import type { Direction, Use } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { sunsetOf } from '../lifecycle.ts'
import { follow, isPresent, type Location, members, objectOf, rootOf, step } from '../location.ts'
import { compareContent } from './content.ts'
import { compareModelFacts } from './modelFacts.ts'
import { compareParameters } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareWays, waysOf } from './security.ts'
import { compareOwnServers } from './servers.ts'

/** `inward`: clients call the service. `outward`: the service calls its clients, and the roles are exchanged. */
type Way = 'inward' | 'outward'

export interface Item {
  /** The path as written, the webhook's name, or the callback's expression. */
  path: string
  at: Location
}

const sent = (way: Way): Direction => (way === 'inward' ? 'request' : 'response')
const received = (way: Way): Direction => (way === 'inward' ? 'response' : 'request')

interface Items {
  old: Item
  new: Item
  way: Way
  label: (method: string, path: string) => string
  renamedSchemes: ReadonlyMap<string, string>
}

/** The operations of a path item by their methods, those of OpenAPI 3.2 included. */
function operationsOf(item: Location): Map<string, Location> {
  const fixed = [...METHODS, 'query'].map((method): [string, Location] => [method, step(item, method)])
  const others = members(step(item, 'additionalOperations')).filter(([method]) => !method.startsWith('x-'))
  return new Map([...fixed, ...others].filter(([, at]) => isPresent(at)))
}

/** The properties of a path item that have comparisons of their own. */
const ITEM = [...METHODS, 'query', 'additionalOperations', 'parameters', 'servers']

/** The methods of one path item, on both sides. */
function compareItems(differ: Differ, items: Items): void {
  const { old, new: now, way, label } = items
  const document = differ.graph.root({
    label: label('', now.path),
    kind: way === 'inward' ? 'operation' : 'outgoing',
  })
  compareRest(document, old.at, now.at, ITEM, () => label('', now.path))
  const [before, after] = [operationsOf(old.at), operationsOf(now.at)]
  for (const method of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(method), after.get(method)]
    if (was && is) compareOperation(differ, was, is, method, items)
    else if (was)
      noteRemoved(
        differ,
        was,
        now.at,
        useOf(label(method, old.path), way, method, { old: old.path, new: undefined }),
      )
    else if (is)
      noteAdded(
        differ,
        old.at,
        is,
        useOf(label(method, now.path), way, method, { old: undefined, new: now.path }),
      )
  }
}

const useOf = (
  label: string,
  way: Way,
  method: string,
  paths: { old: string | undefined; new: string | undefined },
): Use =>
  way === 'inward'
    ? { label, kind: 'operation', operation: { method: method.toUpperCase(), ...paths } }
    : { label, kind: 'outgoing' }

/** Reports each operation of a removed path. */
function noteRemovedItem(differ: Differ, item: Item, now: Location, way: Way, label: Items['label']): void {
  for (const [method, was] of operationsOf(item.at))
    noteRemoved(
      differ,
      was,
      now,
      useOf(label(method, item.path), way, method, { old: item.path, new: undefined }),
    )
}

function noteAddedItem(differ: Differ, old: Location, item: Item, way: Way, label: Items['label']): void {
  for (const [method, is] of operationsOf(item.at))
    noteAdded(
      differ,
      old,
      is,
      useOf(label(method, item.path), way, method, { old: undefined, new: item.path }),
    )
}

function noteRemoved(differ: Differ, old: Location, now: Location, use: Use): void {
  const { label } = use
  const isInward = use.kind === 'operation'
  const sunset = objectOf(old).deprecated === true ? sunsetOf(extensionsOf(old)) : undefined
  const day = String(extensionsOf(old).get('x-sunset'))
  const over = sunset !== undefined && sunset <= differ.today
  const promise =
    sunset === undefined ? '' : over ? ` It was announced until ${day}.` : ` It was promised until ${day}.`
  note(differ.graph.root(use), {
    rule: over ? 'operation-removed-after-sunset' : 'operation-removed',
    level: over ? 'risky' : 'breaking',
    direction: isInward ? 'request' : 'response',
    old,
    new: now,
    say: () =>
      isInward
        ? `Clients that call ${label} will get 404 or 405: it was removed.${promise}`
        : `Receivers of ${label} are no longer called.${promise}`,
  })
}

function noteAdded(differ: Differ, old: Location, now: Location, use: Use): void {
  const isInward = use.kind === 'operation'
  note(differ.graph.root(use), {
    rule: 'operation-added',
    level: 'compatible',
    direction: isInward ? 'request' : 'response',
    old,
    new: now,
    say: () => (isInward ? `Clients can call ${use.label}.` : `Receivers can be called by ${use.label}.`),
  })
}

function compareOperation(differ: Differ, old: Location, now: Location, method: string, items: Items): void {
  const { way } = items
  const label = items.label(method, items.new.path)
  const root = differ.graph.root(useOf(label, way, method, { old: items.old.path, new: items.new.path }))
  const { graph } = differ
  compareParameters(
    differ,
    root,
    { old: [items.old.at, old, items.old.path], new: [items.new.at, now, items.new.path] },
    sent(way),
  )
  compareBody(differ, root, old, now, way)
  compareResponses(differ, root, step(old, 'responses'), step(now, 'responses'), received(way))
  const levels = (item: Location, operation: Location) => [operation, item, rootOf(operation.document)]
  compareOwnServers(root, levels(items.old.at, old), levels(items.new.at, now), way)
  const ways = pairOf(graph, `security ${label}`, old, now, way, (pair) =>
    compareWays(
      pair,
      waysOf(old, rootOf(old.document)),
      waysOf(now, rootOf(now.document), items.renamedSchemes),
    ),
  )
  if (way === 'inward') {
    root.link(ways)
    compareModelFacts(root, old, now)
  }
  compareId(root, old, now)
  compareCallbacks(differ, old, now, label, items.renamedSchemes)
  const known = ['operationId', 'parameters', 'requestBody', 'responses', 'security', 'servers', 'callbacks']
  compareRest(root, old, now, known, ({ use }) => use.label)
}

function compareBody(differ: Differ, root: Pair, old: Location, now: Location, way: Way): void {
  const [given, used] = [step(old, 'requestBody'), step(now, 'requestBody')]
  if (!isPresent(given) && !isPresent(used)) return
  const [was, is] = [follow(given), follow(used)]
  compareSiblings(root, given, used, ({ use }) => `the body of ${use.label}`, sent(way))
  if (!isPresent(given) || !isPresent(used)) {
    noteBody(root, isPresent(given) ? was : old, isPresent(used) ? is : now, isPresent(used), way)
    return
  }
  const pair = pairOf(differ.graph, 'body', was, is, sent(way), (made) => {
    compareDemand(made, was, is, way)
    compareContent(differ, made, step(was, 'content'), step(is, 'content'), sent(way))
    compareRest(made, was, is, ['content', 'required'], ({ context }) => `the body ${context}`, sent(way))
  })
  root.link(pair, { kind: 'body' })
}

function noteBody(root: Pair, old: Location, now: Location, added: boolean, way: Way): void {
  const demanded = added && step(now, 'required').value === true && way === 'inward'
  const lost = !added
  note(root, {
    rule: added ? (demanded ? 'required-body-added' : 'body-added') : 'body-removed',
    level: demanded || lost ? 'breaking' : 'compatible',
    direction: sent(way),
    old,
    new: now,
    say: ({ who, use, rejected }) =>
      way === 'outward'
        ? `${who} of ${use.label} ${added ? 'receive a body' : 'no longer receive a body'}.`
        : demanded
          ? `${who} that call ${use.label} without a body ${rejected}.`
          : added
            ? `${who} may send a body to ${use.label}.`
            : `${who} that send a body to ${use.label} will be rejected, or it will have no effect.`,
  })
}

function compareDemand(pair: Pair, old: Location, now: Location, way: Way): void {
  const [was, is] = [step(old, 'required').value === true, step(now, 'required').value === true]
  if (was === is) return
  note(pair, {
    rule: is ? 'body-became-required' : 'body-became-optional',
    level: is === (way === 'inward') ? 'breaking' : 'compatible',
    direction: sent(way),
    old: was ? step(old, 'required') : old,
    new: is ? step(now, 'required') : now,
    say: ({ who, use, rejected }) =>
      way === 'inward'
        ? is
          ? `${who} that call ${use.label} without a body ${rejected}.`
          : `${who} may call ${use.label} without a body.`
        : `${use.label} ${is ? 'always has' : 'does not always have'} a body.`,
  })
}

function compareId(root: Pair, old: Location, now: Location): void {
  const [was, is] = [step(old, 'operationId'), step(now, 'operationId')]
  if ((was.value ?? undefined) === (is.value ?? undefined)) return
  const added = !isPresent(was)
  note(root, {
    rule: added ? 'operation-id-added' : 'operation-id-changed',
    level: added ? 'compatible' : 'risky',
    old: added ? old : was,
    new: isPresent(is) ? is : now,
    say: ({ use }) =>
      added
        ? `${use.label} has the name ${String(is.value)}.`
        : isPresent(is)
          ? `Clients generated from the document rename their function for ${use.label} from ${String(was.value)} to ${String(is.value)}.`
          : `Clients generated from the document rename their function for ${use.label}: it was ${String(was.value)} and has no operationId now.`,
  })
}

function compareCallbacks(
  differ: Differ,
  old: Location,
  now: Location,
  owner: string,
  renamedSchemes: ReadonlyMap<string, string>,
): void {
  const [before, after] = [step(old, 'callbacks'), step(now, 'callbacks')]
  for (const name of new Set([...members(before), ...members(after)].map(([key]) => key))) {
    const label: Items['label'] = (method, path) =>
      `callback ${name} of ${owner}${method === '' ? '' : ` (${method.toUpperCase()} ${path})`}`
    const itemsOf = (list: Location) =>
      members(follow(step(list, name)))
        .filter(([path]) => !path.startsWith('x-'))
        .map(([path, at]): Item => ({ path, at: itemOf(at) }))
    compareLists(differ, itemsOf(before), itemsOf(after), {
      way: 'outward',
      label,
      renamedSchemes,
      owners: [old, now],
      keyOf: (path) => path,
    })
  }
}

/**
 * A path item of OpenAPI 3.1 can have a `$ref` and other properties; the other properties override those of
 * the target.
 */
export function itemOf(at: Location): Location {
  const to = follow(at)
  if (to === at) return at
  const { $ref: _reference, ...beside } = at.value as Record<string, never>
  return Object.keys(beside).length === 0 ? to : { ...to, value: { ...(to.value as object), ...beside } }
}

/** Path items of both sides, brought together by a key. */
export function compareLists(
  differ: Differ,
  before: readonly Item[],
  after: readonly Item[],
  rest: Omit<Items, 'old' | 'new'> & {
    owners: [Location, Location]
    keyOf: (path: string, side: 'old' | 'new') => string
  },
): void {
  const { owners, keyOf, way, label } = rest
  const known = new Map(after.map((item) => [keyOf(item.path, 'new'), item]))
  const met = new Set<string>()
  for (const was of before) {
    const key = keyOf(was.path, 'old')
    const is = known.get(key)
    met.add(key)
    if (is) compareItems(differ, { ...rest, old: was, new: is })
    else noteRemovedItem(differ, was, owners[1], way, label)
  }
  for (const is of after) {
    if (!met.has(keyOf(is.path, 'new'))) noteAddedItem(differ, owners[0], is, way, label)
  }
}
