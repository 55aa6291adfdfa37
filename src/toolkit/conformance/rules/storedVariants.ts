/** Values for properties, to compare what was sent with what is read. */
import { descriptionOf, storesAsSent } from '../../model/description.ts'
import type { ContractDocument, Json } from '../../openapi/document.ts'
import type { Random } from '../../schema/values/random.ts'
import { type Variant, variantsOf } from '../../schema/values/variants.ts'
import { viewOf, withoutNull } from '../../schema/view.ts'

/**
 * Values that servers often process incorrectly, without texts that the server changes by the property's description,
 * such as white space at both ends.
 * @param elsewhere other schemas of the property, whose descriptions apply too
 */
export function storedVariants(
  document: ContractDocument,
  schema: Json,
  random: Random,
  name: string,
  elsewhere: readonly (Json | undefined)[] = [],
): Variant[] {
  const description = [schema, ...elsewhere]
    .map((one) => descriptionOf(withoutNull(document, viewOf(document, one))))
    .join('\n')
  return variantsOf(document, schema, random, name).filter(({ value }) =>
    [value].flat().every((one) => typeof one !== 'string' || storesAsSent(description, one)),
  )
}
