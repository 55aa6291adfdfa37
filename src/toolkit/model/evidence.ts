/** Evidence for facts in the model. */

/** The source of a fact. */
type Source = 'declared' | 'schema' | 'name' | 'description' | 'example' | 'override'

export interface Evidence {
  source: Source
  /** JSON Pointer into the document. */
  pointer: string
  /** From 0 to 1; 1 for declarations and statements. */
  confidence: number
}

/** Minimum confidence of a fact for findings of `conform`. The mock also uses weaker facts. */
export const RELIABLE = 0.6

const CONFIDENCE: Readonly<Record<Source, number>> = {
  declared: 1,
  override: 1,
  schema: 0.9,
  example: 0.8,
  name: 0.8,
  description: 0.7,
}

/** @param confidence from 0 to 1; default: the usual confidence of the source */
export const evidence = (source: Source, pointer: string, confidence = CONFIDENCE[source]): Evidence => ({
  source,
  pointer,
  confidence,
})
