import type { Api, ApiOperation } from '../../../model/api.ts'
import { rejectsInBody } from '../../../model/bodyErrors.ts'
import { descriptionOf, saysResult } from '../../../model/description.ts'
import { nameOf } from '../../../model/homes.ts'
import { listPlace } from '../../../model/listPlace.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { lastSegment, leadsTo, soundsLike, statedVersion, wordsOf } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { withOffset } from '../../../schema/values/variants.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule, returned } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { type Difference, isSame, storedDifferences, transferred } from '../compare.ts'

const isSentIn = (body: Json | undefined, value: Json): boolean =>
  isObject(body) && Object.values(body).includes(value)

/** Whether a property may be unrelated to the parameter of the same name. */
const isResult = (name: string, member: JsonObject): boolean =>
  wordsOf(name).some((word) => soundsLike('bound', word)) || saysResult(descriptionOf(member))

const isCount = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value))

/** Whether a creation returns the item that contains the new one: the order of a new line. */
function returnsHolder(api: Api, { create, parent }: Resource): boolean {
  const [made, holder] = [create, parent?.read].map((one) => one && nameOf(thingSchema(api, one)))
  return made !== undefined && made === holder
}

/**
 * A property of a response with the name of a path parameter, query parameter or sent property must have its
 * value. Changes, and creations of what can be read, have rules of their own; this one is for all other operations.
 */
export const responseEchoesRequest = defineRule({
  ...definitionOf('response-echoes-request'),
  *checks({ api, graph }) {
    for (const operation of api.operations) {
      const shown = responseProperties(api, operation)
      const inPath = operation.inputs
        .filter((one) => one.in === 'path' && shown.has(one.name))
        // `/orders/{id}/payments` returns the id of a payment: a general name belongs to the last resource of
        // the path.
        .filter(({ name }) => !soundsLike('anyone', name) || operation.path.endsWith(`{${name}}`))
        // A copy has an id of its own.
        .filter(() => !leadsTo('copy', lastSegment(operation.path)))
        .map((one) => one.name)
      const own = graph.resources.some(
        (one) =>
          (one.create === operation && (one.read !== undefined || returnsHolder(api, one))) ||
          one.update === operation,
      )
      const inBody = own
        ? []
        : [...bodyProperties(api, operation)]
            .filter(([name, schema]) => {
              const theirs = viewOf(api.document, shown.get(name))
              const types = typesOf(viewOf(api.document, schema))
              return (
                shown.has(name) &&
                types.some((type) => typesOf(theirs).includes(type)) &&
                statedVersion(name) === undefined &&
                !isOfRole(api, operation, 'passing', name) &&
                !isResult(name, theirs) &&
                !soundsLike('converted', name)
              )
            })
            .map(([name]) => name)
      // The subject of a query: `from` and `to` of a comparison. Lists are left out, because they repeat
      // their parameters in other ways.
      const inQuery =
        operation.method === 'GET' && listPlace(api, operation) === undefined
          ? operation.inputs.filter(
              ({ name, in: place }) =>
                place === 'query' &&
                shown.has(name) &&
                !soundsLike('anyone', name) &&
                !soundsLike('converted', name) &&
                !isResult(name, viewOf(api.document, shown.get(name))),
            )
          : []
      const moments = inBody.filter(
        (name) => viewOf(api.document, bodyProperties(api, operation).get(name)).format === 'date-time',
      )
      if (moments.length > 0)
        yield {
          name: 'other offset',
          constraint: 'response repeats moments',
          operation,
          run: (context) => echoOffset(context, operation, moments),
        }
      if (inPath.length === 0 && inBody.length === 0 && inQuery.length === 0) continue
      yield {
        name: 'echo',
        constraint: 'response repeats request',
        operation,
        async run(context) {
          const { exchange, parts } = await context.succeed(operation, { fresh: operation.method !== 'GET' })
          const { json } = exchange
          if (!isObject(json as Json) || rejectsInBody(json as Json)) return
          const response = json as Record<string, Json>
          for (const name of inPath) {
            const item = graph.resources.find((one) => one.item === operation.path && one.parameter === name)
            if (
              response[name] === undefined ||
              // An object stands for the item that the parameter names.
              typeof response[name] === 'object' ||
              // A change of the name, as by `new_name`.
              isSentIn(parts.body, response[name]) ||
              String(response[name]) === String(parts.params[name]) ||
              (item !== undefined && item.idMember !== name)
            )
              continue
            context.broken({
              code: 'path-value-not-echoed',
              subject: `/${name}`,
              received: response[name],
              expected: parts.params[name],
              exchange,
              pointer: `/${name}`,
              place: operation.pointer,
            })
          }
          for (const { name } of inQuery) {
            const [sent, received] = [parts.query[name], response[name]]
            if (!isCount(sent) || !isCount(received) || Number(sent) === Number(received)) continue
            context.broken({
              code: 'query-value-not-echoed',
              subject: `/${name}`,
              received,
              expected: sent,
              exchange,
              pointer: `/${name}`,
              place: operation.pointer,
            })
          }
          if (!isObject(parts.body)) return
          for (const name of inBody) {
            const given = parts.body[name]
            const sent = given === undefined ? undefined : transferred(operation, given)
            if (sent === undefined || sent === null) continue
            const received = response[name]
            const [difference] = storedDifferences(api, operation, { member: name, value: sent, received })
            // The reason of a cancellation is not the reason of the appointment, and has a property of its own.
            const isElsewhere = Object.entries(response).some(
              ([other, value]) =>
                other !== name && difference?.pointer === `/${name}` && isSame(value, difference.sent),
            )
            if (difference !== undefined && !isElsewhere)
              reportChange(context, operation, exchange, difference)
          }
        },
      }
    }
  },
})

/** The same moments with another offset from UTC, as the response shows them. */
async function echoOffset(
  context: CheckContext,
  operation: ApiOperation,
  moments: readonly string[],
): Promise<void> {
  const { exchange: first, parts } = await context.succeed(operation, { fresh: true })
  const [sent, shown] = [parts.body, first.json as Json]
  if (!isObject(sent) || !isObject(shown)) return context.notObserved({ code: 'not-an-object' })
  // The server may set the moment itself, unless it shows the sent one.
  const plain = moments.flatMap((name) => {
    const moment = sent[name] ?? shown[name]
    return typeof moment === 'string' ? [[name, moment] as const] : []
  })
  const again = await context.send(operation, { ...parts, body: { ...sent, ...Object.fromEntries(plain) } })
  const echoed = isObject(again.json as Json) && again.status < 300 ? (again.json as JsonObject) : {}
  const others = plain.flatMap(([name, moment]) => {
    const other = isSame(moment, echoed[name]) ? withOffset(moment) : undefined
    return other === undefined ? [] : [[name, other] as const]
  })
  const body = { ...sent, ...Object.fromEntries(others) }
  if (others.length === 0 || !context.isValidBody(operation, body))
    return context.notObserved({ code: 'not-made', what: 'body with another offset' })
  const exchange = await context.send(operation, { ...parts, body })
  const { status, json } = exchange
  if (status >= 300 || !isObject(json as Json))
    return context.notObserved(returned('the request with another offset', exchange))
  for (const [name, value] of others) {
    const received = (json as JsonObject)[name]
    const [difference] = storedDifferences(context.api, operation, { member: name, value, received })
    if (difference !== undefined) reportChange(context, operation, exchange, difference)
  }
}

const reportChange = (
  context: CheckContext,
  operation: ApiOperation,
  exchange: Recorded,
  { pointer, received, sent }: Difference,
): void =>
  void context.broken({
    code: 'sent-value-changed',
    subject: pointer,
    received,
    expected: sent,
    exchange,
    pointer,
    place: operation.pointer,
  })
