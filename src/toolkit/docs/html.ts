/** Blocks as HTML. */
import { type Badge, type Block, type Field, isShared, slugOf, type TryIt } from './blocks.ts'
import {
  type Heading,
  highlighted,
  type MarkdownOptions,
  narrow,
  once,
  plainText,
  renderInline,
  renderMarkdown,
} from './markdown.ts'
import { quoted } from './sanitize.ts'

export interface HtmlOptions extends Pick<MarkdownOptions, 'link' | 'terms' | 'path' | 'rendered'> {
  /** Called with each heading, in order. */
  heading: (heading: Heading) => void
}

/** The HTML of a page's blocks. */
export const renderBlocks = (blocks: readonly Block[], options: HtmlOptions): string =>
  new BlockWriter(options).render(blocks)

const NONE: ReadonlyMap<string, string> = new Map()

class BlockWriter {
  readonly #options: HtmlOptions
  /** The level that headings within a text begin at: one below the heading before it. */
  #level = 2
  #prefix = ''

  constructor(options: HtmlOptions) {
    this.#options = options
  }

  render(blocks: readonly Block[]): string {
    return blocks.map((block) => this.#one(block)).join('')
  }

  #inline(markdown: string): string {
    return renderInline(markdown, this.#options)
  }

  /** A summary, which opens a folded part, cannot contain links. */
  #unlinked(markdown: string): string {
    const { rendered: _, ...options } = this.#options
    return renderInline(markdown, { ...options, terms: NONE, link: () => undefined }).replaceAll(
      /<\/?a\b[^>]*>/g,
      '',
    )
  }

  #one(block: Block): string {
    switch (block.kind) {
      case 'heading':
        return this.#heading(block)
      case 'text':
        return `<div class="text">${framed(this.#text(block.markdown))}</div>`
      case 'code':
        return this.#code(block)
      case 'tabs':
        return this.#tabs(block)
      case 'table':
        return this.#table(block.head, block.rows)
      case 'details':
        return `<details class="fold"${block.id ? ` id="${quoted(block.id)}"` : ''}${block.open ? ' open' : ''}><summary>${this.#unlinked(block.summary)}${badges(block.badges)}</summary><div class="folded">${this.#content(block)}</div></details>`
      case 'fields':
        return this.#fields(block)
      case 'endpoint':
        return this.#endpoint(block.method, block.path, block.tryIt)
      case 'columns':
        return `<div class="columns"><div class="main">${this.render(block.main)}</div><div class="side">${this.render(block.side)}</div></div>`
      case 'hero':
        return `<div class="hero"><div><h1>${this.#inline(block.title)}</h1><div class="lead">${renderMarkdown(block.text, this.#options)}</div><p class="actions">${block.actions
          .map(
            ({ label, href }, index) =>
              `<a class="action${index === 0 ? ' first' : ''}" href="${this.#address(href)}">${this.#inline(label)}</a>`,
          )
          .join('')}</p></div><div class="hero-side">${this.render(block.side)}</div></div>`
      case 'cards':
        return `<ul class="cards">${block.cards
          .map(
            ({ title, text, href }) =>
              `<li><a href="${this.#address(href)}">${this.#inline(title)}</a><div>${this.#inline(text)}</div></li>`,
          )
          .join('')}</ul>`
    }
  }

  /** Without scripts, what is deferred is there from the start. */
  #content({ blocks, isDeferred }: { blocks: Block[]; isDeferred?: true }): string {
    if (!isDeferred) return this.render(blocks)
    // Other pages have the same part, and not all of them defer it.
    const html = once(blocks, this.#options, () => this.render(blocks))
    return `<noscript class="deferred">${html}</noscript>`
  }

  /** A page that has too many elements is rendered again, with the same code. */
  #code(block: Extract<Block, { kind: 'code' }>): string {
    const known = this.#options.rendered?.page
    const html = known?.get(block) ?? code(block)
    known?.set(block, html)
    return html
  }

  #text(markdown: string): string {
    return renderMarkdown(markdown, { ...this.#options, level: this.#level, prefix: this.#prefix })
  }

  #address(href: string): string {
    return quoted(this.#options.link(href) ?? '#')
  }

  /** The operations that carry a schema share its fields. */
  #fields(block: Extract<Block, { kind: 'fields' }>): string {
    const render = () => `<ul class="fields">${block.fields.map((field) => this.#field(field)).join('')}</ul>`
    return isShared(block) ? once(block, this.#options, render) : render()
  }

  #heading(block: Extract<Block, { kind: 'heading' }>): string {
    narrow('place')
    const inner = this.#inline(block.text)
    this.#level = block.level + 1
    this.#prefix = `${block.id}-`
    this.#options.heading({ level: block.level, id: block.id, text: plainText(inner) })
    const id = quoted(block.id)
    return `<h${block.level} id="${id}">${inner}${badges(block.badges)} <a class="anchor" href="#${id}" title="Link to this section">#</a></h${block.level}>`
  }

  /** Each choice is a button that shows its panel; on paper and without scripts all are there. */
  #tabs({ label, tabs: choices, remember }: Extract<Block, { kind: 'tabs' }>): string {
    if (choices.length === 1 && !remember) return this.render(choices[0]?.blocks ?? [])
    const buttons = choices
      .map(
        (choice, index) =>
          `<button type="button" aria-pressed="${index === 0}" data-tab="${index}">${quoted(choice.label)}</button>`,
      )
      .join('')
    const panels = choices
      .map(
        (choice, index) =>
          `<div class="panel${index === 0 ? ' shown' : ''}" data-label="${quoted(choice.label)}">${this.#content(choice)}</div>`,
      )
      .join('')
    return `<div class="tabs"${remember ? ` data-remember="${quoted(remember)}"` : ''}><div class="tab-buttons" role="group" aria-label="${quoted(label)}">${buttons}</div>${panels}</div>`
  }

  #table(head: readonly string[], rows: readonly (readonly string[])[]): string {
    const top = head.map((cell) => `<th scope="col">${this.#inline(cell)}</th>`).join('')
    const body = rows
      .map((row) => `<tr>${row.map((cell) => `<td>${breakable(this.#inline(cell))}</td>`).join('')}</tr>`)
      .join('')
    return framed(`<table><thead><tr>${top}</tr></thead><tbody>${body}</tbody></table>`)
  }

  #field({ name, type, badges: marks, description, notes, inside }: Field): string {
    const text =
      description.trim() === '' ? '' : framed(renderMarkdown(description, { ...this.#options, level: 5 }))
    const lines =
      notes.length === 0
        ? ''
        : `<ul class="notes">${notes.map((note) => `<li>${this.#inline(note)}</li>`).join('')}</ul>`
    const more = inside
      ? `<details class="inside"><summary>${this.#unlinked(inside.summary)}</summary>${this.#content(inside)}</details>`
      : ''
    return `<li><div class="field-head"><code class="name">${quoted(name)}</code> <span class="type">${this.#inline(type)}</span>${badges(marks)}</div>${text}${lines}${more}</li>`
  }

  #endpoint(method: string, path: string, tryIt: TryIt | undefined): string {
    const parts = quoted(path)
      .replaceAll('/', '<wbr>/')
      .replaceAll(/\{[^}]*\}/g, (name) => `<var>${name}</var>`)
    const button = tryIt
      ? `<button type="button" class="try" data-try="${quoted(JSON.stringify(tryIt))}">Try it</button>`
      : ''
    return `<div class="endpoint"><span class="method ${slugOf(method)}">${quoted(method)}</span><code>${parts}</code>${button}</div>`
  }
}

const badges = (list: readonly Badge[] = []): string =>
  list
    .map(
      ({ text, kind, title }) =>
        ` <span class="badge ${quoted(kind)}"${title ? ` title="${quoted(title)}"` : ''}>${quoted(text)}</span>`,
    )
    .join('')

/** An address in a narrow cell ends its line before a slash, not within a name. */
const breakable = (html: string): string =>
  html.replaceAll(/<code>[^<]*<\/code>/g, (path) => path.replaceAll(/(?<![/<>])\/(?=\w|\{)/g, '<wbr>/'))

/** Code with its language, which the script adds a button for copying to. */
function code({ text: given, language, label, isPlain }: Extract<Block, { kind: 'code' }>): string {
  const text = given.replace(/\n$/, '')
  const head = label === undefined ? '' : `<div class="code-label">${quoted(label)}</div>`
  return `<div class="code">${head}<pre tabindex="0"><code class="language-${quoted(language)}">${isPlain ? quoted(text) : highlighted(text, language)}</code></pre></div>`
}

/** Wide tables and code scroll by themselves, by the keyboard too; an empty cell heads no column. */
const framed = (html: string): string =>
  html
    .replaceAll(/<th\b[^>]*><\/th>/g, '<td></td>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="code"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
