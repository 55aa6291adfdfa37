/** Keywords that contradict one another (JSON Schema Validation 2020-12): valid each for itself, and a mistake together. */
import { isOfType, type Json, type JsonObject } from './document.ts'
import type { Findings } from './findings.ts'
import { pointerOf } from './pointer.ts'

const BOUNDS: readonly (readonly [lower: string, upper: string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
]
const EXCLUSIVE: readonly (readonly [lower: string, upper: string])[] = [
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
]

/** Reports what no value fits, and what is of a type that the schema itself rejects; the schema stays as it is. */
export function findContradictions(node: JsonObject, pointer: string, findings: Findings): void {
  const report = (keyword: string, message: string) =>
    findings.warning('contradiction', pointer + pointerOf(keyword), message)
  const compare = (lower: string, upper: string, isEmpty: (low: number, high: number) => boolean) => {
    const [low, high] = [node[lower], node[upper]]
    if (typeof low === 'number' && typeof high === 'number' && isEmpty(low, high))
      report(lower, `no value fits: "${lower}" is ${low} and "${upper}" is ${high}; change one of them`)
  }
  for (const [lower, upper] of BOUNDS) compare(lower, upper, (low, high) => low > high)
  for (const [lower, upper] of EXCLUSIVE) compare(lower, upper, (low, high) => low >= high)
  const types = [node.type].flat().filter((type) => typeof type === 'string')
  if (types.length === 0) return
  const fits = (value: Json) => types.some((type) => isOfType(value, type))
  const expected = types.join(' or ')
  if (node.default !== undefined && !fits(node.default))
    report(
      'default',
      `the default ${shown(node.default)} is of another type than the schema: expected ${expected}`,
    )
  if (node.const !== undefined && !fits(node.const))
    report(
      'const',
      `the constant ${shown(node.const)} is of another type than the schema: expected ${expected}`,
    )
  const entries = Array.isArray(node.enum) ? node.enum : []
  const wrong = entries.filter((value) => !fits(value))
  if (wrong.length > 0)
    report(
      'enum',
      `the enum has entries of another type than the schema: ${wrong.map(shown).join(', ')}; expected ${expected}`,
    )
}

const shown = (value: Json): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
