/** Rename of a component, a property, an operation id or a path parameter in all documents of a workspace. */
import { type NamedPlace, type Occurrence, occurrencesOf, symbolAt } from './symbols.ts'
import type { Workspace } from './workspace.ts'

/** A component name: OpenAPI 3.1, 4.8.7. */
const COMPONENT_NAME = /^[\w.-]+$/

/** The edits of a rename, or why the name is invalid. */
export function renameAt(
  workspace: Workspace,
  file: string,
  offset: number,
  name: string,
): { occurrences: Occurrence[] } | { problem: string } {
  const symbol = symbolAt(workspace, file, offset)
  if (symbol === undefined || (symbol.kind === 'node' && symbol.target.path.length === 0))
    return {
      problem: 'Only components, properties, operation ids and path parameters can be renamed.',
    }
  const problem = problemOf(workspace, symbol, name)
  return problem === undefined ? { occurrences: occurrencesOf(workspace, symbol) } : { problem }
}

function problemOf(workspace: Workspace, symbol: NamedPlace, name: string): string | undefined {
  if (name.trim() === '') return 'The new name is empty.'
  if (symbol.kind === 'operation')
    return occurrencesOf(workspace, { kind: 'operation', name }).some((one) => one.isDefinition)
      ? `Another operation has the operationId ${name}.`
      : undefined
  if (symbol.kind === 'pathParameter')
    return /[{}/]/.test(name) ? 'A path parameter cannot contain braces or a slash.' : undefined
  const { file, path } = symbol.kind === 'node' ? symbol.target : symbol
  const siblings = workspace.syntaxOf(file)?.blockAt([...path.slice(0, -1), name])
  if (siblings !== undefined)
    return `${[...path.slice(0, -2), path.at(-2)].join('/')} already contains ${name}.`
  if (symbol.kind === 'node' && path.at(-3) === 'components' && !COMPONENT_NAME.test(name))
    return 'A component name consists of letters, digits, ".", "-" and "_".'
  return undefined
}
