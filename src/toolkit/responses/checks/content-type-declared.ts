import { objectAt } from '../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../openapi/json.ts'
import type { Operation } from '../../openapi/operations.ts'
import type { ResponseCheck } from '../finding.ts'
import { declaredMedia, declaredTypes, isBodiless } from '../media.ts'

/**
 * A body has one of the media types that the document declares, and is there when one is declared. An operation that
 * only declares JSON does not report errors as pages.
 */
export const contentTypeDeclared: ResponseCheck = function* (context) {
  const { exchange, response } = context
  if (isBodiless(context)) return
  if (exchange.status >= 400 && declaredTypes(context).length === 0) {
    yield* errorPage(context)
    return
  }
  if (response === undefined) return
  const types = declaredTypes(context)
  const contentType = context.header('content-type')
  const empty = exchange.body.length === 0
  if (types.length === 0) {
    if (!empty) {
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

/** Reports an error that is a page, of an operation whose responses are JSON. */
const errorPage: ResponseCheck = function* ({ operation, exchange, header }) {
  const contentType = header('content-type') ?? ''
  // A 5xx may be the page of a proxy in front of the server.
  if (exchange.body.length === 0 || exchange.status >= 500) return
  if (operation !== undefined && mediaTypeOf(contentType) === 'text/html' && isOfJson(operation))
    yield { code: 'error-is-page', received: contentType, provenance: 'decided' }
}

/** Whether all declared responses of an operation are JSON, and there is one with a body. */
function isOfJson({ responses }: Operation): boolean {
  const types = [...responses.values()].flatMap(({ node }) => Object.keys(objectAt(node, 'content')))
  return types.length > 0 && types.every((type) => isJson(mediaTypeOf(type)))
}
