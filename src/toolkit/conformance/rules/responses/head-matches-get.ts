import type { ApiOperation } from '../../../model/api.ts'
import { isStream } from '../../../network/readResponse.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf } from '../base.ts'
import { unknownId } from '../requests/unknown-item-not-found.ts'

/** HEAD must return the same headers as GET, without the body (RFC 9110, 9.3.2). */
export const headMatchesGet = defineRule({
  ...definitionOf('head-matches-get'),
  *checks({ api, graph }) {
    for (const operation of api.operations) {
      if (operation.method !== 'GET') continue
      yield {
        name: 'HEAD',
        constraint: 'method HEAD',
        operation,
        async run(context) {
          const parts = await baseOf(context, operation)
          const get = await context.send(operation, parts)
          if (isStream(readHeader(get.headers, 'content-type') ?? ''))
            return context.notObserved({ code: 'endless-stream' })
          const head = await context.send(operation, parts, { method: 'HEAD' })
          const reported = {
            code: 'head-status-differs' as const,
            received: head.status,
            expected: get.status,
            exchange: head,
            with: [get],
            provenance: 'specified' as const,
          }
          const same = head.status === get.status
          context.habit('head-matches-get', same ? 'as GET' : String(head.status), reported, { right: same })
          if (head.status !== get.status) {
            const promised = context.hints.head === 'supported'
            if (promised || (head.status >= 500 && head.status !== 501)) context.broken(reported)
            return
          }
          for (const name of ['content-type', 'content-disposition', 'cache-control', 'link', 'allow']) {
            const [one, other] = [readHeader(get.headers, name), readHeader(head.headers, name)]
            if (one === other) continue
            // A header with a new value for each response, such as a file name with the time, cannot be
            // equal.
            const again = await context.send(operation, parts)
            if (readHeader(again.headers, name) !== one) continue
            context.broken({
              ...reported,
              code: 'head-header-differs',
              subject: name,
              received: other,
              expected: one,
            })
          }
          const [length, other] = [lengthOf(get), lengthOf(head)]
          if (length === undefined || other === undefined || length === other) return
          for (let round = 0; round < STEADY; round++) {
            const again = await context.send(operation, parts)
            if (again.status !== get.status || lengthOf(again) !== length) return
            if (again.body.equals(get.body)) break
            if (lengthOf(await context.send(operation, parts, { method: 'HEAD' })) === length) return
          }
          context.broken({
            ...reported,
            code: 'head-header-differs',
            subject: 'Content-Length',
            received: other,
            expected: length,
          })
        },
      }
      const item = graph.resources.find((resource) => resource.read === operation)
      if (item !== undefined)
        yield {
          name: 'HEAD of what is not there',
          constraint: 'method HEAD',
          operation,
          run: (context) => headOfNothing(context, operation, item.parameter),
        }
    }
  },
})

/** A list that others change has the same length again by chance; how often it must have, with another content. */
const STEADY = 3

const lengthOf = ({ headers }: Recorded) => readHeader(headers, 'content-length')

async function headOfNothing(
  context: CheckContext,
  operation: ApiOperation,
  parameter: string,
): Promise<void> {
  const parts = await baseOf(context, operation)
  const id = unknownId(context, operation, parameter, parts.params[parameter])
  if (id === undefined) return context.notObserved({ code: 'not-made', what: `unknown ${parameter}` })
  const unknown = { ...parts, params: { ...parts.params, [parameter]: id } }
  const get = await context.send(operation, unknown)
  const head = await context.send(operation, unknown, { method: 'HEAD' })
  // A server without HEAD rejects it everywhere. A success for an unknown item is wrong.
  if (get.status < 400 || head.status >= 300) return
  context.broken({
    code: 'head-of-unknown-differs',
    subject: parameter,
    received: head.status,
    expected: get.status,
    details: { id },
    exchange: head,
    with: [get],
    provenance: 'specified',
  })
}
