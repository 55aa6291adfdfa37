import { type Api, type ApiOperation, actionsOn } from '../../../model/api.ts'
import { type Effect, effectsIn } from '../../../model/effects.ts'
import {
  bodyProperties,
  isShown,
  settingProperty,
  shownProperties,
} from '../../../model/operationProperties.ts'
import { outcomeText } from '../../../model/outcomes.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole, statusOf } from '../../../model/roles.ts'
import type { Json } from '../../../openapi/document.ts'
import { type Check, type CheckContext, defineRule, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame, shownAt } from '../compare.ts'
import { childEffects } from './childEffects.ts'
import { counters } from './counters.ts'
import { suppliesGivenBack } from './givenBack.ts'
import { expectEffect, isEmpty } from './missingEffects.ts'
import { relatedEffects } from './relatedEffects.ts'
import { effectsOnSiblings } from './siblingEffects.ts'
import { effectsStated } from './statedEffects.ts'
import { stockEffects } from './stocks.ts'

/** Effects that the description of an action or of an update states, such as "sets `closed_at`". */
export const actionEffectsApplied = defineRule({
  ...definitionOf('action-effects-applied'),
  *checks(plan) {
    const seen = new Set<string>()
    for (const check of earlierChecks(plan)) {
      seen.add(keyOf(check.name, check.operation))
      yield check
    }
    yield* effectsStated(plan, (name, operation) => seen.has(keyOf(name, operation)))
  },
})

const keyOf = (name: string, operation: ApiOperation | undefined): string =>
  `${operation?.operationId} ${name}`

function* earlierChecks({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    if (!isShown(resource) || (resource.create ?? resource.put) === undefined) continue
    for (const operation of changing(api, resource))
      for (const effect of effectsOf(api, resource, operation))
        yield {
          name: effect.property,
          constraint: `/${effect.property} is set`,
          operation,
          run: (context) => tryEffect(context, resource, operation, effect),
        }
  }
  yield* relatedEffects({ api, graph })
  yield* childEffects({ api, graph })
  yield* counters({ api, graph })
  yield* effectsOnSiblings({ api, graph })
  yield* stockEffects({ api, graph })
  yield* suppliesGivenBack({ api, graph })
}

/** The updates of an item, and the actions on it. */
const changing = (api: Api, { item, update, replace }: Resource): ApiOperation[] => [
  ...[update, replace].filter((one) => one !== undefined),
  ...actionsOn(api, item),
]

function effectsOf(api: Api, resource: Resource, operation: ApiOperation): Effect[] {
  const properties = [...shownProperties(api, resource).keys()]
  const sent = bodyProperties(api, operation)
  const isAction = operation.method === 'POST'
  const status = statusOf(api, resource)
  const states = status?.values ?? []
  // Which effects a change of the status has depends on the status that is sent.
  if (isAction && status !== undefined && sent.has(settingProperty(api, operation, status))) return []
  // The value of a property that the body contains is the client's.
  return effectsIn(outcomeText(operation), properties, states).filter(
    // An update has most of its effects only where it changes certain properties.
    ({ property }) => !sent.has(property) && (isAction || isOfRole(api, resource, 'updatedAt', property)),
  )
}

/** Times without a fraction differ after a second. */
const SECOND = 1_100

async function tryEffect(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  { property, value, text }: Effect,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const before = await context.read(item)
  const was = shownAt(before, [property])
  const isMoment = isOfRole(context.api, resource, 'updatedAt', property)
  if (isMoment) await context.wait(SECOND)
  const { exchange } = await context.succeed(operation, { params: item.params })
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  const isRight = (now: Json | undefined) => {
    if (value === null) return isEmpty(now)
    if (typeof value === 'number') return Number(now) === value
    if (value !== undefined) return isSame(now, value)
    return now !== undefined && now !== null && !(isMoment && isSame(now, was))
  }
  const wanted = wantedInWords(value, isMoment)
  await expectEffect(context, item, { property, text, wanted, operation, isRight }, [
    ...[item.made, before, exchange],
  ])
}

function wantedInWords(value: Effect['value'], isMoment: boolean): string {
  if (value === undefined) return isMoment ? 'another time' : 'a value'
  return value === null ? 'no value' : JSON.stringify(value)
}
