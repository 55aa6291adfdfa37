/** Numbers that are computed over the items of a resource: counts, sums and averages, of all items or of those in a state. */
import type { Json, JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import {
  descriptionOf,
  mentions,
  type Portion,
  portionIn,
  remainderIn,
  type SummaryKind,
  saysCountOf,
  saysInexact,
  saysSum,
  saysSumOfAll,
  summaryIn,
} from './description.ts'
import { listItems } from './listPlace.ts'
import { nounOf } from './relations.ts'
import type { Resource } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { spelledOut } from './spelledNumbers.ts'
import {
  hasSameUnit,
  lastSegment,
  normal,
  singularOf,
  soundsLike,
  withoutTotal,
  withoutUnit,
} from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

export interface Aggregate {
  /** Where the number is in the response, by names of properties. */
  path: readonly string[]
  resource: Resource
  /** The property of the items that is summed. Undefined for a count. */
  of: string | undefined
  /** Only items in these states are counted or summed. */
  portion: (Portion & { property: string }) | undefined
  /** How the numbers of the items become one. A count is a sum. */
  by: 'sum' | SummaryKind
  isInteger: boolean
  /** The number of the holder from which the result is subtracted: "`capacity` minus the number of bookings". */
  from: string | undefined
}

/**
 * The aggregates of a response.
 * @param resources whose items it may be about
 */
export const aggregatesIn = (
  api: Api,
  operation: ApiOperation,
  resources: readonly Resource[],
): Aggregate[] => aggregatesOf(api, thingSchema(api, operation), resources)

/** The aggregates that the items of a resource show. */
export const aggregatesShown = (
  api: Api,
  { read, list }: Pick<Resource, 'read' | 'list'>,
  resources: readonly Resource[],
): Aggregate[] =>
  read === undefined
    ? aggregatesOf(api, list && listItems(api, list), resources)
    : aggregatesIn(api, read, resources)

function aggregatesOf(api: Api, holder: Json | undefined, resources: readonly Resource[]): Aggregate[] {
  const kinds = resources.map((resource) => known.get(resource) ?? kindOf(api, resource))
  const members = membersOf(viewOf(api.document, holder))
  return members.flatMap(([name, schema]) => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    if (typesOf(view).includes('object')) return insideOf(api, name, view, kinds)
    const numbers = members.flatMap(([other]) => (other === name ? [] : [other]))
    const found = aggregateOf(api, name, schema, kinds, numbers)
    return found === undefined ? [] : [{ ...found, path: [name] }]
  })
}

/** A resource, and what descriptions and names call its items, its numbers and its states. */
interface Kind {
  resource: Resource
  noun: string
  /** Names of the numbers of an item. */
  numbers: string[]
  status: Status | undefined
  /** The names of the booleans of an item, by the words for them: `archived` of `is_archived`. */
  flags: ReadonlyMap<string, string>
}

const known = new WeakMap<Resource, Kind>()

function kindOf(api: Api, resource: Resource): Kind {
  const { read, list, create } = resource
  const shown = read ?? create
  const schema = shown === undefined ? list && listItems(api, list) : thingSchema(api, shown)
  const members = membersOf(viewOf(api.document, schema)).map(
    ([name, one]) => [name, withoutNull(api.document, viewOf(api.document, one))] as const,
  )
  const status = statusOf(api, resource)
  const flags = members.flatMap(([name, view]) => {
    const word = name.replace(/^(?:is|has|was)(?=[A-Z_])_?/, '')
    const isFlag = typesOf(view).join() === 'boolean' && !status?.values.includes(word)
    return isFlag ? [[word, name] as const] : []
  })
  const kind = {
    resource,
    noun: nounOf(resource),
    numbers: members.flatMap(([name, view]) => (isNumber(view) || isAmount(name, view) ? [name] : [])),
    status,
    flags: new Map(flags),
  }
  known.set(resource, kind)
  return kind
}

/** Amounts are numbers, or strings of digits. */
const isNumber = (view: JsonObject): boolean =>
  typesOf(view).some((type) => type === 'integer' || type === 'number') ||
  (typesOf(view).includes('string') &&
    (view.format === 'decimal' || /\\d.*\\\./.test(String(view.pattern ?? ''))))

/** Whether strings without a pattern are amounts of money by their name. */
const isAmount = (name: string, { type, format, pattern, enum: choices }: JsonObject): boolean =>
  [type].flat().includes('string') &&
  [format, pattern, choices].every((one) => one === undefined) &&
  (soundsLike('money', name) || soundsLike('total', name))

/** `by_status: { open: 3, closed: 1 }`, or an object with numbers of its own. */
function insideOf(
  api: Api,
  name: string,
  view: ReturnType<typeof viewOf>,
  kinds: readonly Kind[],
): Aggregate[] {
  const [kind, ...others] = kinds.filter(({ noun, status }) => {
    const names = [...(status === undefined ? [] : [status.property, 'status', 'state'])].flatMap((one) => [
      `by${one}`,
      `${noun}by${one}`,
      `${noun}sby${one}`,
      `count by ${one}`,
      `${one}counts`,
    ])
    return names.some((one) => normal(one) === normal(name))
  })
  if (kind?.status !== undefined && others.length === 0) {
    const { property, values } = kind.status
    const isCount = membersOf(view).every(
      ([state, schema]) =>
        values.includes(state) && typesOf(viewOf(api.document, schema)).includes('integer'),
    )
    return isCount
      ? values.map((state) => ({
          path: [name, state],
          resource: kind.resource,
          of: undefined,
          portion: { property, states: [state], isNot: false },
          by: 'sum' as const,
          isInteger: true,
          from: undefined,
        }))
      : []
  }
  return membersOf(view).flatMap(([inner, schema]) => {
    const found = aggregateOf(api, inner, schema, kinds)
    return found === undefined ? [] : [{ ...found, path: [name, inner] }]
  })
}

type Found = Omit<Aggregate, 'path'>

/** @param numbers the other properties of the object, from which the number may be subtracted */
function aggregateOf(
  api: Api,
  name: string,
  schema: Json,
  kinds: readonly Kind[],
  numbers: readonly string[] = [],
): Found | undefined {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const { by = 'sum' as const, text: whole } = summaryIn(descriptionOf(view))
  const { from, text: said } = remainderIn(whole, numbers)
  if (!(isNumber(view) || isAmount(name, view)) || saysInexact(said)) return undefined
  const isInteger = typesOf(view).includes('integer')
  const found = mentioned(name, said, kinds).flatMap((kind) => {
    const words = { ...kind, states: [...(kind.status?.values ?? []), ...kind.flags.keys()] }
    const text = by === 'sum' && from === undefined ? spelledOut(name, said, words) : said
    const one = text === undefined ? undefined : aggregateFor(name, text, kind, by === 'sum' && isInteger)
    return one === undefined || (by !== 'sum' && one.of === undefined)
      ? []
      : [{ ...one, by, isInteger, from }]
  })
  // "Number of members of the team" may name several resources.
  return found.length === 1 ? found[0] : undefined
}

/** The kinds that a property may be about: a document may have thousands of others. */
function mentioned(name: string, text: string, kinds: readonly Kind[]): readonly Kind[] {
  const all = normal(`${name} ${text}`)
  const isSum = soundsLike('total', name) || /sum/i.test(name)
  return kinds.filter(
    ({ noun, numbers }) =>
      all.includes(normal(noun).replace(/(?:y|f)$/, '')) ||
      (/^all (?:the )?\w+s\b/i.test(text) && numbers.some((one) => mentions(text, one))) ||
      (isSum && numbers.some((one) => isSumName(name, one))),
  )
}

function aggregateFor(
  name: string,
  text: string,
  kind: Kind,
  isInteger: boolean,
): Pick<Found, 'resource' | 'of' | 'portion'> | undefined {
  const { resource, noun, status } = kind
  const states = status?.values ?? []
  const said = portionIn(text, noun, [...states, ...kind.flags.keys()])
  if (said === 'unclear') return undefined
  const portion = portionOf(kind, said)
  if (portion === 'unclear') return undefined
  const of = summedIn(name, text, kind)
  if (of !== undefined) return { resource, of, portion }
  if (isInteger && saysCountOf(text, noun)) return { resource, of: undefined, portion }
  const named = isInteger ? countNamed(name, resource, states) : undefined
  if (named === undefined || (said !== undefined && named.states.length > 0 && said.states.length === 0))
    return undefined
  // "Orders that are open or in progress" for `open_orders`: the text is more exact than the name.
  const isNamed = named.states.length > 0 && (said?.states.length ?? 0) === 0
  const stated = portionOf(kind, isNamed ? named : said)
  return stated === 'unclear' ? undefined : { resource, of: undefined, portion: stated }
}

/** The number of the items that a text adds up. */
function summedIn(name: string, text: string, { noun, numbers }: Kind): string | undefined {
  // The sum of prices times quantities is another one.
  const isMultiplied = (one: string) =>
    soundsLike('unitPrice', one) && numbers.some((other) => other !== one && soundsLike('demand', other))
  // "Sum of the amounts of all payments" for `paid_cents` of `amount_cents`, which are in one unit.
  const isSaid = (one: string) =>
    saysSum(text, one, noun) || (hasSameUnit(name, one) && saysSum(text, withoutUnit(one), noun))
  const of = numbers.find((one) => !isMultiplied(one) && (isSaid(one) || isSumName(name, one)))
  // "The sum of the payments": of the only amount that a payment has.
  const amounts = numbers.filter((one) => hasSameUnit(name, one))
  return of ?? (amounts.length === 1 && saysSumOfAll(text, noun) ? amounts[0] : undefined)
}

/** The items by their status, or by one of their booleans. */
function portionOf({ status, flags }: Kind, portion: Portion | undefined): Aggregate['portion'] | 'unclear' {
  const [first, ...others] = portion?.states ?? []
  if (portion === undefined || first === undefined) return undefined
  const flag = flags.get(first)
  if (flag !== undefined)
    return others.length > 0 ? 'unclear' : { states: ['true'], isNot: portion.isNot, property: flag }
  if (others.some((one) => flags.has(one))) return 'unclear'
  return status && { ...portion, property: status.property }
}

/** `total_weight` and `weight_sum` for `weight`. */
const isSumName = (name: string, of: string): boolean =>
  withoutTotal(of) !== '' &&
  !soundsLike('money', of) &&
  [
    `total${normal(of)}`,
    `${normal(of)}total`,
    `sum${normal(of)}`,
    `${normal(of)}sum`,
    `total${normal(of)}s`,
  ].includes(normal(name))

/** Names of counts: `issueCount`, `totalIssues`, `issues`; `openIssues` and `open_issue_count` by state. */
function countNamed(name: string, { collection }: Resource, states: readonly string[]): Portion | undefined {
  const plural = normal(lastSegment(collection))
  const singular = normal(singularOf(lastSegment(collection)))
  const shelf = plural.replace(/ves$/, 'f')
  const counts = [`${singular}count`, `${singular}scount`, `${plural}count`, `${shelf}count`]
  const own = normal(name)
  if ([...counts, `total${singular}s`, `total${plural}`, `num${singular}s`, plural].includes(own))
    return { states: [], isNot: false }
  const state = states.find((one) => [plural, ...counts].some((end) => own === normal(one) + end))
  return state === undefined ? undefined : { states: [state], isNot: false }
}
