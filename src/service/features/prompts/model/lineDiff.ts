/**
 * The changes between two texts, line by line: the shortest edit script between the common head and tail.
 * Source: Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4.
 */
import type { DiffLine } from '../../../../../generated/openapi.v1.ts'

/**
 * Steps of the search. The texts are users', and two of 50 000 lines each with nothing in common would need
 * 10^10. This many need about 10 ms. Beyond it the differing middle is reported as one deletion and one insertion,
 * which is longer than necessary, and still true.
 */
const BUDGET = 2_000_000

/**
 * Lines end at `\n`; a last line without one is a line too. Deletions come before insertions.
 *
 * @example lineDiff('a\nb', 'a\nc') // equal a, delete b, insert c
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const from = before.split('\n')
  const to = after.split('\n')
  const shared = Math.min(from.length, to.length)
  let head = 0
  while (head < shared && from[head] === to[head]) head++
  let tail = 0
  while (tail < shared - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++

  const edits: DiffLine[] = []
  const push = (op: DiffLine['op'], lines: string[]) => {
    for (const text of lines) edits.push({ op, text })
  }
  push('equal', from.slice(0, head))
  const removed = from.slice(head, from.length - tail)
  const added = to.slice(head, to.length - tail)
  let x = 0
  let y = 0
  for (const match of matches(removed, added)) {
    push('delete', removed.slice(x, match.x))
    push('insert', added.slice(y, match.y))
    push('equal', removed.slice(match.x, match.x + match.length))
    x = match.x + match.length
    y = match.y + match.length
  }
  push('delete', removed.slice(x))
  push('insert', added.slice(y))
  push('equal', from.slice(from.length - tail))
  return edits
}

/** A run of equal lines: `length` of them from line `x` of one text and line `y` of the other. */
interface Match {
  x: number
  y: number
  length: number
}

/** The runs of equal lines in a shortest edit script, in order; none when the search runs out of budget. */
function matches(from: readonly string[], to: readonly string[]): Match[] {
  const trace = search(from, to)
  const found: Match[] = []
  let x = from.length
  let y = to.length
  for (let d = trace.length - 1; d >= 0 && (x > 0 || y > 0); d--) {
    const reached = trace[d] as Int32Array // what the round before reached, diagonal k at index k + d
    const k = x - y
    const down = goesDown(reached, k, d)
    const previousX = d === 0 ? 0 : at(reached, down ? k + 1 : k - 1, d)
    const startX = d === 0 || down ? previousX : previousX + 1
    if (x > startX) found.push({ x: startX, y: startX - k, length: x - startX })
    x = previousX
    y = previousX - (d === 0 ? 0 : down ? k + 1 : k - 1)
  }
  return found.reverse()
}

/** The furthest points of the rounds d = 0, 1, …: for each, the state before it. Empty when the budget is spent. */
function search(from: readonly string[], to: readonly string[]): Int32Array[] {
  const trace: Int32Array[] = []
  let budget = BUDGET
  let reached = new Int32Array(1)
  for (let d = 0; ; d++) {
    trace.push(reached)
    const next = new Int32Array(2 * d + 3) // diagonals -d-1 … d+1, so that the next round finds its own
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : goesDown(reached, k, d) ? at(reached, k + 1, d) : at(reached, k - 1, d) + 1
      const start = x
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++
      next[k + d + 1] = x
      if (x >= from.length && x - k >= to.length) return trace
      budget -= x - start + 1
    }
    if (budget < 0) return []
    reached = next
  }
}

/** Whether diagonal k is entered from above (an insertion) rather than from the left (a deletion). */
function goesDown(reached: Int32Array, k: number, d: number): boolean {
  return k === -d || (k !== d && at(reached, k - 1, d) < at(reached, k + 1, d))
}

const at = (reached: Int32Array, k: number, d: number): number => reached[k + d] as number
