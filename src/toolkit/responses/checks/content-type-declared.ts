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
    // A refusal that declares no content says nothing of its body; many servers explain it.
    if (!empty && exchange.status < 400) {
      yield {
        message: `received a body of ${exchange.body.length} bytes (${contentType ?? 'no Content-Type'}), expected none`,
        provenance: 'decided',
      }
    }
    return
  }
  // An empty text file is a body too: only JSON needs at least one byte.
  if (contentType === undefined) {
    yield {
      message: `received ${empty ? 'no body' : 'a body without Content-Type'}, expected ${types.join(' or ')}`,
      provenance: 'decided',
    }
  } else if (declaredMedia(context) === undefined) {
    yield {
      message: `received Content-Type ${contentType}, expected ${types.join(' or ')}`,
      provenance: 'decided',
    }
  }
}
