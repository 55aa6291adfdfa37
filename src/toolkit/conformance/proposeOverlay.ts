/** Runs a target, proposes what its document lacks as an overlay, and runs it again with the overlay as a proof. */
import { loadContract } from '../openapi/contract.ts'
import { type ContractDocument, DocumentError, objectAt } from '../openapi/document.ts'
import { changedTree } from '../openapi/overlay.ts'
import type { ConformanceFinding, Recorded, RunSummary, Subscriber } from './engine/events.ts'
import type { Proposal, Proposed } from './propose/proposal.ts'
import { type LearnedProposal, proposalsOf } from './propose/proposals.ts'
import { collect } from './report/collected.ts'
import { overlayText } from './report/proposals.ts'

export interface ProposeOptions {
  /** Path of the entry file of the document. */
  file: string
  /** Overlays that are applied before the proposed one. */
  overlays: readonly string[]
  /** How the overlay names the document: a path relative to the overlay, or a URL. */
  extends: string
  /** Path of the proposed overlay. */
  output: string
  /** Writes the text of the overlay. */
  write(text: string): void
  /**
   * Runs the target.
   * @param round from 1; each has the overlay of the round before
   */
  run(document: ContractDocument, subscriber: Subscriber, round: number): Promise<RunSummary>
}

/** A restored part may make more reachable, which shows further parts. */
const MAX_ROUNDS = 4

/**
 * Proposes an overlay, and proves it: the last run has all of it.
 * @throws DocumentError for an OpenAPI 2.0 document; what a run throws
 */
export async function proposeOverlay(options: ProposeOptions): Promise<Proposed> {
  if ('swagger' in changedTree(options.file, []))
    throw new DocumentError(
      'UNKNOWN_KIND',
      `${options.file} is an OpenAPI 2.0 document, and overlays are for OpenAPI 3. Convert the document first.`,
    )
  const proposals: Proposal[] = []
  const exchanges: Recorded[] = []
  for (let round = 1; ; round++) {
    const overlays = [...options.overlays, ...(round > 1 ? [options.output] : [])]
    const document = documentWith(options.file, overlays)
    let findings: ConformanceFinding[] = []
    let ofRound: readonly Recorded[] = []
    const summary = await options.run(
      document,
      collect({ exchanges: true, exact: true }, (run) => {
        exchanges.push(...run.exchanges)
        ofRound = run.exchanges
        findings = run.findings
      }),
      round,
    )
    const written = changedTree(options.file, overlays)
    const next = proposalsOf({
      document,
      written,
      exchanges,
      findings,
      learned: withExamples(summary.learned, ofRound),
    })
    const fresh = next.proposals.filter((one) => !proposals.some((other) => isSame(one, other)))
    if (fresh.length === 0 || round === MAX_ROUNDS)
      return { proposals, withheld: next.withheld, findings, summary, rounds: round }
    proposals.push(...fresh)
    options.write(overlayText(proposals, { title: titleOf(document), extends: options.extends }))
    const { kind } = summary.endedEarly ?? {}
    if (kind === 'interrupted' || kind === 'target-lost')
      return { proposals, withheld: next.withheld, findings, summary, rounds: round }
  }
}

/** Learned invariants with the responses that show them. */
const withExamples = (learned: RunSummary['learned'], exchanges: readonly Recorded[]): LearnedProposal[] =>
  learned.flatMap((invariant) => {
    const exchange = exchanges.find(({ number }) => number === invariant.example.exchange)
    return exchange === undefined ? [] : [{ invariant, exchange }]
  })

const documentWith = (file: string, overlays: readonly string[]): ContractDocument =>
  loadContract([file], { overlays }).documents[0] as ContractDocument

const isSame = (one: Proposal, other: Proposal): boolean =>
  JSON.stringify(one.actions) === JSON.stringify(other.actions)

const titleOf = ({ root, source }: ContractDocument): string => {
  const { title } = objectAt(root, 'info')
  return typeof title === 'string' ? title : source
}
