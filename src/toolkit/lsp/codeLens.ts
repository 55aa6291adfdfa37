/** Code lenses of operations: breaking changes, handlers and tests. Links between operation ids and source code. */
import { pathToFileURL } from 'node:url'
import type { CodeLens, Connection, Location, Range } from 'vscode-languageserver/node'
import { plural } from '../openapi/plural.ts'
import type { Break } from './breakThread.ts'
import { type CodePlace, type CodeUses, plainName } from './codeUses.ts'
import type { OperationLinks } from './operationLinks.ts'
import { type OperationPlace, operationsOf } from './operationPlaces.ts'
import { isContract, type Workspace } from './workspace.ts'

/** Opens one place, or shows a message with the places to choose from. */
export const SHOW_COMMAND = 'specwright.show'

interface Choice {
  title: string
  uri: string
  range: Range
}

interface ShowArguments {
  /** Shown with the choices. Without it, the only place is opened. */
  message?: string
  choices: Choice[]
}

/** Editors show a message next to a text. */
const MAX_CHOICES = 10

/** @param canRefresh whether the editor requests lenses again when comparisons are complete */
export async function lensesOf(
  workspace: Workspace,
  links: OperationLinks,
  file: string,
  canRefresh: boolean,
): Promise<CodeLens[]> {
  const operations = operationsOf(workspace)
  const uses = await links.usesOf(idsOf(operations))
  if (!isContract(file)) return handlerLenses(operations, uses, file)
  const own = operations.filter((operation) => operation.file === file)
  const isLinked = uses.size > 0
  const lenses = own.flatMap((operation) =>
    isLinked && operation.operationId !== undefined
      ? codeLensOf(operation, uses.get(operation.operationId))
      : [],
  )
  return [...lenses, ...(await breakLenses(workspace, links, file, own, canRefresh))]
}

const idsOf = (operations: readonly OperationPlace[]): string[] => [
  ...new Set(operations.flatMap(({ operationId }) => operationId ?? [])),
]

function codeLensOf(operation: OperationPlace, uses: CodeUses = { handlers: [], tests: [] }): CodeLens {
  const { handlers, tests } = uses
  const title = `${plural(handlers.length, 'handler')}, ${plural(tests.length, 'test file')}`
  return lensAt(operation.line(), title, { choices: [...handlers, ...tests].map(choiceOf) })
}

/** Above a handler: the operation that it serves. */
function handlerLenses(
  operations: readonly OperationPlace[],
  uses: ReadonlyMap<string, CodeUses>,
  file: string,
): CodeLens[] {
  return operations.flatMap((operation) => {
    const { handlers = [] } = uses.get(operation.operationId ?? '') ?? {}
    return handlers
      .filter((handler) => handler.file === file)
      .map(({ line }) => lensAt(line, operation.label, { choices: [choiceOfOperation(operation)] }))
  })
}

async function breakLenses(
  workspace: Workspace,
  links: OperationLinks,
  file: string,
  operations: readonly OperationPlace[],
  canRefresh: boolean,
): Promise<CodeLens[]> {
  const found = workspace.entriesWith(file).map(async (document) => {
    const comparison = links.comparisonOf(document)
    const complete = canRefresh ? comparison.found : await comparison.ready
    if (complete === undefined) return []
    const { since, breaks } = complete
    const own = operations.filter((operation) => operation.document.file === document.file)
    return [
      ...(document.file === file ? [breakLens(0, breaks, since)] : []),
      ...own.map((one) =>
        breakLens(
          one.line(),
          breaks.filter(({ uses }) => uses.includes(one.label)),
          since,
        ),
      ),
    ].filter((lens) => lens !== undefined)
  })
  return (await Promise.all(found)).flat()
}

function breakLens(line: number, breaks: readonly Break[], since: string): CodeLens | undefined {
  if (breaks.length === 0) return undefined
  const title = `${plural(breaks.length, 'breaking change')} since ${since}`
  const choices = breaks.map((one) => ({ title: one.sentence, ...targetOf(one.file, one.line) }))
  return lensAt(line, title, { message: title, choices })
}

function lensAt(line: number, title: string, shown: ShowArguments): CodeLens {
  const at = { line, character: 0 }
  return { range: { start: at, end: at }, command: { title, command: SHOW_COMMAND, arguments: [shown] } }
}

const targetOf = (file: string, line: number, character = 0, length = 0) => ({
  uri: pathToFileURL(file).href,
  range: { start: { line, character }, end: { line, character: character + length } },
})

const choiceOf = ({ file, line, character, length }: CodePlace): Choice => ({
  title: `${file.split(/[/\\]/).slice(-2).join('/')}:${line + 1}`,
  ...targetOf(file, line, character, length),
})

const choiceOfOperation = (operation: OperationPlace): Choice => ({
  title: operation.label,
  ...targetOf(operation.file, operation.line()),
})

/** Runs the command of a lens. */
export async function show(connection: Connection, { message, choices }: ShowArguments): Promise<void> {
  const shown = choices.slice(0, MAX_CHOICES)
  const isOnly = message === undefined && choices.length === 1
  const titles = shown.map(({ title }) => ({ title }))
  const chosen = isOnly
    ? shown[0]
    : await connection.window.showInformationMessage(message ?? 'Open:', ...titles)
  const place = shown.find(({ title }) => title === chosen?.title)
  if (place !== undefined) await connection.window.showDocument({ uri: place.uri, selection: place.range })
}

/** The handlers of an operation id, and its tests. */
export async function codeOf(
  workspace: Workspace,
  links: OperationLinks,
  operationId: string,
): Promise<{ handlers: Location[]; tests: Location[] }> {
  const uses = (await links.usesOf(idsOf(operationsOf(workspace)))).get(operationId)
  const locations = (places: readonly CodePlace[] = []) =>
    places.map(({ file, line, character, length }) => targetOf(file, line, character, length))
  return { handlers: locations(uses?.handlers), tests: locations(uses?.tests) }
}

/** The operation whose handler is in a file, for a word of it. */
export async function operationOfWord(
  workspace: Workspace,
  links: OperationLinks,
  file: string,
  word: string,
): Promise<Location[]> {
  const operations = operationsOf(workspace)
  const wanted = operations.filter(
    ({ operationId }) => operationId && plainName(operationId) === plainName(word),
  )
  if (wanted.length === 0) return []
  const uses = await links.usesOf(idsOf(operations))
  return wanted.flatMap((operation) => {
    const { handlers = [] } = uses.get(operation.operationId ?? '') ?? {}
    return handlers.some((one) => one.file === file) ? [targetOf(operation.file, operation.line())] : []
  })
}
