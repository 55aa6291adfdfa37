/** Blocks as Markdown: the Markdown version of a page, for assistants and for reading in a terminal. */
import { type Badge, type Block, type Field, isShared, type Page } from './blocks.ts'

/** @param link the address of a link of the site, from this page; undefined for one that leads nowhere */
export function renderTwin(page: Page, link: (href: string) => string | undefined): string {
  const blocks = page.blocks.map((block) => markdownOf(block, 0)).filter((part) => part !== '')
  const own = page.blocks[0]?.kind === 'hero' ? '' : `# ${page.title}${marks(page.badges)}\n\n`
  return `${own}${blocks.join('\n\n')}\n`
    .split(/(^```[\s\S]*?^```)/m)
    .map((part, index) => (index % 2 === 1 ? part : relinked(part, link).replaceAll(/\n{3,}/g, '\n\n')))
    .join('')
}

const relinked = (markdown: string, link: (href: string) => string | undefined): string =>
  markdown.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, href: string) => {
    if (/^(https?|mailto):/.test(href)) return whole
    const target = link(href)
    return target === undefined ? words : `[${words}](${target})`
  })

function markdownOf(block: Block, depth: number): string {
  const all = (blocks: readonly Block[], deeper = depth) =>
    blocks
      .map((one) => markdownOf(one, deeper))
      .filter((part) => part !== '')
      .join('\n\n')
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}${marks(block.badges)}`
    case 'text':
      return block.markdown.trim()
    case 'code':
      return fenced(block.text, block.language, block.label)
    case 'tabs':
      return block.tabs
        .map((tab) => (block.tabs.length > 1 ? `**${tab.label}**\n\n${all(tab.blocks)}` : all(tab.blocks)))
        .join('\n\n')
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map(
          (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
        )
        .join('\n')
    case 'details':
      return `**${block.summary.replaceAll('**', '')}**${marks(block.badges)}\n\n${all(block.blocks)}`
    case 'fields':
      return fieldsOf(block, depth)
    case 'endpoint':
      return `\`${block.method} ${block.path}\``
    case 'columns':
      return all([...block.main, ...block.side])
    case 'hero':
      return `# ${block.title}\n\n${block.text}\n\n${block.actions.map(({ label, href }) => `- [${label}](${href})`).join('\n')}\n\n${all(block.side)}`
    case 'cards':
      return block.cards.map(({ title, text, href }) => `- [${title}](${href}): ${text}`).join('\n')
  }
}

/** The list of shared fields that are not inside of others. */
const known = new WeakMap<Block, string>()

function fieldsOf(block: Extract<Block, { kind: 'fields' }>, depth: number): string {
  const isStored = depth === 0 && isShared(block)
  const before = isStored ? known.get(block) : undefined
  const markdown = before ?? block.fields.map((field) => fieldOf(field, depth)).join('\n')
  if (isStored) known.set(block, markdown)
  return markdown
}

function fieldOf({ name, type, badges, description, notes, inside }: Field, depth: number): string {
  const indent = '  '.repeat(depth)
  const words = [description.replaceAll(/\s+/g, ' ').trim(), ...notes.map((note) => `${note}.`)].filter(
    (part) => part !== '',
  )
  const line = `${indent}- \`${name}\` (${[type, ...badges.map((badge) => badge.text)].join(', ')})${words.length > 0 ? `: ${words.join(' ')}` : ''}`
  if (!inside) return line
  const below = inside.blocks
    .map((block) =>
      block.kind === 'fields'
        ? block.fields.map((field) => fieldOf(field, depth + 1)).join('\n')
        : indented(markdownOf(block, depth + 1), `${indent}  `),
    )
    .join('\n')
  return `${line}\n${below}`
}

const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' || line.startsWith(indent) ? line : indent + line))
    .join('\n')

const marks = (badges: readonly Badge[] = []): string =>
  badges.length === 0 ? '' : ` (${badges.map(({ text }) => text).join(', ')})`

/** A fence longer than any within. */
function fenced(text: string, language: string, label?: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${label === undefined ? '' : `${label}:\n\n`}${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}
