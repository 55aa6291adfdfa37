/** Why the model holds something to be true. */

/** What a fact was read from. */
type Source = 'declared' | 'schema' | 'name' | 'description' | 'example' | 'override'

export interface Evidence {
  source: Source
  /** JSON Pointer into the document. */
  pointer: string
  /** From 0 to 1. What is declared or stated has 1; `conform` relies on facts from `RELIABLE` on. */
  confidence: number
}

/** Least confidence of a fact whose violation is a finding; the mock follows weaker ones, too. */
export const RELIABLE = 0.6

const CONFIDENCE: Readonly<Record<Source, number>> = {
  declared: 1,
  override: 1,
  schema: 0.9,
  example: 0.8,
  name: 0.8,
  description: 0.7,
}

/** @param confidence where it is not that of the source */
export const evidence = (source: Source, pointer: string, confidence = CONFIDENCE[source]): Evidence => ({
  source,
  pointer,
  confidence,
})
