import { listOf, nameOf, objectOf, ownOperations, type Rule } from '../../../src/toolkit/lint/rule.ts'

const ALWAYS = ['400', '401', '403', '429', '500', '503']

/** Every error response that a client can meet is declared, as the shape of the operation requires. */
export const errorSet: Rule = () =>
  ownOperations((operation, context, { path, node: item }) => {
    const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].map((one) =>
      objectOf(context.resolve(one).node),
    )
    const accepts = (header: string) =>
      parameters.some(({ in: place, name }) => place === 'header' && String(name).toLowerCase() === header)
    const needed = new Map(ALWAYS.map((status) => [status, 'always']))
    const declared = objectOf(operation.responses)
    const responses = Object.entries(declared).filter(([status]) => status.startsWith('2'))
    if (responses.some(([, response]) => objectOf(context.resolve(response).node).content !== undefined)) {
      needed.set('406', 'a success has content to negotiate')
    }
    if (path.includes('{')) needed.set('404', 'the path names a resource')
    if (accepts('idempotency-key')) needed.set('409', 'it accepts an Idempotency-Key')
    if (accepts('if-match')) needed.set('412', 'it accepts If-Match')
    if (operation.requestBody !== undefined) {
      needed.set('413', 'it has a request body')
      needed.set('415', 'it has a request body')
    }
    const missing = [...needed].filter(([status]) => !(status in declared))
    if (missing.length === 0) return
    const list = missing.map(([status, reason]) => `${status} (${reason})`).join(', ')
    context.report({
      message: `${nameOf(operation, context)} does not declare ${list}; add it from shared/responses.`,
      location: context.location.child(['responses']),
    })
  })
