/**
 * The comparison as a graph. A node is a pair of locations, compared once for each direction however many
 * operations lead to it. An edge is a step, such as into a property. A finding belongs to its node, and is
 * reported once with all its uses.
 */
import {
  type Direction,
  type Finding,
  LEVELS,
  type Level,
  type Observation,
  type Segment,
  type Use,
} from './finding.ts'
import type { Location, Position } from './location.ts'
import { capital, subjectOf, whereOf } from './messages.ts'

/** The schemas of one value that is sent or received, such as a body or a parameter, on both sides. */
export interface Slot {
  old: Location
  new: Location
}

/** Where a finding is: the use that meets it, and the way from there. */
interface Place {
  use: Use
  path: readonly Segment[]
  /** The schemas of the value that it is about, outermost first; empty where it is not about the schema of a value. */
  slots: readonly PlacedSlot[]
}

export interface PlacedSlot extends Slot {
  /** The steps from the value to the place. */
  inside: readonly Segment[]
}

export interface PlacedFinding {
  finding: Finding
  place: Place
  direction: Direction | 'none'
  /** The changed locations, on both sides. */
  at: { old: Location; new: Location }
  /** The property, value or name that the finding is about, where its location does not show it. */
  detail: string | undefined
}

interface Edge {
  to: Pair
  segment: Segment | undefined
  slot: Slot | undefined
}

export class Pair {
  readonly observations: Observation[] = []
  readonly edges: Edge[] = []
  private seen: Set<string> | undefined

  observe(observation: Observation): void {
    const key = keyOf(observation)
    // Most pairs have no observation.
    this.seen ??= new Set()
    if (this.seen.has(key)) return
    this.seen.add(key)
    this.observations.push(observation)
  }

  link(to: Pair, segment?: Segment, slot?: Slot): void {
    this.edges.push({ to, segment, slot })
  }

  /** Whether an observation of this pair or of a pair below it passes the test. */
  some(test: (observation: Observation) => boolean): boolean {
    const seen = new Set<Pair>()
    const pending: Pair[] = [this]
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      if (seen.has(pair)) continue
      seen.add(pair)
      if (pair.observations.some(test)) return true
      for (const { to } of pair.edges) pending.push(to)
    }
    return false
  }
}

const keyOf = ({ rule, direction, old, new: now, detail }: Observation): string =>
  [rule, direction, old.document.identity(old.pointer), now.document.identity(now.pointer), detail].join('\n')

export class Graph {
  private readonly pairs = new Map<string, Pair>()
  private readonly unfilled: (() => void)[] = []
  private readonly roots: { use: Use; document: string; pair: Pair }[] = []
  /** The document that is being compared: what is rooted now is found in it. */
  document = ''

  /** The pair of that key; made at its first mention, so that a circle meets itself, and filled by `settle`. */
  pair(key: string, fill: (pair: Pair) => void): Pair {
    const known = this.pairs.get(key)
    if (known) return known
    const pair = new Pair()
    this.pairs.set(key, pair)
    this.unfilled.push(() => fill(pair))
    return pair
  }

  /**
   * Compares the pending pairs. A loop instead of recursion, because a chain of references can be longer than
   * the call stack.
   */
  settle(): void {
    for (let fill = this.unfilled.pop(); fill; fill = this.unfilled.pop()) fill()
  }

  root(use: Use): Pair {
    const pair = new Pair()
    this.roots.push({ use, document: this.document, pair })
    return pair
  }

  /** Every finding with its uses, in the order of the documents. */
  findings(positionOf: (location: Location) => Position): PlacedFinding[] {
    this.settle()
    const found = new Map<string, PlacedFinding & { pairs: Set<Pair> }>()
    // By pair, the numbers of the roots that reach it: noted once, however many observations it has.
    const reached = new Map<Pair, number[]>()
    const reporting = this.reporting()
    for (const [number, { use, pair: root }] of this.roots.entries()) {
      const ways = shortestWays(root, (pair) => reporting.has(pair) && !reached.has(pair))
      visit(root, reporting, (pair) => {
        const roots = reached.get(pair)
        if (roots) {
          roots.push(number)
          return
        }
        reached.set(pair, [number])
        if (pair.observations.length === 0) return
        const place = placeOf(use, ways.get(pair))
        const { path } = place
        for (const observation of pair.observations) {
          const key = keyOf(observation)
          const known = found.get(key)
          if (known) {
            known.pairs.add(pair)
            // The same change can be more severe for another use, such as a change of `xml` for XML clients.
            if (!isWorse(observation.level, known.finding.level)) continue
          }
          const { rule, level, direction, detail } = observation
          const where = whereOf(use, path, direction)
          const finding: Finding = {
            rule,
            level,
            direction,
            subject: subjectOf(use, path, detail),
            sentence: capital(observation.sentence(where)),
            cause: observation.sentence({ ...where, subject: '…', context: '…' }),
            old: positionOf((observation.shown ?? observation).old),
            new: positionOf((observation.shown ?? observation).new),
            uses: [],
            documents: [],
          }
          found.set(key, {
            finding,
            place,
            direction,
            at: { old: observation.old, new: observation.new },
            detail,
            pairs: known?.pairs ?? new Set([pair]),
          })
        }
      })
    }
    const rootsOf = (pairs: Set<Pair>) => {
      const numbers = new Set([...pairs].flatMap((pair) => reached.get(pair) ?? []))
      const inOrder = pairs.size > 1 ? [...numbers].sort((a, b) => a - b) : [...numbers]
      const roots = inOrder.flatMap((number) => this.roots[number] ?? [])
      return {
        uses: [...new Set(roots.map(({ use }) => use.label))],
        documents: [...new Set(roots.map(({ document }) => document))],
      }
    }
    return reportedOnce(
      [...found.values()].map(({ finding, pairs, ...rest }) => ({
        ...rest,
        finding: { ...finding, ...rootsOf(pairs) },
      })),
    )
  }

  /** The pairs that lead to an observation; the rest, nearly all, need no visit. */
  private reporting(): Set<Pair> {
    const parents = new Map<Pair, Pair[]>()
    const all = new Set<Pair>()
    const pending = this.roots.map(({ pair }) => pair)
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      if (all.has(pair)) continue
      all.add(pair)
      for (const { to } of pair.edges) {
        const known = parents.get(to)
        if (known) known.push(pair)
        else parents.set(to, [pair])
        pending.push(to)
      }
    }
    const reporting = new Set<Pair>()
    const rising = [...all].filter((pair) => pair.observations.length > 0)
    for (let pair = rising.pop(); pair; pair = rising.pop()) {
      if (reporting.has(pair)) continue
      reporting.add(pair)
      rising.push(...(parents.get(pair) ?? []))
    }
    return reporting
  }
}

/** Merges equal findings at several locations of the documents, such as the parts of an `allOf`. */
function reportedOnce(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const distinct = new Map<string, PlacedFinding>()
  for (const placed of findings) {
    const { finding } = placed
    const key = [finding.rule, finding.level, finding.subject, finding.sentence].join('\n')
    const known = distinct.get(key)?.finding
    if (known === undefined) distinct.set(key, placed)
    else {
      known.uses = [...new Set([...known.uses, ...finding.uses])]
      known.documents = [...new Set([...known.documents, ...finding.documents])]
    }
  }
  return [...distinct.values()]
}

const isWorse = (level: Level, than: Level): boolean => LEVELS.indexOf(level) < LEVELS.indexOf(than)

/** Depth first in the order of the edges, with the shortest stack: paths can be long. */
function visit(start: Pair, reporting: Set<Pair>, report: (pair: Pair) => void): void {
  const seen = new Set<Pair>()
  const pending = [start]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    if (seen.has(pair) || !reporting.has(pair)) continue
    seen.add(pair)
    report(pair)
    for (let at = pair.edges.length - 1; at >= 0; at--) {
      const { to } = pair.edges[at] as Edge
      if (reporting.has(to) && !seen.has(to)) pending.push(to)
    }
  }
}

/** The ways with the fewest segments to the open pairs, which only lead to open pairs. */
function shortestWays(start: Pair, isOpen: (pair: Pair) => boolean): Map<Pair, Way | undefined> {
  const ways = new Map<Pair, Way | undefined>()
  const isNext = ({ to }: Edge) => !ways.has(to) && isOpen(to)
  let near: [Pair, Way | undefined][] = isOpen(start) ? [[start, undefined]] : []
  while (near.length > 0) {
    const far: typeof near = []
    // Grows by the pairs without a further segment.
    for (const [pair, way] of near) {
      if (ways.has(pair)) continue
      ways.set(pair, way)
      for (const edge of pair.edges.filter(isNext))
        (edge.segment === undefined ? near : far).push([edge.to, wayOver(edge, way)])
    }
    near = far
  }
  return ways
}

const wayOver = ({ segment, slot }: Edge, before: Way | undefined): Way | undefined =>
  segment || slot ? { segment, slot, before } : before

/** A path, linked from its end: most paths are never read, and long ones share their beginnings. */
interface Way {
  segment: Segment | undefined
  slot: Slot | undefined
  before: Way | undefined
}

function placeOf(use: Use, way: Way | undefined): Place {
  const fromEnd: Segment[] = []
  const slots: PlacedSlot[] = []
  for (let at = way; at; at = at.before) {
    if (at.slot) slots.unshift({ ...at.slot, inside: fromEnd.toReversed() })
    if (at.segment) fromEnd.push(at.segment)
  }
  return { use, path: fromEnd.toReversed(), slots }
}
