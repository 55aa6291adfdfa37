/** Values that descriptions relate to those of another item: limits, defaults and copies. */
import type { Json } from '../openapi/document.ts'
import { isAbsent, requiredOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { copiesIn, defaultsIn, descriptionOf, limitsIn, momentNamed, valueNamed } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { rejectionsOf } from './rejections.ts'
import { nounOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { holderNouns } from './singles.ts'
import { hasSameUnit, isActionTo, unitOfName, withoutUnit } from './vocabulary.ts'

/** A property of a new item, and the property of its holder that a description relates it to. */
interface Related {
  relation: Relation
  property: string
  of: string
  /** The sentence, for messages. */
  description: string
}

/** A number that must not exceed that of the holder. */
export interface RelatedLimit extends Related {
  operation: ApiOperation
  status: number
}

/** A value that an item gets from its holder. */
export interface RelatedSource extends Related {
  /** The action that copies the value. Undefined: the creation. */
  action: ApiOperation | undefined
  /** Whether a request may contain another value. */
  isDefault: boolean
}

/** The limits of new items of the holder: "Must not exceed the capacity of the depot." */
export function relatedLimits(api: Api, graph: ResourceGraph, holder: Resource): RelatedLimit[] {
  const theirs = numbersOf(api, responseProperties(api, holder.read))
  return theirs.length === 0
    ? []
    : relationsTo(api, graph, holder).flatMap((relation) => {
        const { create } = relation.child
        const status = create && [422, 409, 400].find((one) => create.responses.has(String(one)))
        if (create === undefined || status === undefined) return []
        const bodies = bodyProperties(api, create)
        return numbersOf(api, bodies).flatMap((property): RelatedLimit[] => {
          const said = descriptionOf(viewOf(api.document, bodies.get(property)))
          const texts = [
            { status, description: said, phrases: limitsIn(said, withoutUnit(property), false) },
            ...rejectionsOf(create).map(({ cause, ...one }) => ({
              ...one,
              phrases: limitsIn(cause, withoutUnit(property), true),
            })),
          ]
          const comparable = theirs.filter((one) => isComparable(one, property))
          const [first] = texts.flatMap(({ phrases, ...one }) =>
            phrases.flatMap((phrase) => {
              const of = valueNamed(phrase, holderNouns(relation), comparable)
              return of === undefined ? [] : [{ ...one, relation, operation: create, property, of }]
            }),
          )
          return first === undefined ? [] : [first]
        })
      })
}

/** Whether two numbers have one unit, or none. */
const isComparable = (one: string, other: string): boolean =>
  hasSameUnit(one, other) || (unitOfName(one) === undefined && unitOfName(other) === undefined)

const numbersOf = ({ document }: Api, properties: ReadonlyMap<string, Json>): string[] =>
  [...properties].flatMap(([name, schema]) =>
    typesOf(withoutNull(document, viewOf(document, schema))).some(
      (type) => type === 'integer' || type === 'number',
    )
      ? [name]
      : [],
  )

/** The values that items get from their holder: "Defaults to the price of the plan", "Copied from the plan". */
export function relatedSources(api: Api, graph: ResourceGraph, holder: Resource): RelatedSource[] {
  const theirs = [...responseProperties(api, holder.read).keys()]
  return relationsTo(api, graph, holder).flatMap((relation) => {
    const { create, read } = relation.child
    if (create === undefined || read === undefined) return []
    const required = requiredOf(viewOf(api.document, create.body?.schema))
    const sent = bodyProperties(api, create)
    return [...responseProperties(api, read)].flatMap(([property, schema]): RelatedSource[] => {
      if (required.has(property) || property === relation.property) return []
      const isDefault = sent.has(property)
      const texts = [schema, sent.get(property)].map((one) => descriptionOf(viewOf(api.document, one)))
      const [found] = texts.flatMap((text) =>
        (isDefault ? defaultsIn(text) : copiesIn(text)).flatMap((phrase) => {
          const of = valueNamed(phrase, holderNouns(relation), theirs, property)
          return of === undefined ? [] : [{ of, phrase, text }]
        }),
      )
      if (found === undefined || !isAlike(api, schema, responseProperties(api, holder.read).get(found.of)))
        return []
      const moment = momentOf(api, relation, found.phrase)
      return moment === undefined
        ? []
        : [
            {
              relation,
              property,
              of: found.of,
              description: found.text,
              isDefault,
              ...moment,
            },
          ]
    })
  })
}

/** Whether two values have one type. */
const isAlike = ({ document }: Api, one: Json | undefined, other: Json | undefined): boolean => {
  const [first, second] = [one, other].map((schema) => {
    const view = withoutNull(document, viewOf(document, schema))
    return isAbsent(document, view, 'response')
      ? ''
      : typesOf(view)
          .filter((type) => type !== 'null')
          .join()
  })
  return first === second && first !== ''
}

/** The moment at which a value is copied; undefined where the phrase names one that no request is. */
function momentOf(api: Api, { child }: Relation, phrase: string): Pick<RelatedSource, 'action'> | undefined {
  const moment = momentNamed(phrase, nounOf(child))
  if (moment === 'creation') return { action: undefined }
  if (moment === undefined) return undefined
  const action = actionsOn(api, child.item).find(({ path }) =>
    moment.words.some((word) => isActionTo(actionOn(child.item, path) ?? '', word)),
  )
  return action && { action }
}
