/** Defaults that follow from other values: "Tomorrow when left out", "If missing, the first word of the name". */
import { bodyPlace } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { type SpokenDefault, spokenDefaults } from '../../../model/spokenDefaults.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'

export function* defaultsInWords({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create } = resource
    if (create?.body === undefined) continue
    for (const { property, by } of spokenDefaults(api, create))
      yield {
        name: `${property} by its description`,
        constraint: `body.${property}.default`,
        operation: create,
        run: (context) => tryDefault(context, resource, property, by),
      }
  }
}

async function tryDefault(
  context: CheckContext,
  resource: Resource,
  property: string,
  by: SpokenDefault,
): Promise<void> {
  const { create } = resource
  if (create === undefined) return
  for (const given of givenFor(context, resource, by)) {
    const change = ({ body }: { body?: Json | undefined }) => {
      if (!isObject(body)) return
      Object.assign(body, given)
      delete body[property]
    }
    const { exchange, parts } = await context.succeed(create, { fresh: true, change })
    const sent = isObject(parts.body) ? parts.body : {}
    const expected = expectedBy(by, sent)
    // The server may have normalized the other value: a name without spaces around it.
    if (by.kind === 'same' && expected.length > 0) expected.push(...[shownAt(exchange, [by.of]) ?? []].flat())
    const received = shownAt(exchange, [property])
    if (received === undefined || expected.length === 0 || property in sent) continue
    if (expected.some((one) => isSame(one, received))) continue
    return context.broken({
      code: 'default-not-applied',
      subject: `/${property}`,
      received,
      expected: expected[0] ?? null,
      exchange,
      pointer: `/${property}`,
      place: bodyPlace(create),
    })
  }
}

/** The values of the other property that are sent. */
function givenFor(context: CheckContext, resource: Resource, by: SpokenDefault): JsonObject[] {
  const { api, random } = context
  switch (by.kind) {
    case 'day':
    case 'same':
      return [{}]
    case 'cases': {
      const view = withoutNull(
        api.document,
        viewOf(api.document, bodyProperties(api, resource.create).get(by.of)),
      )
      const choices = Array.isArray(view.enum) ? view.enum : []
      const other = choices.find((one) => by.cases.every(([choice]) => choice !== one))
      return [...by.cases.map(([choice]) => choice), ...(other === undefined ? [] : [other])].map((one) => ({
        [by.of]: one,
      }))
    }
    default: {
      const word = () => {
        const text = random.word(6)
        return text.slice(0, 1).toUpperCase() + text.slice(1)
      }
      return [{ [by.of]: `${word()} ${word()}` }]
    }
  }
}

const HOUR = 3_600_000

/** The values that the default may have. A server may have another time zone, and so another day. */
function expectedBy(by: SpokenDefault, sent: JsonObject): Json[] {
  if (by.kind === 'day') {
    const days = [0, -12, 14].map((hours) =>
      new Date(Date.now() + hours * HOUR + by.offset * 24 * HOUR).toISOString().slice(0, 10),
    )
    return [...new Set(days)]
  }
  const value = sent[by.of]
  if (value === undefined || value === null) return []
  if (by.kind === 'same') return [value]
  if (by.kind === 'cases') return [by.cases.find(([choice]) => choice === value)?.[1] ?? by.otherwise]
  const text = String(value)
  if (by.kind === 'slug') return [text.toLowerCase().replaceAll(' ', '-')]
  if (by.kind === 'first word') return [text.split(' ')[0] ?? '']
  const start = text.slice(0, by.count)
  return [by.isUpper ? start.toUpperCase() : start]
}
