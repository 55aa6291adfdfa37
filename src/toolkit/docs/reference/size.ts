/** How many HTML elements blocks become, estimated: pages of operations are divided by it. */
import type { Block, Field } from '../blocks.ts'

/** Links and code in Markdown. */
const LINKS = /\[[^\]]*\]\(|`[^`]+`/g
const COLORED = /"(?:[^"\\]|\\.)*"|'[^']*'|\b(?:true|false|null|const|await|import|from|func|def)\b|\b\d+\b/g

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The number of elements, within about a tenth. */
export const elementsOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + knownElementsIn(block), 0)

const known = new WeakMap<Block, number>()

/** Operations share the fields of a schema. */
function knownElementsIn(block: Block): number {
  const count = known.get(block) ?? elementsIn(block)
  known.set(block, count)
  return count
}

function elementsIn(block: Block): number {
  switch (block.kind) {
    case 'heading':
      return 3
    case 'endpoint':
      return 8
    case 'text':
      return 2 + matches(block.markdown, LINKS) + 2 * matches(block.markdown, /^\s*[-*|]|\n\n/gm)
    case 'code':
      return 4 + matches(block.text, COLORED)
    case 'tabs':
      return 2 + block.tabs.reduce((sum, { blocks }) => sum + 2 + elementsOf(blocks), 0)
    case 'table':
      return 5 + block.rows.reduce((sum, row) => sum + 1 + row.length + matches(row.join(''), LINKS), 0)
    case 'details':
      return 4 + elementsOf(block.blocks)
    case 'fields':
      return 1 + block.fields.reduce((sum, field) => sum + elementsOfField(field), 0)
    case 'columns':
      return 3 + elementsOf(block.main) + elementsOf(block.side)
    case 'hero':
      return 8 + elementsOf(block.side)
    case 'cards':
      return 1 + 3 * block.cards.length
  }
}

const elementsOfField = ({ type, badges, description, notes, inside }: Field): number =>
  4 +
  matches(type, LINKS) +
  badges.length +
  (description.trim() === '' ? 0 : 1 + matches(description, LINKS)) +
  (notes.length === 0 ? 0 : 1 + notes.length + matches(notes.join(' '), LINKS)) +
  (inside === undefined ? 0 : 3 + elementsOf(inside.blocks))
