/** The result of a run as data, for every report. */
import type { ContractDocument } from '../../openapi/document.ts'
import { type Difference, differenceOf } from '../difference.ts'
import { FAMILIES, type Family } from '../faults/families.ts'
import type { FaultResult, MutateSummary } from '../run.ts'
import { differenceSentence, faultSentence } from './sentences.ts'

export interface FaultFacts {
  id: string
  family: Family
  kind: string
  operation: string
  /** `GET /books`. */
  route: string
  message: string
  /** `openapi.yaml:12:5`; undefined where the document was not read from a file. */
  location: string | undefined
  outcome: FaultResult['outcome']
  isTimedOut: boolean
  milliseconds: number
  difference: Difference | undefined
  /** The difference as a sentence. */
  example: string | undefined
}

export interface MutateReport {
  document: string
  target: string
  seed: number
  summary: Omit<MutateSummary, 'results'>
  families: { family: Family; detected: number; survived: number }[]
  faults: FaultFacts[]
}

interface Run {
  document: ContractDocument
  target: string
  seed: number
  /** `METHOD /path` of an operation. */
  routeOf(operationId: string): string
}

export function reportFacts({ document, target, seed, routeOf }: Run, whole: MutateSummary): MutateReport {
  const { results, ...summary } = whole
  const faults = results.map((result): FaultFacts => {
    const { fault, outcome, isTimedOut, milliseconds, change } = result
    const position = document.positionOf(fault.pointer)
    const difference = change && differenceOf(change)
    return {
      id: fault.id,
      family: fault.family,
      kind: fault.wrong.kind,
      operation: fault.operationId,
      route: routeOf(fault.operationId),
      message: faultSentence(fault.wrong),
      location: position && `${position.file}:${position.line}:${position.column}`,
      outcome,
      isTimedOut,
      milliseconds,
      difference,
      example: difference && differenceSentence(difference),
    }
  })
  const families = FAMILIES.map((family) => {
    const own = faults.filter((one) => one.family === family)
    const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length
    return { family, detected: count('detected'), survived: count('survived') }
  }).filter(({ detected, survived }) => detected + survived > 0)
  return { document: document.source, target, seed, summary, families, faults }
}

export const survivorsOf = ({ faults }: MutateReport): FaultFacts[] =>
  faults.filter(({ outcome }) => outcome === 'survived')

/** @example scoreText(report) // '81.5 % (163 of 200 faults)' */
export const scoreText = ({ summary: { score, detected, survived } }: MutateReport): string =>
  score === undefined
    ? 'none: no fault was tried'
    : `${score} % (${detected} of ${detected + survived} faults)`
