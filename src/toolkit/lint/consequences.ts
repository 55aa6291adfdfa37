/** Keeps of all that Redocly reports what its author can mend, and leaves out what only follows from it. */
import type { NormalizedProblem } from '@redocly/openapi-core'
import { escaped } from '../contract/index.ts'

const EXAMPLES = /^no-invalid-(media-type|parameter|schema)-examples$/

/** How far below the object of a wrong member the other rules speak of the same mistake. */
const NEAR = 2

/**
 * One mistake, one problem:
 * - what several documents or uses share is told once;
 * - while references lead nowhere nothing else is told, and each target once;
 * - beside a member that does not belong, or has a wrong type, no rule speaks of the object that it stands in;
 * - examples are validated when everything else holds, and a schema that cannot validate them is reported once.
 */
export function withoutConsequences(problems: readonly NormalizedProblem[]): NormalizedProblem[] {
  const once = unique(problems, (problem) =>
    [problem.ruleId, problem.message, positionText(problem)].join('\n'),
  )
  const unresolved = once.filter(({ ruleId }) => ruleId === 'no-unresolved-refs')
  if (unresolved.length > 0) return unique(unresolved, ({ message }) => message)
  const wrong = once.filter(({ ruleId }) => ruleId === 'struct')
  const structural = wrong.filter((one) => !wrong.some((other) => isMisspelt(one, other)))
  const told = once.filter((one) =>
    one.ruleId === 'struct' ? structural.includes(one) : !structural.some((other) => isNear(one, other)),
  )
  const errors = told.filter(({ severity, ruleId }) => severity === 'error' && !EXAMPLES.test(ruleId))
  // An example cannot have what the schema asks for and does not define.
  const undefinedMembers = told.flatMap(
    ({ message }) => /^Required property ('.*') is not defined/.exec(message)?.[1] ?? [],
  )
  const kept = told.filter(({ ruleId, message }) => {
    if (ruleId === 'no-unused-components') return errors.length === 0 // what an error hides looks unused
    if (!EXAMPLES.test(ruleId)) return true
    return (
      errors.length === 0 && !undefinedMembers.some((name) => message.includes(`required property ${name}`))
    )
  })
  return unique(kept.map(withReason), sameCause)
}

const CUT_TEXT = 'It has no value: within { } a comma ends a text, so put quotes around a text that has one.'

/** Of `{description: Letters, and cards}` YAML makes a key `and cards`: nobody looks for a comma where a key is refused. */
function withReason(problem: NormalizedProblem): NormalizedProblem {
  const [place] = problem.location
  const [, name] = /^Property `(.*)` is not expected here\.$/s.exec(problem.message) ?? []
  if (name === undefined || place === undefined) return problem
  const spelt = escaped(name)
  if (!new RegExp(`,\\s*${spelt}\\s*[,}]`).test(place.source.body)) return problem
  return { ...problem, message: `${problem.message} ${CUT_TEXT}` }
}

/** Keeps the first of those with the same key. */
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
  // A template and its parameter disagree: every method of the path tells it, and the parameter does.
  const [, path] = /path `([^`]+)`/.exec(message) ?? []
  if (ruleId === 'path-parameters-defined' && path !== undefined) return `${ruleId} ${path}`
  return [ruleId, message, positionText(problem)].join('\n')
}

/** Whether a member is missing only because it is there under a wrong name. */
function isMisspelt({ message, location: [place] }: NormalizedProblem, other: NormalizedProblem): boolean {
  const found = other.location[0]
  if (!message.includes('must be present') || place?.pointer === undefined || found?.pointer === undefined)
    return false
  const parent = found.pointer.slice(0, Math.max(found.pointer.lastIndexOf('/'), 2))
  return place.source.absoluteRef === found.source.absoluteRef && parent === place.pointer
}

/** Whether a problem is in the object of a structural one, or in what stands directly below. */
function isNear(problem: NormalizedProblem, structural: NormalizedProblem): boolean {
  const [place, other] = [problem.location[0], structural.location[0]]
  if (place?.pointer === undefined || other?.pointer === undefined) return false
  if (place.source.absoluteRef !== other.source.absoluteRef) return false
  const parent = other.pointer.slice(0, Math.max(other.pointer.lastIndexOf('/'), 2))
  const inside =
    place.pointer === parent || place.pointer.startsWith(parent.endsWith('/') ? parent : `${parent}/`)
  return inside && depth(place.pointer) - depth(parent) <= NEAR
}

const depth = (pointer: string): number =>
  pointer.split('/').filter((token) => token !== '' && token !== '#').length
