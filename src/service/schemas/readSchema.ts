/**
 * Reads a schema that a user gives, before anything is made of it: rejects what could reach the network, run
 * without end or grow without bounds, and copies the rest.
 */
import { ANNOTATIONS, ASSERTIONS, DIALECT, IN_PLACE, LIST, MAP, ONE } from './keywords.ts'
import { type LinearPattern, linearPattern, UnacceptablePattern } from './linearPattern.ts'
import { UnacceptableSchema } from './unacceptable.ts'

/** Characters of a schema as JSON. */
const MAX_SCHEMA_LENGTH = 65_536
/** Schemas within a schema, it included: so many are compiled in about 40 ms. */
const MAX_SCHEMAS = 200
/** The same of a schema that is already stored. */
const MAX_CACHED_SCHEMAS = 1000
/** Instructions of all its patterns: about 30 ms. */
const MAX_PATTERN_LENGTH = 15_000
/** Schemas within each other. */
const MAX_SCHEMA = 32

interface SchemaReading {
  /** The schema without annotations; each schema in it has `x-cost`: 1 and one for each below it. */
  copy: unknown
  patterns: Map<string, LinearPattern>
}

type Schema = Record<string, unknown>

/**
 * @param cached whether it was accepted before: the limits of that time apply to it
 * @throws UnacceptableSchema
 */
export function readSchema(schema: unknown, cached = false): SchemaReading {
  const size = JSON.stringify(schema)?.length ?? 0
  if (size > MAX_SCHEMA_LENGTH) {
    throw new UnacceptableSchema([], `has ${size} characters as JSON; expected at most ${MAX_SCHEMA_LENGTH}`)
  }
  const reader = new Reader(cached)
  const copy = reader.schema(schema, [])
  requireNoLoop(reader.nodes, reader.references)
  return { copy, patterns: reader.patterns }
}

class Reader {
  readonly nodes = new Map<string, SchemaNode>()
  readonly references: { keys: readonly string[]; target: string }[] = []
  readonly patterns = new Map<string, LinearPattern>()
  readonly #cached: boolean
  #patternSize = 0

  constructor(cached: boolean) {
    this.#cached = cached
  }

  schema(given: unknown, keys: readonly string[], level = 1): unknown {
    const node: SchemaNode = { keys, inPlace: [] }
    this.nodes.set(pointerOf(keys), node)
    const most = this.#cached ? MAX_CACHED_SCHEMAS : MAX_SCHEMAS
    if (this.nodes.size > most) {
      throw new UnacceptableSchema([], `contains more than ${most} schemas; expected at most that many`)
    }
    if (level > MAX_SCHEMA) {
      throw new UnacceptableSchema(keys, `lies ${level} schemas deep; expected at most ${MAX_SCHEMA}`)
    }
    if (typeof given === 'boolean') return given
    if (!isObject(given))
      throw new UnacceptableSchema(keys, 'is not a schema; expected an object or a boolean')
    const copy: Schema = {}
    let children = 0
    for (const [keyword, value] of Object.entries(given)) {
      const path = [...keys, keyword]
      const child = (inner: unknown, ...more: string[]) => {
        children++
        const at = [...path, ...more]
        if (IN_PLACE.has(keyword)) node.inPlace.push(pointerOf(at))
        return this.schema(inner, at, level + 1)
      }
      if (isOneOf(ONE, keyword)) copy[keyword] = child(value)
      else if (isOneOf(LIST, keyword))
        copy[keyword] = this.#list(value, path).map((one, i) => child(one, `${i}`))
      else if (isOneOf(MAP, keyword)) copy[keyword] = this.#map(value, path, keyword, child)
      else if (keyword === '$ref') copy[keyword] = this.#reference(value, path, node)
      else if (ASSERTIONS.has(keyword)) copy[keyword] = this.#assertion(value, path, keyword)
      else this.#requireAnnotation(value, path, keyword)
    }
    copy['x-cost'] = 1 + children
    return copy
  }

  #list(value: unknown, path: readonly string[]): unknown[] {
    if (Array.isArray(value)) return value
    throw new UnacceptableSchema(path, 'is not an array; expected an array of schemas')
  }

  #map(
    value: unknown,
    path: readonly string[],
    keyword: string,
    child: (inner: unknown, key: string) => unknown,
  ): Schema {
    if (!isObject(value))
      throw new UnacceptableSchema(path, 'is not an object; expected an object of schemas')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (keyword === 'patternProperties') this.#pattern(key, [...path, key])
        return [key, child(inner, key)]
      }),
    )
  }

  #reference(value: unknown, path: readonly string[], node: SchemaNode): string {
    const target = typeof value === 'string' ? targetOf(value) : undefined
    if (target === undefined) {
      const issue = `is ${JSON.stringify(value)?.slice(0, 100)}; expected a reference within this schema, such as #/$defs/name`
      throw new UnacceptableSchema(path, issue)
    }
    this.references.push({ keys: path, target })
    node.inPlace.push(target)
    return value as string
  }

  #assertion(value: unknown, path: readonly string[], keyword: string): unknown {
    if (keyword === 'pattern' && typeof value === 'string') this.#pattern(value, path)
    return value
  }

  #pattern(source: string, path: readonly string[]): void {
    if (this.patterns.has(source)) return
    if (this.#patternSize > MAX_PATTERN_LENGTH && !this.#cached) {
      throw new UnacceptableSchema(path, 'is one pattern too many; expected fewer or shorter repetitions')
    }
    try {
      const pattern = linearPattern(source)
      this.#patternSize += pattern.size
      this.patterns.set(source, pattern)
    } catch (error) {
      throw error instanceof UnacceptablePattern ? new UnacceptableSchema(path, error.message) : error
    }
  }

  #requireAnnotation(value: unknown, path: readonly string[], keyword: string): void {
    if (keyword === '$schema' && value !== DIALECT && value !== `${DIALECT}#`) {
      throw new UnacceptableSchema(path, `is ${JSON.stringify(value)?.slice(0, 100)}; expected ${DIALECT}`)
    }
    // The name of the whole schema does no harm; another one within it would move what references lead to.
    if (keyword === '$id' && path.length === 1) return
    if (ANNOTATIONS.has(keyword) || keyword.startsWith('x-')) return
    throw new UnacceptableSchema(
      path,
      'is not allowed; expected keywords of JSON Schema 2020-12 that need no other schema',
    )
  }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name)

const pointerOf = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The JSON pointer of a reference within the document; undefined for any other. */
function targetOf(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    return undefined
  }
}

/** One schema within the schema, itself included. */
interface SchemaNode {
  keys: readonly string[]
  /** JSON pointers of the schemas that validate the same value. */
  inPlace: string[]
}

/**
 * Every reference leads to a schema, and no schema leads to itself on the same value: that would never end.
 * Recursion into the properties of a value is fine, for a value is finite.
 */
function requireNoLoop(
  nodes: ReadonlyMap<string, SchemaNode>,
  references: readonly { keys: readonly string[]; target: string }[],
): void {
  for (const { keys, target } of references) {
    if (nodes.has(target)) continue
    throw new UnacceptableSchema(
      keys,
      `is #${target}, where there is no schema; expected a schema of this schema`,
    )
  }
  const settled = new Set<string>()
  const open = new Set<string>()
  const visit = (pointer: string): void => {
    if (settled.has(pointer)) return
    const node = nodes.get(pointer)
    if (open.has(pointer)) {
      const issue = 'leads back to itself on the same value; expected a schema that comes to an end'
      throw new UnacceptableSchema(node?.keys ?? [], issue)
    }
    open.add(pointer)
    for (const next of node?.inPlace ?? []) visit(next)
    open.delete(pointer)
    settled.add(pointer)
  }
  for (const pointer of nodes.keys()) visit(pointer)
}
