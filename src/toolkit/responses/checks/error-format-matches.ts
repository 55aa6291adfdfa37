import { isObject } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
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
      code: 'error-not-json',
      received: contentType || undefined,
      provenance: 'specified',
    }
    return
  }
  const { success, error } = reading.value
  if (success !== false) {
    yield {
      pointer: '/success',
      code: 'wrong-property',
      subject: 'success',
      received: success,
      expected: false,
      provenance: 'specified',
    }
  }
  if (!isObject(error)) {
    yield {
      pointer: '/error',
      code: 'wrong-property',
      subject: 'error',
      received: error,
      expected: 'an object',
      provenance: 'specified',
    }
    return
  }
  for (const member of ['code', 'message'] as const) {
    const value = error[member]
    if (typeof value === 'string' && value !== '') continue
    yield {
      pointer: `/error/${member}`,
      code: 'wrong-property',
      subject: member,
      received: value,
      expected: 'a string that is not empty',
      provenance: 'specified',
    }
  }
  const statuses = typeof error.code === 'string' ? errorCodes.get(error.code) : undefined
  if (statuses !== undefined && !statuses.includes(exchange.status)) {
    yield {
      pointer: '/error/code',
      code: 'code-with-wrong-status',
      subject: 'code',
      received: error.code,
      expected: statuses,
      details: { status: exchange.status },
      provenance: 'decided',
    }
  }
  if (error.code === 'VALIDATION_ERROR') {
    for (const member of ['field', 'issue'] as const) {
      const value = isObject(error.details) ? error.details[member] : undefined
      if (typeof value === 'string') continue
      yield {
        pointer: `/error/details/${member}`,
        code: 'wrong-property',
        subject: member,
        received: value,
        expected: 'a string',
        provenance: 'specified',
      }
    }
  }
  const requestId = header('x-request-id')
  // A stored response that is replayed for an idempotency key is that of the first request, byte for byte.
  if (header('idempotent-replayed') === 'true') return
  if (requestId !== undefined && error.requestId !== undefined && error.requestId !== requestId) {
    yield {
      pointer: '/error/requestId',
      code: 'request-id-differs',
      subject: 'requestId',
      received: error.requestId,
      expected: requestId,
      provenance: 'decided',
    }
  }
}
