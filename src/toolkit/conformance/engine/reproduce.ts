/** Turns what was found into findings for people: repeated, with the shortest sequence, ready to paste. */

import type { Budget } from './budget.ts'
import type { Ledger } from './captures.ts'
import { createCheckContext } from './checkContext.ts'
import type { CheckContextParts } from './checkParts.ts'
import { curlLines } from './curl.ts'
import type { ConformanceFinding, Recorded } from './events.ts'
import { type Findings, factOf, fromCheck, type RawFinding } from './findings.ts'
import type { RunOptions } from './options.ts'
import type { Planned } from './plan.ts'
import { type CheckContext, NotObserved } from './rule.ts'
import { OutOfTime } from './send.ts'
import { rankOf } from './triage.ts'

interface Reproduction {
  findings: Findings
  planned: readonly Planned[]
  parts: CheckContextParts
  ledger: Ledger
  options: RunOptions
  seed: number
  /** Whether the target still responds. */
  alive: boolean
  /** The time for reproducing findings. */
  budget: Pick<Budget, 'left' | 'within'>
}

/** More causes than this are not repeated. */
const MAX_REPEATED = 60

export async function reproduceFindings(reproduction: Reproduction): Promise<ConformanceFinding[]> {
  const { findings, parts, ledger, options, seed } = reproduction
  const reported: ConformanceFinding[] = []
  let repetitions = 0
  for (const raw of findings.all()) {
    const { plan } = parts
    const repeats = raw.first && reproduction.alive && repetitions < MAX_REPEATED
    if (repeats) repetitions++
    const inTime = reproduction.budget.left() > 0 && options.signal?.aborted !== true
    const again = repeats && inTime ? await repeat(raw, reproduction) : undefined
    const sequence = again?.sequence ?? ledger.slice([...raw.with, raw.exchange])
    const place =
      raw.place ?? (raw.operationId === null ? undefined : plan.api.byId.get(raw.operationId)?.pointer)
    reported.push({
      id: `${seed}:${raw.check}`,
      rule: raw.rule,
      operationId: raw.operationId,
      constraint: raw.constraint,
      ...factOf(raw),
      status: raw.exchange.status,
      provenance: raw.provenance,
      cause: raw.cause,
      ...rankOf(raw),
      sequence,
      curl: curlLines(sequence, {
        target: options.target,
        ca: options.caFile,
        identities: options.identities,
      }),
      ...(raw.pointer !== undefined && { pointer: raw.pointer }),
      ...(place !== undefined && { place: { pointer: place, ...plan.api.document.positionOf(place) } }),
      ...(raw.assumes !== undefined && { assumes: raw.assumes }),
      ...(raw.unusual !== undefined && { unusual: raw.unusual }),
      ...(again !== undefined && { repeated: again.came }),
    })
  }
  return reported
}

/** Runs the finding's check once more and looks for the same cause. */
async function repeat(
  raw: RawFinding,
  { findings, planned, parts, ledger, seed, budget }: Reproduction,
): Promise<{ came: boolean; sequence?: Recorded[] } | undefined> {
  const found = planned.find(({ id }) => id === raw.check)
  // Behavior of nearly all operations does not depend on one check.
  if (found === undefined || raw.unusual !== undefined) return undefined
  const before = findings.size()
  // Use new names, since resources of the first run may still have the old ones.
  const context = createCheckContext({ ...parts, salt: parts.salt + 1 }, found.id, seed)
  let isCut = false
  try {
    if (raw.rule !== found.rule.id) await budget.within(probeAgain(found, context))
    await budget.within(found.check.run(context))
  } catch (error) {
    // If the tool itself cannot repeat the check, the finding is reported unchanged.
    if (!(error instanceof NotObserved)) return undefined
    isCut = error instanceof OutOfTime
  } finally {
    await context.settle()
  }
  const own = context.problems.map((problem) => fromCheck(found.rule.id, found.check, found.id, problem))
  const same = [...own, ...findings.removeSince(before)].find((one) => findings.isAgain(one, raw))
  if (same === undefined && isCut) return undefined
  if (same === undefined) {
    // Shared fixtures are created once: a repetition that did not send the decisive request proves nothing.
    const { operationId, status } = raw.exchange
    const sent = context.exchanges.some((one) => one.operationId === operationId && one.status === status)
    return sent ? { came: false } : undefined
  }
  return { came: true, sequence: ledger.slice([...same.with, same.exchange]) }
}

/** Sends the requests of a check's probes again: a response to one of them may be what was found. */
async function probeAgain({ check }: Planned, context: CheckContext): Promise<void> {
  for (const probe of check.probes ?? [])
    try {
      await probe.run(context)
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
    }
}
