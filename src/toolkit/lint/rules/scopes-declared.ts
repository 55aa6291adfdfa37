import { type Context, listOf, type Node, nameOf, objectOf, ownOperations, type Rule } from '../rule.ts'

/** The server enforces `security`: an operation without scopes would be open to every credential. */
export const scopesDeclared: Rule = () => {
  let schemes: Node = {}
  const schemeOf = (name: string, context: Context) => objectOf(context.resolve(schemes[name]).node)
  return {
    Root(root) {
      schemes = objectOf(objectOf(root.components).securitySchemes)
    },
    ...ownOperations((operation, context) => {
      const location = context.location.child(operation.security === undefined ? [] : ['security'])
      const asked = listOf(operation.security)
        .flatMap((requirement) => Object.entries(objectOf(requirement)))
        .filter(([scheme]) => schemeOf(scheme, context).type === 'oauth2')
        .flatMap(([scheme, scopes]) => listOf(scopes).map((scope) => ({ scheme, scope: String(scope) })))
      const unknown = listOf(operation.security)
        .flatMap((requirement) => Object.keys(objectOf(requirement)))
        .some((scheme) => schemes[scheme] === undefined)
      // Redocly's `security-defined` reports undefined schemes.
      if (asked.length === 0 && !unknown) {
        context.report({
          message: `${nameOf(operation, context)} requires no scope. Add an oauth2 entry with the required scopes to its security: the server enforces that list.`,
          location,
        })
      }
      for (const { scheme, scope } of asked) {
        const flows = Object.entries(objectOf(schemeOf(scheme, context).flows))
          .filter(([, given]) => !(scope in objectOf(objectOf(given).scopes)))
          .map(([flow]) => flow)
        if (flows.length === 0) continue
        const who =
          flows.length > 1
            ? `flows ${flows.join(' and ')} of ${scheme} do`
            : `flow ${flows[0]} of ${scheme} does`
        context.report({
          message: `${nameOf(operation, context)} requires the scope ${scope}, which the ${who} not offer. Declare it there, or fix its spelling.`,
          location,
        })
      }
    }),
  }
}
