import { allLists } from '../../model/apiModel.ts'
import { descriptionOf } from '../../model/description.ts'
import { filterInputs, itemProperties } from '../../model/filters.ts'
import { modelRule } from '../modelRule.ts'

/** The effect of a list's query parameters must follow from their names or their descriptions. */
export const filtersDocumented = modelRule(({ model, api }, report) => {
  for (const { operationId, filters, unknown } of allLists(model)) {
    const list = api.byId.get(operationId)
    if (list === undefined) continue
    for (const input of filterInputs(api, list))
      if (unknown.includes(input.name) && descriptionOf(input.node) === '')
        report(
          input.pointer,
          `The query parameter ${input.name} of ${operationId} has the name of no property of the items and no description; describe what it does, or state the property with x-conformance.filter.`,
        )
    const properties = itemProperties(api, list).map(([name]) => name)
    for (const { parameter, properties: compared, evidence } of filters)
      for (const [name = ''] of compared)
        if (properties.length > 0 && !properties.includes(name))
          report(
            evidence.pointer,
            `The query parameter ${parameter} of ${operationId} filters by ${name}, which the items do not have; declare the property, or correct x-conformance.filter.`,
          )
  }
})
