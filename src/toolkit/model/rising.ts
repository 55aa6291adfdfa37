/** Numbers that can only rise: "The odometer never decreases." */
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, neverFalls } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { rejectionsOf } from './rejections.ts'
import type { Resource } from './resources.ts'
import { withoutUnit } from './vocabulary.ts'

export interface RisingNumber {
  /** The update of an item, or an action on it. */
  operation: ApiOperation
  property: string
  status: number
  description: string
}

/** The numbers of an item that requests set and that can only rise. */
export function risingNumbers(api: Api, resource: Resource): RisingNumber[] {
  const shown = responseProperties(api, resource.read)
  const operations = [resource.update, resource.replace, ...actionsOn(api, resource.item)]
  return [...new Set(operations)].flatMap((operation): RisingNumber[] => {
    const status = operation && [409, 422, 400].find((one) => operation.responses.has(String(one)))
    if (operation === undefined || status === undefined) return []
    const causes = rejectionsOf(operation).map(({ cause }) => cause)
    return [...bodyProperties(api, operation)].flatMap(([property, schema]): RisingNumber[] => {
      const view = withoutNull(api.document, viewOf(api.document, schema))
      const isNumber = typesOf(view).some((type) => type === 'integer' || type === 'number')
      const other = shown.get(property)
      if (!isNumber || other === undefined) return []
      const name = withoutUnit(property)
      const texts = [view, viewOf(api.document, other)].map((one) => descriptionOf(one))
      const [said] = [
        ...texts.flatMap((text) => neverFalls(text, name, true, [])),
        ...neverFalls(descriptionOf(operation.operation), name, false, causes),
      ]
      return said === undefined ? [] : [{ operation, property, status, description: said.trim() }]
    })
  })
}
