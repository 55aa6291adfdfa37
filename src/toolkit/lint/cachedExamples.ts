/**
 * Redocly's rules for examples compile every schema anew at each run, most of the time of a lint. Here they run again only
 * where a file that the example or its schema can reach has changed; elsewhere they report what they reported before.
 */
import { dirname, resolve } from 'node:path'
import type { Config } from '@redocly/openapi-core'
import type { CachedFiles } from './cachedResolver.ts'

const RULES = new Set([
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
])

/** The reports of a rule, by its visitor and the place that it visited. */
export type Reports = Map<string, Report[]>
type Report = object

interface Visited {
  location: { absolutePointer: string; source: { absoluteRef: string } }
  report(problem: Report): void
}
type Visit = (node: unknown, context: Visited, ...more: unknown[]) => unknown
type Rule = (settings: unknown) => unknown

/**
 * @param reports of the run before
 * @param isTouched whether what an example in the file depends on has changed since then
 * @returns the configuration for one run, and what the rules report in it
 */
export function reuseExamples(
  config: Config,
  reports: Reports,
  isTouched: (file: string) => boolean,
): { config: Config; reports: Reports } {
  const now: Reports = new Map()
  const original = config.getRulesForSpecVersion.bind(config) as (version: string) => Record<string, Rule>[]
  const remembering = (visit: Visit, name: string): Visit => {
    return (node, context, ...more) => {
      const { location } = context
      const key = `${name} ${location.absolutePointer}`
      const known = isTouched(location.source.absoluteRef) ? undefined : reports.get(key)
      if (known !== undefined) {
        now.set(key, known)
        for (const one of known) context.report(one)
        return
      }
      const found: Report[] = []
      now.set(key, found)
      const report = (problem: Report) => {
        found.push(problem)
        context.report(problem)
      }
      visit(node, { ...context, report }, ...more)
    }
  }
  /** A visitor is a function, or an object of them by node type and moment. */
  const wrapped = (visitor: unknown, name: string): unknown => {
    if (typeof visitor === 'function')
      return name.endsWith('.skip') ? visitor : remembering(visitor as Visit, name)
    if (typeof visitor !== 'object' || visitor === null) return visitor
    return Object.fromEntries(
      Object.entries(visitor).map(([inner, value]) => [inner, wrapped(value, `${name}.${inner}`)]),
    )
  }
  const rulesFor = (version: string) =>
    original(version).map((ruleset) =>
      Object.fromEntries(
        Object.entries(ruleset).map(([id, rule]): [string, Rule] => [
          id,
          RULES.has(id) ? (settings) => wrapped(rule(settings), id) : rule,
        ]),
      ),
    )
  return { config: Object.create(config, { getRulesForSpecVersion: { value: rulesFor } }), reports: now }
}

/** The files that changed between two runs, and those from which references lead to one of them. */
export function touchedFiles(before: CachedFiles, now: CachedFiles): Set<string> {
  const changed = [...now].filter(([file, { body }]) => before.get(file)?.body !== body).map(([file]) => file)
  const gone = [...before.keys()].filter((file) => !now.has(file))
  const users = new Map<string, string[]>()
  for (const [file, one] of now)
    for (const target of referencesOf(file, one)) users.set(target, [...(users.get(target) ?? []), file])
  const touched = new Set<string>()
  const waiting = [...changed, ...gone]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (touched.has(file)) continue
    touched.add(file)
    waiting.push(...(users.get(file) ?? []))
  }
  return touched
}

const references = new WeakMap<object, string[]>()

/** The files that a file refers to, absolute; addresses stay as they are. */
function referencesOf(file: string, cached: { parsed: unknown }): string[] {
  const known = references.get(cached)
  if (known !== undefined) return known
  const found = new Set<string>()
  const add = (text: unknown) => {
    const [path = ''] = typeof text === 'string' ? text.split('#') : []
    if (path !== '') found.add(/^https?:/.test(path) ? path : resolve(dirname(file), path))
  }
  const waiting: unknown[] = [cached.parsed]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { $ref, externalValue, mapping } = node as Record<string, unknown>
    for (const one of [$ref, externalValue]) add(one)
    // A discriminator's mapping names schemas without `$ref`.
    if (typeof mapping === 'object' && mapping !== null) Object.values(mapping).forEach(add)
    waiting.push(...Object.values(node).filter((one) => one !== undefined))
  }
  const files = [...found]
  references.set(cached, files)
  return files
}
