import { isObject } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { show } from '../../schema/problem.ts'
import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/**
 * Errors have one form: `success` false, a code, a message; a validation error names field and issue
 * (source: "Errors"). The code belongs to the status. Applies where the document has that form.
 */
export const errorEnvelope: ResponseCheck = function* (context) {
  const { exchange, errorCodes, header } = context
  if (exchange.status < 400 || isBodiless(context) || errorCodes === undefined) return
  const contentType = header('content-type') ?? ''
  const reading = isJson(mediaTypeOf(contentType)) ? readJson(exchange.body) : { problem: contentType }
  if ('problem' in reading || !isObject(reading.value)) {
    yield {
      message: `received ${contentType || 'no Content-Type'}, expected a JSON object as error`,
      provenance: 'specified',
    }
    return
  }
  const { success, error } = reading.value
  if (success !== false) {
    yield {
      pointer: '/success',
      message: `received ${show(success)}, expected false`,
      provenance: 'specified',
    }
  }
  if (!isObject(error)) {
    yield {
      pointer: '/error',
      message: `received ${show(error)}, expected an object`,
      provenance: 'specified',
    }
    return
  }
  for (const member of ['code', 'message'] as const) {
    const value = error[member]
    if (typeof value === 'string' && value !== '') continue
    yield {
      pointer: `/error/${member}`,
      message: `received ${show(value)}, expected text`,
      provenance: 'specified',
    }
  }
  const statuses = typeof error.code === 'string' ? errorCodes.get(error.code) : undefined
  if (statuses !== undefined && !statuses.includes(exchange.status)) {
    yield {
      pointer: '/error/code',
      message: `received ${show(error.code)} with status ${exchange.status}, expected it with ${statuses.join(' or ')}`,
      provenance: 'decided',
    }
  }
  if (error.code === 'VALIDATION_ERROR') {
    for (const member of ['field', 'issue'] as const) {
      const value = isObject(error.details) ? error.details[member] : undefined
      if (typeof value === 'string') continue
      yield {
        pointer: `/error/details/${member}`,
        message: `received ${show(value)}, expected text`,
        provenance: 'specified',
      }
    }
  }
  const requestId = header('x-request-id')
  // A stored answer that comes again for an idempotency key is that of the first request, byte for byte.
  if (header('idempotent-replayed') === 'true') return
  if (requestId !== undefined && error.requestId !== undefined && error.requestId !== requestId) {
    yield {
      pointer: '/error/requestId',
      message: `received ${show(error.requestId)}, expected the X-Request-Id ${requestId}`,
      provenance: 'decided',
    }
  }
}
