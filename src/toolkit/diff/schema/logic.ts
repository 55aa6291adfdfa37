/** `not`, conditions and dependencies: rules that are compared as wholes. */
import { inlined } from '../inlined.ts'
import { noteRule } from './rules.ts'
import type { Scene } from './scene.ts'
import type { Schema, Shape } from './shape.ts'

export function compareLogic(scene: Scene): void {
  compareForbidden(scene)
  compareConditions(scene)
  compareDependentRequired(scene)
  compareDependentSchemas(scene)
}

const textOf = (schema: Schema | undefined): string => schema?.map(inlined).join() ?? ''

function compareForbidden(scene: Scene): void {
  const texts = (shape: Shape) => shape.nots.map(textOf)
  const [before, after] = [texts(scene.old), texts(scene.new)]
  const lost = before.filter((text) => !after.includes(text)).length
  const gained = after.filter((text) => !before.includes(text)).length
  if (lost > 0 && gained > 0) noteUnclear(scene, 'not')
  else if (lost > 0 || gained > 0) noteRule(scene, 'not', gained > 0, 'what it forbids')
}

function noteUnclear(scene: Scene, keyword: string): void {
  scene.note({
    rule: `${keyword}-changed`,
    effect: 'other',
    keyword,
    say: ({ subject, context }) =>
      `The rule \`${keyword}\` of ${subject} ${context} changed; what it allows more or less cannot be told.`,
  })
}

function compareConditions(scene: Scene): void {
  const key = (condition: Shape['conditions'][number]) => textOf(condition.if)
  const before = new Map(scene.old.conditions.map((condition) => [key(condition), condition]))
  const after = new Map(scene.new.conditions.map((condition) => [key(condition), condition]))
  const lost = [...before.keys()].filter((text) => !after.has(text)).length
  const gained = [...after.keys()].filter((text) => !before.has(text)).length
  if (lost > 0 && gained > 0) noteUnclear(scene, 'if')
  else if (lost > 0 || gained > 0) noteRule(scene, 'if', gained > 0, 'what its condition excludes')
  for (const [text, was] of before) {
    const is = after.get(text)
    if (!is) continue
    for (const branch of ['met', 'unmet'] as const) {
      const [old, now] = [was[branch], is[branch]]
      if (old && now) scene.below(old, now)
      else if (old || now)
        noteRule(scene, KEYWORDS[branch], now !== undefined, `what its \`${KEYWORDS[branch]}\` excludes`)
    }
  }
}

const KEYWORDS = { met: 'then', unmet: 'else' } as const

function compareDependentRequired(scene: Scene): void {
  const { old, new: now } = scene
  for (const name of new Set([...old.dependentRequired.keys(), ...now.dependentRequired.keys()])) {
    const before = old.dependentRequired.get(name) ?? new Set<string>()
    const after = now.dependentRequired.get(name) ?? new Set<string>()
    for (const need of after) {
      if (!before.has(need)) tell(scene, true, name, need)
    }
    for (const need of before) {
      if (!after.has(need)) tell(scene, false, name, need)
    }
  }
}

const tell = (scene: Scene, added: boolean, name: string, need: string) =>
  noteRule(scene, 'dependentRequired', added, `\`${name}\` without \`${need}\``, `${name} ${need}`)

function compareDependentSchemas(scene: Scene): void {
  const { old, new: now } = scene
  for (const name of new Set([...old.dependentSchemas.keys(), ...now.dependentSchemas.keys()])) {
    const [before, after] = [old.dependentSchemas.get(name), now.dependentSchemas.get(name)]
    if (before && after) scene.below(before, after)
    else noteRule(scene, 'dependentSchemas', after !== undefined, `\`${name}\` without what it demands`, name)
  }
}
