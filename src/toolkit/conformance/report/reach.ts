/** Obstacles of operations that were not reached, each with the configuration that would help. */

import { plural } from '../../openapi/plural.ts'
import type { RunSummary } from '../engine/events.ts'
import type { Obstacle, Unreached } from '../engine/reach.ts'

const isName = /^[A-Za-z_$][\w$]*$/

/** A property of `recipes`, such as `{ createBook: async () => ({ body: {} }) }`. */
const recipe = (operationId: string, parts: string): string =>
  `recipes: recipes.mjs   # export default { ${isName.test(operationId) ? operationId : JSON.stringify(operationId)}: async () => (${parts}) }`

/** The line of `conform.yaml`, or the option, that solves the problem. */
export function helpFor({ operationId, method, path, obstacle }: Unreached): string {
  switch (obstacle.kind) {
    case 'existing-data':
      return '--allow-existing-data'
    case 'undeclared-success':
      return `overlays: [overlay.yaml]   # target $.paths['${path}'].${method.toLowerCase()}.responses, update { "${obstacle.status}": { description: … } }`
    case 'not-tried':
      return '--time-budget 30m'
    case 'nothing-to-act-on': {
      const [name] = /\{([^}]+)\}/.exec(path)?.slice(1) ?? []
      return recipe(
        operationId,
        name === undefined ? '{ body: { … } }' : `{ params: { ${JSON.stringify(name)}: … } }`,
      )
    }
    case 'rejected':
      return obstacle.status === 401 || obstacle.status === 403
        ? 'identities: { admin: { bearer: env:ADMIN_TOKEN } }   # a caller that may do this'
        : recipe(obstacle.operationId, '{ body: { … } }')
  }
}

const MAX_SHOWN = 5
const MAX_REASON = 160

/** The obstacle as the end of a sentence. */
export const obstacleText = (obstacle: Obstacle): string => {
  switch (obstacle.kind) {
    case 'existing-data':
      return 'writes to data that the run did not create'
    case 'undeclared-success':
      return `returns ${obstacle.status}, which the document does not declare`
    case 'not-tried':
      return 'was not requested'
    case 'nothing-to-act-on':
      return obstacle.reason.slice(0, MAX_REASON)
    case 'rejected':
      return obstacle.reason.slice(0, MAX_REASON)
  }
}

/** Operations with one obstacle are one group; the bodies of error responses differ from time to time. */
const keyOf = ({ obstacle }: Unreached): string =>
  obstacle.kind === 'rejected'
    ? `rejected ${obstacle.operationId} ${obstacle.status}`
    : JSON.stringify(obstacle)

/** How many operations were reached, and the obstacles that prevent most of the others. */
export function reachLines(summary: RunSummary, isVerbose: boolean): string[] {
  const { reached } = summary
  // Without a time budget that ran out, operations that were not requested were not selected.
  const unreached = summary.unreached.filter(
    ({ obstacle }) => obstacle.kind !== 'not-tried' || summary.endedEarly !== undefined,
  )
  if (unreached.length === 0) return []
  const groups = new Map<string, Unreached[]>()
  for (const one of unreached) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length)
  const shown = isVerbose ? sorted : sorted.slice(0, MAX_SHOWN)
  return [
    '',
    `${reached.operations} of ${plural(reached.ofOperations, 'operation')} returned a documented success. Obstacles of the others:`,
    ...shown.flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const names = group.slice(0, 3).map(({ operationId }) => operationId)
      const more = group.length > names.length ? ` and ${group.length - names.length} more` : ''
      return [`  ${names.join(', ')}${more}: ${obstacleText(first.obstacle)}`, `    ${helpFor(first)}`]
    }),
    ...(shown.length < sorted.length
      ? [`  ${plural(sorted.length - shown.length, 'further obstacle')}: --verbose prints them.`]
      : []),
  ]
}
