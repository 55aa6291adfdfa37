/** Sums of items that must not be more than a number of what they belong to: "409 if all refunds together exceed `paid`". */

import type { Json } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { asWords, inEitherNumber } from './description.ts'
import { isNumber } from './formulas.ts'
import { bodyProperties, shownProperties } from './operationProperties.ts'
import { nounsOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { spokenRules } from './spokenRules.ts'
import { soundsLike, unitOfName } from './vocabulary.ts'

export interface SumLimit {
  relation: Relation
  operation: ApiOperation
  /** The property of the items that is summed. */
  of: string
  /** The number of the holder that the sum must not exceed. */
  most: string
  status: number
  description: string
}

/** The limits that sentences about the creation of an item state. */
export function sumLimits(api: Api, graph: ResourceGraph, holder: Resource): SumLimit[] {
  return relationsTo(api, graph, holder).flatMap((relation) => {
    const operation = relation.child.create
    const found = operation && limitOf(api, relation, operation)
    return found === undefined ? [] : [found]
  })
}

function limitOf(api: Api, relation: Relation, operation: ApiOperation): SumLimit | undefined {
  const numbersIn = (properties: ReadonlyMap<string, Json>) =>
    [...properties].flatMap(([name, schema]) =>
      isNumber(api.document, withoutNull(api.document, viewOf(api.document, schema))) ? [name] : [],
    )
  const amounts = numbersIn(bodyProperties(api, operation)).filter(
    (name) => soundsLike('money', name) || soundsLike('demand', name),
  )
  const [of, ...others] = amounts
  if (of === undefined || others.length > 0) return undefined
  const numbers = numbersIn(shownProperties(api, relation.holder))
  for (const { text, status, description, kind } of spokenRules(api, operation)) {
    if (kind === 'unless') continue
    const more = kind === 'cause' ? MORE : NEVER
    const object = objectOf(text, more, nounsOf(relation.child), nounsOf(relation.holder))
    const most = object && numbers.find((name) => names(object, name) && unitOfName(of) === unitOfName(name))
    if (most !== undefined) return { relation, operation, of, most, status, description }
  }
  return undefined
}

const NEVER =
  '(?:(?:must|may|can) (?:not|never) (?:be more than|exceed)|never exceeds?|(?:do|does) not exceed|(?:do|does)n.t exceed|cannot exceed|can ?not be more than)'
const MORE = `(?:(?:is|are|be|would be|becomes?|would become|get|adds? up to|would add up to|come to) (?:more|greater|higher|larger|bigger) than|(?:would )?exceeds?|${NEVER})`
const SUM = '(?:together|in total|altogether|combined|in sum)'

/** The words for the number with which a sum is compared. */
function objectOf(
  text: string,
  more: string,
  nouns: readonly string[],
  holders: readonly string[],
): string | undefined {
  const items = `(?:all |the |its |both )*(?:${nouns.map(inEitherNumber).join('|')})`
  const holder = `(?:${holders.map(inEitherNumber).join('|')})`
  const of = `(?: (?:of|for|to|on|in) (?:(?:the|an?|one|its) )?${holder})?`
  const forms = [
    `(?:all|the|its) (?:the )?${items}${of}(?:,? ${SUM})? (?:would )?(?:${SUM} )?${more}`,
    `(?:sum|total)(?: amount)? of ${items}${of} (?:would )?${more}`,
    `${items}${of},? ${SUM},? (?:would )?${more}`,
    `${items}${of} [\\w ]{2,40}, but (?:${SUM},? they|they ${SUM}) (?:would )?${more}`,
  ]
  const isSum = new RegExp(`\\b(?:${SUM}|sum of|total of|all)\\b`, 'i')
  const found = new RegExp(
    `^\\W*(?:the )?(?:${forms.join('|')}) (?:(?:the|its|an?) )?(?<object>[^.;,]+?)(?: of (?:the|that|an?) ${holder})?\\W*$`,
    'i',
  ).exec(text.replaceAll(/[`*]/g, ''))
  return found !== null && isSum.test(found[0]) ? found.groups?.object : undefined
}

const names = (object: string, property: string): boolean =>
  new RegExp(`^(?:${escaped(property)}|${asWords(property)})$`, 'i').test(object.trim())
