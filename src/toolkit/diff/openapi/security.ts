/** Access to operations: security requirements, scopes and security schemes. */
import { compareRest, type Differ, note } from '../differ.ts'
import type { Level } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { inlined } from '../inlined.ts'
import { follow, isPresent, items, type Location, members, rootOf, step } from '../location.ts'
import { listed, shown } from '../messages.ts'

/** One way to be let in: schemes with the scopes that each needs; empty where no credential is needed. */
interface Way {
  location: Location
  needs: Map<string, Set<string>>
}

/** Names of the old schemes by those of the new ones: the same name, or else the same content. */
export function renamedSchemes(old: Location, now: Location): Map<string, string> {
  const [before, after] = [new Map(members(old)), new Map(members(now))]
  const renamed = new Map<string, string>()
  for (const [name, is] of after) {
    const same = [...before].find(
      ([other, was]) => !after.has(other) && inlined(follow(was)) === inlined(follow(is)),
    )
    renamed.set(name, before.has(name) ? name : (same?.[0] ?? name))
  }
  return renamed
}

/** The ways at an operation, or those of the document where it names none. */
export function waysOf(
  operation: Location,
  document: Location,
  renamed?: ReadonlyMap<string, string>,
): Way[] {
  const own = step(operation, 'security')
  const list = isPresent(own) ? own : step(document, 'security')
  const ways = items(list).map((location) => ({
    location,
    needs: new Map(
      members(location).map(([name, scopes]) => [
        renamed?.get(name) ?? name,
        new Set(items(scopes).map(({ value }) => String(value))),
      ]),
    ),
  }))
  return ways.length > 0 ? ways : [{ location: isPresent(list) ? list : operation, needs: new Map() }]
}

/** Whether credentials that meet `was` also meet `is`. */
const letsIn = (was: Way, is: Way): boolean =>
  [...is.needs].every(([name, scopes]) => {
    const granted = was.needs.get(name)
    return granted !== undefined && [...scopes].every((scope) => granted.has(scope))
  })

export function compareWays(pair: Pair, before: Way[], after: Way[]): void {
  const received = new Set<Way>()
  for (const was of before) {
    if (after.some((is) => letsIn(was, is))) continue
    const sameSchemes = (is: Way) => namesOf(is) === namesOf(was)
    const more = (is: Way) => [...was.needs.keys()].every((name) => is.needs.has(name))
    const closest = after.find(sameSchemes) ?? (was.needs.size > 0 ? after.find(more) : undefined)
    if (closest) received.add(closest)
    reportLost(pair, was, closest, after)
  }
  for (const is of after) {
    if (received.has(is) || before.some((was) => letsIn(was, is) && letsIn(is, was))) continue
    const stricter = before.some((was) => letsIn(is, was))
    if (stricter || before.every((was) => was.needs.size === 0)) continue
    note(pair, {
      rule: is.needs.size === 0 ? 'security-made-optional' : 'security-alternative-added',
      level: 'compatible',
      direction: 'request',
      detail: namesOf(is),
      old: before[0]?.location ?? is.location,
      new: is.location,
      say: ({ use }) =>
        is.needs.size === 0
          ? `${use.label} can be called without a credential.`
          : `${use.label} can be called with ${wordsOf(is)}.`,
    })
  }
}

const namesOf = ({ needs }: Way): string => [...needs.keys()].sort().join(' + ')

const wordsOf = ({ needs }: Way): string =>
  listed([...needs].map(([name, scopes]) => (scopes.size > 0 ? `${name} (${[...scopes].join(', ')})` : name)))

function reportLost(pair: Pair, was: Way, closest: Way | undefined, after: Way[]): void {
  const to = closest ?? after[0]
  if (!to) return
  const report = (rule: string, detail: string, text: (label: string) => string) =>
    note(pair, {
      rule,
      level: 'breaking',
      direction: 'request',
      detail,
      old: was.location,
      new: to.location,
      say: ({ use }) => text(use.label),
    })
  if (was.needs.size === 0) {
    const needed = after.map(wordsOf).join(' or ')
    report(
      'security-required',
      needed,
      (label) => `Clients that call ${label} without a credential will get 401; it needs ${needed}.`,
    )
    return
  }
  if (!closest) {
    report(
      'security-alternative-removed',
      namesOf(was),
      (label) => `Clients that call ${label} with ${wordsOf(was)} will get 401.`,
    )
    return
  }
  for (const [name, scopes] of closest.needs) {
    const granted = was.needs.get(name)
    if (!granted) {
      report(
        'second-credential-required',
        name,
        (label) => `Clients that call ${label} with ${wordsOf(was)} will get 401: ${name} is needed too.`,
      )
      continue
    }
    const missing = [...scopes].filter((scope) => !granted.has(scope))
    if (missing.length === 0) continue
    report(
      'scope-required',
      `${name} ${missing.join(' ')}`,
      (label) =>
        `Clients that call ${label} with ${name} and without the scope ${listed(missing)} will get 403.`,
    )
  }
}

/** The schemes themselves, each once. */
export function compareSchemes(differ: Differ, pair: Pair, renamed: ReadonlyMap<string, string>): void {
  const schemesOf = (root: Location) => step(step(root, 'components'), 'securitySchemes')
  const [old, now] = [schemesOf(rootOf(differ.old.document)), schemesOf(rootOf(differ.new.document))]
  for (const [name, at] of members(now)) {
    const was = step(old, renamed.get(name) ?? name)
    if (isPresent(was)) compareScheme(pair, name, follow(was), follow(at))
    else noteScheme(pair, name, old, at, true)
  }
  const remaining = new Set(members(now).map(([name]) => renamed.get(name) ?? name))
  for (const [name, at] of members(old)) if (!remaining.has(name)) noteScheme(pair, name, at, now, false)
}

/** The operations that require the scheme report the effect on clients. */
function noteScheme(pair: Pair, name: string, old: Location, now: Location, added: boolean): void {
  note(pair, {
    rule: added ? 'security-scheme-added' : 'security-scheme-removed',
    level: 'docs',
    direction: 'request',
    detail: name,
    old,
    new: now,
    say: () => `The security scheme ${name} was ${added ? 'added' : 'removed'}.`,
  })
}

/** Properties that decide where a client gets its token, or how it authenticates. */
const BREAKING = new Set(['type', 'scheme', 'in', 'name'])

function compareScheme(pair: Pair, name: string, old: Location, now: Location): void {
  const report = (rule: string, level: Level, detail: string, was: Location, is: Location, text: string) =>
    note(pair, {
      rule,
      level,
      direction: 'request',
      detail: `${name} ${detail}`,
      old: isPresent(was) ? was : old,
      new: isPresent(is) ? is : now,
      say: () => text,
    })
  const typeChanged = step(old, 'type').value !== step(now, 'type').value
  for (const key of ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'oauth2MetadataUrl']) {
    const [was, is] = [step(old, key), step(now, key)]
    const text = (location: Location) =>
      key === 'scheme' ? String(location.value).toLowerCase() : shown(location.value)
    if (text(was) === text(is) || (typeChanged && key !== 'type')) continue
    const level = BREAKING.has(key) ? 'breaking' : 'risky'
    report(
      'security-scheme-changed',
      level,
      key,
      was,
      is,
      `\`${key}\` of the security scheme ${name} was ${text(was)} and is ${text(is)}: clients must authenticate differently.`,
    )
  }
  compareFlows(name, step(old, 'flows'), step(now, 'flows'), report)
  const known = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'oauth2MetadataUrl', 'flows']
  compareRest(pair, old, now, known, () => `the security scheme ${name}`)
}

type Report = (rule: string, level: Level, detail: string, was: Location, is: Location, text: string) => void

function compareFlows(name: string, old: Location, now: Location, report: Report): void {
  for (const flow of new Set([...members(old), ...members(now)].map(([key]) => key))) {
    const [was, is] = [step(old, flow), step(now, flow)]
    if (!isPresent(is)) {
      report(
        'oauth-flow-removed',
        'breaking',
        flow,
        was,
        now,
        `Clients that request tokens of ${name} with the flow ${flow} are rejected.`,
      )
      continue
    }
    if (!isPresent(was)) {
      report(
        'oauth-flow-added',
        'compatible',
        flow,
        old,
        is,
        `Clients can request tokens of ${name} with the flow ${flow}.`,
      )
      continue
    }
    for (const url of ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']) {
      const [from, to] = [step(was, url), step(is, url)]
      if (from.value === to.value) continue
      report(
        'oauth-url-changed',
        'risky',
        `${flow} ${url}`,
        from,
        to,
        `\`${url}\` of ${name} was ${shown(from.value)} and is ${shown(to.value)}.`,
      )
    }
    compareScopes(name, flow, step(was, 'scopes'), step(is, 'scopes'), report)
  }
}

function compareScopes(name: string, flow: string, old: Location, now: Location, report: Report): void {
  for (const scope of new Set([...members(old), ...members(now)].map(([key]) => key))) {
    const [was, is] = [step(old, scope), step(now, scope)]
    const detail = `${flow} ${scope}`
    if (is.value === undefined) {
      report(
        'scope-removed',
        'risky',
        detail,
        was,
        now,
        `Clients that request the scope ${scope} from ${name} can be rejected.`,
      )
    } else if (was.value === undefined) {
      report('scope-added', 'compatible', detail, old, is, `${name} offers the scope ${scope}.`)
    } else if (was.value !== is.value) {
      report(
        'scope-described',
        'docs',
        detail,
        was,
        is,
        `The description of the scope ${scope} of ${name} changed.`,
      )
    }
  }
}
