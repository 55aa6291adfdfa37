/** Facts about a whole document that the checks need, gathered once. */
import { examplesOf } from '../model/api.ts'
import { type ContractDocument, isObject, type Json, objectAt } from '../openapi/document.ts'
import { listOperations } from '../openapi/operations.ts'

interface DocumentFacts {
  /** Lower-case names of all declared response headers. */
  headers: ReadonlySet<string>
  /** Statuses by error code; undefined when the document shows no error with `success: false`. */
  errorCodes: ReadonlyMap<string, number[]> | undefined
}

/** Reads the headers and, from the examples of error responses, which code goes with which status. */
export function gatherFacts(document: ContractDocument): DocumentFacts {
  const headers = new Set<string>()
  const errorCodes = new Map<string, number[]>()
  for (const { responses } of listOperations(document)) {
    for (const [status, { node }] of responses) {
      for (const name of Object.keys(objectAt(node, 'headers'))) headers.add(name.toLowerCase())
      if (Number(status) < 400) continue
      for (const code of exampleBodies(document, node.content).map(codeOf)) {
        if (code === undefined) continue
        const known = errorCodes.get(code) ?? []
        if (!known.includes(Number(status))) errorCodes.set(code, [...known, Number(status)])
      }
    }
  }
  return { headers, errorCodes: errorCodes.size > 0 ? errorCodes : undefined }
}

function exampleBodies(document: ContractDocument, content: Json | undefined): Json[] {
  if (!isObject(content)) return []
  return Object.values(content).flatMap((media) => (isObject(media) ? examplesOf(document, media) : []))
}

function codeOf(body: Json): string | undefined {
  if (!isObject(body) || body.success !== false || !isObject(body.error)) return undefined
  return typeof body.error.code === 'string' ? body.error.code : undefined
}
