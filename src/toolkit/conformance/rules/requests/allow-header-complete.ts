import { readHeader } from '../../../openapi/headers.ts'
import { isPage } from '../../../openapi/json.ts'
import { createMatcher } from '../../../openapi/match.ts'
import { requestOf } from '../../engine/requests.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * A method that a path does not have must be rejected; a 405 must list the methods of the path, and no others
 * (RFC 9110, 15.5.6).
 */
export const allowHeaderComplete = defineRule({
  ...definitionOf('allow-header-complete'),
  *checks({ api }) {
    const match = createMatcher(api.document)
    for (const [path, methods] of api.methods) {
      const operation = api.operations.find((one) => one.template === path)
      if (operation === undefined) continue
      for (const method of METHODS.filter((one) => !methods.includes(one))) {
        yield {
          name: `${method} ${path}`,
          constraint: `method ${method}`,
          operation,
          async run(context) {
            const base = await likelyBase(context, operation)
            const wire = requestOf(context.api.document, operation, {
              params: base.params,
              query: {},
              headers: {},
            })
            const exchange = await context.sendRaw(
              method,
              wire.path,
              method === 'GET' || method === 'DELETE'
                ? {}
                : { body: '{}', headers: { 'Content-Type': 'application/json' } },
            )
            // A router without such a method at `/things/batch` continues with `/things/{id}`.
            const { methods: fitting, further } = match(method, wire.path)
            const otherPaths = [...fitting, ...further].filter((one) => !methods.includes(one))
            if (otherPaths.includes(method)) return
            const { status } = exchange
            if (status < 400 && isPage(method, readHeader(exchange.headers, 'content-type'))) return
            if (status < 400 || (status >= 500 && status !== 501)) {
              context.broken({
                code: 'undeclared-method-accepted',
                subject: method,
                received: status,
                details: { path },
                exchange,
                place: operation.pointer,
              })
              return
            }
            context.habit('allow-header-complete', String(status), {
              code: 'undeclared-method-status',
              subject: method,
              received: status,
              details: { path },
              exchange,
              place: operation.pointer,
            })
            if (status !== 405) return
            const allow = (readHeader(exchange.headers, 'allow') ?? '')
              .split(',')
              .map((one) => one.trim().toUpperCase())
              .filter(Boolean)
            const implied = ['OPTIONS', ...otherPaths, ...(methods.includes('GET') ? ['HEAD'] : [])]
            const missing = methods.filter((one) => !allow.includes(one))
            const extra = allow.filter((one) => !methods.includes(one) && !implied.includes(one))
            if (missing.length === 0 && extra.length === 0) return
            context.broken({
              code: 'wrong-allow',
              received: allow,
              expected: methods,
              details: { optional: [...new Set(implied)] },
              exchange,
              place: operation.pointer,
            })
          },
        }
      }
    }
  },
})
