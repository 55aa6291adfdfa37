/** The frame around the content of a page: head, menu, what is on the page, foot. */
import { posix } from 'node:path'
import type { Chapter, MenuEntry, Page } from './blocks.ts'
import type { Heading } from './markdown.ts'
import { plainText } from './markdown.ts'
import { quoted } from './sanitize.ts'

interface Frame {
  /** Name of the site. */
  title: string
  chapters: readonly Chapter[]
  /** Relative address of a path of the site, from the page. */
  link(path: string): string
  page: Page
  /** The content of the page, as HTML. */
  content: string
  headings: readonly Heading[]
  /** Whether the site has a mock in the page. */
  hasMock: boolean
}

/** Only allows scripts and styles of the site; the try-it form may send requests to any host. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; connect-src http: https:; base-uri 'none'; form-action 'none'"

export function renderPage(frame: Frame): string {
  const { title: given, chapters, link, page, content, headings } = frame
  const title = plainText(given)
  const start = page.path === 'index.html'
  const name = plainText(page.title)
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  const toc = page.wide || shown.length < 2 ? '' : tableOfContents(shown)
  const heading = page.blocks[0]?.kind === 'hero' ? '' : `<h1>${quoted(name)}${badgesOf(page)}</h1>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="description" content="${quoted(plainText(page.summary))}">
<meta name="color-scheme" content="light dark">
<title>${quoted(start ? title : `${name} – ${title}`)}</title>
<link rel="icon" type="image/svg+xml" href="${link('assets/icon.svg')}">
<link rel="stylesheet" href="${link('assets/site.css')}">
<script src="${link('assets/theme.js')}"></script>
<script src="${link('assets/site.js')}" defer></script>
</head>
<body data-root="${link('')}"${frame.hasMock ? ' data-mock="yes"' : ''}${page.isPart ? ' data-part="yes"' : ''}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
<a class="brand" href="${link('index.html')}">${quoted(title)}</a>
<button type="button" class="search-button"><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme-button" aria-label="Change between light and dark"></button>
</header>
<div class="frame${page.wide ? ' wide' : ''}${start ? ' start' : ''}">
<nav id="menu" aria-label="Pages">${chapters.map((chapter, index) => chapterHtml(chapter, page, link, start && index < 2)).join('')}</nav>
<main id="content" tabindex="-1">${heading}
${content}
<footer><a href="${link(page.path.replace(/\.html$/, '.md'))}">This page as Markdown</a></footer>
</main>
${toc}
</div>
</body>
</html>
`
}

const badgesOf = ({ badges = [] }: Page): string =>
  badges.map(({ text, kind }) => ` <span class="badge ${quoted(kind)}">${quoted(text)}</span>`).join('')

function chapterHtml(
  { title, entries }: Chapter,
  page: Page,
  link: (path: string) => string,
  open: boolean,
): string {
  const here = entries.some((entry) => isHere(entry, page))
  const list = `<ul>${entries.map((entry) => entryHtml(entry, page, link)).join('')}</ul>`
  return `<details class="chapter"${here || open ? ' open' : ''}><summary>${quoted(plainText(title))}</summary>${list}</details>`
}

/** A single schema has no entry of its own; it belongs to the list of them. */
const isListOfSchemas = ({ href }: MenuEntry, { path }: Page): boolean =>
  href.endsWith('/schemas/index.html') && path.startsWith(href.replace(/index\.html$/, ''))

const isHere = (entry: MenuEntry, page: Page): boolean =>
  pathsOf(entry).has(page.path) ||
  isListOfSchemas(entry, page) ||
  (entry.entries ?? []).some((one) => isListOfSchemas(one, page))

const knownPaths = new WeakMap<MenuEntry, ReadonlySet<string>>()

/** The pages that an entry and those below it lead to. */
function pathsOf(entry: MenuEntry): ReadonlySet<string> {
  const known = knownPaths.get(entry)
  if (known !== undefined) return known
  const below = (entry.entries ?? []).flatMap((one) => [...pathsOf(one)])
  const paths = new Set([entry.href.split('#', 1)[0] ?? '', ...below])
  knownPaths.set(entry, paths)
  return paths
}

/** Entries of other pages, which are the same on all pages of a folder. */
const elsewhere = new WeakMap<MenuEntry, Map<string, string>>()

function entryHtml(entry: MenuEntry, page: Page, link: (path: string) => string): string {
  if (isHere(entry, page)) return writtenEntry(entry, page, link)
  const folder = posix.dirname(page.path)
  const known = elsewhere.get(entry) ?? new Map<string, string>()
  elsewhere.set(entry, known)
  const html = known.get(folder) ?? writtenEntry(entry, page, link)
  known.set(folder, html)
  return html
}

function writtenEntry(entry: MenuEntry, page: Page, link: (path: string) => string): string {
  const current =
    entry.href === page.path
      ? ' aria-current="page"'
      : isListOfSchemas(entry, page)
        ? ' aria-current="true"'
        : ''
  const badge = entry.badge
    ? `<span class="method ${entry.badge.kind}">${quoted(entry.badge.text)}</span>`
    : ''
  const inner =
    entry.entries && isHere(entry, page)
      ? `<ul>${entry.entries.map((one) => entryHtml(one, page, link)).join('')}</ul>`
      : ''
  return `<li><a href="${quoted(link(entry.href))}"${current}>${badge}<span>${quoted(plainText(entry.title))}</span></a>${inner}</li>`
}

const tableOfContents = (headings: readonly Heading[]): string =>
  `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${headings
    .map(
      ({ level, id, text }) => `<li class="level-${level}"><a href="#${quoted(id)}">${quoted(text)}</a></li>`,
    )
    .join('')}</ul></nav>`
