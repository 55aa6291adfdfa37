import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/** A body declared as JSON is JSON in UTF-8 without a byte order mark (RFC 8259, 8.1), of no other charset. */
export const jsonIsUtf8: ResponseCheck = function* (context) {
  const contentType = context.header('content-type') ?? ''
  if (!isJson(mediaTypeOf(contentType)) || isBodiless(context)) return
  const reading = readJson(context.exchange.body)
  if ('problem' in reading)
    yield { code: 'invalid-json', details: { reason: reading.problem }, provenance: 'specified' }
  const charset = /;\s*charset="?([^";]+)/i.exec(contentType)?.[1]?.trim()
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    yield { code: 'wrong-charset', received: charset, provenance: 'specified' }
  }
}
