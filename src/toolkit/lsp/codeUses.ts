/** The handlers and the tests of operations in the source code of a workspace, in any language. */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { filesBelow } from './filesBelow.ts'

const CODE = /(?<!\.d)\.(?:[cm]?[jt]sx?|py|go|java|kt|cs|rb|php|rs)$/
const TEST = /(?:^|[/\\])(?:tests?|specs?|__tests__|e2e)[/\\]|[._-](?:test|spec)s?\.|[/\\]test_|Tests?\.\w+$/
const GENERATED = /[/\\](?:generated|__generated__)[/\\]/
/** Generators write it above the first statement. */
const GENERATED_HEADING = /auto-?generated|@generated|do not edit|do not make direct changes/i
const HEADING_CHARACTERS = 400
const MAX_BYTES = 1_000_000

/** A place in source code; lines and characters counted from 0. */
export interface CodePlace {
  file: string
  line: number
  character: number
  length: number
}

export interface CodeUses {
  handlers: CodePlace[]
  /** One for each test file that names the operation. */
  tests: CodePlace[]
}

interface Hit extends CodePlace {
  operationId: string
  isDefinition: boolean
}

/** Letters and digits of a name: `list_books` and `ListBooks` are `listBooks` in other languages. */
export const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/**
 * @param root folder, absolute
 * @returns a function that finds the uses of operations; it reads only files that changed since its last call
 * @example
 * createCodeIndex('/project')(['listBooks']).get('listBooks')?.handlers
 */
export function createCodeIndex(root: string): (operationIds: readonly string[]) => Map<string, CodeUses> {
  let known = new Map<string, { state: string; hits: Hit[] }>()
  let sought = ''
  return (operationIds) => {
    const names = new Map(operationIds.map((id) => [plainName(id), id]))
    if (operationIds.join('\n') !== sought) known.clear()
    sought = operationIds.join('\n')
    const now: typeof known = new Map()
    for (const file of filesBelow(root, (name) => CODE.test(name))) {
      const stats = statSync(file, { throwIfNoEntry: false })
      if (stats === undefined || stats.size > MAX_BYTES || GENERATED.test(file)) continue
      const state = `${stats.mtimeMs} ${stats.size}`
      const before = known.get(file)
      now.set(file, before?.state === state ? before : { state, hits: hitsIn(file, names) })
    }
    known = now
    return usesOf([...now.values()].flatMap(({ hits }) => hits))
  }
}

function usesOf(hits: readonly Hit[]): Map<string, CodeUses> {
  const byId = new Map<string, Hit[]>()
  for (const hit of hits) byId.set(hit.operationId, [...(byId.get(hit.operationId) ?? []), hit])
  return new Map(
    [...byId].map(([id, all]) => {
      const definitions = all.filter((hit) => hit.isDefinition && !TEST.test(hit.file))
      // A file of the name of the operation is its handler. The same word elsewhere has another meaning.
      const own = definitions.filter(
        ({ file }) => plainName(basename(file, extension(file))) === plainName(id),
      )
      // The last place of a file is a call, the first one an import.
      const uses = new Map(all.filter(({ file }) => TEST.test(file)).map((hit) => [hit.file, hit]))
      return [id, { handlers: oncePerFile(own.length > 0 ? own : definitions), tests: [...uses.values()] }]
    }),
  )
}

const extension = (file: string): string => /\.\w+$/.exec(file)?.[0] ?? ''

const oncePerFile = (hits: readonly Hit[]): Hit[] =>
  hits.filter((hit, index) => hits.findIndex(({ file }) => file === hit.file) === index)

/** Identifiers, and whole strings: an operation id may contain a slash or a dot. */
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|(["'`])([\w./-]+)\1/gu

function hitsIn(file: string, names: ReadonlyMap<string, string>): Hit[] {
  const text = readFileSync(file, 'utf8')
  if (GENERATED_HEADING.test(text.slice(0, HEADING_CHARACTERS))) return []
  const hits: Hit[] = []
  for (const [line, content] of text.split('\n').entries())
    for (const match of content.matchAll(WORD)) {
      const [whole, quote, quoted] = match
      const operationId = names.get(plainName(quoted ?? whole))
      if (operationId === undefined) continue
      const before = content.slice(0, match.index)
      const after = content.slice(match.index + whole.length)
      const isDefinition = quote === undefined ? defines(before, after) : registers(before, after)
      const character = match.index + (quote === undefined ? 0 : 1)
      hits.push({ file, line, character, length: (quoted ?? whole).length, operationId, isDefinition })
    }
  return hits
}

/** `function x`, `def x`, `func (s *Server) X`, and `const x` or `exports.x` outside of functions. */
const DECLARED =
  /\b(?:function\*?|def|func|fun|fn)\s+(?:\([^)]*\)\s*)?$|^(?:export\s+)?(?:const|let|var)\s+$|^(?:module\.)?exports\.$/
/** Modifiers and types before the name of a method. */
const MODIFIERS =
  /^\s*(?:(?!return\b|await\b|yield\b|new\b|throw\b|if\b|else\b|while\b)[\p{L}_@][\w<>[\],.?]*\s+)*$/u
const METHOD = /^\s*(?:<[^>]*>)?\([^;]*\{\s*$/
/** A property with a function: `x: async (request) =>`, `x: createBook(…)`. */
const PROPERTY =
  /^\s*:\s*(?:async\b|function\b|\(|(?!(?:string|number|boolean|unknown|any|null|true|false|undefined|object)\b)[\p{L}_$][\w$.]*\s*(?:[(,]|=>|$))/u
const PROPERTY_START = /(?:^|[{,])\s*$/

const defines = (before: string, after: string): boolean =>
  DECLARED.test(before) ||
  (MODIFIERS.test(before) && METHOD.test(after)) ||
  (PROPERTY_START.test(before) && PROPERTY.test(after))

/** `@Operation(operationId = "x")`, `operation_id="x"`, `'x': handler`. */
const registers = (before: string, after: string): boolean =>
  /operation_?id\s*[=:(]\s*$/i.test(before) || (PROPERTY_START.test(before) && PROPERTY.test(after))
