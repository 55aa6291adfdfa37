/** Boolean parameters that add items to a list: `include_discontinued`, which is false when it is left out. */
import { viewOf } from '../schema/view.ts'
import type { Api, Parameter } from './api.ts'
import { descriptionOf, saysListedToo, saysOutOfSight, saysUnlistedByDefault } from './description.ts'
import { itemProperties, statementsOn } from './filters.ts'
import { queryInputs } from './queryInputs.ts'
import type { Resource } from './resources.ts'
import { type Status, statusOf } from './roles.ts'
import { isBoolean } from './statedFlags.ts'
import { normal, wordsOf } from './vocabulary.ts'

export interface Inclusion {
  input: Parameter
  property: string
  /** Which items are listed with the parameter only: those with `true`, or in this state. */
  value: true | string
  /** The status, if the property is one. */
  status: Status | undefined
}

/** The words for the items that a parameter adds: `retired` for `include_retired`, and for `retired` where its text states that. */
function addedBy(name: string, text: string): string[] {
  const words = wordsOf(name)
  const [verb = '', ...rest] = words
  if (ADDING.has(verb)) return rest
  return saysOutOfSight(text) && saysListedToo(text) ? words : []
}

const ADDING = new Set(['include', 'includes', 'including', 'with', 'show'])

/** The parameters of a list without which some items are left out. Where the document does not state the default, none. */
export function inclusionsOf(api: Api, resource: Resource): Inclusion[] {
  const { list } = resource
  if (list === undefined) return []
  const shown = new Map(itemProperties(api, list))
  const status = statusOf(api, resource)
  return queryInputs(api, list).flatMap((input): Inclusion[] => {
    const rest = addedBy(input.name, statementsOn(api, input))
    if (rest.length === 0 || !isBoolean(api, input.schema)) return []
    const name = rest.join('')
    const isDefault = viewOf(api.document, input.schema).default === false
    const own = statementsOn(api, input)
    const isStated = [own, descriptionOf(list.operation)].some((text) =>
      saysUnlistedByDefault(text, rest.join(' ')),
    )
    if (!isStated && !(isDefault && saysListedToo(own))) return []
    const flag = [...shown].find(
      ([property, schema]) => [name, `is${name}`].includes(normal(property)) && isBoolean(api, schema),
    )
    if (flag !== undefined) return [{ input, property: flag[0], value: true, status: undefined }]
    const state = status?.values.find((value) => normal(value) === name)
    return status === undefined || state === undefined
      ? []
      : [{ input, property: status.property, value: state, status }]
  })
}
