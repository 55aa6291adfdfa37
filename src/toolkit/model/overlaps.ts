/** Creations that a declared 409 or 422 rejects where their period overlaps another one: "The room is booked at that time". */
import type { Api, ApiOperation } from './api.ts'
import { momentsOf } from './bounds.ts'
import {
  descriptionOf,
  includesLastDay,
  inEitherNumber,
  mentions,
  rulesOutOverlaps,
  statesBefore,
  statesIgnored,
} from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { rejectionsOf } from './rejections.ts'
import { nounOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { holderNouns } from './singles.ts'
import { type SpokenRule, spokenRules, statementsIn } from './spokenRules.ts'
import { normal, ownerOfId, soundsLike, upperEndsOf } from './vocabulary.ts'

export interface OverlapPromise {
  /** The creation. */
  operation: ApiOperation
  /** The properties with both ends of the period, and their format. */
  start: string
  /** Undefined: a number of minutes or hours is the length. */
  end: string | undefined
  format: 'date' | 'date-time'
  /** The properties that both items share, where no relation is named. Empty: all. */
  properties: readonly string[]
  /** The relations to the holders of both items. Empty: all properties of the first one. */
  relations: readonly Relation[]
  /** Whether the last day of a period is a part of it. */
  hasLastDay: boolean
  /** The states in which items conflict. Empty: in each. */
  states: readonly string[]
  status: number
  description: string
}

export function overlapPromise(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
): OverlapPromise | undefined {
  const { create } = resource
  const period =
    create && (itemPeriod(api, create) ?? periodOfLength(api, create) ?? periodToShownEnd(api, create))
  if (create === undefined || period === undefined) return undefined
  const all = graph.resources
    .flatMap((holder) => relationsTo(api, graph, holder))
    .filter(({ child }) => child === resource)
  const shared = {
    noun: nounOf(resource),
    states: statusOf(api, resource)?.values ?? [],
    parts: [
      ...all.flatMap(holderNouns),
      ...[...bodyProperties(api, create).keys()].map((name) => ownerOfId(name) ?? name),
    ],
  }
  const spoken = spokenRules(api, create)
  const general = aboutAll(api, create, shared.noun)
  const texts = [
    ...rejectionsOf(create),
    ...spoken.flatMap(({ text, kind, ...one }) =>
      (kind === 'cause' || kind === 'plain') && !isOfAction(one) ? [{ ...one, cause: text }] : [],
    ),
    ...general.map(({ text, ...one }) => ({ ...one, cause: text })),
  ]
  const rejection = texts.find(({ cause }) => rulesOutOverlaps(cause, shared))
  if (rejection === undefined) return undefined
  const { cause, status, description } = rejection
  const relations = all.filter((one) => holderNouns(one).some((noun) => mentions(cause, noun)))
  // Of a kind of room, there is more than one.
  const isCounted = relations.some(({ holder }) =>
    [...bodyProperties(api, holder.create).keys()].some((name) => soundsLike('supply', name)),
  )
  // A second one of the same room is ruled out, whatever its capacity counts.
  if (isCounted && !/\boverlaps?\b.*\bsame\b/i.test(cause)) return undefined
  const named = statesBefore(cause, shared.noun, shared.states)
  const ignored = [...spoken, ...general].flatMap(({ text }) =>
    statesIgnored(text, shared.noun, shared.states),
  )
  const states =
    named.length > 0 || ignored.length === 0 ? named : shared.states.filter((one) => !ignored.includes(one))
  const properties = [...bodyProperties(api, create).keys()].filter((name) => mentions(cause, name))
  const hasLastDay =
    period.format === 'date' && [descriptionOf(create.operation), description].some(includesLastDay)
  return { operation: create, ...period, relations, properties, hasLastDay, states, status, description }
}

/** "Confirming is refused if the lesson would overlap another one" is about another request. */
const isOfAction = ({ isOfAll, description }: Pick<SpokenRule, 'isOfAll' | 'description'>): boolean =>
  isOfAll === true &&
  /(?:^|: )[a-z]+ing (?:[\w-]+ ){0,3}?(?:is|are) (?:rejected|refused|denied|not (?:possible|allowed))\b/i.test(
    description,
  )

/** The sentences about the whole API that name the items. */
function aboutAll(
  { document }: Api,
  { responses }: ApiOperation,
  noun: string,
): Pick<SpokenRule, 'text' | 'status' | 'description'>[] {
  const status = [409, 422].find((one) => responses.has(String(one)))
  const named = new RegExp(`\\b${inEitherNumber(noun)}\\b`, 'i')
  return status === undefined
    ? []
    : statementsIn(descriptionOf(document.root.info))
        .filter((one) => named.test(one))
        .map((one) => ({ text: one.replace(/,? so .*$/i, ''), status, description: one }))
}

/** A period by its start, whose end the response shows: the end of a film that starts at a time. */
function periodToShownEnd(
  api: Api,
  create: ApiOperation,
): Pick<OverlapPromise, 'start' | 'end' | 'format'> | undefined {
  const [only, ...others] = momentsOf(api.document, bodyProperties(api, create))
  if (only?.format !== 'date-time' || others.length > 0) return undefined
  const ends = upperEndsOf(only.name)
  const isShown = [...responseProperties(api, create).keys()].some((name) => ends.includes(normal(name)))
  return isShown ? { start: only.name, end: undefined, format: only.format } : undefined
}

/** A period by its start and its length: `starts_at` and `duration_minutes`. */
function periodOfLength(
  api: Api,
  create: ApiOperation,
): Pick<OverlapPromise, 'start' | 'end' | 'format'> | undefined {
  const properties = bodyProperties(api, create)
  const [only, ...others] = momentsOf(api.document, properties)
  const isLong = [...properties.keys()].some((name) => /^(?:duration|length)/i.test(name))
  return only?.format === 'date-time' && others.length === 0 && isLong
    ? { start: only.name, end: undefined, format: only.format }
    : undefined
}

/** The only period of a body: two moments, of which one is called the end of the other, as in `pickup_from` and `pickup_to`. */
export function itemPeriod(
  api: Api,
  create: ApiOperation,
): (Pick<OverlapPromise, 'start' | 'format'> & { end: string }) | undefined {
  const moments = momentsOf(api.document, bodyProperties(api, create))
  const periods = moments.flatMap(({ name, format }) => {
    const ends = upperEndsOf(name)
    const end = moments.find((one) => one.format === format && ends.includes(normal(one.name)))
    return end === undefined ? [] : [{ start: name, end: end.name, format }]
  })
  const [only, ...others] = periods
  return others.length > 0 ? undefined : only
}
