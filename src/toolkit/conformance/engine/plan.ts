/** The plan of a run: its checks in their order, known before the first request. */
import { createApi } from '../../model/api.ts'
import { withoutFrames } from '../../model/frames.ts'
import { findResources } from '../../model/resources.ts'
import { withSentencesElsewhere } from '../../model/sentencesElsewhere.ts'
import { rolesOf } from './identities.ts'
import type { RunOptions } from './options.ts'
import type { Check, Plan, Rule } from './rule.ts'
import { readWorkflows } from './workflows/arazzo.ts'
import { addExamples } from './workflows/seeds.ts'

export interface Planned {
  id: string
  rule: Rule
  check: Check
}

/**
 * The checks in order, breadth first: the plain request of every operation, then the first check of each rule for every
 * operation, then the second ones. Of the checks for one constraint, such as several values of a property, the first one
 * comes before the second one of any other. A run that stops early has covered everything in less depth.
 */
export function planChecks(
  plan: Plan,
  options: Pick<RunOptions, 'rules' | 'operations' | 'replay'>,
): Planned[] {
  const skipped = new Set(plan.hints.skipOperations ?? [])
  const placed: { one: Planned; depth: number }[] = []
  for (const rule of options.rules) {
    const byOperation = new Map<string | undefined, Check[]>()
    for (const check of rule.checks(plan)) {
      const operationId = check.operation?.operationId
      byOperation.set(operationId, [...(byOperation.get(operationId) ?? []), check])
    }
    for (const [operationId, checks] of byOperation) {
      if (options.operations?.(operationId) === false) continue
      if (operationId !== undefined && skipped.has(operationId)) continue
      for (const [depth, check] of inTurn(checks).entries()) {
        const id = `${rule.id}:${operationId ?? '*'}:${check.name}`
        if (options.replay === undefined || id === options.replay)
          placed.push({ one: { id, rule, check }, depth })
      }
    }
  }
  placed.sort((a, b) => stageOf(a.one) - stageOf(b.one) || a.depth - b.depth)
  return placed.map(({ one }) => one)
}

/** The first check of each constraint, then the second ones. */
function inTurn(checks: readonly Check[]): Check[] {
  const counts = new Map<string, number>()
  return checks
    .map((check) => {
      const constraint = check.constraint ?? check.name
      const turn = counts.get(constraint) ?? 0
      counts.set(constraint, turn + 1)
      return { check, turn }
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ check }) => check)
}

/** The phases of a run that send checks, in their order. */
export const CHECK_PHASES = ['checks', 'sequences', 'exclusive'] as const
export type CheckPhase = (typeof CHECK_PHASES)[number]

/** `sequences` run in parallel once the checks are done; `exclusive` ones run one at a time at the end. */
export const phaseOf = ({ check }: Planned): CheckPhase =>
  check.exclusive === true ? 'exclusive' : check.later === true ? 'sequences' : 'checks'

/** All checks of a stage begin before those of the next: the plain request of every operation, then each phase. */
export const stageOf = (one: Planned): number =>
  one.check.plain === true ? -1 : CHECK_PHASES.indexOf(phaseOf(one))

/** The plan as lines, phase by phase: the inferences that the probe tests, then the id of each check. */
export function planLines(planned: readonly Planned[]): string[] {
  const probes = new Set(
    planned.flatMap(({ check }) =>
      (check.probes ?? []).map(({ about }) => `${about.operationId}: ${about.parameter}`),
    ),
  )
  const phases = CHECK_PHASES.map((phase) => ({
    phase,
    ids: planned.filter((one) => phaseOf(one) === phase).map(({ id }) => id),
  }))
  return [{ phase: 'probe', ids: [...probes] }, ...phases].flatMap(({ phase, ids }) =>
    ids.length === 0 ? [] : [`# ${phase}: ${ids.length}`, ...ids],
  )
}

export const createPlan = (
  options: Pick<RunOptions, 'document' | 'identities' | 'headers' | 'hints' | 'workflows' | 'messages'> & {
    target?: string
  },
): Plan => {
  const api = withoutFrames(withSentencesElsewhere(createApi(options.document)))
  const workflows = (options.workflows ?? []).flatMap(({ file, text }) => readWorkflows(text, file, api))
  addExamples(api, workflows)
  for (const { id, steps } of workflows)
    for (const step of steps)
      if (step.message !== undefined) options.messages?.check(step.message, `workflow ${id}, step ${step.id}`)
  return {
    api,
    graph: findResources(api),
    roles: rolesOf(options.identities),
    identities: options.identities,
    headers: options.headers ?? {},
    hints: options.hints ?? {},
    workflows,
    messages: options.messages,
    target: options.target,
  }
}
