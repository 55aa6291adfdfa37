/** Puts a site together: guides, the references of documents, and a page to start at. */
import { basename, relative } from 'node:path'
import { credentialAlternatives } from '../openapi/credentialForm.ts'
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { withoutControls } from '../openapi/foreignText.ts'
import { readDocument } from '../openapi/load.ts'
import { listOperations } from '../openapi/operations.ts'
import type { SourceFile } from '../openapi/sourceFile.ts'
import { type Block, type Chapter, json, type MenuEntry, type Page, text } from './blocks.ts'
import { guideFiles, readGuides, type SiteConfiguration } from './guides.ts'
import { asyncapiReference } from './reference/asyncapi.ts'
import { openapiReference, type Reference } from './reference/openapi.ts'
import { responseExamples } from './reference/responses.ts'
import { serverOf } from './reference/servers.ts'
import { samplesOf } from './samples/languages.ts'
import { sampleRequest } from './samples/request.ts'
import { renderSite, type SiteFile } from './site.ts'

interface SiteSource {
  /** The project that paths are relative to. */
  root: string
  /** Documents by their names, which are used in URLs. */
  documents: Record<string, string>
  configuration?: SiteConfiguration
  /** Reads a file of a document; default: from disk. */
  read?: (file: string) => SourceFile
  /** Changes the Markdown of a page before it is parsed. */
  change?: (file: string, markdown: string) => string
  /** Pages of another site, by the files that they were built from; paths are relative to the root of this site. */
  elsewhere?: ReadonlyMap<string, string>
  /** Service worker that responds to requests of "Try it"; default: the site has none. */
  mockWorker?: string
}

/** The files of the site, by their paths. */
export const buildSite = (source: SiteSource): Map<string, string> => new Map(siteFiles(source))

/** The files of the site, one after the other. */
export function siteFiles(source: SiteSource): Iterable<SiteFile> {
  const { root, documents, configuration, read, change, elsewhere = new Map(), mockWorker } = source
  const loaded = new Map(
    Object.entries(documents).map(([name, file]) => [
      name,
      {
        ...readDocument(file, { ...(read !== undefined && { read }) }),
        ...(configuration?.labels !== undefined && { labels: configuration.labels }),
      },
    ]),
  )
  const guides = readGuides(root, configuration === undefined ? [] : guideFiles(configuration), change)
  const events = [...loaded].filter(([, document]) => document.kind === 'asyncapi')
  const references = new Map<string, Reference>()
  for (const [name, document] of events)
    references.set(name, asyncapiReference(document, `reference/${name}`))
  for (const [name, document] of loaded)
    if (document.kind === 'openapi')
      references.set(name, openapiReference(document, `reference/${name}`, guides.terms))
  const ordered = new Map(
    Object.keys(documents).flatMap((name): [string, Reference][] => {
      const reference = references.get(name)
      return reference === undefined ? [] : [[name, reference]]
    }),
  )
  const terms = new Map([
    ...guides.terms,
    ...[...references.values()].flatMap((reference) => [...reference.terms]),
  ])
  const titleOf = (name: string) => configuration?.documents?.[name] ?? references.get(name)?.title ?? name
  const pageOf = (file: string): string | undefined =>
    guides.pages.get(file)?.path ??
    (references.has(file) ? `reference/${file}/index.html` : elsewhere.get(file))
  const chapters = chaptersOf(configuration, guides.pages, ordered, titleOf)
  const start = configuration?.start
    ? startPage(configuration, loaded, pageOf)
    : (onlyOverview(ordered, guides.pages.size) ?? plainStart(ordered, titleOf))
  const sources = new Map<string, string>()
  for (const [name, file] of Object.entries(documents))
    sources.set(relative(root, file).replaceAll('\\', '/'), `reference/${name}/index.html`)
  for (const [file, page] of Object.entries(configuration?.also ?? {})) {
    const path = pageOf(page)
    if (path === undefined) throw new Error(`There is no page ${page}, which "also" names for ${file}.`)
    sources.set(file, path)
  }
  const pages = [
    start,
    ...guides.pages.values(),
    ...Object.keys(documents).flatMap((name) => references.get(name)?.pages ?? []),
  ]
  const files = renderSite({
    title: configuration?.title ?? titleOf(Object.keys(documents)[0] ?? ''),
    summary: configuration?.summary ?? 'Reference of its documents.',
    chapters,
    pages,
    terms,
    sources,
    elsewhere,
    weightOf: (path) => weightOf(path, configuration, guides.pages),
    mock: mockOf(mockWorker, loaded),
  })
  return withVisibleControls(files)
}

const mockOf = (worker: string | undefined, documents: ReadonlyMap<string, ContractDocument>) =>
  worker === undefined ? undefined : { worker, documents: jsonOf(documents) }

/** The OpenAPI documents as the mock reads them: one tree each, with schemas of the newest dialect. */
const jsonOf = (documents: ReadonlyMap<string, ContractDocument>): Map<string, string> =>
  new Map(
    [...documents]
      .filter(([, { kind }]) => kind === 'openapi')
      .map(([name, { root }]) => [name, JSON.stringify(root)]),
  )

/** Titles, names and examples of a document reach every page; what they contain does no harm in a terminal either. */
function* withVisibleControls(files: Iterable<SiteFile>): Generator<SiteFile> {
  for (const [path, content] of files)
    yield [path, /\.(html|md|txt)$/.test(path) ? withoutControls(content) : content]
}

/** Later chapters of the menu have less weight in the search; single schemas have the least. */
function weightOf(
  path: string,
  configuration: SiteConfiguration | undefined,
  guides: ReadonlyMap<string, Page>,
): number {
  if (path.includes('/schemas/')) return 0.35
  if (path === 'index.html') return 0.6
  if (!path.startsWith('guides/')) return 1
  const at = (configuration?.chapters ?? []).findIndex(({ pages }) =>
    pages.some((file) => guides.get(file)?.path === path),
  )
  return [1.4, 1.5, 1.2, 1, 0.8, 0.9][at] ?? 0.5
}

function chaptersOf(
  configuration: SiteConfiguration | undefined,
  guides: ReadonlyMap<string, Page>,
  references: ReadonlyMap<string, Reference>,
  titleOf: (name: string) => string,
): Chapter[] {
  const listed = new Set<string>()
  const chapters = (configuration?.chapters ?? []).flatMap(({ title, pages }): Chapter[] => {
    const entries: MenuEntry[] = []
    const own: Chapter[] = []
    for (const name of pages) {
      const guide = guides.get(name)
      const reference = references.get(name)
      if (guide) entries.push({ title: guide.title, href: guide.path })
      else if (reference) {
        own.push({ title: titleOf(name), entries: reference.menu })
        listed.add(name)
      } else
        throw new Error(`Chapter "${title}" names ${name}, which is neither a Markdown file nor a document.`)
    }
    return [...(entries.length > 0 ? [{ title, entries }] : []), ...own]
  })
  const others = [...references].filter(([name]) => !listed.has(name))
  return [...chapters, ...others.map(([name, { menu }]) => ({ title: titleOf(name), entries: menu }))]
}

function startPage(
  { title, summary, start }: SiteConfiguration,
  documents: ReadonlyMap<string, ContractDocument>,
  pageOf: (file: string) => string | undefined,
): Page {
  const href = (file: string) => {
    const path = pageOf(file)
    if (path === undefined) throw new Error(`The start page links to ${file}, which is not a page.`)
    return `site:${path}`
  }
  const { heading = title, text: words = summary, actions = [], request, sections = [] } = start ?? {}
  return {
    path: 'index.html',
    title,
    summary,
    wide: true,
    blocks: [
      {
        kind: 'hero',
        title: heading,
        text: words,
        actions: actions.map(({ label, file }) => ({ label, href: href(file) })),
        side: request ? firstRequest(request, documents) : [],
      },
      ...sections.flatMap(({ title: name, cards }): Block[] => [
        { kind: 'heading', level: 2, text: name, id: name.toLowerCase().replaceAll(/\W+/g, '-') },
        { kind: 'cards', cards: cards.map(({ file, ...card }) => ({ ...card, href: href(file) })) },
      ]),
    ],
  }
}

/** One operation in the languages of the samples. */
function firstRequest(
  {
    document: name,
    operation: id,
    server,
    body,
    response: shown,
  }: NonNullable<NonNullable<SiteConfiguration['start']>['request']>,
  documents: ReadonlyMap<string, ContractDocument>,
): Block[] {
  const document = documents.get(name)
  const operation = document && listOperations(document).find(({ operationId }) => operationId === id)
  if (document === undefined || operation === undefined)
    throw new Error(`The start page shows ${id} of ${name}; there is no such operation.`)
  const [credentials] = credentialAlternatives(document, operation.operation)
  const made = sampleRequest(document, operation, server ?? serverOf(document, [document.root]), credentials)
  const request =
    made.body && body !== undefined ? { ...made, body: { ...made.body, value: body as Json } } : made
  const tabs: Block = {
    kind: 'tabs',
    label: 'Language',
    remember: 'language',
    tabs: samplesOf(request).map(({ label, language, text: sample }) => ({
      label,
      blocks: [{ kind: 'code', language, text: sample }],
    })),
  }
  const success = [...operation.responses].find(([status]) => status.startsWith('2'))
  const [first] = success === undefined ? [] : responseExamples(document, ...success)
  if (first === undefined) return [tabs]
  return [tabs, json(isObject(first.value) ? { ...first.value, ...shown } : first.value, 'Response')]
}

/** The overview of the only document, as the home of a site without other pages. */
function onlyOverview(references: ReadonlyMap<string, Reference>, guides: number): Page | undefined {
  const [only, ...others] = references.values()
  const [overview] = only?.pages ?? []
  if (overview === undefined || others.length + guides > 0) return undefined
  return { ...overview, path: 'index.html', repeats: true }
}

function plainStart(references: ReadonlyMap<string, Reference>, titleOf: (name: string) => string): Page {
  const cards = [...references].map(([name, { pages }]) => ({
    title: titleOf(name),
    text: pages[0]?.summary ?? '',
    href: `site:reference/${name}/index.html`,
  }))
  const title = references.size === 1 ? (cards[0]?.title ?? 'Reference') : 'Reference'
  return { path: 'index.html', title, summary: title, blocks: [{ kind: 'cards', cards }, ...text('')] }
}

/** Names for documents that were given as files: `openapi` of `shop/openapi.yaml`, each once. */
export function namesOf(files: readonly string[]): Record<string, string> {
  const names: Record<string, string> = {}
  for (const file of files) {
    const base =
      basename(file)
        .replace(/\.(ya?ml|json)$/i, '')
        .replaceAll(/[^\w.-]+/g, '-')
        .toLowerCase() || 'api'
    let name = base
    for (let count = 2; name in names; count++) name = `${base}-${count}`
    names[name] = file
  }
  return names
}
