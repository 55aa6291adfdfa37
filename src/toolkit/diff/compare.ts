/**
 * Compares documents, pair by pair, in one run: a part that several documents share is compared once for each
 * direction.
 */
import { compareAsyncapi } from './asyncapi/document.ts'
import { type Place, placesOf } from './clients/places.ts'
import type { Differ } from './differ.ts'
import { note } from './differ.ts'
import { type Finding, LEVELS } from './finding.ts'
import { Graph } from './graph.ts'
import { rootOf } from './location.ts'
import { compareOpenapi } from './openapi/document.ts'
import type { DocumentPair } from './source.ts'
import { compareUnused } from './unused.ts'
import { adviceOf, type VersionAdvice } from './version.ts'
import { withWitness } from './witness/witness.ts'

interface Comparison {
  findings: Finding[]
  /** Where each finding may be met by a client, in the order of the findings. */
  places: Place[][]
  /** The least version that each document needs for its changes. */
  versions: VersionAdvice[]
}

/** The documents are of different kinds and cannot be compared. */
export class IncomparableError extends Error {
  override readonly name = 'IncomparableError'
}

/**
 * @param pairs the documents of a project, each before and after
 * @param today the day on which a sunset has come or not, as a time
 * @throws IncomparableError for a pair of an OpenAPI and an AsyncAPI document
 */
export function compareDocuments(pairs: readonly DocumentPair[], today: number): Comparison {
  const graph = new Graph()
  for (const pair of pairs) comparePair(graph, pair, today)
  const found = graph
    .findings(({ document, pointer }) => document.positionOf(pointer))
    .map((placed) => {
      const versions = versionsOf(pairs, placed.finding)
      const finding = versions === undefined ? placed.finding : withWitness(placed, versions)
      return { finding, places: placesOf(placed) }
    })
    .sort((a, b) => LEVELS.indexOf(a.finding.level) - LEVELS.indexOf(b.finding.level))
  const findings = found.map(({ finding }) => finding)
  return {
    findings,
    places: found.map(({ places }) => places),
    versions: pairs.flatMap((pair) => adviceOf(pair, findings)),
  }
}

/** The two documents of a finding; undefined where one of them was added or removed. */
function versionsOf(pairs: readonly DocumentPair[], { documents }: Finding) {
  const pair = pairs.find(({ old, new: now }) => documents.includes((now ?? old)?.name ?? ''))
  return pair?.old && pair.new ? { old: pair.old, new: pair.new } : undefined
}

function comparePair(graph: Graph, { old, new: now }: DocumentPair, today: number): void {
  graph.document = (now ?? old)?.name ?? ''
  if (!old || !now) {
    const present = old ?? now
    if (!present) return
    const root = rootOf(present)
    note(graph.root({ label: present.name, kind: 'document' }), {
      rule: now ? 'document-added' : 'document-removed',
      level: now ? 'compatible' : 'breaking',
      old: root,
      new: root,
      say: () => `The document ${present.name} was ${now ? 'added' : 'removed, with all its operations'}.`,
    })
    return
  }
  if (old.kind !== now.kind) {
    throw new IncomparableError(
      `${old.name} is an ${old.kind} document and ${now.name} an ${now.kind} document; expected two of one kind.`,
    )
  }
  const differ: Differ = { graph, today, old: rootOf(old), new: rootOf(now) }
  if (old.kind === 'openapi') compareOpenapi(differ)
  else compareAsyncapi(differ)
  compareUnused(differ)
}
