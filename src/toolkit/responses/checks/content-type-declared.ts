import type { ResponseCheck } from '../finding.ts'
import { declaredMedia, declaredTypes, isBodiless } from '../media.ts'

/** A body has one of the media types that the document declares, and is there when one is declared. */
export const contentTypeDeclared: ResponseCheck = function* (context) {
  const { exchange, response } = context
  if (response === undefined || isBodiless(context)) return
  const types = declaredTypes(context)
  const contentType = context.header('content-type')
  const empty = exchange.body.length === 0
  if (types.length === 0) {
    // An error response without declared content defines no body; many servers explain the error there.
    if (!empty && exchange.status < 400) {
      yield {
        code: 'undeclared-body',
        received: exchange.body.length,
        details: { contentType },
        provenance: 'decided',
      }
    }
    return
  }
  // An empty text file is a body too: only JSON needs at least one byte.
  if (contentType === undefined) {
    if (empty) yield { code: 'no-body', expected: types, provenance: 'decided' }
    else yield { code: 'no-content-type', expected: types, provenance: 'decided' }
  } else if (declaredMedia(context) === undefined) {
    yield {
      code: 'undeclared-content-type',
      received: contentType,
      expected: types,
      provenance: 'decided',
    }
  }
}
