import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { ResponseCheck } from '../finding.ts'
import { declaredMedia, isBodiless } from '../media.ts'

/** A JSON body satisfies the schema of its status; undeclared properties fall under `additionalProperties: false`. */
export const bodyMatchesSchema: ResponseCheck = function* (context) {
  const media = declaredMedia(context)
  if (media === undefined || isBodiless(context)) return
  if (!isJson(mediaTypeOf(context.header('content-type') ?? ''))) return
  if (valueAt(context.document.root, media.schemaPointer) === undefined) return
  const reading = readJson(context.exchange.body)
  if ('value' in reading) yield* context.validate(media.schemaPointer, reading.value)
}
