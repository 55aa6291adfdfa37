import { isMet, operandValues } from '../../model/invariants.ts'
import { type StatedInvariant, statedInvariants } from '../../model/statedInvariants.ts'
import type { Json } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { objectsWithSchemas, type SchemaObject } from '../../schema/appliedSchemas.ts'
import { validatorOf } from '../../schema/validators.ts'
import type { ResponseCheck } from '../finding.ts'
import { declaredMedia, isBodiless } from '../media.ts'

/** Objects match the invariants that the document states at their schemas. */
export const invariantsMet: ResponseCheck = function* (context) {
  const { document, exchange, header } = context
  const stated = statedInvariants(document)
  if (stated.size === 0 || isBodiless(context) || !isJson(mediaTypeOf(header('content-type') ?? ''))) return
  const media = declaredMedia(context)
  const reading = media && readJson(exchange.body)
  if (reading === undefined || !('value' in reading)) return
  const validate = validatorOf(document, 'response')
  const search = {
    document,
    isValid: (pointer: string, value: Json) => validate(pointer, value).length === 0,
  }
  for (const found of objectsWithSchemas(search, media?.schemaPointer ?? '', reading.value as Json))
    for (const invariant of invariantsOf(stated, found)) {
      if (isMet(invariant, found.object, invariant.isWhole) !== false) continue
      yield {
        code: 'invariant-broken',
        subject: invariant.text,
        received: Object.fromEntries(operandValues(invariant, found.object)),
        pointer: found.at,
        place: invariant.place,
        provenance: 'decided',
      }
    }
}

/** Each invariant of the schemas of an object, once. */
function invariantsOf(
  stated: ReadonlyMap<string, readonly StatedInvariant[]>,
  { schemas }: SchemaObject,
): StatedInvariant[] {
  const all = schemas.flatMap(({ pointer }) => stated.get(pointer) ?? [])
  return all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index)
}
