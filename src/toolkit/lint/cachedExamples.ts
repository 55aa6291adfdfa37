/**
 * Redocly's rules for examples compile every schema anew at each run, most of the time of a lint. Here they run again only
 * where a part of a file that the example or its schema can reach has changed; elsewhere they report what they reported before.
 */
import type { Config, Source } from '@redocly/openapi-core'

export const EXAMPLE_RULES: ReadonlySet<string> = new Set([
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
])

/** The reports of a rule, by its visitor and the place that it visited. */
export type Reports = Map<string, Report[]>
interface Report {
  location?: Place | Place[]
}

/** Redocly's Location, or one without methods. */
interface Place {
  source?: Source
  pointer?: string
}

interface Visited {
  location: { absolutePointer: string; source: { absoluteRef: string } }
  report(problem: Report): void
}
type Visit = (node: unknown, context: Visited, ...more: unknown[]) => unknown
type Rule = (settings: unknown) => unknown

interface ReuseOptions {
  /** Of the run before. */
  reports: Reports
  /** Whether what an example at a place (`/project/openapi.yaml#/paths/~1pets`) depends on has changed since then. */
  isTouched(place: string): boolean
  /** The source of this run for a file: lines may have moved. */
  sourceOf(file: string): Source | undefined
  /** Called before each validation. An error of it ends the run. */
  checkpoint?(): void
}

/**
 * @param config whose rules are wrapped
 * @returns the configuration for one run, and what the rules report in it
 */
export function reuseExamples(
  config: Config,
  { reports, isTouched, sourceOf, checkpoint = () => {} }: ReuseOptions,
): { config: Config; reports: Reports } {
  const now: Reports = new Map()
  const original = config.getRulesForSpecVersion.bind(config) as (version: string) => Record<string, Rule>[]
  const remembering = (visit: Visit, name: string): Visit => {
    return (node, context, ...more) => {
      checkpoint()
      const { location } = context
      const key = `${name} ${location.absolutePointer}`
      const known = isTouched(location.absolutePointer) ? undefined : reports.get(key)
      if (known !== undefined) {
        const current = known.map((report) => moved(report, sourceOf))
        now.set(key, current)
        for (const one of current) context.report(one)
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
          EXAMPLE_RULES.has(id) ? (settings) => wrapped(rule(settings), id) : rule,
        ]),
      ),
    )
  return { config: Object.create(config, { getRulesForSpecVersion: { value: rulesFor } }), reports: now }
}

/** A report in the sources of this run. */
function moved(report: Report, sourceOf: ReuseOptions['sourceOf']): Report {
  const inNow = (place: Place): Place => {
    const source = place.source && sourceOf(place.source.absoluteRef)
    if (source === undefined || source === place.source) return place
    return Object.assign(Object.create(Object.getPrototypeOf(place) as object), place, { source }) as Place
  }
  const { location } = report
  if (location === undefined) return report
  return { ...report, location: Array.isArray(location) ? location.map(inNow) : inNow(location) }
}
