/**
 * The content of a page, before it is HTML or Markdown. Strings are Markdown; a link that begins with `site:`
 * is a path from the root of the site, so that each page can make it relative.
 */
import type { CredentialForm } from '../openapi/credentialForm.ts'
import type { JsonObject } from '../openapi/document.ts'

export interface Badge {
  text: string
  /** Names the style: `get`, `deprecated`, `required`, `label` and so on. */
  kind: string
  /** Shown as a tooltip. */
  title?: string
}

/** A property of an object, a parameter or a header. */
export interface Field {
  name: string
  /** Markdown, such as `array of [Prompt](site:…)`. */
  type: string
  badges: Badge[]
  description: string
  /** Constraints and the like, each a line of Markdown. */
  notes: string[]
  /** The folded content below a field. */
  inside?: { summary: string; blocks: Block[]; isDeferred?: true }
}

export interface Tab {
  label: string
  blocks: Block[]
  isDeferred?: true
}

export interface Card {
  title: string
  text: string
  href: string
}

/** The data that the form of an operation needs to send a request. */
export interface TryIt {
  method: string
  path: string
  server: string
  parameters: { name: string; in: string; required: boolean; example: string }[]
  body?: { type: string; example: string }
  /** Where the credentials are: alternatives, each with those of one request. Left out where none is needed. */
  credentials?: CredentialForm[][]
}

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; text: string; id: string; badges?: Badge[]; keywords?: string }
  | { kind: 'text'; markdown: string }
  /** `isPlain`: without colors. */
  | { kind: 'code'; language: string; text: string; label?: string; isPlain?: true }
  /** One of several; `remember` stores the choice for all tabs of its kind. */
  | { kind: 'tabs'; label: string; tabs: Tab[]; remember?: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** `isDeferred`: the content becomes elements of the page when it is opened. */
  | {
      kind: 'details'
      summary: string
      badges?: Badge[]
      blocks: Block[]
      open?: boolean
      id?: string
      isDeferred?: true
    }
  | { kind: 'fields'; fields: Field[] }
  | { kind: 'endpoint'; method: string; path: string; tryIt?: TryIt }
  | { kind: 'columns'; main: Block[]; side: Block[] }
  | { kind: 'hero'; title: string; text: string; actions: { label: string; href: string }[]; side: Block[] }
  | { kind: 'cards'; cards: Card[] }

export interface Page {
  /** From the root of the site, such as `guides/paging.html`. */
  path: string
  title: string
  /** One sentence, for search, assistants and the head of the page. */
  summary: string
  badges?: Badge[]
  blocks: Block[]
  /** The Markdown file that it was made of; its links are relative to that. */
  source?: string
  /** It has the content of another page, which the search finds. */
  repeats?: true
  /** One of the pages of a group, whose operations may have been on another one of them before. */
  isPart?: boolean
  /** Over the whole width, without a list of what is on the page. */
  wide?: boolean
}

export interface MenuEntry {
  title: string
  /** Path of a page, with a fragment where it is a part of it. */
  href: string
  badge?: Badge
  /** Shown where the page, or one of these, is open. */
  entries?: MenuEntry[]
}

/** A chapter of the menu: guides, or one document. */
export interface Chapter {
  title: string
  entries: MenuEntry[]
}

const shared = new WeakSet<Block>()

/** Marks blocks that several pages may have, so that each of them is written once. */
export function share(blocks: readonly Block[]): void {
  for (const block of blocks) shared.add(block)
}

export const isShared = (block: Block): boolean => shared.has(block)

export const text = (markdown: string): Block[] =>
  markdown.trim() === '' ? [] : [{ kind: 'text', markdown }]

/** A table; a column without any content is left out. */
export function table(head: string[], rows: string[][]): Block[] {
  if (rows.length === 0) return []
  const isShown = head.map((_, at) => at === 0 || rows.some((row) => (row[at] ?? '') !== ''))
  const shown = (row: string[]) => row.filter((_, at) => isShown[at])
  return [{ kind: 'table', head: shown(head), rows: rows.map(shown) }]
}

export const fold = (summary: string, blocks: Block[], open = false): Block => ({
  kind: 'details',
  summary,
  blocks,
  open,
})

export const heading = (level: 2 | 3 | 4, words: string, id: string): Block => ({
  kind: 'heading',
  level,
  text: words,
  id,
})

export const json = (value: unknown, label?: string): Block => ({
  kind: 'code',
  language: 'json',
  text: JSON.stringify(value, null, 2) ?? '',
  ...(label !== undefined && { label }),
})

/** Lower-case words with hyphens, for URLs; `section` for a heading without letters. */
export const slugOf = (words: string): string =>
  words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '') || 'section'

/** Gives each name a slug of its own, also where a file system ignores case. */
export function createSlugs(make: (name: string) => string = slugOf): (name: string) => string {
  const used = new Set<string>()
  return (name) => {
    const base = make(name)
    let slug = base
    for (let count = 2; used.has(slug.toLowerCase()); count++) slug = `${base}-${count}`
    used.add(slug.toLowerCase())
    return slug
  }
}

/** The string at a property, or an empty one. */
export const textAt = (node: JsonObject, member: string): string => {
  const value = node[member]
  return typeof value === 'string' ? value : ''
}
