/** Collects findings about a document with their positions, without duplicates. */
import type { DocumentFinding, DocumentFindingCode, Position } from './document.ts'

export interface Findings {
  list: DocumentFinding[]
  error(code: DocumentFindingCode, pointer: string, message: string): void
  warning(code: DocumentFindingCode, pointer: string, message: string): void
  positionOf(pointer: string): Position | undefined
}

/**
 * @param positionOf the position of a node, by its pointer
 * @param referenceAt the position of the reference in a node, by the pointer of the node
 */
export function createFindings(
  positionOf: Findings['positionOf'],
  referenceAt: Findings['positionOf'] = positionOf,
): Findings {
  const list: DocumentFinding[] = []
  const seen = new Set<string>()
  const add =
    (severity: DocumentFinding['severity']) =>
    (code: DocumentFindingCode, pointer: string, message: string) => {
      const key = `${code} ${pointer}`
      if (seen.has(key)) return
      seen.add(key)
      const position = code.endsWith('-reference') ? referenceAt(pointer) : positionOf(pointer)
      list.push({ code, severity, pointer, message, position })
    }
  return { list, error: add('error'), warning: add('warning'), positionOf }
}
