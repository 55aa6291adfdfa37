/** The pages of schemas with names of their own, and the list of them. */
import type { ContractDocument } from '../../openapi/document.ts'
import { heading, json, type Page, table, text } from '../blocks.ts'
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
        ...(users.length > 0 ? [heading(2, 'Where it is used', 'used'), ...text(users.join('\n'))] : []),
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
    blocks: table(['Schema', 'Description'], rows),
  }
  return [index, ...pages]
}

const describedBy = ({ blocks: [first] }: Page): string =>
  first?.kind === 'text' && !first.markdown.startsWith('- ') ? firstSentence(first.markdown) : ''

/** The first sentence of a text, without line breaks. */
export function firstSentence(words: string): string {
  const [paragraph = ''] = words.trim().split(/\n\s*\n/, 1)
  const flat = paragraph.replaceAll(/\s+/g, ' ').replace(/^#+ /, '')
  return /^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat.slice(0, 200)
}
