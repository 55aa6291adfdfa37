/**
 * Ids of what procedures of the run created, for requests that name them: after `POST /user/create`, its `id` is the `userId`
 * of `POST /user/ban`. Items that have paths of their own are not here.
 */
import type { ApiOperation } from '../../model/api.ts'
import { isUnguessable } from '../../model/paths.ts'
import { procedureOf } from '../../model/verbs.ts'
import { isIdName, isKeyName, normal, ownerOfId, singularOf, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { hasGenerated } from '../../schema/values/random.ts'
import { valuesIn } from './bodyPlaces.ts'
import type { Recorded } from './events.ts'
import { sentJson } from './items.ts'

const MAX_DEPTH = 4

type Id = string | number

export class MadeValues {
  /** By kind of item, the newest last. */
  readonly #ids = new Map<string, Id[]>()

  /** Remembers what a procedure created, and forgets what one removed. */
  note({
    method,
    path,
    status,
    json,
    requestBody,
  }: Pick<Recorded, 'method' | 'path' | 'status' | 'json' | 'requestBody'>): void {
    const procedure = procedureOf(path.split('?', 1)[0] ?? '')
    if (procedure === undefined || status < 200 || status >= 300 || method === 'GET') return
    const sent = sentJson({ requestBody })
    if (procedure.does === 'create' && isObject(json as Json))
      this.#visit(procedure.noun, json as JsonObject, true, textsOf(sent))
    if (procedure.does === 'remove' && isObject(sent)) this.#forget(Object.values(sent))
  }

  /**
   * The id of the newest item that a value of this name identifies.
   * @param name such as `userId`; a bare `id` is that of the procedure's own kind
   * @param isId whether the description names an id, as of `channel`
   */
  idFor({ path }: Pick<ApiOperation, 'path'>, name: string, isId: boolean): Id | undefined {
    const procedure = procedureOf(path)
    const owner = ownerOfId(name)
    const noun = owner === '' ? procedure?.noun : (owner ?? (isId ? name : undefined))
    // An item that is being created has no id yet.
    if (noun === undefined || (procedure?.does === 'create' && procedure.noun === normal(noun)))
      return undefined
    return this.#ids.get(normal(singularOf(noun)))?.at(-1)
  }

  /**
   * @param isWhole whether the object is the response, or all that is in it
   * @param sent the generated texts of the request
   */
  #visit(noun: string, value: JsonObject, isWhole: boolean, sent: ReadonlySet<string>, depth = 0): void {
    const isShown = shows(value, sent)
    // The creator of an item existed before, and its object shows nothing of what was sent.
    const isNew = (id: Id) => isShown || (isWhole && isUnguessable(String(id)))
    const hasOwnId = Object.keys(value).some(isIdName)
    for (const [name, inside] of Object.entries(value)) {
      const isOwn = isIdName(name) || !hasOwnId
      const owner = isOwn && isId(inside) && isNew(inside) ? identified(name, noun) : undefined
      if (owner !== undefined) this.#add(owner, inside as Id)
      if (!isObject(inside) || depth === MAX_DEPTH) continue
      const isEnvelope = soundsLike('envelope', name)
      const inner = isEnvelope ? noun : normal(singularOf(name))
      this.#visit(inner, inside, isWhole && isEnvelope, sent, depth + 1)
    }
  }

  #add(noun: string, id: Id): void {
    const known = this.#ids.get(noun) ?? []
    this.#ids.set(noun, [...known.filter((one) => one !== id), id])
  }

  #forget(values: readonly (Json | undefined)[]): void {
    for (const [noun, ids] of this.#ids)
      this.#ids.set(
        noun,
        ids.filter((id) => !values.includes(id)),
      )
  }
}

const textsOf = (sent: Json | undefined): ReadonlySet<string> =>
  new Set(
    valuesIn(sent ?? null).flatMap(({ value }) =>
      typeof value === 'string' && hasGenerated(value) ? [value.toLowerCase()] : [],
    ),
  )

const isId = (value: Json | undefined): value is Id => typeof value === 'string' || typeof value === 'number'

/** The kind of item that a property of an item of this kind identifies: its own, or `group` of a `padgroup`. */
function identified(name: string, noun: string): string | undefined {
  if (isIdName(name)) return noun
  const owner = normal(ownerOfId(name) ?? '')
  return owner !== '' && noun.endsWith(owner) ? owner : undefined
}

const shows = (value: JsonObject, texts: ReadonlySet<string>): boolean =>
  Object.entries(value).some(
    ([name, one]) => !isKeyName(name) && typeof one === 'string' && texts.has(one.toLowerCase()),
  )
