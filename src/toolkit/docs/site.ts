/** Writes a site: each page as HTML and as Markdown, the search index, `llms.txt`, scripts and styles. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { LOGO, TOKENS } from '../theme/tokens.ts'
import type { Block, Chapter, Page } from './blocks.ts'
import { countElements, deferParts, MAX_PAGE_ELEMENTS } from './deferred.ts'
import { renderBlocks } from './html.ts'
import { renderPage } from './layout.ts'
import type { Heading, Rendered } from './markdown.ts'
import { plainText } from './markdown.ts'
import { missingPage } from './missingPage.ts'
import { elementsOf } from './reference/size.ts'
import { entriesOf, searchFiles } from './search.ts'
import { renderTwin } from './twin.ts'

interface Site {
  title: string
  /** One or two sentences, for assistants. */
  summary: string
  chapters: Chapter[]
  pages: Page[]
  /** Words in code that lead somewhere, as `site:` links. */
  terms: ReadonlyMap<string, string>
  /** Pages for files that are not pages themselves, such as the entry file of a document. */
  sources?: ReadonlyMap<string, string>
  /** Pages of another site, by the files that they were built from. */
  elsewhere?: ReadonlyMap<string, string>
  /** The mock in the page: its service worker, and the documents as JSON by name. */
  mock?: { worker: string; documents: ReadonlyMap<string, string> } | undefined
  /** Other files, by path. */
  files?: ReadonlyMap<string, string>
  /** The weight of a page in the search; default: 1. */
  weightOf?: (path: string) => number
}

/** A file of a site: its path, and its content. */
export type SiteFile = readonly [path: string, text: string]

const ASSETS = ['theme.js', 'site.js', 'tryIt.js', 'search.js']

const assetNamed = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

/** The files of a site with their paths, one after the other, so that no more than one of them has to be in memory. */
export function* renderSite(site: Site): Generator<SiteFile> {
  yield* assetsOf(site)
  const entries = []
  const own = new Map([
    ...(site.elsewhere ?? []),
    ...site.pages.flatMap(({ source, path }): [string, string][] =>
      source === undefined ? [] : [[source, path]],
    ),
  ])
  const places: Places = { own, others: site.sources ?? new Map() }
  const anchors = new Map<string, string[]>()
  const folders = new Map<string, Map<string, string>>()
  const renderedFor = ({ path, source }: Page): Rendered => {
    // The links of a Markdown file depend on where it is.
    const key = source === undefined ? posix.dirname(path) : path
    const folder = folders.get(key) ?? new Map<string, string>()
    folders.set(key, folder)
    return { page: new Map(), folder }
  }
  for (const page of site.pages) {
    const link = once((href: string) => relativeTo(page.path, href))
    const headings: Heading[] = []
    const options = {
      link: once((href: string) => linkFrom(page, href, link, places, site.terms)),
      terms: site.terms,
      path: page.path,
      rendered: renderedFor(page),
      heading: (heading: Heading) => void headings.push(heading),
    }
    const rendered = (blocks: readonly Block[]): string => {
      headings.length = 0
      const content = renderBlocks(blocks, options)
      const hasMock = site.mock !== undefined
      return renderPage({
        title: site.title,
        chapters: site.chapters,
        link,
        page,
        content,
        headings,
        hasMock,
      })
    }
    yield [page.path, withFewElements(page.blocks, rendered)]
    if (page.isPart) for (const { id } of headings) anchors.set(id, [...(anchors.get(id) ?? []), page.path])
    yield [page.path.replace(/\.html$/, '.md'), renderTwin(page, (href) => twinOf(options.link(href)))]
    if (page.repeats !== true) entries.push(...entriesOf(page, options, site.weightOf?.(page.path) ?? 1))
  }
  if (anchors.size > 0) yield ['assets/parts.js', partsScript(anchors)]
  yield* searchFiles(entries)
  yield ['llms.txt', llms(site)]
  yield* site.files ?? []
}

/** The function with its results stored: a page has the same links many times. */
function once<Result>(find: (href: string) => Result): (href: string) => Result {
  const known = new Map<string, Result>()
  return (href) => {
    if (!known.has(href)) known.set(href, find(href))
    return known.get(href) as Result
  }
}

/** The shortest HTML of an element with its text, about. */
const MIN_ELEMENT_LENGTH = 20
const MAX_RENDERINGS = 4
/** Elements of the frame with its menu, about. */
const FRAME_ELEMENTS = 300
/** Estimates are right within this share. */
const TOLERANCE = 0.75

/** The page; with more elements than a browser shows quickly, some of its parts are deferred. */
function withFewElements(blocks: readonly Block[], render: (blocks: readonly Block[]) => string): string {
  const expected = elementsOf(blocks) + FRAME_ELEMENTS
  let excess = Math.max(0, expected - MAX_PAGE_ELEMENTS)
  let html = render(excess > 0 ? deferParts(blocks, excess) : blocks)
  if (expected < MAX_PAGE_ELEMENTS * TOLERANCE && html.length < MAX_PAGE_ELEMENTS * MIN_ELEMENT_LENGTH * 2)
    return html
  for (let time = 1; time < MAX_RENDERINGS; time++) {
    if (html.length < MAX_PAGE_ELEMENTS * MIN_ELEMENT_LENGTH) return html
    const over = countElements(html) - MAX_PAGE_ELEMENTS
    if (over <= 0) return html
    excess += Math.ceil(over * 1.2) + 50
    html = render(deferParts(blocks, excess))
  }
  return html
}

/** The pages of the operations of divided groups: a link to another page of the group leads there. */
const partsScript = (anchors: ReadonlyMap<string, readonly string[]>): string =>
  `self.siteParts=${JSON.stringify(Object.fromEntries(anchors))}\n`

/** Scripts, styles and other files that do not depend on pages. */
function* assetsOf(site: Site): Generator<SiteFile> {
  for (const name of ASSETS) yield [`assets/${name}`, assetNamed(name)]
  yield ['assets/site.css', `${TOKENS}\n${assetNamed('site.css')}`]
  yield ['assets/icon.svg', LOGO]
  yield ['404.html', missingPage(site)]
  if (site.mock !== undefined) {
    // A worker controls the pages below its own address.
    yield ['mock-worker.js', site.mock.worker]
    yield ['assets/mock.js', assetNamed('mock.js')]
    for (const [name, text] of site.mock.documents) yield [`assets/mock/${name}.json`, text]
  }
  const library = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js')
  yield [
    'assets/minisearch.js',
    readFileSync(library, 'utf8').replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n'),
  ]
}

/**
 * Puts the files into a folder, which contains nothing else afterwards. A file that has its content already is not
 * written again.
 * @returns the number of files
 */
export function writeSite(folder: string, files: Iterable<SiteFile>): number {
  const { present, folders } = contentOf(folder)
  const paths = new Set<string>()
  for (const [path, text] of files) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    paths.add(path)
    if (!present.has(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
    present.delete(file)
  }
  for (const file of present) rmSync(file)
  // The innermost first.
  for (const one of [...folders].sort((a, b) => b.length - a.length))
    if (readdirSync(one).length === 0) rmdirSync(one)
  return paths.size
}

/** The files and folders in a folder. A link or another entry is removed. */
function contentOf(folder: string): { present: Set<string>; folders: Set<string> } {
  const [present, folders] = [new Set<string>(), new Set<string>()]
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) present.add(path)
    else if (entry.isDirectory()) folders.add(path)
    else rmSync(path)
  }
  return { present, folders }
}

/** Where the pages of files are; those of others have other headings. */
interface Places {
  own: ReadonlyMap<string, string>
  others: ReadonlyMap<string, string>
}

/** A link of the site made relative. In a page made of a file a path leads to the page of that other file. */
function linkFrom(
  { source }: Page,
  href: string,
  link: (path: string) => string,
  { own, others }: Places,
  terms: ReadonlyMap<string, string>,
): string | undefined {
  if (href.startsWith('site:')) return link(href.slice(5))
  // As authors link to operations for other renderers.
  const operation = /^#(?:.*\/)?(?:operation|operations)\/([\w.-]+)$/.exec(href)?.[1]
  const known = operation === undefined ? undefined : terms.get(operation)
  if (known !== undefined) return link(known.slice(5))
  const tag = /^#(tag\/[^/]+)$/.exec(href)?.[1]
  const group = tag === undefined ? undefined : terms.get(tag.toLowerCase())
  if (group !== undefined) return link(group.slice(5))
  if (source === undefined) return undefined
  if (href.startsWith('#')) return href
  const [target = '', fragment] = href.split('#', 2)
  const file = posix.normalize(posix.join(posix.dirname(source), target))
  const path = own.get(file)
  if (path !== undefined) return link(fragment === undefined ? path : `${path}#${fragment}`)
  const other = others.get(file)
  return other === undefined ? undefined : link(other)
}

/** `../assets/site.css` from `guides/paging.html`. */
function relativeTo(from: string, path: string): string {
  const [target = '', fragment] = path.split('#', 2)
  const anchor = fragment === undefined ? '' : `#${fragment}`
  if (target === from && anchor !== '') return anchor
  const relative =
    posix.relative(posix.dirname(from), target) || (target === '' ? '.' : posix.basename(target))
  return `${target === '' ? `${relative}/` : relative}${anchor}`
}

const twinOf = (href: string | undefined): string | undefined => href?.replace(/\.html(?=#|$)/, '.md')

/** The pages of the site, for assistants (llmstxt.org). */
function llms({ title, summary, chapters, pages }: Site): string {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const lines = chapters.flatMap((chapter) => {
    const paths = new Set(chapter.entries.map(({ href }) => href.split('#', 1)[0] ?? ''))
    const own = [...paths].flatMap((path) => byPath.get(path) ?? [])
    return [
      `\n## ${chapter.title}\n`,
      ...own.map(
        (page) =>
          `- [${plainText(page.title)}](${page.path.replace(/\.html$/, '.md')}): ${plainText(page.summary)}`,
      ),
    ]
  })
  return `# ${title}\n\n> ${summary}\n${lines.join('\n')}\n`
}
