/** Values of items that stay when the one that they belong to changes: "A new rate holds for lessons requested from then on." */
import type { Json } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api } from './api.ts'
import { asWords, descriptionOf, inEitherNumber, plainSentences } from './description.ts'
import { bodyProperties, isShown, responseProperties, shownProperties } from './operationProperties.ts'
import { nounsOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { propertyIn } from './spokenNames.ts'
import { normal, withoutUnit } from './vocabulary.ts'

export interface RetainedValue {
  relation: Relation
  /** The property of the holder that changes. */
  changed: string
  /** The properties of the item that must stay. */
  retained: readonly string[]
  /** The sentence, for messages. */
  text: string
}

/** The values of items of the holder that an update of the holder leaves as they are. */
export function retainedValues(api: Api, graph: ResourceGraph, holder: Resource): RetainedValue[] {
  const { update, read } = holder
  if (update === undefined || update.method === 'POST') return []
  const shown = responseProperties(api, read ?? update)
  const sent = bodyProperties(api, update)
  const names = [...sent.keys()].filter((name) => shown.has(name))
  const own = names.map((self) => ({ text: descriptionOf(viewOf(api.document, sent.get(self))), self }))
  const texts = [{ text: descriptionOf(update.operation), self: undefined }, ...own]
  return relationsTo(api, graph, holder).flatMap((relation) => {
    const { child } = relation
    if (child === holder || !isShown(child)) return []
    return texts.flatMap(({ text, self }): RetainedValue[] => {
      const found = retainedIn(text, nounsOf(child), names, self)
      const retained = found === undefined ? [] : affected(api, child, found.changed)
      return found === undefined || retained.length === 0 ? [] : [{ relation, retained, ...found }]
    })
  })
}

/** The properties of an item that a change might reach: those of the same name, and numbers that only the server sets. */
function affected(api: Api, child: Resource, changed: string): string[] {
  const sent = new Set([child.create, child.update].flatMap((one) => [...bodyProperties(api, one).keys()]))
  return [...shownProperties(api, child)].flatMap(([name, schema]) =>
    normal(name) === normal(changed) || (!sent.has(name) && isAmount(api, name, schema)) ? [name] : [],
  )
}

const isAmount = ({ document }: Api, name: string, schema: Json): boolean => {
  const view = withoutNull(document, viewOf(document, schema))
  return (
    view.format === undefined &&
    view.enum === undefined &&
    typesOf(view).some((type) => ['string', 'number', 'integer'].includes(type)) &&
    /(?:^|_)(?:price|total|amount|cost|fee|rate|discount|value)s?(?:_|$)/i.test(
      withoutUnit(name).replaceAll(/([a-z])([A-Z])/g, '$1_$2'),
    )
  )
}

const OTHERWISE = /\b(?:unless|except|until|if|may|might|can|could|optional\w*|recalculated|or not)\b/i
/** Words of sentences by which existing items change after all: "Open ones follow at midnight", "They are repriced at renewal". */
const FOLLOWS =
  /\b(?:they|ones|those|these|existing [a-z]+|open [a-z]+|current [a-z]+|running [a-z]+) (?:(?:are|get|will be) (?:\w+ )?(?:repriced|updated|adjusted|changed|recalculated|moved|migrated)|follow|change|move)\b/i
const EARLIER = '(?:existing|earlier|current|running|open|ongoing|previous|present)'
const LATER = '(?:future|new|later|subsequent|further)'
const MADE = '(?: [a-z]+ed| made| begun| sold)?'
const SINCE =
  '(?:from (?:then|now) on|from that (?:time|moment|day|point) on|afterwards|thereafter|later|after that|after the change)'
const CHANGING = '(?:changing|raising|lowering|increasing|reducing|editing|updating|altering)'
const NOT =
  "(?:do(?:es)? not|do(?:es)?n['’]t|never|will not|won['’]t) (?:affect|change|touch|alter|reprice|influence|update|apply to)"

function formsOf(nouns: readonly string[]): readonly RegExp[] {
  const items = `(?:${nouns.map(inEitherNumber).join('|')})`
  const earlier = `(?:(?:any |the )?${EARLIER} ${items}|${items} (?:that|which) (?:already )?(?:exist|were ${MADE.slice(3, -2)}|have been [a-z]+)(?: already| before)?|${items}${MADE} (?:already|before|earlier)|${items} made before(?: that)?)`
  const later = `(?:${LATER} ${items}(?: only)?|${items}${MADE} ${SINCE}|${items}(?: that (?:are|is))?${MADE} ${SINCE})`
  const reaches =
    '(?:only )?(?:holds?|appl(?:y|ies)|counts?|(?:is|are) (?:valid|used|charged)|takes? effect|affects?)(?: only)?(?: for| to| on| with)?(?: only)?'
  const subject = '([\\w-]+(?: [\\w-]+){0,2}?)'
  const change = `(?:(?:a |the )?(?:new|changed|other|different|higher|updated) ${subject}|(?:a )?changes? (?:of|to|in) (?:the |an? )?${subject}|(?:an? |the )?${subject} changes?|${CHANGING}(?:(?:,| or| and) ${CHANGING}){0,3} (?:the |an? )?${subject})`
  const all = (rest: string) => new RegExp(`^\\W*${change} ${rest}`, 'i')
  return [
    all(`${reaches} ${later}\\W*$`),
    all(`${NOT} (?:the (?:price|total|rate|amount)s? of )?${earlier}(?=\\W*$|,| - )`),
    new RegExp(
      `^\\W*${EARLIER} ${items} (?:keep|retain|stay (?:at|with|on)) (?:their|the|its) (?:(?:old|own|previous|agreed) )?([\\w-]+(?: [\\w-]+)?)(?: (?:they|it|that they) [\\w ]{3,40})?\\W*$`,
      'i',
    ),
  ]
}

/**
 * The property whose change leaves items as they are.
 * @param nouns of the items
 * @param self the property whose description it is
 * @example retainedIn('Volume changes apply to future pickups only.', ['pickup'], ['volume_l']) // volume_l
 */
export function retainedIn(
  description: string,
  nouns: readonly string[],
  names: readonly string[],
  self?: string,
): Pick<RetainedValue, 'changed' | 'text'> | undefined {
  const forms = formsOf(nouns)
  const sentences = plainSentences(description, '.;')
  for (const text of sentences) {
    if (OTHERWISE.test(text) || sentences.some((one) => FOLLOWS.test(one))) continue
    for (const form of forms) {
      const said = form
        .exec(text)
        ?.slice(1)
        .find((one) => one !== undefined)
      const changed = said === undefined ? undefined : (propertyIn(said, names) ?? selfNamed(said, self))
      if (changed !== undefined) return { changed, text }
    }
  }
  return undefined
}

/** "Changes of it": the property whose description it is. */
const selfNamed = (said: string, self: string | undefined): string | undefined =>
  self !== undefined && new RegExp(`^(?:it|this|value|${asWords(self)})$`, 'i').test(said) ? self : undefined
