/** Entries that an item embeds and that have an address of their own: the lines of an order, `/orders/{id}/lines/{lineId}`. */
import type { Json } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api } from './api.ts'
import { descriptionOf, saysFixed } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import type { Resource } from './resources.ts'
import { lastSegment, normal, singularOf, soundsLike } from './vocabulary.ts'

export interface EmbeddedEntries {
  /** The resource of the entries. */
  entry: Resource
  /** The resource whose items embed them. */
  holder: Resource
  /** The property with the entries. */
  property: string
  /** The property of an entry with its id. */
  id: string
  /** The numbers of an item that only the server sets, and may compute from the entries. */
  totals: readonly string[]
  /** The numbers of an entry. */
  amounts: readonly string[]
}

/** The entries of a resource below another one; undefined where its items do not embed them. */
export function embeddedEntries(api: Api, entry: Resource): EmbeddedEntries | undefined {
  const holder = entry.parent
  if (holder?.read === undefined || holder.create === undefined) return undefined
  if (entry.create === undefined || entry.delete === undefined) return undefined
  const shown = responseProperties(api, holder.read)
  const name = singularOf(normal(lastSegment(entry.collection)))
  const [property, schema] = [...shown].find(([one]) => singularOf(normal(one)) === name) ?? []
  const { items } = withoutNull(api.document, viewOf(api.document, schema))
  if (property === undefined || items === undefined) return undefined
  const members = membersOf(viewOf(api.document, items))
  const id = [entry.idMember, 'id', entry.parameter].find((one) => members.some(([own]) => own === one))
  if (id === undefined) return undefined
  const sent = new Set([holder.create, holder.update].flatMap((one) => [...bodyProperties(api, one).keys()]))
  return {
    entry,
    holder,
    property,
    id,
    totals: [...shown].flatMap(([one, total]) =>
      !sent.has(one) && isNumber(api, total) && isTotal(api, one, total) ? [one] : [],
    ),
    amounts: members.flatMap(([one, amount]) => (one !== id && isNumber(api, amount) ? [one] : [])),
  }
}

const isNumber = ({ document }: Api, schema: Json): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).some(
    (type) => type === 'integer' || type === 'number',
  )

/** Whether a number may follow the entries, unlike the highest one that there ever was. */
const isTotal = ({ document }: Api, name: string, schema: Json): boolean => {
  const text = descriptionOf(viewOf(document, schema))
  return (
    (soundsLike('count', name) || soundsLike('sumOfEntries', name)) &&
    !saysFixed(text) &&
    !/\b(?:ever|lifetime|highest|maximum|largest|so far|historic\w*|including deleted)\b/i.test(text)
  )
}
