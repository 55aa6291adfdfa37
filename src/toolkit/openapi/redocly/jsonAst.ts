/** The syntax tree of a JSON text as Redocly reads positions from it, built where it is read: a whole one needs a second. */
import { type JsonChild, jsonChildren } from '../jsonPosition.ts'
import type { JsonText } from '../jsonText.ts'

/** The kinds of yaml-ast-parser. */
const SCALAR = 0
const MAPPING = 1
const MAP = 2
const SEQUENCE = 3

interface AstNode {
  kind: number
  startPosition: number
  endPosition: number
  parent: AstNode | undefined
}

class ValueNode implements AstNode {
  readonly kind: number
  readonly startPosition: number
  readonly endPosition: number
  readonly parent: AstNode | undefined
  readonly #json: JsonText
  #children: AstNode[] | undefined

  constructor(json: JsonText, start: number, end: number, parent: AstNode | undefined) {
    const letter = json.text[start]
    this.kind = letter === '{' ? MAP : letter === '[' ? SEQUENCE : SCALAR
    this.startPosition = start
    this.endPosition = end
    this.parent = parent
    this.#json = json
  }

  get mappings(): AstNode[] {
    this.#children ??= jsonChildren(this.#json, this.startPosition).map(
      (child) => new MappingNode(this.#json, child, this),
    )
    return this.#children
  }

  get items(): AstNode[] {
    this.#children ??= jsonChildren(this.#json, this.startPosition).map(
      ({ value, end }) => new ValueNode(this.#json, value, end, this),
    )
    return this.#children
  }
}

class MappingNode implements AstNode {
  readonly kind = MAPPING
  readonly startPosition: number
  readonly endPosition: number
  readonly parent: AstNode
  readonly key: AstNode & { value: string }
  readonly value: AstNode

  constructor(json: JsonText, { name, start, nameEnd, value, end }: JsonChild, parent: AstNode) {
    this.startPosition = start
    this.endPosition = end
    this.parent = parent
    this.key = { kind: SCALAR, value: name, startPosition: start, endPosition: nameEnd, parent: this }
    this.value = new ValueNode(json, value, end, this)
  }
}

export function jsonAst(json: JsonText): AstNode {
  const { text } = json
  const start = /\S/.exec(text)?.index ?? 0
  return new ValueNode(json, start, text.trimEnd().length, undefined)
}
