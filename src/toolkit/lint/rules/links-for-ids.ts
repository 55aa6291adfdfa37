import { type Location, nameOf, objectOf, ownOperations, type Rule, responsesOf } from '../rule.ts'

/** Links must show clients which operations accept the id of a created resource. */
export const linksForIds: Rule = () => {
  const known = new Set<unknown>()
  const links: { target: unknown; where: string; location: Location }[] = []
  return {
    ...ownOperations((operation, context) => {
      known.add(operation.operationId)
      for (const { status, response, location, file } of responsesOf(operation, context)) {
        const where = `The ${status} of ${nameOf(operation, context)}`
        const given = Object.values(objectOf(response.links)).map((link) =>
          objectOf(context.resolve(link, file).node),
        )
        for (const { operationId } of given) links.push({ target: operationId, where, location })
        if (status === '201' && given.length === 0) {
          context.report({
            message: `${where} returns an id but no links. Link the operations that accept it, the one that reads it first.`,
            location,
          })
        }
      }
    }),
    Root: {
      leave(_root, context) {
        for (const { target, where, location } of links) {
          if (known.has(target)) continue
          context.report({
            message: `${where} links to ${JSON.stringify(target)}, which is not an operationId of this document.`,
            location,
          })
        }
      },
    },
  }
}
