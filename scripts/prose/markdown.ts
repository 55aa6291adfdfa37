/** The prose of Markdown: headings, paragraphs, entries of lists, cells of tables. Code is left out. */
import { marked, type Token, type Tokens } from 'marked'
import { type Passage, withoutCode, withoutMarkup } from './passage.ts'

/**
 * Reads the prose of a Markdown text.
 * @param line of the first line of `markdown` in its file, from 1
 */
export function markdownPassages(markdown: string, line = 1): Passage[] {
  const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? ''
  return passagesOf(marked.lexer(markdown.slice(front.length)), line + breaksIn(front))
}

const breaksIn = (text: string): number => text.split('\n').length - 1

function passagesOf(tokens: readonly Token[], first: number): Passage[] {
  let line = first
  return tokens.flatMap((token) => {
    const start = line
    line += breaksIn(token.raw)
    return blockPassages(token, start)
  })
}

function blockPassages(token: Token, line: number): Passage[] {
  switch (token.type) {
    case 'heading':
      return [passage(token.raw.replace(/^#+ */, ''), line, 'heading')]
    case 'paragraph':
    case 'text':
      return [passage(token.raw, line, 'text')]
    case 'blockquote':
      return passagesOf((token as Tokens.Blockquote).tokens, line)
    case 'list':
      return listPassages(token as Tokens.List, line)
    case 'table':
      return tablePassages(token as Tokens.Table, line)
    default:
      return []
  }
}

/** An entry may begin with blank lines of the one before it, which its own `raw` leaves out: lines are counted by `raw`. */
function listPassages(list: Tokens.List, first: number): Passage[] {
  let line = first
  return list.items.flatMap((item) => {
    const start = line
    line += breaksIn(item.raw)
    return passagesOf(item.tokens, start)
  })
}

function tablePassages(table: Tokens.Table, line: number): Passage[] {
  const rows = table.rows.map((row, index): [Tokens.TableCell[], number] => [row, line + 2 + index])
  return [
    ...table.header.map((cell) => passage(cell.text, line, 'heading')),
    ...rows.flatMap(([row, at]) => row.map((cell) => passage(cell.text, at, 'text'))),
  ]
}

const passage = (raw: string, line: number, kind: Passage['kind']): Passage => ({
  line,
  kind,
  text: withoutMarkup(withoutCode(withoutLinkTargets(raw))),
})

/** Leaves the text of links and replaces their targets by spaces. */
const withoutLinkTargets = (text: string): string =>
  text.replaceAll(/\]\([^)\n]*\)/g, (target) => ' '.repeat(target.length))
