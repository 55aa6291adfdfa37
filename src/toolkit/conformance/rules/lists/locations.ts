/** The address in `Location` of what has been created leads to something, whether it is a known kind of item or not. */

import type { ApiOperation } from '../../../model/api.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { createMatcher } from '../../../openapi/match.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'

export function* locations({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  const match = createMatcher(api.document)
  const isRead = (path: string) => match('GET', path).operation !== undefined
  for (const operation of api.operations) {
    const isCreation = ['POST', 'PUT'].includes(operation.method) && operation.successes.includes(201)
    const isItem = graph.resources.some(({ create, read }) => create === operation && read !== undefined)
    if (isCreation && !isItem)
      yield {
        name: 'address',
        constraint: 'Location leads to something',
        operation,
        run: (context) => follow(context, operation, isRead),
      }
  }
}

async function follow(
  context: CheckContext,
  operation: ApiOperation,
  isRead: (path: string) => boolean,
): Promise<void> {
  const { exchange } = await context.succeed(operation, { fresh: true })
  const location = readHeader(exchange.headers, 'location')
  if (exchange.status !== 201 || location === undefined)
    return context.notObserved({ code: 'absent', from: 'the response', what: 'Location' })
  const path = pathBelow(location, exchange.path, context.target)
  // The document describes what its own paths return, and no others.
  if (path === undefined || !isRead(path))
    return context.notObserved({
      code: 'absent',
      from: 'the document',
      what: 'GET of the address in Location',
    })
  const isMissing = ({ status }: Recorded) => status === 404 || status === 410
  const response = await eventually(
    context,
    () => context.sendRaw('GET', path),
    (one) => !isMissing(one),
  )
  if (!isMissing(response)) return
  context.broken({
    code: 'location-not-found',
    received: location,
    details: { status: response.status },
    exchange,
    with: [response],
    place: operation.pointer,
  })
}

/** The path of an address below the target; undefined for others. */
function pathBelow(location: string, from: string, target = 'http://target'): string | undefined {
  const base = target.replace(/\/$/, '')
  if (!URL.canParse(location, base + from)) return undefined
  const [url, root] = [new URL(location, base + from), new URL(base)]
  const prefix = root.pathname.replace(/\/$/, '')
  if (url.origin !== root.origin || !url.pathname.startsWith(`${prefix}/`)) return undefined
  return url.pathname.slice(prefix.length) + url.search
}
