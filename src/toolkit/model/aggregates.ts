/** Numbers that are computed over the items of a resource: counts, sums and averages, of all items or of those in a state. */
import type { Json, JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import {
  descriptionOf,
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
export function aggregatesIn(api: Api, operation: ApiOperation, resources: readonly Resource[]): Aggregate[] {
  const kinds = resources.map((resource) => known.get(resource) ?? kindOf(api, resource))
  const members = membersOf(viewOf(api.document, thingSchema(api, operation)))
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
}

const known = new WeakMap<Resource, Kind>()

function kindOf(api: Api, resource: Resource): Kind {
  const { read, list, create } = resource
  const shown = read ?? create
  const schema = shown === undefined ? list && listItems(api, list) : thingSchema(api, shown)
  const kind = {
    resource,
    noun: nounOf(resource),
    numbers: membersOf(viewOf(api.document, schema)).flatMap(([name, one]) =>
      isNumber(withoutNull(api.document, viewOf(api.document, one))) ? [name] : [],
    ),
    status: statusOf(api, resource),
  }
  known.set(resource, kind)
  return kind
}

/** Amounts are numbers, or strings of digits. */
const isNumber = (view: JsonObject): boolean =>
  typesOf(view).some((type) => type === 'integer' || type === 'number') ||
  (typesOf(view).includes('string') &&
    (view.format === 'decimal' || /\\d.*\\\./.test(String(view.pattern ?? ''))))

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
  const { from, text } = remainderIn(whole, numbers)
  if (!isNumber(view) || saysInexact(text)) return undefined
  const isInteger = typesOf(view).includes('integer')
  const found = mentioned(name, text, kinds).flatMap((kind) => {
    const one = aggregateFor(name, text, kind, by === 'sum' && isInteger)
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
      (isSum && numbers.some((one) => isSumName(name, one))),
  )
}

function aggregateFor(
  name: string,
  text: string,
  kind: Kind,
  isInteger: boolean,
): Pick<Found, 'resource' | 'of' | 'portion'> | undefined {
  const { resource, noun, numbers, status } = kind
  const states = status?.values ?? []
  const said = portionIn(text, noun, states)
  if (said === 'unclear') return undefined
  const portion = portionOf(kind, said)
  // The sum of prices times quantities is another one.
  const isMultiplied = (one: string) =>
    soundsLike('unitPrice', one) && numbers.some((other) => other !== one && soundsLike('demand', other))
  // "Sum of the amounts of all payments" for `paid_cents` of `amount_cents`, which are in one unit.
  const isSaid = (one: string) =>
    saysSum(text, one, noun) || (hasSameUnit(name, one) && saysSum(text, withoutUnit(one), noun))
  const of = numbers.find((one) => !isMultiplied(one) && (isSaid(one) || isSumName(name, one)))
  if (of !== undefined) return { resource, of, portion }
  // "The sum of the payments": of the only amount that a payment has.
  const amounts = numbers.filter((one) => hasSameUnit(name, one))
  if (amounts.length === 1 && saysSumOfAll(text, noun)) return { resource, of: amounts[0], portion }
  if (isInteger && saysCountOf(text, noun)) return { resource, of: undefined, portion }
  const named = isInteger ? countNamed(name, resource, states) : undefined
  if (named === undefined || (said !== undefined && named.states.length > 0 && said.states.length === 0))
    return undefined
  // "Orders that are open or in progress" for `open_orders`: the text is more exact than the name.
  const isNamed = named.states.length > 0 && (said?.states.length ?? 0) === 0
  return { resource, of: undefined, portion: portionOf(kind, isNamed ? named : said) }
}

const portionOf = ({ status }: Kind, portion: Portion | undefined): Aggregate['portion'] =>
  status === undefined || portion === undefined || portion.states.length === 0
    ? undefined
    : { ...portion, property: status.property }

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
