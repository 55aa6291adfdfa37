/** The assumption that a finding depends on, in words. */
import type { Assumption, ConformanceFinding } from '../engine/events.ts'

const VERBS = { filter: 'filters by', sort: 'sorts by', paging: 'requests the next page' } as const

/** One sentence; undefined for a finding that rests on what the document declares. */
export const assumptionText = ({ assumes }: Pick<ConformanceFinding, 'assumes'>): string | undefined =>
  assumes === undefined ? undefined : sentence(assumes)

const sentence = ({ key, parameter, property }: Assumption): string =>
  `assumes that the parameter ${parameter} ${VERBS[key]}${property === undefined ? '' : ` ${property}`}; if it does not, state that with x-conformance.${key} at the parameter`
