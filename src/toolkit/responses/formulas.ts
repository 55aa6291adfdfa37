/** Where the values of a response must equal a formula of the document. */
import { examplesOf } from '../model/api.ts'
import { descriptionOf } from '../model/description.ts'
import {
  computed,
  currenciesIn,
  type Formula,
  formulasOf,
  isResult,
  numberOf,
  statedValues,
} from '../model/formulas.ts'
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { listOperations } from '../openapi/operations.ts'
import { follow } from '../openapi/resolve.ts'
import { membersOf, viewOf, withoutNull } from '../schema/view.ts'

interface WrongValue {
  formula: Formula
  value: Json | undefined
  expected: number
  pointer: string
}

/** The formulas of a schema and of what is inside it. */
interface Tree {
  formulas: readonly Formula[]
  members: ReadonlyMap<string, Tree>
  items: Tree | undefined
}

/** Deeper objects are not checked. */
const MAX_DEPTH = 6

class Formulas {
  readonly #document: ContractDocument
  readonly #trees = new Map<Json, Tree | undefined>()
  /** Formulas that an example of the document contradicts. */
  readonly #contradicted = new Set<Formula>()

  /** Statements of operations' descriptions about the properties of a schema. */
  readonly #said = new Map<Json, ReadonlyMap<string, string>>()

  constructor(document: ContractDocument) {
    this.#document = document
    const all = listOperations(document).flatMap(({ operation, responses }) =>
      [...responses].flatMap(([status, { node }]) =>
        Object.values(objectAt(node, 'content')).map((media) => ({
          ...{ operation, isSuccess: status.startsWith('2') },
          media: follow(document, media),
        })),
      ),
    )
    for (const { operation, media, isSuccess } of all)
      if (isSuccess) this.#readStatements(descriptionOf(operation), media.schema)
    for (const { media } of all) this.#readExamples(media)
  }

  #readStatements(description: string, schema: Json | undefined): void {
    const names = description.includes('`') ? membersOf(viewOf(this.#document, schema)) : []
    const said = statedValues(
      description,
      names.map(([name]) => name),
    )
    if (said.size === 0) return
    const key = keyOf(schema ?? null)
    this.#said.set(key, new Map([...(this.#said.get(key) ?? []), ...said]))
  }

  #readExamples(media: JsonObject): void {
    const schema = media.schema
    const examples = [
      ...examplesOf(this.#document, media),
      ...examplesOf(this.#document, follow(this.#document, schema)),
    ]
    for (const example of examples)
      for (const { formula } of this.wrong(schema, example)) this.#contradicted.add(formula)
  }

  /** Whether a schema, or one inside it, has a formula. */
  has(schema: Json | undefined): boolean {
    return schema !== undefined && this.#treeOf(schema, 0) !== undefined
  }

  /** The values that differ from what a formula gives. */
  *wrong(schema: Json | undefined, value: Json): Iterable<WrongValue> {
    const tree = schema === undefined ? undefined : this.#treeOf(schema, 0)
    if (tree !== undefined) yield* this.#wrongIn(tree, value, '')
  }

  /** Undefined where there is no formula at any level. */
  #treeOf(schema: Json, depth: number): Tree | undefined {
    const key = keyOf(schema)
    const known = this.#trees.get(key)
    if (known !== undefined || this.#trees.has(key) || depth > MAX_DEPTH) return known
    // A schema inside itself is not checked again.
    this.#trees.set(key, undefined)
    const view = withoutNull(this.#document, viewOf(this.#document, schema))
    const members = new Map(
      membersOf(view).flatMap(([name, inner]): [string, Tree][] => {
        const inside = this.#treeOf(inner, depth + 1)
        return inside === undefined ? [] : [[name, inside]]
      }),
    )
    const items = view.items === undefined ? undefined : this.#treeOf(view.items, depth + 1)
    const formulas = formulasOf(this.#document, view, this.#said.get(key))
    const tree =
      formulas.length + members.size > 0 || items !== undefined ? { formulas, members, items } : undefined
    this.#trees.set(key, tree)
    return tree
  }

  *#wrongIn(tree: Tree, value: Json, pointer: string): Iterable<WrongValue> {
    const { members, items } = tree
    if (Array.isArray(value)) {
      if (items === undefined) return
      for (const [index, one] of value.entries()) yield* this.#wrongIn(items, one, `${pointer}/${index}`)
      return
    }
    if (!isObject(value)) return
    yield* this.#wrongAt(tree, value, pointer)
    for (const [name, inside] of members)
      yield* this.#wrongIn(inside, value[name] ?? null, `${pointer}/${name}`)
  }

  *#wrongAt({ formulas }: Tree, value: JsonObject, pointer: string): Iterable<WrongValue> {
    const isOfOneCurrency = formulas.length > 0 && currenciesIn(value).size < 2
    for (const formula of isOfOneCurrency ? formulas : []) {
      const shown = numberOf(value[formula.property])
      const expected = this.#contradicted.has(formula) ? undefined : computed(formula, value)
      if (shown === undefined || expected === undefined || isResult(shown, expected, formula)) continue
      yield { formula, value: shown, expected, pointer: `${pointer}/${formula.property}` }
    }
  }
}

/** The reference to a schema; the schema itself if it has none. */
const keyOf = (schema: Json): Json =>
  isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length === 1
    ? schema.$ref
    : schema

const known = new WeakMap<ContractDocument, Formulas>()

/** The formulas of a document, which are read once. */
export function formulasIn(document: ContractDocument): Formulas {
  const formulas = known.get(document) ?? new Formulas(document)
  known.set(document, formulas)
  return formulas
}
