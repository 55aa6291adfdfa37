/** Confirms or refutes by requests what checks infer from names and descriptions. */
import { RELIABLE } from '../../model/evidence.ts'
import type { RecordedCheck } from './checkContext.ts'
import type { Inference } from './events.ts'
import type { Planned } from './plan.ts'
import type { Probe, Verdict } from './rule.ts'

interface Fact {
  /** The check under whose name the requests are sent, so that they can be replayed. */
  check: string
  /** @throws what ends a check */
  probe(context: RecordedCheck): Promise<void>
}

export class Probes {
  readonly #facts = new Map<string, { check: string; probe: Probe; verdict: Verdict; hasProblems: boolean }>()

  constructor(planned: readonly Planned[]) {
    for (const { id, check } of planned)
      for (const probe of check.probes ?? []) {
        const key = keyOf(probe.about)
        if (!this.#facts.has(key))
          this.#facts.set(key, { check: id, probe, verdict: { is: 'unknown' }, hasProblems: false })
      }
  }

  facts(): Fact[] {
    return [...this.#facts.values()].map((fact) => ({
      check: fact.check,
      async probe(context) {
        try {
          fact.verdict = await fact.probe.run(context)
        } finally {
          fact.hasProblems = context.problems.length > 0
          await context.settle()
        }
      },
    }))
  }

  /** Why a check must be skipped: an inference that it rests on is refuted, or weak and not confirmed. */
  against({ check }: Planned): string | undefined {
    for (const { about } of check.probes ?? []) {
      const { verdict, hasProblems } = this.#facts.get(keyOf(about)) ?? {}
      // A target that does not respond to the probe: the check reports it.
      if (hasProblems === true) continue
      if (verdict?.is === 'refuted') return `assumption refuted: ${verdict.why}`
      if (verdict?.is !== 'confirmed' && about.confidence < RELIABLE)
        return `assumption not confirmed: ${about.parameter} of ${about.operationId} may be about ${about.property ?? 'something else'}`
    }
    return undefined
  }

  report(): { confirmed: Inference[]; refuted: (Inference & { why: string })[]; unknown: Inference[] } {
    const all = [...this.#facts.values()].map(({ probe, verdict }) => ({ about: probe.about, verdict }))
    const of = (is: Verdict['is']) => all.flatMap(({ about, verdict }) => (verdict.is === is ? [about] : []))
    return {
      confirmed: of('confirmed'),
      refuted: all.flatMap(({ about, verdict }) =>
        verdict.is === 'refuted' ? [{ ...about, why: verdict.why }] : [],
      ),
      unknown: of('unknown'),
    }
  }
}

const keyOf = ({ operationId, key, parameter, property }: Inference): string =>
  [operationId, key, parameter, property].join(' ')
