/** From the parameters that a client sent to those that a report is made with. */
import type { ReportParameters, ReportType, Template } from '../../../../../generated/openapi.v1.ts'
import { ApiError, type Issue, validationError } from '../../../errors.ts'
import type { Caller } from '../../../server/handler.ts'
import type { ReadTransaction } from '../../../storage/database.ts'
import { loadEvaluation, requireResults } from '../../evaluations/queries.ts'
import { lastVersion, loadVersion } from '../../prompts/queries.ts'
import { DAY, dayOf, dayStart, MAX_PERIOD } from '../period.ts'

/** Days of a report whose beginning no one names. */
const USUAL_PERIOD = 30

/**
 * Checks the parameters against what the template accepts, and fills in what was left out, so that the report states
 * itself what it shows.
 *
 * @param now Unix milliseconds
 * @throws ApiError VALIDATION_ERROR at the parameter; INVALID_STATE of an evaluation that has not ended
 */
export async function resolveParameters(
  tx: ReadTransaction,
  organizationId: string,
  template: Template,
  given: ReportParameters,
  now: number,
): Promise<ReportParameters> {
  requireKnown(template, given)
  const { promptId } = given
  if (template.type === 'evaluation_summary') return requireEnded(tx, organizationId, given)
  const last = promptId === undefined ? undefined : await lastVersion(tx, organizationId, promptId)
  if (promptId !== undefined && last === undefined) {
    throw at('promptId', `is ${promptId}; expected the id of a prompt of this organization`)
  }
  const resolved: ReportParameters = {
    ...(promptId !== undefined && { promptId }),
    ...resolvePeriod(given, now),
  }
  if (template.type !== 'version_comparison' || promptId === undefined) return resolved
  const versions = given.versions ?? lastTwo(last ?? 0)
  for (const [index, version] of versions.entries()) {
    if (await loadVersion(tx, organizationId, promptId, version)) continue
    throw at(
      `versions[${index}]`,
      `is ${version}; expected the number of a published version, at most ${last}`,
    )
  }
  return { ...resolved, versions }
}

/**
 * The same for a report of an evaluation that is yet to run: the evaluation itself is filled in when it has ended.
 * @throws ApiError VALIDATION_ERROR at the parameter
 */
export async function checkParameters(
  tx: ReadTransaction,
  organizationId: string,
  template: Template,
  given: ReportParameters,
  now: number,
): Promise<void> {
  if (template.type === 'evaluation_summary') requireKnown(template, { ...given, evaluationId: 'the run' })
  else await resolveParameters(tx, organizationId, template, given, now)
}

/** @throws ApiError INVALID_STATE while it runs: a report of half a run would never become one of the whole */
async function requireEnded(
  tx: ReadTransaction,
  organizationId: string,
  { evaluationId = '' }: ReportParameters,
): Promise<ReportParameters> {
  const evaluation = await loadEvaluation(tx, organizationId, evaluationId)
  if (evaluation === undefined) {
    throw at('evaluationId', `is ${evaluationId}; expected the id of an evaluation of this organization`)
  }
  const { status } = evaluation
  if (status === 'queued' || status === 'running') {
    throw new ApiError('INVALID_STATE', `The evaluation is ${status}; make the report when it has ended.`)
  }
  await requireResults(tx, evaluationId)
  return { evaluationId }
}

function lastTwo(last: number): number[] {
  if (last >= 2) return [last - 1, last]
  const published = last === 0 ? 'no published version' : 'one published version'
  throw at('promptId', `has ${published}; expected a prompt with two or more to compare`)
}

/** The template's own schema defines its parameters and the required ones. */
function requireKnown(template: Template, given: ReportParameters): void {
  const { properties = {}, required = [] } = template.parametersSchema as {
    properties?: Record<string, unknown>
    required?: readonly string[]
  }
  const known = Object.keys(properties)
  const issues: Issue[] = [
    ...required
      .filter((name) => !(name in given))
      .map((name) => issue(name, `is missing; the template ${template.name} needs it`)),
    ...Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) =>
        issue(name, `is not a parameter of the template ${template.name}; it has ${known.join(', ')}`),
      ),
  ]
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others)
}

function resolvePeriod(given: ReportParameters, now: number): { from: string; to: string } {
  const today = dayOf(now)
  const to = given.to ?? today
  const toStart = dayStart(to)
  if (toStart === undefined) throw at('to', `is ${to}; expected a day of the calendar`)
  if (to > today) throw at('to', `is ${to}; expected today, ${today}, or a day before it`)
  const from = given.from ?? dayOf(toStart - (USUAL_PERIOD - 1) * DAY)
  const fromStart = dayStart(from)
  if (fromStart === undefined) throw at('from', `is ${from}; expected a day of the calendar`)
  if (from > to) throw at('from', `is ${from}, after the last day ${to}; expected a day not after it`)
  const days = (toStart - fromStart) / DAY + 1
  if (days > MAX_PERIOD) {
    throw at('from', `is ${from}, ${days} days up to the last day ${to}; expected at most ${MAX_PERIOD} days`)
  }
  return { from, to }
}

const issue = (name: string, text: string): Issue => ({ field: `parameters.${name}`, issue: text })
const at = (name: string, text: string) => validationError(issue(name, text))

/** The scopes that a caller needs before a report shows such data to everyone who may read reports. */
const SCOPES: Record<ReportType, readonly string[]> = {
  prompt_usage: ['prompts:read'],
  cost_latency: ['prompts:read'],
  version_comparison: ['prompts:read'],
  // Results of evaluations show rendered prompts.
  evaluation_summary: ['evaluations:read', 'prompts:read'],
}

/**
 * Rejects a report of what the caller could not read (docs/internals/decisions.md, "scopes per operation").
 * @param also scopes in addition, where the operation itself does not require them
 * @throws ApiError INSUFFICIENT_SCOPE
 */
export function authorizeSources(caller: Caller, type: ReportType, also: readonly string[] = []): void {
  const required = [...also, ...SCOPES[type]]
  const missing = required.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  throw new ApiError(
    'INSUFFICIENT_SCOPE',
    `The credential lacks ${missing.join(' and ')}; a report of the type ${type} needs ${required.join(' and ')}.`,
    { details: { required, missing } },
  )
}
