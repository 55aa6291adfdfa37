/** The operations of a workspace, and their places: in a document, or in a path item in a file of its own. */
import { isObject, type Json, objectAt } from '../openapi/document.ts'
import { METHODS } from '../openapi/operations.ts'
import { pointerOf, pointerOfFragment, tokensOf, valueAt } from '../openapi/pointer.ts'
import { fileOf } from '../openapi/referredFiles.ts'
import type { DocumentEntry, Workspace } from './workspace.ts'

export interface OperationPlace {
  operationId: string | undefined
  /** `GET /books` */
  label: string
  document: DocumentEntry
  file: string
  /** The line of the method, counted from 0. */
  line(): number
}

/** The operations of all documents that can be parsed. An operation with several paths is there once for each. */
export function operationsOf(workspace: Workspace): OperationPlace[] {
  return workspace.entries().flatMap((document) => {
    const { tree } = workspace.sourceOf(document.file) ?? {}
    return Object.entries(tree === undefined ? {} : objectAt(tree, 'paths')).flatMap(([template, item]) => {
      const place = placeOf(item, template, document.file)
      return place === undefined ? [] : operationsAt(workspace, document, template, place)
    })
  })
}

interface ItemPlace {
  file: string
  tokens: string[]
}

/** Of a path item: its own place, or the one that it refers to. Undefined for an invalid reference. */
function placeOf(item: Json, template: string, file: string): ItemPlace | undefined {
  if (!isObject(item) || typeof item.$ref !== 'string') return { file, tokens: ['paths', template] }
  const target = fileOf(item.$ref, file)
  try {
    const tokens = tokensOf(pointerOfFragment(item.$ref.split('#')[1] ?? ''))
    return target === undefined ? undefined : { file: target, tokens }
  } catch {
    return undefined // its diagnostics name the fault
  }
}

function operationsAt(
  workspace: Workspace,
  document: DocumentEntry,
  template: string,
  { file, tokens }: ItemPlace,
): OperationPlace[] {
  const source = workspace.sourceOf(file)
  const item = source && valueAt(source.tree, pointerOf(...tokens))
  if (source === undefined || !isObject(item)) return []
  return METHODS.filter((method) => isObject(item[method])).map((method) => {
    const { operationId } = objectAt(item, method)
    return {
      operationId: typeof operationId === 'string' ? operationId : undefined,
      label: `${method.toUpperCase()} ${template}`,
      document,
      file,
      line: () => source.positionAt([...tokens, method]).line - 1,
    }
  })
}
