/** The kind of object at a place of a file, and the keywords of each kind. */
import { GRAMMAR, type Kind, kindBelow } from '../openapi/grammar.ts'
import { isWithin, targetOf } from './symbols.ts'
import { entryPath } from './syntax.ts'
import type { Workspace } from './workspace.ts'

/** Keywords of values. Those of objects are in the grammar. */
const VALUES: Partial<Record<Kind, string>> = {
  openapi: 'openapi info servers security tags externalDocs',
  asyncapi: 'asyncapi info servers defaultContentType',
  pathItem: 'summary description servers',
  operation: 'operationId summary description tags deprecated security servers externalDocs x-conformance',
  parameter: 'name in description required deprecated example style explode x-conformance',
  header: 'description required deprecated example',
  requestBody: 'description required',
  response: 'description',
  mediaType: 'example',
  securityScheme: 'type description name in scheme bearerFormat flows openIdConnectUrl',
  schema:
    'type title description format enum const default examples required minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties readOnly writeOnly deprecated discriminator $ref x-conformance x-extensible-enum x-invariants',
  channel: 'address title summary description',
  asyncOperation: 'action title summary description',
  message: 'name title summary description contentType',
}

export const keywordsOf = (kind: Kind | undefined): string[] =>
  kind === undefined ? [] : [...Object.keys(GRAMMAR[kind]), ...(VALUES[kind]?.split(' ') ?? [])]

/** Files refer to files; more levels are a cycle. */
const MAX_FILES = 8

/** The kind of object at a path of a file. Of a part of a document it follows from the references to it. */
export function kindAt(
  workspace: Workspace,
  file: string,
  path: readonly string[],
  depth = 0,
): Kind | undefined {
  const [first] = workspace.syntaxOf(file)?.entries ?? []
  if (first?.text === 'openapi' || first?.text === 'swagger') return kindBelow('openapi', path)
  if (first?.text === 'asyncapi') return kindBelow('asyncapi', path)
  if (depth === MAX_FILES) return undefined
  for (const { from, at, target } of referencesTo(workspace, file)) {
    const kind = isWithin(path, target) ? kindAt(workspace, from, at, depth + 1) : undefined
    const found = kind && kindBelow(kind, path.slice(target.length))
    if (found !== undefined) return found
  }
  return undefined
}

/** The places of other files from which references lead into a file. */
const referencesTo = (workspace: Workspace, file: string) =>
  workspace.usersOf(file).flatMap((from) =>
    (workspace.syntaxOf(from)?.entries ?? []).flatMap((entry) => {
      const isReference = entry.kind === 'value' && entry.place?.name === '$ref'
      const target = isReference ? targetOf(entry.text, from) : undefined
      return target?.file === file ? [{ from, at: entryPath(entry).slice(0, -1), target: target.path }] : []
    }),
  )
