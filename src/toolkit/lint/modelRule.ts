/** Rules about the model of an API: resources and lists instead of nodes of the document. */
import { resolve } from 'node:path'
import { type Api, createApi } from '../model/api.ts'
import { type ApiModel, type ListModel, modelOf } from '../model/apiModel.ts'
import { type ContractDocument, DocumentError, readDocument } from '../openapi/index.ts'
import type { Location, Node, Rule } from './rule.ts'

interface ModelOfDocument {
  model: ApiModel
  api: Api
}

/** @param pointer of the node that the message is about, as evidence has it */
type Report = (pointer: string, message: string) => void

/** A document is read once for all rules. */
const known = new WeakMap<Node, ContractDocument | undefined>()

/** The document; undefined where it cannot be read, which other rules report. */
function documentOf(root: Node, file: string): ContractDocument | undefined {
  if (known.has(root)) return known.get(root)
  let document: ContractDocument | undefined
  try {
    document = readDocument(file)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
  }
  known.set(root, document)
  return document
}

/** A rule that checks the model of a whole document. */
export const modelRule =
  (check: (given: ModelOfDocument, report: Report) => void): Rule =>
  () => {
    const sources = new Map<string, Location['source']>()
    return {
      ref(_node, _context, target) {
        if (target?.location) sources.set(target.location.source.absoluteRef, target.location.source)
      },
      Root: {
        leave(root, context) {
          const { source } = context.location
          const entry = source.absoluteRef
          const document = documentOf(root, entry)
          if (document === undefined) return
          // A parameter that several lists share is one mistake.
          const reported = new Set<string>()
          const report: Report = (pointer, message) => {
            if (reported.has(pointer)) return
            reported.add(pointer)
            const file = resolve(entry, '..', document.positionOf(pointer)?.file ?? entry)
            const inner = `#${pointer.replace(/^\/x-files\/[^/]*/, '')}`
            context.report({ message, location: { source: sources.get(file) ?? source, pointer: inner } })
          }
          try {
            check({ model: modelOf(document), api: createApi(document) }, report)
          } catch (error) {
            // A statement that cannot be understood.
            if (!(error instanceof DocumentError)) throw error
            report('', error.message)
          }
        },
      },
    }
  }

/** All lists, those of resources included. */
export const listsOf = ({ resources, lists }: ApiModel): ListModel[] => [
  ...resources.flatMap(({ list }) => list ?? []),
  ...lists,
]

/** The entry that most have in common; the first of several. Undefined for none. */
export function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
