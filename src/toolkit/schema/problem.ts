/** What is wrong at one place of a value. */
import type { Origin } from '../openapi/provenance.ts'

/** What a check objects to. */
export interface Problem {
  /** What was received and what was expected. */
  message: string
  /** JSON Pointer into the body. */
  pointer?: string
  /** Who says so. */
  provenance: Origin
}

/** A problem at one place of a body. */
export type SchemaProblem = Required<Problem>

/** A received value, short enough for a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
