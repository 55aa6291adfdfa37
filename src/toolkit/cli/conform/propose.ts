/** `conform --propose FILE`: proposes what the document lacks as an overlay, and reports what is left with it. */
import { writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Proposed, RunSummary, Subscriber } from '../../conformance/conform.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { foreignText } from '../../openapi/foreignText.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { requireWritable } from '../program/givenFile.ts'
import { note } from '../program/output.ts'

type Kit = typeof import('../../conformance/conform.ts')

interface Flags {
  propose?: string | undefined
  har?: string | undefined
  replay?: string | undefined
}

/** @throws UsageError where nothing can be proposed */
export function requireProposable({ propose, har, replay }: Flags): void {
  if (propose === undefined) return
  if (har !== undefined) throw new UsageError('--propose proves its overlay by a run. Leave out --har.')
  if (replay !== undefined)
    throw new UsageError('--propose needs all checks to see what the server does. Leave out --replay.')
  requireWritable(`--propose ${propose}`, propose)
}

interface ProposeParts {
  kit: Kit
  terminal: Terminal
  /** The entry file of the document. */
  file: string
  /** Where it was read from; undefined for a file. */
  documentUrl: string | undefined
  overlays: readonly string[]
  output: string
  verbose: boolean
  run(document: ContractDocument, subscriber: Subscriber, round: number): Promise<RunSummary>
}

/** Writes the overlay, and prints what it contains and what is left. */
export async function propose(parts: ProposeParts): Promise<Proposed> {
  const { kit, terminal, file, documentUrl, overlays, output, verbose } = parts
  const proposed = await kit.proposeOverlay({
    file,
    overlays,
    output,
    extends: documentUrl ?? relative(dirname(output), file).replaceAll('\\', '/'),
    write: (text) => writeFileSync(output, text),
    run(document, subscriber, round) {
      if (round > 1) note(terminal, `Run ${round}, with ${output}.`)
      return parts.run(document, subscriber, round)
    },
  })
  for (const line of kit.proposedLines(proposed, { output, verbose })) terminal.print(foreignText(line))
  return proposed
}
