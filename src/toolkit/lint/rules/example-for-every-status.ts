import { nameOf, objectOf, ownOperations, type Rule, responsesOf } from '../rule.ts'

/** The mock returns examples and the docs show them, so each status needs one for each media type. */
export const exampleForEveryStatus: Rule = () =>
  ownOperations((operation, context) => {
    for (const { status, response, location } of responsesOf(operation, context)) {
      for (const [type, media] of Object.entries(objectOf(response.content))) {
        const { example, examples } = objectOf(media)
        if (example !== undefined || Object.keys(objectOf(examples)).length > 0) continue
        context.report({
          message: `${nameOf(operation, context)} returns ${status} as ${type} without an example. Add one next to its schema: the mock serves it and the docs show it.`,
          location,
        })
      }
    }
  })
