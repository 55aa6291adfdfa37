/** Completion: values of `$ref`, operation ids of workflows, keywords that an object lacks. */
import { dirname, relative } from 'node:path'
import { GRAMMAR } from '../openapi/grammar.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { keywordsOf, kindAt } from './kinds.ts'
import { isDefinition, isOperationId } from './symbols.ts'
import { entryPath, type Span } from './syntax.ts'
import { isContract, type Workspace } from './workspace.ts'

/** A word of the document, to choose from. */
interface Choice {
  label: string
  /** Shown next to the label, such as a file. */
  detail?: string
}

interface Proposal extends Choice {
  /** The part of a word or value that it replaces, with the quotes. */
  span: Span
  /** The replacement. */
  text: string
}

/** The typed part of a value, with the quote that opens it. */
const VALUE = /["']?(\$ref|operationId)["']?\s*:\s*(["']?)([^"'\s{}]*)$/
const KEY = /^\s*(?:-\s*)?["']?([\w$-]*)$/

/** Proposals at an offset: values of `$ref`, operation ids of workflows, keywords. */
export function proposalsAt(workspace: Workspace, file: string, offset: number): Proposal[] {
  if (!isContract(file)) return []
  const text = workspace.textOf(file) ?? ''
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const [, key, opening = '', value = ''] = VALUE.exec(line) ?? []
  if (key === '$ref') {
    const choices = referenceChoices(workspace, file, groupAt(workspace, file, offset))
    const start = offset - value.length - opening.length
    return choices.map(quotedFrom(text, start, offset, opening || (file.endsWith('.json') ? '"' : "'")))
  }
  if (key === 'operationId' && isWorkflow(workspace, file))
    return operationChoices(workspace).map(plainFrom(text, offset - value.length, offset))
  const [, word] = KEY.exec(line) ?? []
  if (word === undefined) return []
  return keyChoices(workspace, file, offset).map(plainFrom(text, offset - word.length, offset))
}

const endOf = (part: RegExp, text: string, offset: number): number =>
  offset + (part.exec(text.slice(offset, offset + 1_000))?.[0].length ?? 0)

const plainFrom = (text: string, start: number, offset: number) => {
  const span = { start, end: endOf(/^[\w$-]*/, text, offset) }
  return (choice: Choice): Proposal => ({ ...choice, span, text: choice.label })
}

/** In quotes, because a `#` after a space begins a comment in YAML. */
const quotedFrom = (text: string, start: number, offset: number, quote: string) => {
  const end = endOf(/^[^"'\s{},]*/, text, offset)
  const span = { start, end: text[start] === quote && text[end] === quote ? end + 1 : end }
  return (choice: Choice): Proposal => ({ ...choice, span, text: `${quote}${choice.label}${quote}` })
}

const isWorkflow = (workspace: Workspace, file: string): boolean =>
  workspace.syntaxOf(file)?.entries[0]?.text === 'arazzo'

/** The group of components that a reference at an offset may lead to. */
function groupAt(workspace: Workspace, file: string, offset: number): string | undefined {
  const entry = workspace.syntaxOf(file)?.entries.findLast(({ span }) => span.start <= offset)
  const path = entry === undefined ? [] : entryPath(entry).filter((name) => name !== '$ref')
  const kind = kindAt(workspace, file, path)
  const wanted = kind === 'payload' ? 'schema' : kind
  return Object.entries(GRAMMAR.components).find(([, [, inner]]) => inner === wanted)?.[0]
}

function referenceChoices(workspace: Workspace, file: string, group: string | undefined): Choice[] {
  return workspace.files().flatMap((other) => {
    const address = other === file ? '' : pathFrom(file, other)
    return (workspace.syntaxOf(other)?.entries ?? []).flatMap((entry): Choice[] => {
      const path = entry.kind === 'key' ? entryPath(entry) : []
      if (!isComponent(path, group) && !isDefinition(path)) return []
      return [{ label: `${address}#${pointerOf(...path)}`, ...(address !== '' && { detail: address }) }]
    })
  })
}

const isComponent = (path: readonly string[], group: string | undefined): boolean =>
  path.length === 3 && path[0] === 'components' && (group === undefined || path[1] === group)

const pathFrom = (file: string, other: string): string => {
  const path = relative(dirname(file), other).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

const operationChoices = (workspace: Workspace): Choice[] =>
  workspace
    .files()
    .flatMap((file) =>
      (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) =>
        entry.kind === 'value' && isOperationId(entry) ? [{ label: entry.text }] : [],
      ),
    )

/** Keywords of the object around an offset that it does not have yet. */
function keyChoices(workspace: Workspace, file: string, offset: number): Choice[] {
  const text = workspace.textOf(file) ?? ''
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const indent = /^[\s-]*/.exec(text.slice(start, offset))?.[0].length ?? 0
  const above = (workspace.syntaxOf(file)?.entries ?? []).findLast(
    (entry) => entry.kind === 'key' && entry.span.start < start && columnOf(text, entry.span.start) < indent,
  )
  const path = above === undefined ? [] : entryPath(above)
  const present = new Set(
    (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) => {
      const own = entry.kind === 'key' ? entryPath(entry) : []
      return own.length === path.length + 1 && own.slice(0, -1).join('\n') === path.join('\n')
        ? [entry.text]
        : []
    }),
  )
  return keywordsOf(kindAt(workspace, file, path))
    .filter((word) => !present.has(word))
    .map((label) => ({ label }))
}

const columnOf = (text: string, offset: number): number => offset - text.lastIndexOf('\n', offset - 1) - 1
