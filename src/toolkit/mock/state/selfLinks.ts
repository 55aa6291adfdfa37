/** Properties with the item's own URL: `_links.self.href`, `self`, `@id`, `@odata.id`, `url`. */
import type { Resource } from '../../model/resources.ts'
import { isSelfLink, lastSegment, normal, soundsLike } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { basePathOf } from '../../openapi/match.ts'
import { linearPattern } from '../../openapi/patterns.ts'
import { membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'

/** The parts of an item's own URL. */
interface OwnAddress {
  resource: Pick<Resource, 'collection'>
  /** The path relative to the server's URL. */
  path: string
  /** Without a trailing slash; '' without a request. */
  origin: string
  /** The item in the document's example. */
  example: JsonObject | undefined
}

/**
 * The item with its own URL in all self links.
 *
 * @param isGiven whether a property was sent, or a request can set it
 */
export function withSelfLinks(
  document: ContractDocument,
  view: JsonObject,
  item: JsonObject,
  own: OwnAddress,
  isGiven: (name: string) => boolean,
): JsonObject {
  if (/[{}]|\/\//.test(own.path)) return item
  const path = basePathOf(document) + own.path
  const origin = own.origin === '' ? serverOrigin(document) : own.origin
  const addressFor = (schema: Json | undefined, shown: Json | undefined): string | undefined => {
    const {
      format,
      enum: listed,
      const: only,
      pattern,
      ...rest
    } = withoutNull(document, viewOf(document, schema))
    if (!typesOf(rest).includes('string') || listed !== undefined || only !== undefined) return undefined
    const isWhole = /^(ur[il]|iri)$/.test(String(format)) || /^https?:/.test(String(shown))
    const address = isWhole ? origin + path : path
    const fits = typeof pattern !== 'string' || linearPattern(pattern).test(address)
    return fits && !(isWhole && origin === '') ? address : undefined
  }
  const inside = (holder: JsonObject, within: JsonObject, isLink: (name: string) => boolean): JsonObject => {
    const reported = { ...holder }
    for (const [name, schema] of membersOf(within)) {
      const value = reported[name]
      if (value === undefined || !isLink(name)) continue
      if (isObject(value))
        reported[name] = inside(value, viewOf(document, schema), (inner) => soundsLike('address', inner))
      else reported[name] = addressFor(schema, value) ?? value
    }
    return reported
  }
  /** Declared self links that the generated value omits, still without a URL. */
  const selfLeftOut = (links: JsonObject, within: JsonObject): JsonObject => {
    const added: JsonObject = {}
    for (const [name, schema] of membersOf(within)) {
      const link = withoutNull(document, viewOf(document, schema))
      const address = membersOf(link).find(([inner]) => soundsLike('address', inner))?.[0]
      if (links[name] !== undefined || normal(name) !== 'self') continue
      const text = addressFor(schema, undefined)
      if (address === undefined && text !== undefined) added[name] = text
      if (address !== undefined && [...requiredOf(link)].every((one) => one === address))
        added[name] = { [address]: '' }
    }
    return added
  }
  /** An example's address of something else, such as a file, stays. */
  const isElsewhere = (name: string) =>
    typeof own.example?.[name] === 'string' &&
    !normal(own.example[name]).includes(normal(lastSegment(own.resource.collection)))
  const top = inside(
    item,
    view,
    (name) => !isGiven(name) && (isSelfLink(name) || (soundsLike('address', name) && !isElsewhere(name))),
  )
  for (const [name, schema] of membersOf(view)) {
    const links = top[name]
    if (!soundsLike('links', name) || !isObject(links) || isGiven(name)) continue
    const within = viewOf(document, schema)
    top[name] = inside({ ...links, ...selfLeftOut(links, within) }, within, isSelfLink)
  }
  return top
}

function serverOrigin({ root }: ContractDocument): string {
  const [first] = Array.isArray(root.servers) ? root.servers.filter(isObject) : []
  return /^https?:\/\/[^/{}]+/.exec(typeof first?.url === 'string' ? first.url : '')?.[0] ?? ''
}
