/** How many causes are of which kind, and what the first screen leaves out. */

import { plural } from '../../openapi/plural.ts'
import type { Cause, FindingKind } from '../engine/triage.ts'

const WORDS: Readonly<Record<FindingKind, readonly [one: string, several: string]>> = {
  'server-fault': ['server fault', 'server faults'],
  'contract-mismatch': ['contract mismatch', 'contract mismatches'],
  'document-gap': ['gap in the document', 'gaps in the document'],
}

function counted(causes: readonly Cause[], kinds: readonly FindingKind[]): string {
  const parts = kinds.flatMap((kind) => {
    const number = causes.filter((one) => one.kind === kind).length
    return number === 0 ? [] : [plural(number, ...WORDS[kind])]
  })
  return parts.join(', ')
}

/** Such as ` (1 server fault, 2 gaps in the document)`; '' without causes. */
export function kindsText(causes: readonly Cause[]): string {
  const text = counted(causes, ['server-fault', 'contract-mismatch', 'document-gap'])
  return text === '' ? '' : ` (${text})`
}

const MAX_RULES = 3

/** The causes after the first `shown`: what the server does wrong, then in one line what the document leaves out. */
export function furtherCauses(causes: readonly Cause[], shown: number): string[] {
  const further = causes.slice(shown)
  if (further.length === 0) return []
  const faults = counted(further, ['server-fault', 'contract-mismatch'])
  const gaps = further.filter(({ kind }) => kind === 'document-gap')
  const rules = [...new Set(gaps.map(({ rule }) => rule))].slice(0, MAX_RULES).join(', ')
  const operations = new Set(gaps.flatMap((one) => one.operations)).size
  return [
    '',
    ...(faults === '' ? [] : [`Further causes: ${faults}. --verbose prints them.`]),
    ...(gaps.length === 0
      ? []
      : [
          `Further: ${counted(gaps, ['document-gap'])} at ${plural(operations, 'operation')} (${rules}). --verbose prints them; --propose FILE writes them as an overlay.`,
        ]),
  ]
}
