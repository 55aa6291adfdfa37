/** Copies of values that stay as they were: "The price at the time of booking; later changes of the course do not affect it." */
import type { Json } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { asWords, descriptionOf, inEitherNumber, type momentNamed } from './description.ts'
import { fixedIn } from './fixedMoments.ts'
import { bodyProperties, isShown, responseProperties, shownProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { nounOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { holderNouns } from './singles.ts'
import { isActionTo, normal, withoutUnit } from './vocabulary.ts'

/** A value that an item shows of the one that it belongs to, as it was at some moment. */
export interface FixedCopy {
  relation: Relation
  property: string
  of: string
  /** The action that copies the value. Undefined: the creation. */
  action: ApiOperation | undefined
  /** The sentence, for messages. */
  text: string
}

/** The copies of values of the holder, whose update changes them there. */
export function fixedCopies(api: Api, graph: ResourceGraph, holder: Resource): FixedCopy[] {
  const { update, read } = holder
  if (update === undefined || read === undefined) return []
  const shown = responseProperties(api, read)
  const changed = bodyProperties(api, update)
  const theirs = [...shown.keys()].filter((name) => changed.has(name))
  return relationsTo(api, graph, holder).flatMap((relation) => {
    const { child } = relation
    if (!isShown(child) || child === holder) return []
    const own = new Set([child.create, child.update].flatMap((one) => [...bodyProperties(api, one).keys()]))
    return [...shownProperties(api, child)].flatMap(([property, schema]): FixedCopy[] => {
      const view = withoutNull(api.document, viewOf(api.document, schema))
      const said = fixedIn(descriptionOf(viewOf(api.document, schema)) || descriptionOf(view), nounOf(child))
      // A text about a moment describes the moment itself.
      const isMoment = view.format === 'date-time' || view.format === 'date'
      if (said === undefined || isMoment || own.has(property)) return []
      const sources = theirs.filter(
        (of) =>
          isSource(said.text, { property, of }, holderNouns(relation)) &&
          typeOf(api, shown.get(of)) === typeOf(api, schema),
      )
      const [of, ...others] = sources
      const moment = actionFor(api, child, said.moment)
      return of === undefined || others.length > 0 || moment === undefined
        ? []
        : [{ relation, property, of, text: said.text, ...moment }]
    })
  })
}

const typeOf = ({ document }: Api, schema: Json | undefined): string =>
  typesOf(withoutNull(document, viewOf(document, schema)))
    .filter((type) => type !== 'null')
    .join()

/** Nouns for the creation of an item, where it has no action of that name. */
const CREATION =
  /^(?:purchase|sale|checkout|enrol(?:l)?ment|registration|sign-?up|subscription|reservation|rental|hire|issue|order|booking|placement|creation|lending|loan)$/i

function actionFor(
  api: Api,
  child: Resource,
  moment: ReturnType<typeof momentNamed>,
): Pick<FixedCopy, 'action'> | undefined {
  if (moment === undefined) return undefined
  if (moment === 'creation') return { action: undefined }
  const isNamed = (one: ApiOperation) =>
    moment.words.some(
      (word) =>
        isActionTo(actionOn(child.item, one.path) ?? '', word) ||
        normal(actionOn(child.item, one.path) ?? '') === normal(word),
    )
  const action = actionsOn(api, child.item).find(isNamed)
  if (action !== undefined) return { action }
  return moment.words.every((word) => CREATION.test(word)) ? { action: undefined } : undefined
}

/** Whether a copy is of a property: one of the same name, or the one that the text names. */
function isSource(
  text: string,
  { property, of }: { property: string; of: string },
  nouns: readonly string[],
): boolean {
  const isSame = [of, ...nouns.map((noun) => noun + of)].some((one) => normal(one) === normal(property))
  const name = asWords(withoutUnit(of))
  const holder = `(?:(?:the|its|this) )?(?:${nouns.map(inEitherNumber).join('|')})`
  return (
    isSame ||
    new RegExp(
      `^\\W*(?:a )?(?:(?:copy|snapshot) of )?(?:the |its )?(?:${name} of ${holder}|${holder}['’]s ${name}|${holder} ${name})\\b`,
      'i',
    ).test(text)
  )
}
