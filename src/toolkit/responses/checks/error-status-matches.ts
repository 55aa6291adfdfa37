import { STATUS_CODES } from 'node:http'
import { isOfAnother, isStatusNumber, normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { isJson, mediaTypeOf, readJson } from '../../openapi/json.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import type { ResponseCheck } from '../finding.ts'
import { isBodiless } from '../media.ts'

/** Codes that are the names of statuses (RFC 9110, 15; RFC 6585), with the statuses that may have them. */
const NAMED: Readonly<Record<string, readonly number[]>> = {
  methodnotallowed: [405],
  notacceptable: [406],
  unsupportedmediatype: [415],
  toomanyrequests: [429],
  // Google responds with 403, and others with 503.
  ratelimitexceeded: [429, 403, 503],
  payloadtoolarge: [413],
  contenttoolarge: [413],
  preconditionfailed: [412],
  preconditionrequired: [428],
  notimplemented: [501],
  notfound: [404, 410, 400, 403, 409, 422],
}

/** An error with a status in its body has the status of the response there (RFC 9457, 3.1.2). */
export const errorNamesItsStatus: ResponseCheck = function* (context) {
  const { exchange, header } = context
  if (exchange.status < 400 || isBodiless(context) || !isJson(mediaTypeOf(header('content-type') ?? '')))
    return
  const reading = readJson(exchange.body)
  if (!('value' in reading) || !isObject(reading.value as Json)) return
  const body = reading.value as JsonObject
  const inside = Object.entries(body).flatMap(([name, value = null]) =>
    isObject(value) && !isOfAnother(name) ? [{ pointer: pointerOf(name), value }] : [],
  )
  for (const { pointer, value } of [{ pointer: '', value: body }, ...inside]) {
    for (const [name, reported] of Object.entries(value)) {
      if (!isOtherStatus(name, reported, exchange.status)) continue
      yield {
        code: 'status-differs',
        subject: name,
        received: reported,
        expected: exchange.status,
        pointer: pointer + pointerOf(name),
        provenance: 'decided',
      }
    }
    const { code } = value
    const fitting = typeof code === 'string' ? NAMED[normal(code)] : undefined
    if (fitting === undefined || fitting.includes(exchange.status)) continue
    yield {
      code: 'code-with-wrong-status',
      subject: 'code',
      received: code,
      expected: [...fitting],
      details: { status: exchange.status },
      pointer: `${pointer}/code`,
      provenance: 'decided',
    }
  }
}

/** Whether a property of an error has the number of another error status. A server has numbers of its own in `code`, too. */
function isOtherStatus(name: string, value: Json | undefined, status: number): boolean {
  const number = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || number < 400 || number > 599 || number === status) return false
  return isStatusNumber(name) || (normal(name) === 'code' && number in STATUS_CODES)
}
