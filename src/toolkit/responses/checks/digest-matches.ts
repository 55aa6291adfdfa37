import { descriptionOf, digestIn } from '../../model/description.ts'
import { normal, soundsLike } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { hexDigest, isDigestOf } from '../../schema/values/digests.ts'
import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/** A property that is a digest of the text next to it, by its description. */
interface Digest {
  member: string
  algorithm: string
  of: string
}

const known = new WeakMap<ContractDocument, Digest[]>()

/** A digest is that of the text next to it, where the document names that text. */
export const digestIsRight: ResponseCheck = function* (context) {
  const { document, exchange, header } = context
  if (exchange.status >= 300 || isBodiless(context) || !isJson(mediaTypeOf(header('content-type') ?? '')))
    return
  const digests = digestsOf(document)
  const reading = digests.length === 0 ? undefined : readJson(exchange.body)
  if (reading === undefined || !('value' in reading)) return
  for (const { value, pointer } of objectsIn(reading.value as Json, '')) {
    for (const { member, algorithm, of } of digests) {
      const [given, text] = [value[member], value[of]]
      if (typeof given !== 'string' || typeof text !== 'string') continue
      // A text that a list or a preview cut has the digest of the whole.
      if (/(…|\.\.\.)$/.test(text)) continue
      const bytes = Buffer.from(text)
      if (isDigestOf(given, algorithm, bytes) || isDigestOf(given, algorithm, Buffer.from(text, 'base64')))
        continue
      yield {
        code: 'wrong-digest',
        subject: member,
        received: given,
        expected: hexDigest(algorithm, bytes),
        details: { algorithm, of },
        pointer: `${pointer}/${member}`,
        provenance: 'decided',
      }
    }
  }
}

function digestsOf(document: ContractDocument): Digest[] {
  const found = known.get(document)
  if (found !== undefined) return found
  const digests: Digest[] = []
  const search = (node: Json | undefined): void => {
    if (Array.isArray(node)) node.forEach(search)
    if (!isObject(node)) return
    if (isObject(node.properties)) digests.push(...digestsAmong(node.properties))
    Object.values(node).forEach(search)
  }
  search(document.root)
  known.set(document, digests)
  return digests
}

function digestsAmong(properties: JsonObject): Digest[] {
  return Object.entries(properties).flatMap(([member, schema]) => {
    const digest = digestIn(descriptionOf(schema))
    if (digest === undefined) return []
    const of = Object.keys(properties).find(
      (one) => one !== member && normal(one) === normal(digest.of) && !soundsLike('file', one),
    )
    return of === undefined ? [] : [{ member, algorithm: digest.algorithm, of }]
  })
}

function* objectsIn(value: Json, pointer: string): Iterable<{ value: JsonObject; pointer: string }> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* objectsIn(one, `${pointer}/${index}`)
  } else if (isObject(value)) {
    yield { value, pointer }
    for (const [name, one] of Object.entries(value))
      if (typeof one === 'object' && one !== null) yield* objectsIn(one, `${pointer}/${name}`)
  }
}
