/** The result of a run as data, for every report. */
import { isSecretHeader } from '../../model/vocabulary.ts'
import {
  type ContractDocument,
  formatPosition,
  isObject,
  objectAt,
  type Position,
} from '../../openapi/document.ts'
import { type Difference, differenceOf } from '../difference.ts'
import { FAMILIES, type Family } from '../faults/families.ts'
import type { Fault } from '../faults/fault.ts'
import type { FaultResult, MutateSummary } from '../run.ts'
import { excerptOf, type SourceLine } from './excerpt.ts'
import { type ExchangeFacts, exchangeFacts } from './exchange.ts'
import { differenceSentence, faultSentence } from './sentences.ts'

export interface FaultFacts {
  id: string
  family: Family
  kind: string
  operation: string
  /** `GET /books`, or `webhook book.created`. */
  route: string
  message: string
  /** `openapi.yaml:12:5`; undefined where the document was not read from a file. */
  location: string | undefined
  /** The same as parts. */
  position: Position | undefined
  outcome: FaultResult['outcome']
  isTimedOut: boolean
  milliseconds: number
  difference: Difference | undefined
  /** The difference as a sentence. */
  example: string | undefined
  /** Of a surviving fault: the lines of the document around the location. */
  source: SourceLine[] | undefined
  /** Of a surviving fault: the first exchange that it changed. */
  exchange: ExchangeFacts | undefined
  /** Of a detected fault: the end of the tests' output. */
  output: string | undefined
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
  const isSecret = secretHeaders(document)
  const faults = results.map((result): FaultFacts => {
    const { fault, outcome, isTimedOut, milliseconds, change } = result
    const position = (fault.document ?? document).positionOf(fault.pointer)
    const difference = change && differenceOf(change)
    const isSurvivor = outcome === 'survived'
    return {
      id: fault.id,
      family: fault.family,
      kind: fault.wrong.kind,
      operation: fault.operationId,
      route: routeOfFault(fault, routeOf),
      message: faultSentence(fault.wrong),
      location: position && formatPosition(position),
      position,
      outcome,
      isTimedOut,
      milliseconds,
      difference,
      example: difference && differenceSentence(difference),
      source: isSurvivor && position ? excerptOf(position) : undefined,
      exchange: isSurvivor && change ? exchangeFacts(change, isSecret) : undefined,
      output: outcome === 'detected' ? lastLines(result.output) : undefined,
    }
  })
  const families = FAMILIES.map((family) => {
    const own = faults.filter((one) => one.family === family)
    const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length
    return { family, detected: count('detected'), survived: count('survived') }
  }).filter(({ detected, survived }) => detected + survived > 0)
  return { document: document.source, target, seed, summary, families, faults }
}

/** Headers of credentials: the usual ones, and the API keys of the document. */
function secretHeaders({ root }: ContractDocument): (header: string) => boolean {
  const schemes = Object.values(objectAt(objectAt(root, 'components'), 'securitySchemes'))
  const names = schemes.flatMap((one) =>
    isObject(one) && one.in === 'header' ? [String(one.name).toLowerCase()] : [],
  )
  return (header) => isSecretHeader(header) || names.includes(header.toLowerCase())
}

function routeOfFault({ event, isOfDeliveries, operationId }: Fault, routeOf: Run['routeOf']): string {
  if (event !== undefined) return `webhook ${event}`
  return isOfDeliveries ? `webhooks of ${routeOf(operationId)}` : routeOf(operationId)
}

/** Lines of the output in a report. */
const MAX_LINES = 12
const MAX_CHARACTERS = 1000

const lastLines = (output: string): string =>
  output.trim().split('\n').slice(-MAX_LINES).join('\n').slice(-MAX_CHARACTERS)

export const survivorsOf = ({ faults }: MutateReport): FaultFacts[] =>
  faults.filter(({ outcome }) => outcome === 'survived')

/** @example scoreText(report) // '81.5 % (163 of 200 faults)' */
export const scoreText = ({ summary: { score, detected, survived } }: MutateReport): string =>
  score === undefined
    ? 'none: no fault was tried'
    : `${score} % (${detected} of ${detected + survived} faults)`
