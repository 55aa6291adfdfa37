/** Filters Redocly's problems: reports those that the author can fix, and omits those that only follow from others. */
import type { NormalizedProblem } from '@redocly/openapi-core'
import { escaped } from '../openapi/templates.ts'

const EXAMPLES = /^no-invalid-(media-type|parameter|schema)-examples$/

/** Number of levels below an invalid object at which other rules report the same mistake. */
const NEAR = 2

/** Rules that report a schema which a broken reference, or a broken keyword, makes useless. */
export const UNUSABLE_SCHEMA = /^Example validation errored: /

/**
 * Reports one problem for each mistake:
 * - Problems in shared files are reported once.
 * - If a property is not allowed or has the wrong type, other rules do not report the object that contains it.
 * - A schema that cannot validate its examples is reported once, and not at all if another problem gives the reason.
 * - A path parameter with a broken reference is not reported as missing.
 * Independent problems are always reported.
 */
export function withoutConsequences(problems: readonly NormalizedProblem[]): NormalizedProblem[] {
  const once = unique(problems, (problem) =>
    [problem.ruleId, problem.message, positionText(problem)].join('\n'),
  )
  const wrong = once.filter(({ ruleId }) => ruleId === 'struct')
  // The root is in no object.
  const misspelt = placesOf(wrong.filter(({ location: [place] }) => place?.pointer !== '#/'))
  const structural = wrong.filter((one) => !isMisspelt(one, misspelt))
  const placed = placesOf(structural)
  const reported = once.filter((one) =>
    one.ruleId === 'struct' ? structural.includes(one) : !isNearAny(one, placed),
  )
  const errors = reported.filter(({ severity, ruleId }) => severity === 'error' && !EXAMPLES.test(ruleId))
  const isBroken = errors.some(({ ruleId }) =>
    /^(struct$|no-unresolved-refs$|readable$|document\/)/.test(ruleId),
  )
  const unknownParameters = new Set(once.flatMap(lostParameter))
  // An example cannot contain a property that the schema requires but does not declare.
  const undefinedMembers = reported.flatMap(
    ({ message }) => /^Required property ('.*') is not defined/.exec(message)?.[1] ?? [],
  )
  const causes = reported.filter((problem) => {
    const { ruleId, message } = problem
    if (ruleId === 'no-unused-components') return errors.length === 0 // what an error hides looks unused
    if (ruleId === 'path-parameters-defined') return !unknownParameters.has(pathItemOf(problem))
    if (!EXAMPLES.test(ruleId)) return true
    if (UNUSABLE_SCHEMA.test(message)) return !isBroken
    return !undefinedMembers.some((name) => message.includes(`required property ${name}`))
  })
  return unique(causes.map(withReason), sameCause)
}

/** The path item of a reference to a parameter that leads nowhere. */
function lostParameter(problem: NormalizedProblem): string[] {
  const { ruleId, location } = problem
  const pointer = location[0]?.pointer ?? (problem as { writtenAt?: string }).writtenAt
  if (ruleId !== 'no-unresolved-refs' || pointer === undefined) return []
  return /\/parameters\/\d+(\/\$ref)?$/.test(pointer)
    ? [itemAt(location[0]?.source.absoluteRef, pointer)]
    : []
}

const itemAt = (file: string | undefined, pointer: string): string =>
  `${file} ${/^#\/(?:paths|webhooks)\/[^/]+/.exec(pointer)?.[0] ?? '#/'}`

const pathItemOf = ({ location: [place] }: NormalizedProblem): string =>
  itemAt(place?.source.absoluteRef, place?.pointer ?? '')

const CUT_TEXT = 'It has no value: within { } a comma ends a text, so put quotes around a text that has one.'

/** Adds the reason for YAML such as `{description: Letters, and cards}`, where the comma starts a new key `and cards`. */
function withReason(problem: NormalizedProblem): NormalizedProblem {
  const [place] = problem.location
  const [, name] = /^Property `(.*)` is not expected here\.$/s.exec(problem.message) ?? []
  if (name === undefined || place === undefined) return problem
  const spelt = escaped(name)
  if (!new RegExp(`,\\s*${spelt}\\s*[,}]`).test(place.source.body)) return problem
  return { ...problem, message: `${problem.message} ${CUT_TEXT}` }
}

/** The first of the items with the same key. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of items) if (!seen.has(keyOf(item))) seen.set(keyOf(item), item)
  return [...seen.values()]
}

function positionText({ location: [place] }: NormalizedProblem): string {
  if (place === undefined) return ''
  const at = 'pointer' in place && place.pointer !== undefined ? place.pointer : JSON.stringify(place.start)
  return `${place.source.absoluteRef} ${at}`
}

function sameCause(problem: NormalizedProblem): string {
  const {
    ruleId,
    message,
    location: [place],
  } = problem
  // The further commas of the same text.
  if (message.endsWith(CUT_TEXT) && place?.pointer !== undefined)
    return `cut: ${place.source.absoluteRef} ${place.pointer.slice(0, place.pointer.lastIndexOf('/'))}`
  // The schema is at fault, and not each of the examples that it should validate.
  const [, cause] = /^Example validation errored: (.*?)( at |$)/s.exec(message) ?? []
  if (cause !== undefined) return `schema: ${cause}`
  // If a path template and its parameters differ, Redocly reports every method and the parameter.
  const [, path] = /path `([^`]+)`/.exec(message) ?? []
  if (ruleId === 'path-parameters-defined' && path !== undefined) return `${ruleId} ${path}`
  return [ruleId, message, positionText(problem)].join('\n')
}

/** Whether a required property is missing only because its name is misspelled. */
function isMisspelt({ message, location: [place] }: NormalizedProblem, places: ReadonlySet<string>): boolean {
  if (!message.includes('must be present') || place?.pointer === undefined) return false
  return places.has(`${place.source.absoluteRef} ${place.pointer}`)
}

/** The objects of structural problems, by file and pointer: there may be thousands. */
function placesOf(structural: readonly NormalizedProblem[]): Set<string> {
  const places = new Set<string>()
  for (const { location } of structural) {
    const [place] = location
    if (place?.pointer === undefined) continue
    places.add(`${place.source.absoluteRef} ${parentOf(place.pointer)}`)
  }
  return places
}

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(pointer.lastIndexOf('/'), 2))

/** Whether a problem is in an object with a structural problem, or directly below it. */
function isNearAny({ location: [place] }: NormalizedProblem, places: ReadonlySet<string>): boolean {
  if (place?.pointer === undefined) return false
  let pointer = place.pointer
  for (let level = 0; level <= NEAR; level++) {
    if (places.has(`${place.source.absoluteRef} ${pointer}`)) return true
    if (pointer.length <= 2) return false
    pointer = parentOf(pointer)
  }
  return false
}
