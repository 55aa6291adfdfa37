/**
 * Checks whether every string that matches one regular expression matches another. Both become automata; a
 * walk over their product looks for a string that only the first accepts.
 */

import { LAST, parsePattern, type Range, type Tree, Unsupported } from './patternTree.ts'

/** `undecided` for what is not regular (look-around, back references) or too large. */
type Inclusion = { included: true } | { included: false; witness: string } | 'undecided'

const MAX_STATES = 6000
const MAX_PAIRS = 20_000

interface State {
  empty: State[]
  on: { ranges: readonly Range[]; to: State }[]
  accepts: boolean
  id: number
}

/** Is what `inner` matches a part of what `outer` matches? */
export function includes(outer: string, inner: string): Inclusion {
  if (outer === inner) return { included: true }
  try {
    return compare(automatonOf(inner), automatonOf(outer))
  } catch (error) {
    if (error instanceof Unsupported) return 'undecided'
    throw error
  }
}

function compare(inner: State, outer: State): Inclusion {
  const samples = samplesOf([inner, outer])
  const start = { a: closure([inner]), b: closure([outer]), text: '' }
  const keyOf = (a: readonly State[], b: readonly State[]) =>
    `${a.map(({ id }) => id).join(' ')}|${b.map(({ id }) => id).join(' ')}`
  const seen = new Set([keyOf(start.a, start.b)])
  const pending = [start]
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { a, b, text } = next
    if (a.some(({ accepts }) => accepts) && !b.some(({ accepts }) => accepts)) {
      return { included: false, witness: text }
    }
    for (const point of samples) {
      const onA = move(a, point)
      if (onA.length === 0) continue
      const onB = move(b, point)
      const key = keyOf(onA, onB)
      if (seen.has(key)) continue
      if (seen.size > MAX_PAIRS) return 'undecided'
      seen.add(key)
      pending.push({ a: onA, b: onB, text: text + String.fromCodePoint(point) })
    }
  }
  return { included: true }
}

/** One character of every class that both automata treat alike; a readable one where there is a choice. */
function samplesOf(starts: State[]): number[] {
  const cuts = new Set([0])
  const seen = new Set<State>()
  const pending = [...starts]
  for (let state = pending.pop(); state; state = pending.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    pending.push(...state.empty)
    for (const { ranges, to } of state.on) {
      pending.push(to)
      for (const [from, until] of ranges) {
        cuts.add(from)
        if (until < LAST) cuts.add(until + 1)
      }
    }
  }
  const sorted = [...cuts].sort((a, b) => a - b)
  const readable = [...'a0A -_.'].map((text) => text.codePointAt(0) ?? 0)
  const samples = sorted.map((from, index) => {
    const until = (sorted[index + 1] ?? LAST + 1) - 1
    return readable.find((point) => point >= from && point <= until) ?? from
  })
  // Readable ones first, so that the witness is readable too.
  return samples.sort((a, b) => Number(a < 0x21 || a > 0x7e) - Number(b < 0x21 || b > 0x7e) || a - b)
}

function closure(states: State[]): State[] {
  const all = new Set<State>()
  const pending = [...states]
  for (let state = pending.pop(); state; state = pending.pop()) {
    if (all.has(state)) continue
    all.add(state)
    pending.push(...state.empty)
  }
  return [...all].sort((a, b) => a.id - b.id)
}

function move(states: readonly State[], point: number): State[] {
  const next = states.flatMap(({ on }) =>
    on
      .filter(({ ranges }) => ranges.some(([from, until]) => point >= from && point <= until))
      .map(({ to }) => to),
  )
  return next.length === 0 ? [] : closure(next)
}

/**
 * An automaton for the strings in which `pattern` is found. JSON Schema does not anchor patterns, so any
 * characters can come before and after.
 */
function automatonOf(pattern: string): State {
  const states = { count: 0 }
  const make = (accepts = false): State => {
    if (++states.count > MAX_STATES) throw new Unsupported()
    return { empty: [], on: [], accepts, id: states.count }
  }
  const any: Range[] = [[0, LAST]]
  const build = (tree: Tree, to: State): State => {
    switch (tree.is) {
      case 'class': {
        const from = make()
        from.on.push({ ranges: tree.ranges, to })
        return from
      }
      case 'sequence':
        return tree.parts.reduceRight((next, part) => build(part, next), to)
      case 'choice': {
        const from = make()
        from.empty.push(...tree.options.map((option) => build(option, to)))
        return from
      }
      case 'repeat': {
        let next = to
        if (tree.most === Number.POSITIVE_INFINITY) {
          const loop = make()
          loop.empty.push(build(tree.part, loop), to)
          next = loop
        } else {
          for (let times = tree.least; times < tree.most; times++) {
            const optional = make()
            optional.empty.push(build(tree.part, next), to)
            next = optional
          }
        }
        for (let times = 0; times < tree.least; times++) next = build(tree.part, next)
        return next
      }
      default:
        throw new Unsupported()
    }
  }
  const begin = make()
  for (const option of optionsOf(parsePattern(pattern))) {
    const parts = option.is === 'sequence' ? [...option.parts] : [option]
    const anchoredStart = parts[0]?.is === 'start'
    const anchoredEnd = parts.at(-1)?.is === 'end'
    const inside = parts.slice(anchoredStart ? 1 : 0, anchoredEnd ? -1 : undefined)
    const last = make(true)
    if (!anchoredEnd) last.on.push({ ranges: any, to: last })
    let first = build({ is: 'sequence', parts: inside }, last)
    if (!anchoredStart) {
      const before = make()
      before.on.push({ ranges: any, to: before })
      before.empty.push(first)
      first = before
    }
    begin.empty.push(first)
  }
  return begin
}

/** `^(a|b)$` and `^a$|^b$` alike: the alternatives at the top. */
const optionsOf = (tree: Tree): Tree[] => (tree.is === 'choice' ? tree.options.flatMap(optionsOf) : [tree])
