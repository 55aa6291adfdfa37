/** Credentials of an item that the run created, for an operation that signs it in: `POST /login` after `POST /users`. */
import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { normal, soundsLike } from '../../model/vocabulary.ts'
import type { Json } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { hasGenerated } from '../../schema/values/random.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import { valuesIn } from './bodyPlaces.ts'
import type { Recorded } from './events.ts'
import { sentJson } from './items.ts'
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
  const names = [...leavesOf(sent).keys()]
  return graph.resources.find(
    ({ create }) =>
      create?.body !== undefined &&
      create !== operation &&
      signsIn(names, leafNames(api.document, create.body.schema)),
  )
}

/** Whether a request with these names sends a name and a password that are also among the known ones. */
function signsIn(names: readonly string[], known: { has(name: string): boolean }): boolean {
  const shared = names.filter((name) => known.has(name))
  return shared.length > 1 && shared.some(isSecret)
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

type Values = Map<string, Json>

const MAX_REMEMBERED = 5

/** Generated names and passwords of requests that succeeded, where no resource of the document is signed in. */
export class Registrations {
  readonly #known: { path: string; values: Values }[] = []

  note({
    method,
    path,
    status,
    requestBody,
  }: Pick<Recorded, 'method' | 'path' | 'status' | 'requestBody'>): void {
    if (method !== 'POST' || status < 200 || status >= 300 || requestBody === undefined) return
    const values = leavesOf(sentJson({ requestBody }) ?? null)
    const texts = [...values].filter(([, value]) => typeof value === 'string')
    const hasSecret = texts.some(([name]) => isSecret(name))
    // An example of the document may have the name and the password of an account that existed before.
    const isOwn = texts.some(([name, value]) => !isSecret(name) && hasGenerated(String(value)))
    if (hasSecret && isOwn) this.#known.push({ path, values })
    if (this.#known.length > MAX_REMEMBERED) this.#known.shift()
  }

  /** The newest that has the same names as the body, of another operation. */
  for({ method, path }: ApiOperation, sent: Json | undefined): Values | undefined {
    if (method !== 'POST' || sent === undefined) return undefined
    const names = [...leavesOf(sent).keys()]
    return this.#known.findLast((one) => !one.path.endsWith(path) && signsIn(names, one.values))?.values
  }
}

const leavesOf = (body: Json): Map<string, Json> =>
  new Map(valuesIn(body).map(({ path, value }) => [normal(path.at(-1) ?? ''), value]))

/** The body with the values that the item was created with, by the names of the properties. */
export const withCredentialsOf = ({ sent }: Item, body: Json): Json =>
  withValuesOf(leavesOf(sent?.body ?? {}), body)

export function withValuesOf(known: Values, body: Json): Json {
  return valuesIn(body).reduce<Json>((changed, { path }) => {
    const value = known.get(normal(path.at(-1) ?? ''))
    return value === undefined ? changed : (withValueAt(changed, [...path], value) ?? changed)
  }, body)
}
