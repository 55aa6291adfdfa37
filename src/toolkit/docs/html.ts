/** Blocks as HTML. */
import { type Badge, type Block, type Field, slugOf, type TryIt } from './blocks.ts'
import {
  type Heading,
  highlighted,
  type MarkdownOptions,
  plainText,
  renderInline,
  renderMarkdown,
} from './markdown.ts'
import { quoted } from './sanitize.ts'

export interface HtmlOptions extends Pick<MarkdownOptions, 'link' | 'terms'> {
  /** Told of each heading, in order. */
  heading: (heading: Heading) => void
}

/** The HTML of a page's blocks. */
export function renderBlocks(blocks: readonly Block[], options: HtmlOptions): string {
  /** The level that headings within a text begin at: one below the heading before it. */
  let level = 2
  let prefix = ''
  return all(blocks)

  function all(list: readonly Block[]): string {
    return list.map(one).join('')
  }

  function inline(markdown: string): string {
    return renderInline(markdown, options)
  }

  /** What folds a part open can hold no link. */
  function unlinked(markdown: string): string {
    return renderInline(markdown, { ...options, terms: new Map(), link: () => undefined }).replaceAll(
      /<\/?a\b[^>]*>/g,
      '',
    )
  }

  function one(block: Block): string {
    switch (block.kind) {
      case 'heading':
        return heading(block)
      case 'text':
        return `<div class="text">${framed(renderMarkdown(block.markdown, { ...options, level, prefix }))}</div>`
      case 'code':
        return code(block.text, block.language, block.label)
      case 'tabs':
        return tabs(block)
      case 'table':
        return table(block.head, block.rows)
      case 'details':
        return `<details class="fold"${block.id ? ` id="${quoted(block.id)}"` : ''}${block.open ? ' open' : ''}><summary>${unlinked(block.summary)}${badges(block.badges)}</summary><div class="folded">${all(block.blocks)}</div></details>`
      case 'fields':
        return `<ul class="fields">${block.fields.map(field).join('')}</ul>`
      case 'endpoint':
        return endpoint(block.method, block.path, block.tryIt)
      case 'columns':
        return `<div class="columns"><div class="main">${all(block.main)}</div><div class="side">${all(block.side)}</div></div>`
      case 'hero':
        return `<div class="hero"><div><h1>${inline(block.title)}</h1><div class="lead">${renderMarkdown(block.text, options)}</div><p class="actions">${block.actions
          .map(
            ({ label, href }, index) =>
              `<a class="action${index === 0 ? ' first' : ''}" href="${address(href)}">${inline(label)}</a>`,
          )
          .join('')}</p></div><div class="hero-side">${all(block.side)}</div></div>`
      case 'cards':
        return `<ul class="cards">${block.cards
          .map(
            ({ title, text, href }) =>
              `<li><a href="${address(href)}">${inline(title)}</a><div>${inline(text)}</div></li>`,
          )
          .join('')}</ul>`
    }
  }

  function address(href: string): string {
    return quoted(options.link(href) ?? '#')
  }

  function heading(block: Extract<Block, { kind: 'heading' }>): string {
    const inner = inline(block.text)
    level = block.level + 1
    prefix = `${block.id}-`
    options.heading({ level: block.level, id: block.id, text: plainText(inner) })
    const id = quoted(block.id)
    return `<h${block.level} id="${id}">${inner}${badges(block.badges)} <a class="anchor" href="#${id}" title="Link to this section">#</a></h${block.level}>`
  }

  /** Each choice is a button that shows its panel; on paper and without scripts all are there. */
  function tabs({ label, tabs: choices, remember }: Extract<Block, { kind: 'tabs' }>): string {
    if (choices.length === 1 && !remember) return all(choices[0]?.blocks ?? [])
    const buttons = choices
      .map(
        (choice, index) =>
          `<button type="button" aria-pressed="${index === 0}" data-tab="${index}">${quoted(choice.label)}</button>`,
      )
      .join('')
    const panels = choices
      .map(
        (choice, index) =>
          `<div class="panel${index === 0 ? ' shown' : ''}" data-label="${quoted(choice.label)}">${all(choice.blocks)}</div>`,
      )
      .join('')
    return `<div class="tabs"${remember ? ` data-remember="${quoted(remember)}"` : ''}><div class="tab-buttons" role="group" aria-label="${quoted(label)}">${buttons}</div>${panels}</div>`
  }

  function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
    const top = head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')
    const body = rows
      .map((row) => `<tr>${row.map((cell) => `<td>${breakable(inline(cell))}</td>`).join('')}</tr>`)
      .join('')
    return framed(`<table><thead><tr>${top}</tr></thead><tbody>${body}</tbody></table>`)
  }

  function field({ name, type, badges: marks, description, notes, inside }: Field): string {
    const text =
      description.trim() === '' ? '' : framed(renderMarkdown(description, { ...options, level: 5 }))
    const lines =
      notes.length === 0
        ? ''
        : `<ul class="notes">${notes.map((note) => `<li>${inline(note)}</li>`).join('')}</ul>`
    const more = inside
      ? `<details class="inside"><summary>${unlinked(inside.summary)}</summary>${all(inside.blocks)}</details>`
      : ''
    return `<li><div class="field-head"><code class="name">${quoted(name)}</code> <span class="type">${inline(type)}</span>${badges(marks)}</div>${text}${lines}${more}</li>`
  }

  function endpoint(method: string, path: string, tryIt: TryIt | undefined): string {
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
function code(text: string, language: string, label?: string): string {
  const head = label === undefined ? '' : `<div class="code-label">${quoted(label)}</div>`
  return `<div class="code">${head}<pre tabindex="0"><code class="language-${quoted(language)}">${highlighted(text.replace(/\n$/, ''), language)}</code></pre></div>`
}

/** Wide tables and code scroll by themselves, by the keyboard too; an empty cell heads no column. */
const framed = (html: string): string =>
  html
    .replaceAll(/<th\b[^>]*><\/th>/g, '<td></td>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="code"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
