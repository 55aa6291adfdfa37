import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { isHeader } from '../../../openapi/headers.ts'
import { forged } from '../../engine/identities.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'
import { unknownId } from '../requests/unknown-item-not-found.ts'

/** Requests without a credential, or with an unknown one, must get an error response (RFC 9110, 15.5.2). */
export const missingCredentialRejected = defineRule({
  ...definitionOf('missing-credential-rejected'),
  *checks({ api, graph, roles }) {
    const { main } = roles
    for (const operation of api.operations.filter(needsCredential)) {
      if (main.credential.kind === 'none' && main.client === undefined) {
        yield {
          name: 'none',
          constraint: 'identity none',
          operation,
          run: async (context) =>
            context.notObserved({
              code: 'unconfigured',
              what: 'identity with a credential',
              key: '"identities"',
            }),
        }
        continue
      }
      for (const how of ['none', 'empty', 'garbage', 'altered', 'cut', 'other scheme'] as const) {
        if (
          how === 'other scheme' &&
          main.client === undefined &&
          (main.credential.kind !== 'header' || !main.credential.value.includes(' '))
        )
          continue
        // Behind the name of a scheme nothing is malformed, which may be 400 (RFC 6750, 3.1); a token that is fetched has one.
        const { credential } = main
        const hasScheme = credential.kind === 'header' && credential.value.includes(' ')
        if (how === 'empty' && (hasScheme || main.client !== undefined)) continue
        const what = {
          none: 'no credential',
          empty: 'an empty credential',
          garbage: 'an invalid credential',
          altered: 'a credential with one character changed',
          cut: 'a credential without its last characters',
          'other scheme': 'a credential with another scheme',
        }[how]
        yield {
          name: how,
          constraint: how === 'none' ? 'identity none' : 'identity forged',
          operation,
          async run(context) {
            // A token of client credentials comes with the first request.
            const parts = await likelyBase(context, operation)
            if (how !== 'none' && main.credential.kind === 'none') await context.send(operation, parts)
            if (how !== 'none' && main.credential.kind === 'none')
              return context.notObserved({ code: 'not-made', what: 'invalid token' })
            const identity = how === 'none' ? null : forged(main, how)
            const exchange = await context.send(operation, parts, { identity })
            const fitting = operation.responses.has('401') ? [401] : [401, 403, 404]
            if (how === 'none' && exchange.status === 403 && asksByHttp(context, operation))
              return context.broken({
                code: 'wrong-status',
                subject: what,
                received: exchange.status,
                expected: 401,
                exchange,
                place: operation.pointer,
                provenance: operation.origin,
              })
            expectRejection(context, operation, exchange, {
              what,
              fitting,
              always: fitting, // an operation may declare the 404 of its items and forget the 401
              provenance: operation.origin,
            })
          },
        }
      }
      const read = graph.resources.find((resource) => resource.read === operation)
      if (read !== undefined)
        yield {
          name: 'unknown item',
          constraint: 'identity none',
          operation,
          run: (context) => hidesUnknown(context, operation, read.parameter),
        }
    }
  },
})

/**
 * Whether credentials use HTTP authentication, where a missing credential is reported with 401 and a
 * challenge (RFC 9110, 11.4), and the document does not declare 403.
 */
const asksByHttp = ({ roles }: CheckContext, { responses }: ApiOperation): boolean => {
  const { credential } = roles.main
  const isHttp = credential.kind === 'header' && isHeader(credential.name, 'Authorization')
  return isHttp && /^\S+ \S/.test(credential.value) && !responses.has('403')
}

/**
 * Unauthenticated callers must not learn which ids exist: 404 for some ids and 401 for others would reveal
 * it.
 */
async function hidesUnknown(
  context: CheckContext,
  operation: ApiOperation,
  parameter: string,
): Promise<void> {
  const parts = await likelyBase(context, operation)
  const known = await context.send(operation, parts, { identity: null })
  if (known.status !== 401)
    return context.notObserved({
      code: 'returned',
      what: 'a request without a credential',
      status: known.status,
    })
  const id = unknownId(context, operation, parameter, parts.params[parameter])
  if (id === undefined) return context.notObserved({ code: 'not-made', what: `unknown ${parameter}` })
  const unknown = { ...parts, params: { ...parts.params, [parameter]: id } }
  const exchange = await context.send(operation, unknown, { identity: null })
  if (exchange.status !== 404) return
  context.broken({
    code: 'existence-visible-to-anyone',
    exchange,
    with: [known],
    provenance: operation.origin,
  })
}
