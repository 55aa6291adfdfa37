/** Times of what happened, wherever a response shows them, are not in the future. */

import { type Api, type ApiOperation, successSchema } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { isOfPast, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { pointerOf } from '../../../openapi/pointer.ts'
import { membersOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The clocks of the target and of the kit may differ. */
const MIN_AHEAD = 2 * MINUTE
/** No time zone is further from UTC. Later times are values that clients chose. */
const MAX_AHEAD = 14 * HOUR + MIN_AHEAD

export function* pastTimes({ api }: Pick<Plan, 'api'>): Iterable<Check> {
  const chosen = chosenTimes(api)
  for (const operation of api.operations)
    if (operation.method === 'GET' && mayShowTimes(api, operation))
      yield {
        name: 'past',
        constraint: 'times are past',
        operation,
        later: true,
        async run(context) {
          const { exchange } = await context.succeed(operation)
          const received = Date.parse(readHeader(exchange.headers, 'date') ?? '')
          const now = Math.max(context.now(), Number.isNaN(received) ? 0 : received)
          const times = [...timesIn(exchange.json as Json)].filter(({ name }) => !chosen.has(name))
          reportFirst(context, exchange, now, times)
        },
      }
}

/** The times that requests set, which may be planned ones. Only a server sets when it created or updated an item. */
const chosenTimes = (api: Api): ReadonlySet<string> =>
  new Set(
    api.operations
      .flatMap((one) => [...bodyProperties(api, one).keys()])
      .filter((name) => soundsLike('pastTime', name)),
  )

const MAX_DECLARED_DEPTH = 4

/** Whether the schema of the response declares such a time, or nothing. */
function mayShowTimes(api: Api, operation: ApiOperation): boolean {
  const schema = successSchema(api, operation)?.schema
  const declares = (one: Json | undefined, depth: number): boolean => {
    const view = withoutNull(api.document, viewOf(api.document, one))
    if (view.items !== undefined) return declares(view.items, depth + 1)
    return membersOf(view).some(
      ([name, inner]) => isOfPast(name) || (depth < MAX_DECLARED_DEPTH && declares(inner, depth + 1)),
    )
  }
  return schema === undefined || declares(schema, 0)
}

interface Time {
  name: string
  pointer: string
  value: string
}

function reportFirst(
  context: CheckContext,
  exchange: Parameters<CheckContext['broken']>[0]['exchange'],
  now: number,
  times: readonly Time[],
): void {
  const isAhead = ({ value }: Time) => {
    const ahead = Date.parse(value) - now
    return ahead > MIN_AHEAD && ahead <= MAX_AHEAD
  }
  const wrong = times.find(isAhead)
  if (wrong === undefined) return
  context.broken({
    code: 'time-in-future',
    subject: wrong.name,
    received: wrong.value,
    expected: new Date(now).toISOString(),
    exchange,
    pointer: wrong.pointer,
  })
}

const EXACT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(z|[+-]\d\d:?\d\d)$/i
const MAX_DEPTH = 6

/** The times of what happened in a response. */
function* timesIn(value: Json | undefined, pointer = '', depth = 0): Generator<Time> {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) yield* timesIn(one, `${pointer}/${index}`, depth + 1)
  if (!isObject(value)) return
  for (const [name, one] of Object.entries(value)) {
    const here = pointer + pointerOf(name)
    if (typeof one !== 'string') yield* timesIn(one, here, depth + 1)
    else if (isOfPast(name) && EXACT.test(one)) yield { name, pointer: here, value: one }
  }
}
