import type { ApiOperation } from '../../../model/api.ts'
import { descriptionOf, saysShared } from '../../../model/description.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { isOfRole } from '../../../model/roles.ts'
import { lastSegment, leadsTo } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

/** A signed token contains its second of issue (RFC 7519, `iat`): two of one second may be equal. */
const A_SECOND = 1100
/** A generated secret must be unique: two items have two secrets, and a rotation must not return the old one. */
export const secretsUnique = defineRule({
  ...definitionOf('secrets-unique'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      const { create, collection, item } = resource
      const member = create && secretOf({ api }, create)
      if (create !== undefined && member !== undefined && !collection.includes('{'))
        yield {
          name: 'of two',
          constraint: `/${member} is new`,
          operation: create,
          async run(context) {
            const one = await context.item(resource, { fresh: true })
            const other = await context.item(resource, { fresh: true })
            const [first, second] = [one, other].map(({ made }) => textAt(made.json, member))
            if (first === undefined || first !== second || isMasked(first)) return
            await context.wait(A_SECOND)
            const third = await context.item(resource, { fresh: true })
            if (textAt(third.made.json, member) !== first) return
            context.broken({
              code: 'secret-repeated',
              subject: member,
              exchange: third.made,
              with: [one.made, other.made],
              pointer: `/${member}`,
              place: create.pointer,
            })
          },
        }
      for (const operation of api.operations) {
        if (operation.method !== 'POST' || !operation.path.startsWith(`${item}/`)) continue
        const rotated = secretOf({ api }, operation)
        if (
          rotated === undefined ||
          !leadsTo('rotation', `${operation.operationId} ${lastSegment(operation.path)}`)
        )
          continue
        yield {
          name: `after ${lastSegment(operation.path)}`,
          constraint: `/${rotated} is new`,
          operation,
          run: (context) => rotates(context, operation, rotated, member),
        }
      }
    }
  },
})

/** The property of a response with a secret that the server generates. */
function secretOf({ api }: Pick<Plan, 'api'>, operation: ApiOperation): string | undefined {
  const sent = bodyProperties(api, operation)
  return [...responseProperties(api, operation)].find(([name, schema]) => {
    const view = viewOf(api.document, schema)
    const isOwn = !saysShared(descriptionOf(view))
    return (
      isOfRole(api, operation, 'issuedSecret', name) &&
      !sent.has(name) &&
      typesOf(view).includes('string') &&
      isOwn
    )
  })?.[0]
}

async function rotates(
  context: CheckContext,
  operation: ApiOperation,
  rotated: string,
  made: string | undefined,
): Promise<void> {
  const resource = context.graph.alongPath(operation.path).at(-1)
  if (resource === undefined) return
  const item = await context.item(resource, { fresh: true })
  const succeeded = await context.succeed(operation, { fresh: true })
  const parts = { ...succeeded.parts, params: { ...succeeded.parts.params, ...item.params } }
  const secrets = made === undefined ? [] : [textAt(item.made.json, made)]
  const responses: Recorded[] = []
  for (const pause of [0, 0, A_SECOND]) {
    if (pause > 0) await context.wait(pause)
    const response = await context.send(operation, parts)
    const secret = response.status < 300 ? textAt(response.json, rotated) : undefined
    if (secret === undefined)
      return context.notObserved({ code: 'returned', what: 'the rotation', status: response.status })
    responses.push(response)
    secrets.push(secret)
    if (isMasked(secret) || (responses.length === 2 && new Set(secrets).size === secrets.length)) return
  }
  const exchange = responses.at(-1)
  if (exchange === undefined || !secrets.slice(0, -1).includes(secrets.at(-1))) return
  context.broken({
    code: 'secret-not-rotated',
    subject: rotated,
    exchange,
    with: [item.made, ...responses.slice(0, -1)],
    pointer: `/${rotated}`,
    place: operation.pointer,
  })
}

const textAt = (json: unknown, member: string): string | undefined => {
  const value = isObject(json as Json) ? (json as JsonObject)[member] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

const isMasked = (secret: string): boolean =>
  /\*{2}|•|…|x{4}|\.{3}|redacted|hidden/i.test(secret) || secret.length < 8
