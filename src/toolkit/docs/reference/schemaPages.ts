/** The pages of schemas with names of their own, and the list of them. */
import type { ContractDocument } from '../../openapi/document.ts'
import { plural } from '../../openapi/plural.ts'
import { type Block, fold, heading, json, type Page, table, text } from '../blocks.ts'
import { examplesByReference, sampleOf } from '../examples.ts'
import type { Schemas } from './schemas.ts'

/** Pages of schemas; showing one may name others, until all are there. */
export function pagesOfSchemas(document: ContractDocument, schemas: Schemas, folder: string): Page[] {
  const pages: Page[] = []
  const shown = examplesByReference(document)
  for (let done = 0; done < schemas.named().length; done++) {
    const named = schemas.named()[done]
    if (named === undefined) break
    const reference = `#${named.pointer.split('/').map(encodeURIComponent).join('/')}`
    const example = shown.get(reference) ?? sampleOf(document, { $ref: reference }, 'response')
    const users = [...named.users].map(
      ([href, title]) => `- [${title.replaceAll(/[[\]]/g, '')}](site:${href})`,
    )
    pages.push({
      path: named.path,
      title: named.name,
      summary: `Schema ${named.name}`,
      blocks: [
        ...schemas.page(named),
        ...(example === undefined ? [] : [heading(2, 'Example', 'example'), json(example)]),
        ...(users.length > 0 ? [heading(2, 'Where it is used', 'used'), ...linesOf(users)] : []),
      ],
    })
  }
  if (pages.length === 0) return []
  const rows = [...pages]
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map((page) => [`[${page.title}](site:${page.path})`, describedBy(page)])
  const index: Page = {
    path: `${folder}/schemas/index.html`,
    title: 'Schemas',
    summary: 'Every schema with a name of its own.',
    blocks: rows.length > MAX_ROWS ? byInitial(rows) : table(['Schema', 'Description'], rows),
  }
  return [index, ...pages]
}

/** Rows of a table that is shown as a whole; a longer one is divided by the first character of its names. */
const MAX_ROWS = 500
/** Lines of a list that are shown; others are folded. */
const MAX_LINES = 50

function byInitial(rows: readonly string[][]): Block[] {
  const divided = new Map<string, string[][]>()
  for (const row of rows) {
    // Behind the bracket of the link.
    const initial = (row[0] ?? '').charAt(1).toUpperCase()
    divided.set(initial, [...(divided.get(initial) ?? []), [...row]])
  }
  return [...divided].map(([initial, some]) =>
    fold(`${initial}: ${plural(some.length, 'schema')}`, table(['Schema', 'Description'], some)),
  )
}

function linesOf(lines: readonly string[]): Block[] {
  const rest = lines.slice(MAX_LINES)
  return [
    ...text(lines.slice(0, MAX_LINES).join('\n')),
    ...(rest.length > 0 ? [fold(`${rest.length} more`, text(rest.join('\n')))] : []),
  ]
}

const describedBy = ({ blocks: [first] }: Page): string =>
  first?.kind === 'text' && !first.markdown.startsWith('- ') ? firstSentence(first.markdown) : ''

/** The first sentence of a text, without line breaks. */
export function firstSentence(words: string): string {
  const [paragraph = ''] = words.trim().split(/\n\s*\n/, 1)
  const flat = paragraph.replaceAll(/\s+/g, ' ').replace(/^#+ /, '')
  return /^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat.slice(0, 200)
}
