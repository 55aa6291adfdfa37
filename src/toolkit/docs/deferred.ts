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

const DEFERRED = '<noscript'
const DEFERRED_END = '</noscript>'

/** The elements in HTML that we wrote. A deferred part counts as one. */
export function countElements(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1) | 0x20
    if (next < 0x61 || next > 0x7a) continue
    count++
    const end = html.startsWith(DEFERRED, at) ? html.indexOf(DEFERRED_END, at) : -1
    if (end >= 0) at = end
  }
  return count
}

/**
 * The blocks without about `excess` elements: folded parts and tabs that are not shown are deferred, the largest first.
 * Where that is not enough, long lists are folded, and long examples have no colors.
 */
export function deferParts(blocks: readonly Block[], excess: number): Block[] {
  const found = partsOf(blocks)
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

/** A part that is not shown until a reader opens it. */
interface Part {
  blocks: Block[]
  isDeferred?: true
}

/** The blocks of a block that are shown, and the parts that are not. */
function contentOf(block: Block): { shown: readonly Block[]; parts: readonly Part[] } {
  switch (block.kind) {
    case 'details':
      return block.open ? { shown: block.blocks, parts: [] } : { shown: [], parts: [block] }
    case 'columns':
      return { shown: [...block.main, ...block.side], parts: [] }
    case 'tabs':
      return { shown: block.tabs[0]?.blocks ?? [], parts: block.tabs.slice(1) }
    case 'fields':
      return { shown: [], parts: block.fields.flatMap(({ inside }) => inside ?? []) }
    default:
      return { shown: [], parts: [] }
  }
}

/** The outermost parts that are not shown, with their elements. */
function partsOf(blocks: readonly Block[]): { part: Part; size: number }[] {
  return blocks.flatMap((block) => {
    const { shown, parts } = contentOf(block)
    const own = parts.map((part) => ({ part, size: elementsOf(part.blocks) }))
    return [...own.filter(({ size }) => size >= MIN_DEFERRED), ...partsOf(shown)]
  })
}

/** The block with `changed` blocks that are shown, and `part` for each part. */
function rewritten(
  block: Block,
  changed: (blocks: Block[]) => Block[],
  part: <P extends Part>(part: P) => P,
): Block {
  switch (block.kind) {
    case 'details':
      return block.open ? { ...block, blocks: changed(block.blocks) } : part(block)
    case 'columns':
      return { ...block, main: changed(block.main), side: changed(block.side) }
    case 'tabs':
      return {
        ...block,
        tabs: block.tabs.map(
          (tab, at): Tab => (at === 0 ? { ...tab, blocks: changed(tab.blocks) } : part(tab)),
        ),
      }
    case 'fields': {
      const fields = block.fields.map(
        (field): Field => (field.inside === undefined ? field : { ...field, inside: part(field.inside) }),
      )
      // Others are shared with pages that were rendered before.
      return fields.every(({ inside }, at) => inside === block.fields[at]?.inside)
        ? block
        : { ...block, fields }
    }
    default:
      return block
  }
}

const withDeferred = (block: Block, chosen: ReadonlySet<object>): Block =>
  rewritten(
    block,
    (blocks) => blocks.map((one) => withDeferred(one, chosen)),
    (part) => (chosen.has(part) ? { ...part, isDeferred: true } : part),
  )

/** Long lists with their first entries, the rest folded and deferred. */
const shortened = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'code')
      return [elementsOf([block]) > MAX_COLORED ? { ...block, isPlain: true } : block]
    return divided(block) ?? [rewritten(block, shortened, (part) => part)]
  })

/** The first entries of a long list, and the others in a deferred part. */
function divided(block: Block): Block[] | undefined {
  if (block.kind === 'fields' && block.fields.length > SHOWN_ENTRIES) {
    const fields = block.fields.slice(SHOWN_ENTRIES)
    const first = { ...block, fields: block.fields.slice(0, SHOWN_ENTRIES) }
    return [first, rest(`${fields.length} more`, { ...block, fields })]
  }
  if (block.kind === 'table' && block.rows.length > SHOWN_ENTRIES) {
    const rows = block.rows.slice(SHOWN_ENTRIES)
    const first = { ...block, rows: block.rows.slice(0, SHOWN_ENTRIES) }
    return [first, rest(`${rows.length} more`, { ...block, rows })]
  }
  return undefined
}

const rest = (summary: string, block: Block): Block => ({
  kind: 'details',
  summary,
  blocks: [block],
  isDeferred: true,
})
