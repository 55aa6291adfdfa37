/** `not`, conditions and dependencies: rules that are compared as wholes. */
import { inlined } from '../inlined.ts'
import type { SchemaComparison } from './comparison.ts'
import { noteRule } from './rules.ts'
import type { Schema, Shape } from './shape.ts'

export function compareLogic(comparison: SchemaComparison): void {
  compareForbidden(comparison)
  compareConditions(comparison)
  compareDependentRequired(comparison)
  compareDependentSchemas(comparison)
}

const textOf = (schema: Schema | undefined): string => schema?.map(inlined).join() ?? ''

function compareForbidden(comparison: SchemaComparison): void {
  const texts = (shape: Shape) => shape.nots.map(textOf)
  const [before, after] = [texts(comparison.old), texts(comparison.new)]
  const lost = before.filter((text) => !after.includes(text)).length
  const gained = after.filter((text) => !before.includes(text)).length
  if (lost > 0 && gained > 0) noteUnclear(comparison, 'not')
  else if (lost > 0 || gained > 0) noteRule(comparison, 'not', gained > 0, 'what it forbids')
}

function noteUnclear(comparison: SchemaComparison, keyword: string): void {
  comparison.note({
    rule: `${keyword}-changed`,
    effect: 'other',
    keyword,
    say: ({ subject, context }) =>
      `The rule \`${keyword}\` of ${subject} ${context} changed. \`diff\` cannot decide what it allows.`,
  })
}

function compareConditions(comparison: SchemaComparison): void {
  const key = (condition: Shape['conditions'][number]) => textOf(condition.if)
  const before = new Map(comparison.old.conditions.map((condition) => [key(condition), condition]))
  const after = new Map(comparison.new.conditions.map((condition) => [key(condition), condition]))
  const lost = [...before.keys()].filter((text) => !after.has(text)).length
  const gained = [...after.keys()].filter((text) => !before.has(text)).length
  if (lost > 0 && gained > 0) noteUnclear(comparison, 'if')
  else if (lost > 0 || gained > 0) noteRule(comparison, 'if', gained > 0, 'what its condition excludes')
  for (const [text, was] of before) {
    const is = after.get(text)
    if (!is) continue
    for (const branch of ['met', 'unmet'] as const) {
      const [old, now] = [was[branch], is[branch]]
      if (old && now) comparison.below(old, now)
      else if (old || now)
        noteRule(comparison, KEYWORDS[branch], now !== undefined, `what its \`${KEYWORDS[branch]}\` excludes`)
    }
  }
}

const KEYWORDS = { met: 'then', unmet: 'else' } as const

function compareDependentRequired(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  for (const name of new Set([...old.dependentRequired.keys(), ...now.dependentRequired.keys()])) {
    const before = old.dependentRequired.get(name) ?? new Set<string>()
    const after = now.dependentRequired.get(name) ?? new Set<string>()
    for (const need of after) {
      if (!before.has(need)) report(comparison, true, name, need)
    }
    for (const need of before) {
      if (!after.has(need)) report(comparison, false, name, need)
    }
  }
}

const report = (comparison: SchemaComparison, added: boolean, name: string, need: string) =>
  noteRule(comparison, 'dependentRequired', added, `\`${name}\` without \`${need}\``, `${name} ${need}`)

function compareDependentSchemas(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  for (const name of new Set([...old.dependentSchemas.keys(), ...now.dependentSchemas.keys()])) {
    const [before, after] = [old.dependentSchemas.get(name), now.dependentSchemas.get(name)]
    if (before && after) comparison.below(before, after)
    else
      noteRule(
        comparison,
        'dependentSchemas',
        after !== undefined,
        `\`${name}\` without what it requires`,
        name,
      )
  }
}
