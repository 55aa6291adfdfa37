/** The search index of the site, built beforehand so that it works from disk. */
import { readFileSync } from 'node:fs'
import MiniSearch, { type Options } from 'minisearch'
import type { Block, Page } from './blocks.ts'
import { type HtmlOptions, renderBlocks } from './html.ts'
import { plainText } from './markdown.ts'

interface Entry {
  id: number
  /** Path from the root of the site, with a fragment. */
  href: string
  title: string
  /** The page that it is a part of. */
  page: string
  /** Names that a reader may look for: operationId, method and path, scopes. */
  keywords: string
  text: string
  /** The first words, to be shown. */
  excerpt: string
  /** How much it counts: guides more than single schemas. */
  weight: number
}

type Result = Pick<Entry, 'href' | 'title' | 'page' | 'excerpt'>

interface Engine {
  options: Options<Entry>
  /** @returns the function that finds results, which reads the parts that it needs */
  open(
    library: typeof MiniSearch,
    head: unknown,
    read: (part: string) => unknown,
  ): (words: string) => Promise<Result[]>
}

/** The very script that runs in the browser, so that words are cut alike at both ends. */
export function searchEngine(): Engine {
  const script = readFileSync(new URL('assets/search.js', import.meta.url), 'utf8')
  return new Function(`${script}\nreturn siteSearch`)() as Engine
}

/** How many characters of a section are indexed; the first ones matter most. */
const INDEXED = 3000

/** The entries of a page: one for each heading, and one for the content above the first. */
export function entriesOf(page: Page, options: HtmlOptions, weight: number): Omit<Entry, 'id'>[] {
  const keywords = new Map<string, string>()
  const shown = searchable(page.blocks, keywords)
  const html = renderBlocks(shown, { ...options, heading: () => {} }).replaceAll(/<pre[\s\S]*?<\/pre>/g, ' ')
  // A space, so that a page that begins with a heading has a first part, too.
  const [top = '', ...rest] = ` ${html}`.split(/(?=<h[2-4] id=")/)
  const title = plainText(page.title)
  const [words, named] = withoutHints(plainText(top))
  const own = entry(page.path, title, '', `${page.summary} ${words}`, named, weight * 1.3)
  return [
    own,
    ...rest.map((part) => {
      const [, id = ''] = /^<h\d id="([^"]*)"/.exec(part) ?? []
      const [heading = ''] = /^<h\d[\s\S]*?<\/h\d>/.exec(part) ?? []
      const [body, hints] = withoutHints(plainText(part.slice(heading.length)))
      return entry(
        `${page.path}#${id}`,
        plainText(heading.replaceAll(/<span class="badge[\s\S]*?<\/span>/g, '')),
        title,
        body,
        `${keywords.get(id) ?? ''} ${hints}`.trim(),
        leadsElsewhere(part) ? weight * 0.4 : weight,
        // Table cells do not form a sentence; sentences are preferred where there are any.
        withoutHints(plainText(part.slice(heading.length).replaceAll(/<table[\s\S]*?<\/table>/g, ' ')))[0] ||
          body,
      )
    }),
  ]
}

/** Synonyms that authors add for the search: `<!-- search: throttling, how often -->` below a heading. */
const HINT = /<!-- *search:([\s\S]*?)-->/g
/** Comments do not outlive the rendering, so that a hint passes it between two characters of no meaning. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']

function withoutHints(words: string): [text: string, hints: string] {
  const hints: string[] = []
  const text = words.replaceAll(new RegExp(`${OPEN}(.*?)${CLOSE}`, 'g'), (_, hint: string) => {
    hints.push(hint.trim())
    return ''
  })
  return [text.replaceAll(/\s+/g, ' ').trim(), hints.join(' ')]
}

/** Whether a section is only a list of links, and so rarely what a reader searches for. */
function leadsElsewhere(html: string): boolean {
  const linked = [...html.matchAll(/<a href[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, inner = '']) => plainText(inner).length,
  )
  return linked.length > 1 && linked.reduce((sum, length) => sum + length, 0) * 4 > plainText(html).length
}

const entry = (
  href: string,
  title: string,
  page: string,
  words: string,
  keywords: string,
  weight: number,
  shown = words,
) => ({
  href,
  title,
  page,
  keywords,
  text: words.slice(0, INDEXED),
  excerpt: shown.length > 150 ? `${shown.slice(0, shown.lastIndexOf(' ', 150))} …` : shown,
  weight,
})

/** Leaves out folded and repeated content, which would hide relevant results. */
function searchable(blocks: readonly Block[], keywords: Map<string, string>): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'heading') {
      if (block.keywords) keywords.set(block.id, block.keywords)
      return [block]
    }
    if (block.kind === 'columns') return searchable(block.main, keywords)
    if (block.kind === 'hero') return [{ kind: 'text', markdown: block.text }]
    if (block.kind === 'fields')
      return [
        {
          kind: 'fields',
          fields: block.fields.map(({ inside: _, notes: __, ...field }) => ({ ...field, notes: [] })),
        },
      ]
    if (block.kind === 'text')
      return [{ ...block, markdown: block.markdown.replaceAll(HINT, `${OPEN}$1${CLOSE}`) }]
    return block.kind === 'table' ? [block] : []
  })
}

type ProcessTerm = NonNullable<Options<Entry>['processTerm']>

/** Pages repeat their words. */
function remembered(process: Options<Entry>['processTerm']): ProcessTerm {
  const terms = new Map<string, ReturnType<ProcessTerm>>()
  return (word) => {
    const known = terms.get(word)
    if (known !== undefined) return known
    const term = process?.(word) ?? null
    terms.set(word, term)
    return term
  }
}

/** Characters of a part of the terms, about. */
const PART_SIZE = 60_000
/** Results of a part. */
const RESULTS = 40

/**
 * The scripts with the index: facts that every search needs, terms in parts by their first character, and results in
 * parts. A search reads only what it needs. Pages that are opened from disk can read nothing but scripts.
 */
export function* searchFiles(entries: readonly Omit<Entry, 'id'>[]): Generator<[path: string, text: string]> {
  const { options } = searchEngine()
  const search = new MiniSearch<Entry>({ ...options, processTerm: remembered(options.processTerm) })
  search.addAll(entries.map((one, id) => ({ ...one, id })))
  const { index, documentIds: _, storedFields, fieldLength, ...rest } = search.toJSON()
  const starts: string[] = []
  for (const { start, terms } of partsOf(index)) {
    yield partScript(`terms-${starts.length}`, terms)
    starts.push(start)
  }
  for (let at = 0; at < entries.length; at += RESULTS)
    yield partScript(
      `results-${at / RESULTS}`,
      entries
        .slice(at, at + RESULTS)
        .map(({ href, title, page, excerpt }) => ({ href, title, page, excerpt })),
    )
  const lengths = entries.map((_, id) => fieldLength[id])
  const weights = entries.map((_, id) => storedFields[id]?.weight)
  const head = { index: { ...rest, lengths, weights }, starts, results: RESULTS }
  yield ['assets/search-index.js', `self.searchIndex=${inScript(head)};self.searchParts={}\n`]
}

const partScript = (name: string, value: unknown): [string, string] => [
  `assets/search/${name}.js`,
  `self.searchParts[${JSON.stringify(name)}]=${inScript(value)}\n`,
]

/** JSON in quotes, which a browser reads faster than an expression. */
const inScript = (value: unknown): string =>
  `JSON.parse('${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')`

type Terms = ReturnType<MiniSearch['toJSON']>['index']

/** Terms of one first character are in one part. */
function partsOf(index: Terms): { start: string; terms: unknown[] }[] {
  const parts: { start: string; terms: unknown[]; size: number }[] = []
  for (const [term, fields] of index.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const packed = [
      term,
      ...Object.entries(fields).map(([field, times]) => [Number(field), differences(times)]),
    ]
    const start = term.charAt(0)
    const last = parts.at(-1)
    const part =
      last === undefined || (last.size > PART_SIZE && !isWithin(last.terms, start))
        ? { start, terms: [], size: 0 }
        : last
    if (part !== last) parts.push(part)
    part.terms.push(packed)
    part.size += JSON.stringify(packed).length
  }
  return parts
}

const isWithin = (terms: readonly unknown[], start: string): boolean =>
  String((terms.at(-1) as unknown[])[0]).startsWith(start)

/** `[entry, times, entries further on, times, …]`, which is shorter than names of properties. */
function differences(times: Record<string, number>): number[] {
  let before = 0
  return Object.entries(times).flatMap(([entry, count]) => {
    const difference = Number(entry) - before
    before = Number(entry)
    return [difference, count]
  })
}
