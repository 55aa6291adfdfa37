/** Collects findings about a document with their positions, without duplicates. */
import type { DocumentFinding, DocumentFindingCode, Position } from './document.ts'

export interface Findings {
  list: DocumentFinding[]
  error(code: DocumentFindingCode, pointer: string, message: string): void
  warning(code: DocumentFindingCode, pointer: string, message: string): void
  positionOf(pointer: string): Position | undefined
}

export function createFindings(positionOf: (pointer: string) => Position | undefined): Findings {
  const list: DocumentFinding[] = []
  const seen = new Set<string>()
  const add =
    (severity: DocumentFinding['severity']) =>
    (code: DocumentFindingCode, pointer: string, message: string) => {
      const key = `${code} ${pointer}`
      if (seen.has(key)) return
      seen.add(key)
      list.push({ code, severity, pointer, message, position: positionOf(pointer) })
    }
  return { list, error: add('error'), warning: add('warning'), positionOf }
}
