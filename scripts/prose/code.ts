/** The prose of TypeScript and JavaScript: comments, sentences in strings, declared names. */
import ts from 'typescript'
import { type Passage, withoutCode, withoutMarkup } from './passage.ts'

// Read once: the property of the module is slow to read.
const { SyntaxKind } = ts

interface Token {
  kind: ts.SyntaxKind
  text: string
  /** Offset in the file. */
  start: number
}

/**
 * Reads the prose of a source file.
 * @param strings whether strings may be shown to users; those of tests are not
 */
export function codePassages(text: string, strings: boolean): Passage[] {
  const tokens = tokensOf(text)
  const lineAt = linesOf(text)
  return [
    ...commentPassages(tokens, text, lineAt),
    ...(strings ? stringPassages(tokens, lineAt) : []),
    ...namePassages(tokens, lineAt),
  ]
}

/** A function from offsets to line numbers. */
function linesOf(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** After these a slash divides; anywhere else it begins a regular expression. */
const OPERANDS = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
])

const isTrivia = (kind: ts.SyntaxKind): boolean =>
  kind === SyntaxKind.WhitespaceTrivia || kind === SyntaxKind.NewLineTrivia

/** The tokens of a file with its comments. The scanner needs help where a template continues and where a regular expression begins. */
function tokensOf(text: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const tokens: Token[] = []
  /** Open braces in each open template. */
  const templates: number[] = []
  let before: ts.SyntaxKind = SyntaxKind.Unknown
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (isTrivia(kind)) continue
    kind = rescanned(scanner, kind, before, templates)
    const comment = kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia
    if (!comment) before = kind
    tokens.push({ kind, text: scanner.getTokenText(), start: scanner.getTokenStart() })
  }
  return tokens
}

function rescanned(
  scanner: ts.Scanner,
  kind: ts.SyntaxKind,
  before: ts.SyntaxKind,
  templates: number[],
): ts.SyntaxKind {
  const last = templates.length - 1
  const open = templates[last]
  if (kind === SyntaxKind.TemplateHead) templates.push(0)
  else if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken)
    return OPERANDS.has(before) ? kind : scanner.reScanSlashToken()
  else if (kind === SyntaxKind.OpenBraceToken && open !== undefined) templates[last] = open + 1
  else if (kind === SyntaxKind.CloseBraceToken && open !== undefined) {
    if (open > 0) templates[last] = open - 1
    else {
      const part = scanner.reScanTemplateToken(false)
      if (part === SyntaxKind.TemplateTail) templates.pop()
      return part
    }
  }
  return kind
}

/**
 * Comments that are instructions to tools and are left out: `biome-ignore` and `eslint-disable` with their reasons,
 * `@ts-expect-error`, and triple-slash references. A comment that only mentions such a tool is prose.
 */
const TOOL_INSTRUCTION = /^\/\/\/|^\/[/*]+\s*(?:biome-ignore|eslint-|@ts-)/

function commentPassages(
  tokens: readonly Token[],
  text: string,
  lineAt: (offset: number) => number,
): Passage[] {
  const comments = tokens.filter(
    ({ kind, text: comment }) =>
      (kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia) &&
      !TOOL_INSTRUCTION.test(comment),
  )
  const joined: Token[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const between = last === undefined ? 'x' : text.slice(last.start + last.text.length, comment.start)
    if (
      last?.kind === SyntaxKind.SingleLineCommentTrivia &&
      comment.kind === last.kind &&
      /^\s*$/.test(between)
    )
      last.text += between + comment.text
    else joined.push({ ...comment })
  }
  return joined.flatMap(({ text: comment, start }) => paragraphs(commentText(comment), lineAt(start)))
}

/** Without its marks, its examples, and lines of code, which are indented. */
function commentText(comment: string): string {
  const bare = comment
    .replace(/^\/\*+/, '')
    .replace(/\*\/$/, '')
    .replaceAll(/^[ \t]*(?:\*(?!\*)|\/\/) ?/gm, '')
    .replaceAll(/^ {4,}.*$/gm, '')
    .replaceAll(/@example[\s\S]*?(?=\n@\w|$)/g, (example) => example.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^@(?:param|returns?|throws|template)( [\w.[\]]+ ?)?/gm, '\n@')
  return withoutCode(bare)
}

/** Blank lines, tags and entries of lists separate paragraphs. */
function paragraphs(text: string, first: number): Passage[] {
  let line = first
  return text.split(/(\n\s*\n|\n(?=\s*[-*|] ))/).flatMap((part, index) => {
    const start = line
    line += part.replaceAll('\n@', '').split('\n').length - 1
    if (index % 2 === 1 || part.trim() === '') return []
    return [{ line: start, text: part.replaceAll('@', ' '), kind: 'comment' as const }]
  })
}

function stringPassages(tokens: readonly Token[], lineAt: (offset: number) => number): Passage[] {
  const found: Passage[] = []
  const open: Token[] = []
  for (const token of tokens) {
    if (token.kind === SyntaxKind.StringLiteral || token.kind === SyntaxKind.NoSubstitutionTemplateLiteral)
      found.push(...sentence(token.text.slice(1, -1), lineAt(token.start)))
    else if (token.kind === SyntaxKind.TemplateHead) open.push({ ...token })
    else if (token.kind === SyntaxKind.TemplateMiddle || token.kind === SyntaxKind.TemplateTail) {
      const template = open.at(-1)
      if (template === undefined) continue
      template.text += token.text
      if (token.kind === SyntaxKind.TemplateTail) {
        open.pop()
        found.push(
          ...sentence(template.text.slice(1, -1).replaceAll(/\$\{\}/g, ' ◦ '), lineAt(template.start)),
        )
      }
    }
  }
  return found
}

/** SQL, styles, regular expressions and lists of names are not sentences. */
const NOT_A_SENTENCE =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|FROM|WHERE|AND|OR|PRAGMA|ON|SET|ORDER|JOIN|LEFT|BEGIN)\b|\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER TABLE|CREATE (?:TABLE|INDEX))\s|'self'|^[\w.#,]+\{|charset=|filename=|\{\n|^(?:export|import|await|type:|description:) ?|\n(?:import|export|type:) |[{}]\s*$|;\s*\}|\(\?[:!<]|^[a-z-]+=|^\s*[a-z-]+:.*;/

/** A rule of CSS at the start of a line. Its braces look like placeholders. */
const STYLES = /^[\w .#,:@>()-]+\{[a-z-]+:/m

/** A string of at least three words, of which one has lowercase letters only. */
function sentence(raw: string, line: number): Passage[] {
  const text = withoutMarkup(withoutCode(raw.replaceAll(/\\[nrt]/g, '  ').replaceAll(/\\(?=['"`$\\])/g, ' ')))
  const words = text.match(/(?<![\w-])[A-Za-z]+(?:'s)?(?![\w-])/g) ?? []
  if (words.length < 2 || !/\s[a-z]{2,}|[a-z]{2,}\s/.test(text)) return []
  if (NOT_A_SENTENCE.test(text) || STYLES.test(raw)) return []
  return [{ line, text, kind: 'string' }]
}

const DECLARING = new Set([
  SyntaxKind.ConstKeyword,
  SyntaxKind.LetKeyword,
  SyntaxKind.FunctionKeyword,
  SyntaxKind.ClassKeyword,
  SyntaxKind.InterfaceKeyword,
  SyntaxKind.TypeKeyword,
])

const BEFORE_PARAMETER = new Set([
  SyntaxKind.OpenParenToken,
  SyntaxKind.OpenBraceToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.CommaToken,
  SyntaxKind.DotDotDotToken,
  SyntaxKind.ColonToken,
])

const AFTER_PARAMETER = new Set([
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CommaToken,
  SyntaxKind.EqualsToken,
])

const OPENING = new Set([SyntaxKind.OpenParenToken, SyntaxKind.OpenBraceToken, SyntaxKind.OpenBracketToken])
const CLOSING = new Set([
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
])

/**
 * The tokens that name parameters of arrow functions, also in patterns: `one =>`, `(one, { two: three }) =>`,
 * `(four = 4): number =>`.
 */
function arrowParameters(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>()
  const open: number[] = []
  tokens.forEach(({ kind }, index) => {
    if (kind === SyntaxKind.OpenParenToken) open.push(index)
    const start = kind === SyntaxKind.CloseParenToken ? open.pop() : undefined
    if (kind === SyntaxKind.Identifier && isArrow(tokens[index + 1])) found.add(index)
    if (start === undefined || !isArrow(tokens[endOfParameters(tokens, start, index)])) return
    for (const one of parametersBetween(tokens, start, index)) found.add(one)
  })
  return found
}

const isArrow = (token: Token | undefined): boolean => token?.kind === SyntaxKind.EqualsGreaterThanToken

/** Where an arrow has to be after parentheses: behind the return type, if there is one. */
function endOfParameters(tokens: readonly Token[], start: number, end: number): number {
  const before = tokens[start - 1]?.kind
  const isTyped = tokens[end + 1]?.kind === SyntaxKind.ColonToken
  // The colon of `a ? f(b) : c` comes after parentheses too, but no arrow function can begin there.
  if (!isTyped || (before !== undefined && !BEFORE_ARROW.has(before))) return end + 1
  let depth = 0
  for (let at = end + 2; at < tokens.length; at++) {
    const kind = tokens[at]?.kind ?? SyntaxKind.Unknown
    if (depth === 0 && AFTER_TYPE.has(kind)) return at
    depth += OPENING.has(kind) ? 1 : CLOSING.has(kind) ? -1 : 0
    if (depth < 0) return at
  }
  return tokens.length
}

const BEFORE_ARROW = new Set([
  SyntaxKind.EqualsToken,
  SyntaxKind.OpenParenToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.CommaToken,
  SyntaxKind.ColonToken,
  SyntaxKind.EqualsGreaterThanToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.AsyncKeyword,
  SyntaxKind.ReturnKeyword,
  SyntaxKind.DefaultKeyword,
])
const AFTER_TYPE = new Set([
  SyntaxKind.EqualsGreaterThanToken,
  SyntaxKind.CommaToken,
  SyntaxKind.SemicolonToken,
])

/** The names between the parentheses of an arrow function, without its defaults and types. */
function* parametersBetween(tokens: readonly Token[], start: number, end: number): Generator<number> {
  /** The open brackets of patterns. */
  const patterns: ts.SyntaxKind[] = []
  for (let at = start + 1; at < end; at++) {
    const { kind } = tokens[at] as Token
    const isColonOfType = kind === SyntaxKind.ColonToken && patterns.at(-1) !== SyntaxKind.OpenBraceToken
    if (kind === SyntaxKind.EqualsToken || isColonOfType) at = afterExpression(tokens, at + 1, end) - 1
    else if (OPENING.has(kind)) patterns.push(kind)
    else if (CLOSING.has(kind)) patterns.pop()
    else if (isNamedAt(tokens, at)) yield at
  }
}

/** Where a default or a type ends: at the comma or the bracket after it. */
function afterExpression(tokens: readonly Token[], index: number, end: number): number {
  let depth = 0
  for (let at = index; at < end; at++) {
    const { kind } = tokens[at] as Token
    if (depth === 0 && (kind === SyntaxKind.CommaToken || CLOSING.has(kind))) return at
    if (OPENING.has(kind)) depth++
    else if (CLOSING.has(kind)) depth--
  }
  return end
}

function isNamedAt(tokens: readonly Token[], index: number): boolean {
  const [before, after] = [tokens[index - 1]?.kind, tokens[index + 1]?.kind]
  return (
    before !== undefined && BEFORE_PARAMETER.has(before) && after !== undefined && AFTER_PARAMETER.has(after)
  )
}

/** Each name that a file declares, once: constants, functions, types, parameters, properties. */
function namePassages(tokens: readonly Token[], lineAt: (offset: number) => number): Passage[] {
  const names = new Map<string, Passage>()
  const parameters = arrowParameters(tokens)
  tokens.forEach(({ kind, text, start }, index) => {
    if (kind !== SyntaxKind.Identifier || names.has(text)) return
    const previous = tokens[index - 1]?.kind ?? SyntaxKind.Unknown
    // The star of a generator comes before its name.
    const isStar = previous === SyntaxKind.AsteriskToken
    const before = (isStar ? tokens[index - 2]?.kind : previous) ?? SyntaxKind.Unknown
    const after = tokens[index + 1]?.kind
    const declared =
      DECLARING.has(before) ||
      after === SyntaxKind.ColonToken ||
      after === SyntaxKind.QuestionToken ||
      parameters.has(index)
    if (declared) names.set(text, { line: lineAt(start), text, kind: 'name' })
  })
  return [...names.values()]
}
