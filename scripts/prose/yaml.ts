/** The prose of OpenAPI and AsyncAPI documents, of JSON Schemas and of the list of facts: titles, descriptions, facts. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar } from 'yaml'
import { markdownPassages } from './markdown.ts'
import type { Passage } from './passage.ts'

const TEXTS = new Set(['description', 'summary', 'title', 'x-expected', 'fact', 'why'])
/** Below these is data. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'payload'])

/** Reads the prose of a YAML or JSON document. */
export function yamlPassages(text: string): Passage[] {
  const lineCounter = new LineCounter()
  const root = parseDocument(text, { lineCounter, uniqueKeys: false }).contents
  return textsBelow(root, '').flatMap((scalar) => {
    const { line } = lineCounter.linePos(scalar.range?.[0] ?? 0)
    const block = scalar.type === 'BLOCK_FOLDED' || scalar.type === 'BLOCK_LITERAL'
    return markdownPassages(String(scalar.value), line + (block ? 1 : 0))
  })
}

function textsBelow(node: unknown, parent: string): Scalar[] {
  if (isSeq(node)) return node.items.flatMap((item) => textsBelow(item, ''))
  if (!isMap(node)) return []
  return node.items.flatMap(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : ''
    if (isScalar(value)) return TEXTS.has(name) && typeof value.value === 'string' ? [value] : []
    return DATA.has(name) && parent !== 'properties' ? [] : textsBelow(value, name)
  })
}
