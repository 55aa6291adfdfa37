import type { Api, ApiOperation } from '../../../model/api.ts'
import { isOfRole } from '../../../model/roles.ts'
import { thingIn, thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { follow } from '../../../openapi/resolve.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { differences, isVolatile } from '../compare.ts'

/**
 * Examples of a request and of a response with the same name form a pair, as mock servers match them. They form none
 * if they show different values of one property. Ids, times, strings and counts may differ. A null,
 * true, enum value, 0 or empty list in the example must be the same in the response.
 */
export const exampleResponseMatches = defineRule({
  ...definitionOf('example-response-matches'),
  *checks({ api }) {
    for (const operation of api.operations) {
      // A job that was only started (202) ends later.
      if (operation.body === undefined || operation.method !== 'POST') continue
      for (const { name, index, status, shown } of pairsOf(api, operation)) {
        yield {
          name,
          constraint: `example ${name}`,
          operation,
          run: (context) => tryOne(context, operation, index, status, shown),
        }
      }
    }
  },
})

interface Pair {
  name: string
  /** Which of the body's examples it is. */
  index: number
  status: number
  shown: JsonObject
}

function pairsOf(api: Api, operation: ApiOperation): Pair[] {
  const { document } = api
  const content = objectAt(follow(document, operation.operation.requestBody), 'content')
  const asked = objectAt(objectAt(content, operation.body?.mediaType ?? ''), 'examples')
  const response = operation.responses.get('201')
  const responses = response === undefined ? {} : objectAt(response.node, 'content')
  const type = Object.keys(responses).find((one) => isJson(mediaTypeOf(one)))
  const shown = type === undefined ? {} : objectAt(objectAt(responses, type), 'examples')
  const names = Object.keys(asked).filter((name) => follow(document, asked[name]).value !== undefined)
  return names.flatMap((name, index) => {
    const { value } = follow(document, shown[name])
    if (!isObject(value)) return []
    const example = thingIn(api, operation, value) as JsonObject
    const sent = thingIn(api, operation, follow(document, asked[name]).value) as Json | undefined
    return isOfRequest(example, sent) ? [{ name, index, status: 201, shown: example }] : []
  })
}

/** Whether a response shows what the request sends, where both have a property. */
const isOfRequest = (shown: JsonObject, sent: Json | undefined): boolean =>
  !isObject(sent) ||
  Object.entries(sent).every(
    ([name, value = null]) => shown[name] === undefined || differences(value, shown[name]).length === 0,
  )

async function tryOne(
  context: CheckContext,
  operation: ApiOperation,
  index: number,
  status: number,
  shown: JsonObject,
): Promise<void> {
  const parts = await context.parts(operation, { fresh: true, example: index })
  const exchange = await context.send(operation, parts)
  const { json } = exchange
  if (exchange.status !== status || !isObject(json as Json))
    return context.notObserved({
      code: 'other-status-than-example',
      status: exchange.status,
      example: String(status),
    })
  const received = json as JsonObject
  const schemas = new Map(membersOf(viewOf(context.api.document, thingSchema(context.api, operation))))
  for (const [member, value] of Object.entries(shown)) {
    if (
      value === undefined ||
      isVolatile(context, operation, member) ||
      isOfRole(context.api, operation, 'passing', member)
    )
      continue
    const isChosen = viewOf(context.api.document, schemas.get(member)).enum !== undefined
    const wanted = fixedPart(value, isChosen)
    if (wanted === undefined || wanted === fixedPart(received[member], isChosen)) continue
    context.broken({
      code: 'unlike-example',
      subject: `/${member}`,
      received: received[member],
      expected: value,
      exchange,
      pointer: `/${member}`,
      place: operation.pointer,
    })
  }
}

/** The part of a value that follows only from the request; undefined for strings, counts and others that may differ. */
function fixedPart(value: Json | undefined, isChosen: boolean): string | undefined {
  if (value === null || value === undefined) return 'nothing'
  if (value === 0 || typeof value === 'boolean' || (isChosen && typeof value === 'string'))
    return String(value)
  return Array.isArray(value) && value.length === 0 ? 'no items' : undefined
}
