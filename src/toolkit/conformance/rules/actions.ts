/** An action on a thing, such as `POST /orders/{id}/pay`, that answers with the thing: what it shows is what is kept. */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation } from '../api/api.ts'
import type { Resource } from '../api/resources.ts'
import { thingSchema } from '../api/wrapping.ts'
import { show } from '../finding.ts'
import type { Plan, Trial, TrialContext } from '../run/rule.ts'
import { isSame, isVolatile, mayPass } from './compare.ts'
import { LIST_PAUSES } from './several.ts'

export function* actionsKept({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Trial> {
  const shape = (operation: ApiOperation) => {
    const schema = thingSchema(api, operation)
    return isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : undefined
  }
  for (const resource of graph.resources) {
    const { read, item, create } = resource
    const own = read && shape(read)
    if (read === undefined || create === undefined || own === undefined) continue
    for (const operation of api.operations) {
      const [, verb] = operation.path.startsWith(`${item}/`)
        ? operation.path.slice(item.length).split('/')
        : []
      const isAction = operation.method === 'POST' && operation.path === `${item}/${verb}`
      if (!isAction || operation.successes[0] !== 200 || shape(operation) !== own) continue
      yield {
        name: 'kept',
        constraint: 'what an action answers is kept',
        operation,
        run: (context) => isKept(context, resource, operation),
      }
    }
  }
}

async function isKept(context: TrialContext, resource: Resource, operation: ApiOperation): Promise<void> {
  const { read } = resource
  if (read === undefined) return
  const item = await context.item(resource, { fresh: true })
  const at = { params: item.params, query: {}, headers: {} }
  const before = await context.send(read, at)
  const { exchange } = await context.succeed(operation, { params: item.params })
  const [was, told] = [before.json, exchange.json].map((json) => json as Json)
  if (!isObject(was) || !isObject(told) || exchange.status !== 200) return
  if (!isSame(was[resource.idMember], told[resource.idMember])) return
  const changed = Object.keys(told).filter(
    (name) => !isSame(told[name], was[name]) && !mayPass(name) && !isVolatile(name, context.hints.volatile),
  )
  for (const pause of [0, ...LIST_PAUSES]) {
    await context.wait(pause)
    const after = await context.send(read, at)
    const now = after.json as Json
    if (!isObject(now) || after.status >= 300) return
    const lost = changed.find((name) => isSame(now[name], was[name]))
    if (lost === undefined) return
    if (pause !== LIST_PAUSES.at(-1)) continue
    context.broken({
      message: `received ${show((now as JsonObject)[lost])} at /${lost} of what was just answered with ${show(told[lost])}`,
      exchange: after,
      with: [item.made, before, exchange],
      pointer: `/${lost}`,
      place: operation.pointer,
    })
  }
}
