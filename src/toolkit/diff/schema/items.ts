/** Items of lists, those with a place of their own first. */

import { missingSchema, type SchemaComparison } from './comparison.ts'
import { noteRule } from './rules.ts'
import type { Schema, Shape } from './shape.ts'

export function compareItems(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const positions = Math.max(old.prefixItems.length, now.prefixItems.length)
  for (let index = 0; index < positions; index++) {
    compareAt(comparison, itemAt(old, index), itemAt(now, index), index)
  }
  compareAt(comparison, itemAt(old, positions), itemAt(now, positions))
  const [before, after] = [old.contains, now.contains]
  if (before && after) comparison.below(before, after, { kind: 'items' })
  else if (before || after)
    noteRule(comparison, 'contains', after !== undefined, 'a list without a certain item')
}

const itemAt = ({ prefixItems, items }: Shape, index: number): 'closed' | Schema | undefined =>
  prefixItems[index] ?? items

function compareAt(
  comparison: SchemaComparison,
  before: 'closed' | Schema | undefined,
  after: 'closed' | Schema | undefined,
  index?: number,
): void {
  if (before === after) return
  if (before !== 'closed' && after !== 'closed') {
    const [old, now] = [
      before ?? missingSchema(comparison.old.location),
      after ?? missingSchema(comparison.new.location),
    ]
    comparison.below(
      old,
      now,
      index === undefined ? { kind: 'items' } : { kind: 'member', name: String(index) },
    )
    return
  }
  noteRule(
    comparison,
    'items',
    after === 'closed',
    index === undefined ? 'a longer list' : `an item at place ${index + 1}`,
    index === undefined ? undefined : String(index),
  )
}
