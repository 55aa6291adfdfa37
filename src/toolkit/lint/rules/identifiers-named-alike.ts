import { RELIABLE } from '../../model/evidence.ts'
import { isKeyName, KEY_NAMES, normal, singularOf } from '../../model/vocabulary.ts'
import { modelRule, mostCommon } from '../modelRule.ts'

/** `id`, or `<resource>Id` for names that begin with that of their resource. */
function formOf(property: string, resource: string): string {
  const singular = normal(singularOf(resource))
  const [ending = ''] = /_?[a-z]+$/i.exec(property.slice(singular.length)) ?? []
  return normal(property).startsWith(singular) && ending !== '' ? `<resource>${ending}` : property
}

/** Natural keys, such as slugs and the numbers of versions, have names of their own. */
const isGenerated = (property: string): boolean =>
  isKeyName(property) && !KEY_NAMES.includes(normal(property))

/** Generic code finds the identifier of every resource under the same name. */
export const identifiersNamedAlike = modelRule(({ model }, report) => {
  const named = model.resources.flatMap(({ id: { property, evidence }, name, collection }) =>
    property !== undefined && evidence.confidence >= RELIABLE && isGenerated(property)
      ? [{ property, evidence, collection, form: formOf(property, name) }]
      : [],
  )
  const usual = mostCommon(named.map(({ form }) => form))
  for (const { property, evidence, collection, form } of named)
    if (form !== usual)
      report(
        evidence.pointer,
        `The identifier of ${collection} is ${property}, that of most resources is ${usual}; name identifiers alike.`,
      )
})
