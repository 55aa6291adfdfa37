/** Requests that a document rejects where one holder has a number of items already: "10 open loans (5 for category `junior`)". */
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { plainNumbers, Reading } from './conditions.ts'
import { countLimitIn } from './countLimits.ts'
import { descriptionOf } from './description.ts'
import type { Expression } from './expressions.ts'
import { namedValues } from './namedValues.ts'
import { withoutCases } from './numberLimits.ts'
import { bodyProperties } from './operationProperties.ts'
import { nounsOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { choicesIn, statusOf } from './roles.ts'
import { holderNouns, type SinglePromise, singlePromises } from './singles.ts'
import { spokenRules } from './spokenRules.ts'
import { stateGroups, withGroups } from './stateGroups.ts'
import { surroundingTexts } from './surroundings.ts'

/** The promises about items of which one holder has at most a number, without those of {@link singlePromises}. */
export function countPromises(api: Api, graph: ResourceGraph, holder: Resource): SinglePromise[] {
  const known = singlePromises(api, graph, holder)
  const created = relationsTo(api, graph, holder).flatMap((relation): Place[] => {
    const operation = relation.child.create
    const isKnown = known.some((one) => one.operation === operation && one.relation === relation)
    return operation === undefined || isKnown || !isSent(api, relation)
      ? []
      : [{ relation, operation, isByAction: false }]
  })
  return [...created, ...assignments(api, graph, holder)].flatMap((one) => promisesAt(api, graph, one))
}

/** Whether a new item names its holder: the body may declare a property that only an action sets. */
const isSent = (api: Api, { child, property }: Relation): boolean =>
  property === undefined || bodyProperties(api, child.create).has(property)

interface Place {
  relation: Relation
  operation: ApiOperation
  isByAction: boolean
}

/** The actions that give an item a holder: `POST /claims/{id}/assign` with an `adjuster_id`. */
function assignments(api: Api, graph: ResourceGraph, holder: Resource): Place[] {
  return graph.resources.flatMap((child) => {
    if (child === holder || child.create === undefined) return []
    const known = relationsTo(api, graph, holder).some((one) => one.child === child && isSent(api, one))
    return known
      ? []
      : actionsOn(api, child.item).flatMap((operation) => {
          const [property, ...others] = [...bodyProperties(api, operation)].flatMap(([name, schema]) =>
            graph.referredBy(name, schema, child) === holder ? [name] : [],
          )
          return property === undefined || others.length > 0
            ? []
            : [{ relation: { child, holder, property }, operation, isByAction: true }]
        })
  })
}

/** Items of another resource need many requests each. */
const MAX_ELSEWHERE = 20

/** The promises of a sentence about one holder, one for each case: "10 open loans (5 for category `junior`)". */
function promisesAt(
  api: Api,
  graph: ResourceGraph,
  { relation, operation, isByAction }: Place,
): SinglePromise[] {
  const { child, holder } = relation
  const itemStatus = statusOf(api, child)
  const states = itemStatus?.values ?? []
  const nouns = nounsOf(child)
  const texts = [...surroundingTexts(api, operation), descriptionOf(operation.operation)]
  const groups = stateGroups(texts, nouns, states)
  const [found] = spokenRules(api, operation).flatMap(({ text, kind, status, description }) => {
    if (kind === 'unless' || !/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i.test(text)) return []
    const reading = new Reading(namedValues(api, graph, child, undefined))
    const { rest, cases } = withoutCases(withGroups(plainNumbers(text), groups, nouns), reading)
    const kinds = { nouns, holders: [...nounsOf(holder), ...holderNouns(relation)], states }
    const limit = cases === undefined ? undefined : countLimitIn(rest, kinds)
    const most = relation.property === undefined ? limit?.most : Math.min(limit?.most ?? 0, MAX_ELSEWHERE)
    if (limit === undefined || cases === undefined || most !== limit.most) return []
    const variants = variantsOf(api, relation, limit.most, cases, reading)
    return variants === undefined ? [] : [{ ...limit, variants, status, description }]
  })
  if (found === undefined) return []
  const { variants, ...limit } = found
  return variants.map((one) => ({
    ...limit,
    ...one,
    isAny: false,
    relation,
    operation,
    itemStatus,
    isByAction,
  }))
}

type Variant = Pick<SinglePromise, 'most' | 'holderValues'>

/** The limits of holders by their properties; undefined where a case is not about the holder. */
function variantsOf(
  api: Api,
  { holder }: Relation,
  most: number,
  cases: readonly { when: Expression; value: Expression }[],
  reading: Reading,
): Variant[] | undefined {
  if (cases.length === 0) return [{ most, holderValues: {} }]
  const found = cases.flatMap(({ when, value }) => {
    const source = when.kind === 'operand' ? reading.sources.get(when.name) : undefined
    const of = source?.kind === 'flag' ? source.of : undefined
    const [wanted] = source?.kind === 'flag' ? source.values : []
    const isOfHolder = of?.kind === 'related' && of.relation.holder === holder && of.through === undefined
    return isOfHolder && wanted !== undefined && value.kind === 'number'
      ? [{ most: value.value, property: of.property, wanted }]
      : []
  })
  const properties = new Set(found.map(({ property }) => property))
  const [property = ''] = properties
  if (found.length < cases.length || properties.size !== 1) return undefined
  const special = found.map(({ wanted, ...one }) => ({
    most: one.most,
    holderValues: { [property]: wanted },
  }))
  const isFlag = typeof found[0]?.wanted === 'boolean'
  const usual = isFlag
    ? false
    : choicesIn(api.document, bodyProperties(api, holder.create).get(property)).find(
        (one) => !found.some(({ wanted }) => wanted === one),
      )
  return usual === undefined ? special : [{ most, holderValues: { [property]: usual } }, ...special]
}
