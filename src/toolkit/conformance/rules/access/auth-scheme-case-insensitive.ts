import { needsCredential } from '../../../model/api.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'

/** The name of an authentication scheme counts without regard to case (RFC 9110, 11.1). */
export const authSchemeCaseInsensitive = defineRule({
  ...definitionOf('auth-scheme-case-insensitive'),
  *checks({ api, roles }) {
    const { credential } = roles.main
    if (credential.kind !== 'header' || !/^[a-z]+ /i.test(credential.value)) return
    for (const operation of api.operations.filter(needsCredential)) {
      if (operation.method !== 'GET') continue
      yield {
        name: 'small letters',
        constraint: 'identity scheme',
        operation,
        async run(context) {
          const value = credential.value.replace(/^\S+/, (scheme) => scheme.toLowerCase())
          const identity = { ...roles.main, credential: { ...credential, value } }
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
