import { needsCredential } from '../../../model/api.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'

/** The name of an authentication scheme counts without regard to case (RFC 9110, 11.1). */
export const authSchemeCaseInsensitive = defineRule({
  ...definitionOf('auth-scheme-case-insensitive'),
  *checks({ api, roles }) {
    const { credentials } = roles.main
    const withScheme = credentials.find(({ kind, value }) => kind === 'header' && /^[a-z]+ /i.test(value))
    if (withScheme === undefined) return
    for (const operation of api.operations.filter(needsCredential)) {
      if (operation.method !== 'GET') continue
      yield {
        name: 'small letters',
        constraint: 'identity scheme',
        operation,
        async run(context) {
          const value = withScheme.value.replace(/^\S+/, (scheme) => scheme.toLowerCase())
          const changed = credentials.map((one) => (one === withScheme ? { ...one, value } : one))
          const identity = { ...roles.main, credentials: changed }
          const exchange = await context.send(operation, await likelyBase(context, operation), { identity })
          if (exchange.status !== 401 && exchange.status !== 403) return
          context.broken({
            code: 'wrong-status',
            subject: 'a credential with the scheme in lower case',
            received: exchange.status,
            expected: 'a success',
            exchange,
            place: operation.pointer,
            provenance: 'specified',
          })
        },
      }
    }
  },
})
