/** All scorers by their type. Adding one: a file, a line here, its type and options in the document. */
import type { Scorer, ScorerInput } from '../../../../../generated/openapi.v1.ts'
import { ApiError, type Issue, validationError } from '../../../errors.ts'
import { isJson, jsonEquals, jsonSchema } from './json.ts'
import { levenshtein } from './levenshtein.ts'
import { llmJudge } from './llmJudge.ts'
import { cost, finishReason, latency, tokens } from './measures.ts'
import { numericTolerance } from './numericTolerance.ts'
import {
  CannotScore,
  type ReadyScorer,
  type ScoreCase,
  type ScorerKind,
  type ScorerType,
  type ScoringTools,
  UnacceptableOption,
} from './scorer.ts'
import { contains, containsAll, containsAny, endsWith, equals, regex, startsWith } from './text.ts'

const kinds: Readonly<Record<ScorerType, ScorerKind>> = {
  equals,
  contains,
  containsAll,
  containsAny,
  startsWith,
  endsWith,
  regex,
  isJson,
  jsonSchema,
  jsonEquals,
  levenshtein,
  numericTolerance,
  latency,
  cost,
  tokens,
  finishReason,
  llmJudge,
}

/** A scorer as a request gives it, its defaults filled in. */
export function completeScorer(given: ScorerInput): Scorer {
  const { type, negate = false, weight = 1, threshold, required = true, options = {} } = given
  const complete = { type, negate, weight, threshold: threshold ?? kinds[type].threshold, required, options }
  return complete as Scorer // which options belong to which type is lost when they are split
}

/**
 * Makes scorers ready to run.
 *
 * @param field their place in the request
 * @throws ApiError VALIDATION_ERROR at `<field>[n].options.…` for each option that no run could work with
 */
export function prepareScorers(
  scorers: readonly Scorer[],
  tools: ScoringTools,
  field = 'scorers',
): ReadyScorer[] {
  const { ready, issues } = prepare(scorers, tools, field)
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others)
  return ready
}

/** @returns what no run could work with in the scorers of an item, each at `scorers[n].options.…` */
export function issuesOfScorers(scorers: readonly ScorerInput[], tools: ScoringTools): Issue[] {
  // Which models there are is a matter of the run, not of the item, which may be meant for another environment.
  const own = scorers.map((scorer) => (scorer.type === 'llmJudge' ? undefined : completeScorer(scorer)))
  return prepare(own, tools, 'scorers').issues
}

function prepare(scorers: readonly (Scorer | undefined)[], tools: ScoringTools, field: string) {
  const issues: Issue[] = []
  const ready = scorers.flatMap((scorer, index) => {
    if (scorer === undefined) return []
    try {
      return [readyScorer(scorer, kinds[scorer.type].prepare(scorer.options as never, tools), tools.report)]
    } catch (error) {
      if (!(error instanceof UnacceptableOption)) throw error
      issues.push({ field: `${field}[${index}].options.${error.path}`, issue: error.message })
      return []
    }
  })
  return { ready, issues }
}

/**
 * `negate` inverts both score and verdict. A case that could not be scored stays so: it is not a pass, negated or not.
 */
function readyScorer(scorer: Scorer, scoreCase: ScoreCase, report: ScoringTools['report']): ReadyScorer {
  const { type, negate, threshold } = scorer
  return {
    scorer,
    async score(given, signal) {
      try {
        const score = await scoreCase(given, signal)
        return { type, score: negate ? 1 - score : score, passed: score >= threshold !== negate, error: null }
      } catch (error) {
        const expected = error instanceof CannotScore || error instanceof ApiError
        if (!expected) report?.(error)
        // Any other failure because of an output, such as a stack too small for its nesting, must not end the run.
        return { type, score: null, passed: false, error: expected ? error.message : 'The scorer failed.' }
      }
    },
  }
}
