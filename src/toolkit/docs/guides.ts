/** Pages made of Markdown files, in the chapters that a configuration lists. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'yaml'
import type { Labels } from '../openapi/document.ts'
import { type Card, createSlugs, type Page, text } from './blocks.ts'
import { githubSlug } from './markdown.ts'
import { firstSentence } from './reference/schemaPages.ts'

/** The content of a `site.yaml`; every path is relative to the project. */
export interface SiteConfiguration {
  title: string
  summary: string
  start?: {
    heading: string
    text: string
    actions?: { label: string; file: string }[]
    /** The request at the right: an operation of a document, sent to a server; `response` has the properties that differ from its example. */
    request?: { document: string; operation: string; server?: string; body?: unknown; response?: object }
    sections?: { title: string; cards: (Omit<Card, 'href'> & { file: string })[] }[]
  }
  chapters: {
    title: string
    /** Markdown files, or the names of documents. */
    pages: string[]
  }[]
  /** Names of documents, as shown in the menu. */
  documents?: Record<string, string>
  /** Pages that stand for other files, such as a README. */
  also?: Record<string, string>
  /** An extension whose values the references show as badges. */
  labels?: Labels
}

/** @throws Error that names the file, what it has and what was expected */
export function readConfiguration(file: string): SiteConfiguration {
  const given = parse(readFileSync(file, 'utf8')) as Partial<SiteConfiguration> | null
  for (const member of ['title', 'summary'] as const)
    if (typeof given?.[member] !== 'string')
      throw new Error(`${file}: ${member} is ${JSON.stringify(given?.[member])}, expected text.`)
  if (!Array.isArray(given?.chapters))
    throw new Error(`${file}: chapters is ${JSON.stringify(given?.chapters)}, expected a list.`)
  return given as SiteConfiguration
}

/**
 * The path in the site of each Markdown file, from `files` in their order.
 * @example guidePaths(['docs/how-to/Docker.md']) // Map { 'docs/how-to/Docker.md' => 'guides/docker.html' }
 */
export function guidePaths(files: readonly string[]): Map<string, string> {
  const slug = createSlugs((name) => name.toLowerCase())
  return new Map(files.map((file) => [file, `guides/${slug(posix.basename(file, '.md'))}.html`]))
}

/** The Markdown files of a configuration, in the order of its menu. */
export const guideFiles = ({ chapters }: SiteConfiguration): string[] =>
  chapters.flatMap(({ pages }) => pages.filter((page) => page.endsWith('.md')))

interface Guides {
  /** By the file that each was made of. */
  pages: Map<string, Page>
  /** Headings that are one word of code, such as an error code. */
  terms: Map<string, string>
}

/** @param change what a caller adds to a file before it is read */
export function readGuides(
  root: string,
  files: readonly string[],
  change: (file: string, markdown: string) => string = (_, markdown) => markdown,
): Guides {
  const pages = new Map<string, Page>()
  const terms = new Map<string, string>()
  for (const [file, path] of guidePaths(files)) {
    if (!existsSync(join(root, file))) throw new Error(`There is no page ${file}.`)
    const markdown = change(file, readFileSync(join(root, file), 'utf8')).replaceAll('\r\n', '\n')
    const [, title = posix.basename(file, '.md')] = /^# +(.*)$/m.exec(markdown) ?? []
    const body = markdown.replace(/^# +.*$/m, '')
    const prose = body.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/^```[\s\S]*?^```/gm, '')
    const lead = prose.split(/\n\s*\n/).find((part) => /^[\p{L}`*["]/u.test(part.trim())) ?? ''
    pages.set(file, {
      path,
      title: title.replaceAll('`', ''),
      summary: firstSentence(lead).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
      source: file,
      blocks: text(body),
    })
    for (const [, word = ''] of prose.matchAll(/^#{2,4} +`([^`]+)`\s*$/gm))
      if (!terms.has(word)) terms.set(word, `site:${path}#${githubSlug(word)}`)
  }
  return { pages, terms }
}
