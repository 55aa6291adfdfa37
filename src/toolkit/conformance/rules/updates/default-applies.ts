import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { soleFlags } from '../../../model/soleFlags.ts'
import { statedDefault, textsAbout } from '../../../model/statedValues.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { differences, isOfSentForm, saysItMerges } from '../compare.ts'
import { defaultsOfOthers } from './relatedSources.ts'
import { defaultsInWords } from './spokenDefaults.ts'

/** The optional properties with a default that the response shows. */
function defaultsOf(api: Api, operation: ApiOperation): { member: string; declared: Json }[] {
  const shown = responseProperties(api, operation)
  const required = requiredOf(viewOf(api.document, operation.body?.schema))
  return [...bodyProperties(api, operation)].flatMap(([member, schema]) => {
    if (required.has(member) || !shown.has(member)) return []
    const view = viewOf(api.document, schema)
    const declared = view.default ?? defaultSaid(api, operation, member, view)
    return declared === undefined ? [] : [{ member, declared }]
  })
}

const defaultSaid = (api: Api, operation: ApiOperation, member: string, view: JsonObject): Json | undefined =>
  textsAbout(api, operation, member)
    .map((text) => statedDefault(text, member, view))
    .find((one) => one !== undefined)

/** A property that was left out must have its declared default. */
export const defaultApplies = defineRule({
  ...definitionOf('default-applies'),
  *checks({ api, graph }) {
    yield* defaultsOfOthers({ api, graph })
    yield* defaultsInWords({ api, graph })
    for (const operation of api.operations) {
      // A property that a change leaves out is unchanged; defaults only apply to creations.
      if (operation.body === undefined || operation.method === 'PATCH' || saysItMerges(operation)) continue
      const resource = graph.resources.find((one) => one.create === operation)
      // Of several items, the only one has a flag in any case.
      const soles = resource === undefined ? [] : soleFlags(api, resource).map(({ property }) => property)
      for (const { member, declared } of defaultsOf(api, operation))
        if (!soles.includes(member))
          yield {
            name: member,
            constraint: `body.${member}.default`,
            operation,
            run: (context) =>
              tryDefault(context, { operation, isNew: resource !== undefined, member, declared }),
          }
    }
  },
})

interface Tried {
  operation: ApiOperation
  /** Whether the operation creates an item of a resource. */
  isNew: boolean
  member: string
  declared: Json
}

async function tryDefault(
  context: CheckContext,
  { operation, isNew, member, declared }: Tried,
): Promise<void> {
  let isOfForm = false
  const change = ({ body }: { body?: Json | undefined }) => {
    if (!isObject(body)) return
    isOfForm = isOfSentForm(context.api, operation, body, member)
    delete body[member]
  }
  const { exchange } = await context.succeed(operation, { fresh: !isNew, change })
  if (!isOfForm || !isObject(exchange.json as Json)) return
  const received = (exchange.json as Record<string, Json>)[member]
  if (differences(declared, received).length === 0) return
  context.broken({
    code: 'default-not-applied',
    subject: `/${member}`,
    received,
    expected: declared,
    exchange,
    pointer: `/${member}`,
    place: bodyPlace(operation),
  })
}
