/** Items of lists, those with a place of their own first. */
import { noteRule } from './rules.ts'
import { missingSchema, type Scene } from './scene.ts'
import type { Schema, Shape } from './shape.ts'

export function compareItems(scene: Scene): void {
  const { old, new: now } = scene
  const places = Math.max(old.prefixItems.length, now.prefixItems.length)
  for (let index = 0; index < places; index++) {
    compareAt(scene, itemAt(old, index), itemAt(now, index), index)
  }
  compareAt(scene, itemAt(old, places), itemAt(now, places))
  const [before, after] = [old.contains, now.contains]
  if (before && after) scene.below(before, after, { kind: 'items' })
  else if (before || after) noteRule(scene, 'contains', after !== undefined, 'a list without a certain item')
}

const itemAt = ({ prefixItems, items }: Shape, index: number): 'closed' | Schema | undefined =>
  prefixItems[index] ?? items

function compareAt(
  scene: Scene,
  before: 'closed' | Schema | undefined,
  after: 'closed' | Schema | undefined,
  index?: number,
): void {
  if (before === after) return
  if (before !== 'closed' && after !== 'closed') {
    const [old, now] = [before ?? missingSchema(scene.old.place), after ?? missingSchema(scene.new.place)]
    scene.below(old, now, index === undefined ? { kind: 'items' } : { kind: 'member', name: String(index) })
    return
  }
  noteRule(
    scene,
    'items',
    after === 'closed',
    index === undefined ? 'a longer list' : `an item at place ${index + 1}`,
    index === undefined ? undefined : String(index),
  )
}
