/** Tags in bodies: what a change says that it changes (AIP-154). */
import { isObject, type Json } from '../../contract/index.ts'
import type { Api, ApiOperation } from '../api/api.ts'
import type { Resource } from '../api/resources.ts'
import { membersOf, viewOf } from '../api/schemaView.ts'
import type { TrialContext } from '../run/rule.ts'
import { answerMembers, isSame, isTag } from './compare.ts'

/** What descriptions say of a tag that is compared with the present one. */
const COMPARED = /\b(up[- ]to[- ]date|current|latest|match(es)?|stale|concurren\w+|optimistic|conflicts?)\b/i

/** The tag that a change may name in its body and that the item shows (AIP-154), where a description says what for. */
export function promisedTag(api: Api, update: ApiOperation, read: ApiOperation): string | undefined {
  const shown = answerMembers(api, read)
  const { schema } = update.body ?? {}
  return membersOf(viewOf(api.document, schema)).find(([name, member]) => {
    const { readOnly, description } = viewOf(api.document, member)
    if (!isTag(name) || readOnly === true || !shown.has(name)) return false
    const said = /\betag\b/i.test(String(update.operation.description)) ? update.operation.description : ''
    return [description, said].some((text) => typeof text === 'string' && COMPARED.test(text))
  })?.[0]
}

/** A change of what has another tag by now is refused, and does nothing. */
export async function refusesOldTag(
  context: TrialContext,
  resource: Resource,
  operation: ApiOperation,
  tag: string,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const was = (await context.read(item)).json as Json
  const { body, ...parts } = await context.parts(operation)
  if (!isObject(body) || !isObject(was) || typeof was[tag] !== 'string')
    return context.notObserved(`no change could be made, or GET shows no ${tag}`)
  const at = { ...parts, params: { ...parts.params, ...item.params } }
  const first = await context.send(operation, { ...at, body: { ...body, [tag]: was[tag] } })
  const now = (await context.read(item)).json as Json
  if (first.status >= 300 || !isObject(now) || isSame(now[tag], was[tag]))
    return context.notObserved('the change changed nothing')
  const next = (await context.parts(operation)).body
  if (!isObject(next) || isSame(next, body)) return context.notObserved('no second change could be made')
  const late = await context.send(operation, { ...at, body: { ...next, [tag]: was[tag] } })
  if (late.status < 300)
    context.broken({
      message: `received ${late.status} for a change with the ${tag} from before another one, expected 409 or 412: an update is lost`,
      exchange: late,
      with: [item.made, first],
      place: operation.body?.schemaPointer ?? operation.pointer,
    })
}
