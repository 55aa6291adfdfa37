/** The parts of `multipart/form-data` as `fetch` reads them, for mocks in a page. */
import { utf8Bytes } from '../openapi/bytes.ts'
import { mediaTypeOf } from '../openapi/json.ts'
import { type FormPart, type HttpRequest, notMultipart } from './exchange.ts'

/**
 * The request, with the parts of its body where that is multipart. The media type of a part without a file name is not
 * known here.
 *
 * @throws HttpError 400 for a body that is not multipart, or has no end
 */
export async function withFormParts(request: HttpRequest): Promise<HttpRequest> {
  const contentType = request.headers['content-type'] ?? ''
  if (mediaTypeOf(contentType) !== 'multipart/form-data' || request.body.length === 0) return request
  const body = new Response(new Uint8Array(request.body), { headers: { 'Content-Type': contentType } })
  const form = await body.formData().catch((error: unknown) => {
    throw notMultipart((error as Error).message.replace(/\.$/, ''))
  })
  const parts = await Promise.all(
    [...form].map(
      async ([name, value]): Promise<FormPart> =>
        typeof value === 'string'
          ? { name, filename: undefined, type: 'text/plain', bytes: utf8Bytes(value) }
          : {
              name,
              filename: value.name,
              type: value.type,
              bytes: new Uint8Array(await value.arrayBuffer()),
            },
    ),
  )
  return { ...request, parts }
}
