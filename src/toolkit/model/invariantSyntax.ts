/**
 * The language of `x-invariants`: `total == sum(lines.amount)`, `status == "closed" implies closedAt != null`.
 * docs/reference/x-extensions.md has its grammar.
 */
import type { Expression } from './expressions.ts'

/** An invariant cannot be parsed. The message contains it, the position and what was expected. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** A value of an object that an invariant names. */
export interface Reference {
  /** As it is written: `owner.id`, `sum(lines.amount)`. */
  name: string
  kind: 'property' | 'sum' | 'count'
  path: readonly string[]
}

/** Operands of an expression are names of references. */
export type Side = { literal: string | boolean | null } | { expression: Expression }

export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>='

export interface Comparison {
  left: Side
  relation: Relation
  right: Side
}

export interface Invariant {
  /** With one space between its parts. */
  text: string
  /** The comparison before `implies`. */
  premise: Comparison | undefined
  claim: Comparison
  references: ReadonlyMap<string, Reference>
}

interface Token {
  kind: 'number' | 'string' | 'name' | 'symbol'
  text: string
  /** Of a string or a quoted name: what is between the quotes. */
  content: string
  /** Counted from 1. */
  column: number
}

const MAX_LENGTH = 500

const TOKEN =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<string>"(?:[^"\\]|\\.)*")|(?<name>[A-Za-z_$][\w$]*|`[^`]+`)|(?<symbol>==|!=|<=|>=|[-<>+*/().]))/y

/** Words that are not names of properties, unless they are in backticks. */
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

const RELATIONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='] satisfies Relation[]

/**
 * Parses one invariant.
 * @throws InvariantError with the position of what cannot be parsed
 * @example parseInvariant('paid <= total').claim.relation // '<='
 */
export function parseInvariant(text: string): Invariant {
  if (text.length > MAX_LENGTH)
    throw new InvariantError(
      `an invariant of ${text.length} characters is too long; use at most ${MAX_LENGTH}`,
    )
  return new Parser(text, tokensIn(text)).invariant()
}

function tokensIn(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (match === null) throw unexpected(text, at + 1 + (/\S/.exec(text.slice(at))?.index ?? 0))
    const [kind, word = ''] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? [
      'symbol',
    ]
    tokens.push({
      kind: kind as Token['kind'],
      text: word,
      content: kind === 'string' ? contentOf(word, text) : word.replaceAll('`', ''),
      column: TOKEN.lastIndex - word.length + 1,
    })
  }
  return tokens
}

function contentOf(quoted: string, text: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new InvariantError(`${JSON.stringify(text)} contains ${quoted}, which is not a JSON string`)
  }
}

const HINTS: Readonly<Record<string, string>> = {
  '=': 'use == for "equals"',
  '&': 'write two invariants instead of &&',
  '|': 'an invariant has no "or"',
  "'": 'use double quotes for strings',
  '!': 'use != for "differs from"',
}

function unexpected(text: string, column: number, wanted?: string): InvariantError {
  const rest = text.slice(column - 1)
  const what = rest === '' ? 'ends too early' : `has an unexpected ${JSON.stringify(rest[0])}`
  const hint = wanted === undefined ? HINTS[rest[0] ?? ''] : `expected ${wanted}`
  return new InvariantError(
    `${JSON.stringify(text)} ${what} at column ${column}${hint === undefined ? '' : `; ${hint}`}`,
  )
}

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #references = new Map<string, Reference>()
  #at = 0

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  invariant(): Invariant {
    const first = this.#comparison()
    const isPremise = this.#take('implies', 'name')
    const claim = isPremise ? this.#comparison() : first
    if (this.#next !== undefined) throw this.#unexpected(isPremise ? 'the end' : 'implies or the end')
    if (this.#references.size === 0)
      throw new InvariantError(`${JSON.stringify(this.#text)} names no property`)
    return {
      text: textOf(this.#tokens),
      premise: isPremise ? first : undefined,
      claim,
      references: this.#references,
    }
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #unexpected(wanted: string): InvariantError {
    return unexpected(this.#text, this.#next?.column ?? this.#text.length + 1, wanted)
  }

  #take(text: string, kind: Token['kind'] = 'symbol'): boolean {
    const isNext = this.#next?.kind === kind && this.#next.text === text
    if (isNext) this.#at++
    return isNext
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#unexpected(JSON.stringify(text))
  }

  #comparison(): Comparison {
    const left = this.#side()
    const relation = this.#next?.kind === 'symbol' ? this.#next.text : ''
    if (!RELATIONS.includes(relation)) throw this.#unexpected(`one of ${RELATIONS.join(', ')}`)
    this.#at++
    const at = this.#at
    const right = this.#side()
    if (relation.length === 1 || /[<>]/.test(relation))
      for (const side of [left, right])
        if ('literal' in side && typeof side.literal !== 'string') {
          this.#at = at
          throw this.#unexpected(`a number, a time or a property, which ${relation} can compare`)
        }
    return { left, relation: relation as Relation, right }
  }

  #side(): Side {
    const token = this.#next
    if (token?.kind === 'string') {
      this.#at++
      return { literal: token.content }
    }
    const word = token?.kind === 'name' ? WORDS.get(token.text) : undefined
    if (word === undefined) return { expression: this.#sum() }
    this.#at++
    return { literal: word }
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#factor()))
  }

  #chain(operators: readonly ('+' | '-' | '*' | '/')[], next: () => Expression): Expression {
    let left = next()
    for (;;) {
      const operator = operators.find((one) => this.#take(one))
      if (operator === undefined) return left
      left = { kind: 'operation', operator, left, right: next() }
    }
  }

  #factor(): Expression {
    const token = this.#next
    if (this.#take('(')) {
      const inside = this.#sum()
      this.#expect(')')
      return inside
    }
    if (this.#take('-')) {
      const zero: Expression = { kind: 'number', value: 0 }
      return { kind: 'operation', operator: '-', left: zero, right: this.#factor() }
    }
    if (token?.kind === 'number') {
      this.#at++
      return { kind: 'number', value: Number(token.text) }
    }
    const behind = this.#tokens[this.#at + 1]
    if (token?.kind === 'name' && behind?.text === '(' && (token.text === 'sum' || token.text === 'count')) {
      this.#at += 2
      const path = this.#path()
      this.#expect(')')
      return this.#operand(token.text, path)
    }
    return this.#operand('property', this.#path())
  }

  #path(): string[] {
    const path: string[] = []
    do {
      const token = this.#next
      if (token?.kind !== 'name' || token.text === 'implies' || WORDS.has(token.text))
        throw this.#unexpected('the name of a property or a number')
      path.push(token.content)
      this.#at++
    } while (this.#take('.'))
    return path
  }

  #operand(kind: Reference['kind'], path: readonly string[]): Expression {
    const name = kind === 'property' ? pathText(path) : `${kind}(${pathText(path)})`
    this.#references.set(name, { name, kind, path })
    return { kind: 'operand', name }
  }
}

/** A path as an invariant writes it: names with other characters than letters, digits, `_` and `$` are in backticks. */
export const pathText = (path: readonly string[]): string =>
  path.map((one) => (isPlainName(one) ? one : `\`${one}\``)).join('.')

const isPlainName = (name: string): boolean =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'implies' && !WORDS.has(name)

/** The tokens with one space between operands and symbols, and none in paths and calls. */
function textOf(tokens: readonly Token[]): string {
  let text = ''
  for (const [index, { text: word }] of tokens.entries()) {
    const before = tokens[index - 1]
    const isCall = word === '(' && before?.kind === 'name' && before.text !== 'implies'
    const isJoined =
      before === undefined ||
      ['.', ')'].includes(word) ||
      ['.', '('].includes(before.text) ||
      isCall ||
      isSign(tokens, index - 1)
    text += isJoined ? word : ` ${word}`
  }
  return text
}

/** Whether a minus belongs to the value behind it. */
function isSign(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  if (tokens[index]?.text !== '-') return false
  return (
    before === undefined || (before.kind === 'symbol' && before.text !== ')') || before.text === 'implies'
  )
}
