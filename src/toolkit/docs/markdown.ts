/** Markdown into HTML: GitHub's flavour, coloured code, an anchor on each heading, nothing that a page should not run. */
import { Marked, type Tokens } from 'marked'
import { createSlugs, slugOf } from './blocks.ts'
import { hljs } from './highlighting.ts'
import { quoted, sanitize } from './sanitize.ts'

export interface Heading {
  level: number
  id: string
  /** Without any formatting. */
  text: string
}

export interface MarkdownOptions {
  /** The URL that a link may have; undefined removes the link and leaves its text. */
  link: (href: string) => string | undefined
  /** Words in code that lead somewhere, such as error codes. */
  terms: ReadonlyMap<string, string>
  /** Path of the page, which a term does not lead to. */
  path?: string
  /** The level that the highest heading of the text gets; the others follow. */
  level?: number
  /** A prefix for the anchors of headings, where several texts share a page. */
  prefix?: string
  /** Called with each heading. */
  heading?: (heading: Heading) => void
  /** Texts that were rendered before. */
  rendered?: Rendered
}

/** HTML of texts, by a letter for their kind and the Markdown, and of blocks that several pages share. */
export interface Rendered {
  /** For the same page. */
  page: Map<string | object, string>
  /** For all pages of a folder: without anchors, terms and links to a part of a page. */
  folder: Map<string | object, string>
}

/** Text with blocks. */
export function renderMarkdown(markdown: string, options: MarkdownOptions): string {
  return once(`t${markdown}`, options, () => renderText(markdown, options))
}

/** The HTML that the text or block got before, else that which `render` returns. */
export function once(
  key: string | object,
  { rendered }: Pick<MarkdownOptions, 'rendered'>,
  render: () => string,
): string {
  if (rendered === undefined) return render()
  const before = rendered.folder.get(key)
  if (before !== undefined) return before
  const onPage = rendered.page.get(key)
  if (onPage !== undefined) {
    narrow('page')
    return onPage
  }
  const around = reach
  reach = 'folder'
  const html = render()
  if (reach === 'folder') rendered.folder.set(key, html)
  else if (reach === 'page') rendered.page.set(key, html)
  const own = reach
  reach = around
  narrow(own)
  return html
}

/** Where the HTML of the text or block being rendered is the same: its links and headings decide. */
let reach: Reach = 'folder'

const REACHES = ['folder', 'page', 'place'] as const
type Reach = (typeof REACHES)[number]

/** The HTML is the same within `to`, at most. */
export const narrow = (to: Reach): void => {
  if (REACHES.indexOf(to) > REACHES.indexOf(reach)) reach = to
}

function renderText(markdown: string, options: MarkdownOptions): string {
  const highest = highestHeading(markdown)
  const slug = createSlugs((words) => (options.prefix ?? '') + githubSlug(words))
  state = { options, highest, slug }
  const html = renderer.parse(markdown, { async: false })
  const anchors = new Set([...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id = '']) => id))
  // Other renderers call the place of a heading `#section/The-heading`, with those above it.
  const within = (href: string): string | undefined =>
    [href.slice(1), githubSlug(href.replace(/^#section\/(?:.*\/)?/, ''))]
      .flatMap((id) => [id, `${options.prefix ?? ''}${id}`])
      .find((id) => anchors.has(id))
  const link = linkIn(options)
  return sanitize(html, (href) => {
    // Such a link may lead to a heading of this text, whose anchor its place decides.
    if (href.startsWith('#')) narrow('place')
    const id = href.startsWith('#') ? within(href) : undefined
    return id === undefined ? link(href) : `#${id}`
  })
}

/** The anchor that GitHub gives a heading, so that a link works there and here. */
export const githubSlug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-') || 'section'

/** Renders inline Markdown: no paragraphs. */
export function renderInline(markdown: string, options: MarkdownOptions): string {
  // Most are a few plain words.
  if (/^[\w ,;()'-]*$/.test(markdown)) return markdown
  return once(`i${markdown}`, options, () => {
    state = { options, highest: 1, slug: slugOf }
    return sanitize(renderer.parseInline(markdown, { async: false }), linkIn(options))
  })
}

/** Only what leads somewhere by a known way: no scripts, and no path into a file system. */
const linkIn =
  ({ link }: MarkdownOptions) =>
  (href: string): string | undefined => {
    // Browsers ignore spaces and control characters within a scheme.
    const bare = [...href].filter((character) => character > ' ').join('')
    if (/^(https?|mailto|tel):/i.test(bare)) return bare
    if (bare.includes('#')) narrow('page')
    if (/^(site:|#)/.test(bare)) return link(bare)
    if (/^[a-z][a-z0-9+.-]*:/i.test(bare) || bare.startsWith('//')) return undefined
    return link(bare)
  }

/** The options of the current rendering. Rendering is synchronous, so that one renderer serves all pages. */
let state: { options: MarkdownOptions; highest: number; slug: (words: string) => string }

/** The level of the highest heading of a text, which gets the level that the page has for it. */
function highestHeading(markdown: string): number {
  if (!markdown.includes('#')) return 1
  const prose = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
  return Math.min(6, ...[...prose.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(([, hashes = '']) => hashes.length))
}

const renderer = new Marked({ gfm: true, breaks: false })
renderer.use({
  renderer: {
    heading({ tokens, depth }: Tokens.Heading): string {
      const { options } = state
      // A heading is where its term leads, not a link to it.
      state.options = { ...options, terms: new Map() }
      const inner = this.parser.parseInline(tokens)
      state.options = options
      const words = plainText(inner)
      const id = state.slug(words)
      const { level = 2, heading } = options
      narrow('place')
      const shown = Math.min(level + Math.max(depth - state.highest, 0), 6)
      heading?.({ level: shown, id, text: words })
      return `<h${shown} id="${quoted(id)}">${inner} <a class="anchor" href="#${quoted(id)}" title="Link to this section">#</a></h${shown}>\n`
    },
    code: ({ text, lang = '' }: Tokens.Code): string =>
      `<pre><code class="language-${/^\w+/.exec(lang)?.[0] ?? 'text'}">${highlighted(text, lang)}</code></pre>\n`,
    codespan: ({ text }: Tokens.Codespan): string => {
      const { terms, path } = state.options
      const term = terms.get(text)
      if (term !== undefined) narrow('page')
      const target = term === `site:${path}` ? undefined : term
      // A flag is one word: a line ends before it, and not behind its dashes.
      const words = quoted(text).replace(/(^|\s)(--[a-z][\w-]*)/g, '$1<span class="flag">$2</span>')
      const code = `<code>${words}</code>`
      return target === undefined ? code : `<a href="${quoted(target)}">${code}</a>`
    },
  },
})

const highlightCache = new Map<string, string>()

/** Elements without a color of their own, which are half of those in JSON. */
const UNSTYLED = /<span class="hljs-(?:punctuation|operator|params)">([^<]*)<\/span>/g

const JSON_TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d[\d.eE+-]*/g

/** Valid JSON as highlight.js colors it, in a tenth of the time; undefined for anything else. */
function coloredJson(code: string): string | undefined {
  try {
    JSON.parse(code)
  } catch {
    return undefined
  }
  return code.replaceAll(
    JSON_TOKENS,
    (token: string, text: string | undefined, colon: string | undefined, literal: string | undefined) => {
      if (literal !== undefined)
        return `<span class="hljs-literal"><span class="hljs-keyword">${literal}</span></span>`
      if (text === undefined) return `<span class="hljs-number">${token}</span>`
      const kind = colon === undefined ? 'string' : 'attr'
      return `<span class="hljs-${kind}">${quoted(text).replaceAll("'", '&#x27;')}</span>${colon ?? ''}`
    },
  )
}

/** Code as HTML with classes for its words; plain where the language is not known. */
export function highlighted(code: string, language: string): string {
  const name = /^\w+/.exec(language)?.[0] ?? ''
  if (!hljs.getLanguage(name)) return quoted(code)
  const key = `${name} ${code}`
  const known = highlightCache.get(key)
  if (known !== undefined) return known
  const made =
    (name === 'json' ? coloredJson(code) : undefined) ??
    hljs.highlight(code, { language: name }).value.replaceAll(UNSTYLED, '$1')
  // Many pages contain the same examples.
  if (highlightCache.size > 5000) highlightCache.clear()
  highlightCache.set(key, made)
  return made
}

/** The text of HTML, without tags. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<a class="anchor"[^>]*>#<\/a>/g, '')
    .replaceAll(/<\/(p|li|td|th|tr|h\d|div|pre|dt|dd)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
