/** Rules about the model of an API: resources and lists instead of nodes of the document. */
import { resolve } from 'node:path'
import { type Api, createApi } from '../model/api.ts'
import { type ApiModel, modelOf } from '../model/apiModel.ts'
import { type ContractDocument, DocumentError } from '../openapi/document.ts'
import { readDocument } from '../openapi/load.ts'
import type { Location, Node, Rule } from './rule.ts'

interface ModelOfDocument {
  document: ContractDocument
  model: ApiModel
  api: Api
}

/** @param pointer of the node that the message is about, as evidence has it */
type Report = (pointer: string, message: string) => void

/** By run and document, which is read once for all rules. An error is a statement in it that cannot be understood. */
const known = new WeakMap<object, WeakMap<Node, ModelOfDocument | DocumentError | undefined>>()

/** Undefined where the document cannot be read, which other rules report. */
function modelAt(run: object, root: Node, file: string): ModelOfDocument | DocumentError | undefined {
  const models = known.get(run) ?? new WeakMap<Node, ModelOfDocument | DocumentError | undefined>()
  known.set(run, models)
  if (!models.has(root)) models.set(root, readModel(file))
  return models.get(root)
}

function readModel(file: string): ModelOfDocument | DocumentError | undefined {
  let document: ContractDocument | undefined
  try {
    document = readDocument(file, { shown: (one) => one })
    return { document, model: modelOf(document), api: createApi(document) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return document === undefined ? undefined : error
  }
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
          const given = modelAt(context.config, root, entry)
          if (given === undefined) return
          if (given instanceof DocumentError) {
            context.report({ message: given.message })
            return
          }
          // A parameter that several lists share is one mistake.
          const reported = new Set<string>()
          check(given, (pointer, message) => {
            if (reported.has(pointer)) return
            reported.add(pointer)
            const file = resolve(entry, '..', given.document.positionOf(pointer)?.file ?? entry)
            const inner = `#${pointer.replace(/^\/x-files\/[^/]*/, '')}`
            context.report({ message, location: { source: sources.get(file) ?? source, pointer: inner } })
          })
        },
      },
    }
  }

/** The entry that most have in common; the first of several. Undefined for none. */
export function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
