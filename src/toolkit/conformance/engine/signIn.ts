/** Credentials of an item that the run created, for an operation that signs it in: `POST /login` after `POST /users`. */
import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { normal, soundsLike } from '../../model/vocabulary.ts'
import type { Json } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import { valuesIn } from './bodyPlaces.ts'
import type { Recorded } from './events.ts'
import type { CheckContext, Item } from './rule.ts'

/** Statuses by which servers report that they do not know a name or a password. */
const UNKNOWN: readonly number[] = [400, 401, 403, 404, 422]

const isSecret = (name: string): boolean => soundsLike('secret', name)

/**
 * The resource whose creation gets a name and a password as this request has them.
 * @param sent the body that was rejected
 */
export function registrationFor(
  { api, graph }: CheckContext,
  operation: ApiOperation,
  { status }: Pick<Recorded, 'status'>,
  sent: Json | undefined,
): Resource | undefined {
  if (operation.method !== 'POST' || sent === undefined || !UNKNOWN.includes(status)) return undefined
  const names = valuesIn(sent).map(({ path }) => path.at(-1) ?? '')
  if (names.length < 2 || !names.some(isSecret)) return undefined
  const isRegistration = ({ create }: Resource) => {
    if (create?.body === undefined || create === operation) return false
    const known = leafNames(api.document, create.body.schema)
    const shared = names.filter((name) => known.has(normal(name)))
    return shared.length > 1 && shared.some(isSecret)
  }
  return graph.resources.find(isRegistration)
}

function leafNames(
  document: CheckContext['api']['document'],
  schema: Json | undefined,
  depth = 0,
): Set<string> {
  const members = membersOf(viewOf(document, schema))
  const inner = members.flatMap(([, inside]) =>
    depth < 2 ? [...leafNames(document, inside, depth + 1)] : [],
  )
  return new Set([...members.map(([name]) => normal(name)), ...inner])
}

/** The body with the values that the item was created with, by the names of the properties. */
export function withCredentialsOf({ sent }: Item, body: Json): Json {
  const known = new Map(
    valuesIn(sent?.body ?? {}).map(({ path, value }) => [normal(path.at(-1) ?? ''), value]),
  )
  return valuesIn(body).reduce<Json>((changed, { path }) => {
    const value = known.get(normal(path.at(-1) ?? ''))
    return value === undefined ? changed : (withValueAt(changed, [...path], value) ?? changed)
  }, body)
}
