import type { IncomingMessage } from 'node:http'
import { FORM_MEDIA_TYPE, type Form, parseForm } from '../../../syntax/form.ts'
import { requireMediaType } from './mediaType.ts'
import { readBody } from './readBody.ts'

/**
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE for anything but a form, PAYLOAD_TOO_LARGE
 * @throws OAuthError invalid_request for text that is no UTF-8 or escapes that are none
 */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<Form> {
  requireMediaType(request.headers['content-type'], [FORM_MEDIA_TYPE])
  return parseForm((await readBody(request, { maxBytes })).toString('latin1'))
}
