/** Sentences about a run as a whole. */

import { plural } from '../../openapi/plural.ts'
import type { EndReason } from '../engine/ending.ts'
import type { Inference, RunSummary } from '../engine/events.ts'

/** Why a run ended early, as the end of a sentence. */
export function endText(reason: EndReason): string {
  switch (reason.kind) {
    case 'interrupted':
      return 'the run was interrupted'
    case 'time-budget':
      return 'the time budget (--time-budget) is used up'
    case 'enough':
      return 'enough was found'
    case 'target-lost':
      return `the target stopped responding: ${reason.error}`
  }
}

/** How many invariants the run learned, and where to see them; undefined if there are none. */
export function learnedText({ learned }: Pick<RunSummary, 'learned'>): string | undefined {
  if (learned.length === 0) return undefined
  const count = plural(learned.length, 'invariant')
  return `Learned ${count} that the document does not state: --report html=FILE lists them, --propose FILE writes them as x-invariants.`
}

/** Results of the probe, one per line; empty if no inference needed confirmation. */
export function inferenceLines({ confirmed, refuted, unknown }: RunSummary['inferences']): string[] {
  const all = confirmed.length + refuted.length + unknown.length
  if (all === 0) return []
  return [
    `Inferences tested: ${all}; ${confirmed.length} confirmed, ${refuted.length} refuted, ${unknown.length} not tested for lack of data.`,
    ...refuted.map((one) => `  refuted: ${inferenceText(one)}: ${one.why}`),
    ...unknown.map((one) => `  not tested: ${inferenceText(one)}`),
  ]
}

const inferenceText = ({ operationId, key, parameter, property }: Inference): string =>
  `${parameter} of ${operationId} ${key === 'sort' ? 'sorts' : 'filters'} by ${property ?? 'any text'}`
