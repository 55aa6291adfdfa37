/** The step that reads the body: as JSON, as a form, or as an upload that its handler reads. */

import { FORM_MEDIA_TYPE } from '../../../syntax/form.ts'
import type { Call, CallStep } from '../../call.ts'
import type { Exchange } from '../../exchange.ts'
import type { Operation } from '../../operationTable.ts'
import { openUpload } from './openUpload.ts'
import { readForm } from './readBody.ts'
import { receiveBody } from './receiveBody.ts'

export function receive(operation: Operation | undefined): CallStep | undefined {
  if (!operation) return undefined
  const { body } = operation
  const readBody = body?.mediaTypes.includes(FORM_MEDIA_TYPE)
    ? receiveForm(body.maxBytes)
    : body?.upload
      ? receiveUpload(body)
      : receiveJson(body)
  return (call) => (call.exchange ? readBody(call, call.exchange) : undefined)
}

type BodyStep = (call: Call, exchange: Exchange) => ReturnType<CallStep>

const receiveJson =
  (wanted: Operation['body']): BodyStep =>
  (call, { request }) => {
    const received = receiveBody(request, wanted)
    if (received === undefined) return undefined
    return received.then(({ bytes, value }) => {
      call.bytes = bytes
      call.body = value
    })
  }

const receiveUpload =
  (wanted: NonNullable<Operation['body']>): BodyStep =>
  (call, { request }) => {
    call.upload = openUpload(request, wanted)
    // An upload is there or not; what is in it, its handler checks.
    call.body = call.upload === undefined ? undefined : ''
  }

const receiveForm =
  (maxBytes: number): BodyStep =>
  (call, { request }) => {
    if (call.form) return undefined // its client was named in it
    return readForm(request, maxBytes).then((form) => {
      call.form = form
    })
  }
