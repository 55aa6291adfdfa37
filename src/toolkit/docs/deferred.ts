/** Pages with too many elements: parts that a reader does not see at first become elements when they are opened. */
import type { Block, Field, Tab } from './blocks.ts'
import { elementsOf } from './reference/size.ts'

/** Elements of a page. Browsers need seconds for several times as many, and Lighthouse warns of them. */
export const MAX_PAGE_ELEMENTS = 5_000

/** Elements that are shown of a long list; the rest is folded. */
const SHOWN_ENTRIES = 100
/** A part with less is not worth opening separately. */
const MIN_DEFERRED = 4
/** The longest colored text, once the page has too many elements. */
const MAX_COLORED = 300

/** The elements in HTML that we wrote. A deferred part counts as one. */
export function countElements(html: string): number {
  const shown = html.includes('<noscript')
    ? html.replaceAll(/<noscript[\s\S]*?<\/noscript>/g, '<noscript>')
    : html
  let count = 0
  for (let at = shown.indexOf('<'); at >= 0; at = shown.indexOf('<', at + 1)) {
    const next = shown.charCodeAt(at + 1) | 0x20
    if (next >= 0x61 && next <= 0x7a) count++
  }
  return count
}

/**
 * The blocks without about `excess` elements: folded parts and tabs that are not shown are deferred, the largest first.
 * Where that is not enough, long lists are folded, and long examples have no colors.
 */
export function deferParts(blocks: readonly Block[], excess: number): Block[] {
  const found: { part: object; size: number }[] = []
  collect(blocks, found)
  const chosen = new Set<object>()
  let left = excess
  for (const { part, size } of found.sort((one, other) => other.size - one.size)) {
    if (left <= 0) break
    chosen.add(part)
    left -= size
  }
  const deferred = blocks.map((block) => withDeferred(block, chosen))
  return left > 0 ? shortened(deferred) : deferred
}

/** The outermost parts that are not shown until a reader opens them. */
function collect(blocks: readonly Block[], found: { part: object; size: number }[]): void {
  const note = (part: object, inside: readonly Block[]) => {
    const size = elementsOf(inside)
    if (size >= MIN_DEFERRED) found.push({ part, size })
  }
  for (const block of blocks) {
    if (block.kind === 'details') block.open ? collect(block.blocks, found) : note(block, block.blocks)
    if (block.kind === 'columns') collect([...block.main, ...block.side], found)
    if (block.kind === 'tabs')
      for (const [at, tab] of block.tabs.entries())
        at === 0 ? collect(tab.blocks, found) : note(tab, tab.blocks)
    if (block.kind === 'fields')
      for (const { inside } of block.fields) if (inside !== undefined) note(inside, inside.blocks)
  }
}

function withDeferred(block: Block, chosen: ReadonlySet<object>): Block {
  const all = (inside: readonly Block[]) => inside.map((one) => withDeferred(one, chosen))
  switch (block.kind) {
    case 'details':
      if (chosen.has(block)) return { ...block, isDeferred: true }
      return block.open ? { ...block, blocks: all(block.blocks) } : block
    case 'columns':
      return { ...block, main: all(block.main), side: all(block.side) }
    case 'tabs':
      return {
        ...block,
        tabs: block.tabs.map((tab, at): Tab => {
          if (at === 0) return { ...tab, blocks: all(tab.blocks) }
          return chosen.has(tab) ? { ...tab, isDeferred: true } : tab
        }),
      }
    case 'fields':
      // Others are shared with pages that were rendered before.
      if (!block.fields.some(({ inside }) => inside !== undefined && chosen.has(inside))) return block
      return {
        ...block,
        fields: block.fields.map((field): Field => {
          const { inside } = field
          return inside !== undefined && chosen.has(inside)
            ? { ...field, inside: { ...inside, isDeferred: true } }
            : field
        }),
      }
    default:
      return block
  }
}

/** Long lists with their first entries, the rest folded and deferred. */
function shortened(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'columns')
      return [{ ...block, main: shortened(block.main), side: shortened(block.side) }]
    if (block.kind === 'details' && block.open) return [{ ...block, blocks: shortened(block.blocks) }]
    if (block.kind === 'tabs')
      return [
        {
          ...block,
          tabs: block.tabs.map((tab, at) => (at === 0 ? { ...tab, blocks: shortened(tab.blocks) } : tab)),
        },
      ]
    if (block.kind === 'fields' && block.fields.length > SHOWN_ENTRIES) {
      const fields = block.fields.slice(SHOWN_ENTRIES)
      return [
        { ...block, fields: block.fields.slice(0, SHOWN_ENTRIES) },
        rest(`${fields.length} more`, { ...block, fields }),
      ]
    }
    if (block.kind === 'table' && block.rows.length > SHOWN_ENTRIES) {
      const rows = block.rows.slice(SHOWN_ENTRIES)
      return [
        { ...block, rows: block.rows.slice(0, SHOWN_ENTRIES) },
        rest(`${rows.length} more`, { ...block, rows }),
      ]
    }
    if (block.kind === 'code' && elementsOf([block]) > MAX_COLORED) return [{ ...block, isPlain: true }]
    return [block]
  })
}

const rest = (summary: string, block: Block): Block => ({
  kind: 'details',
  summary,
  blocks: [block],
  isDeferred: true,
})
