/** Lines of a document around a place. */
import { readFileSync } from 'node:fs'
import type { Position } from '../../openapi/document.ts'

export interface SourceLine {
  number: number
  text: string
  /** The line of the place. */
  isPlace: boolean
}

const BEFORE = 1
const AFTER = 2

/** @returns an empty list where the file cannot be read any more */
export function excerptOf({ file, line }: Pick<Position, 'file' | 'line'>): SourceLine[] {
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
  return lines
    .slice(Math.max(0, line - 1 - BEFORE), line + AFTER)
    .map((text, index) => ({ number: Math.max(1, line - BEFORE) + index, text }))
    .map((one) => ({ ...one, isPlace: one.number === line }))
}
