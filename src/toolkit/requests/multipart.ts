/** The parts of `multipart/form-data` (RFC 7578), as bytes. */
import busboy from 'busboy'
import { mediaTypeOf } from '../openapi/json.ts'
import { type FormPart, type HttpRequest, notMultipart } from './exchange.ts'

const MAX_PARTS = 1000

/**
 * The request, with the parts of its body where that is multipart.
 * @throws HttpError 400 for a body that is not multipart, or has no end
 */
export async function withParts(request: HttpRequest): Promise<HttpRequest> {
  const contentType = request.headers['content-type'] ?? ''
  if (mediaTypeOf(contentType) !== 'multipart/form-data' || request.body.length === 0) return request
  return { ...request, parts: await readParts(contentType, request.body) }
}

/**
 * @param contentType the request's, with the boundary
 * @param body the whole body, which was read up to a limit
 * @throws HttpError 400 for a body that is not multipart, or has no end
 */
async function readParts(contentType: string, body: Uint8Array): Promise<FormPart[]> {
  const parts = await partsWith('latin1', contentType, body)
  // busboy decodes parts without a file name. Read as Latin-1, their characters are their bytes, except where a part
  // states a charset: that text is the same whatever the default is.
  if (parts.every(({ decoded = '' }) => /^\p{ASCII}*$/u.test(decoded))) return parts
  const again = await partsWith('utf8', contentType, body)
  return parts.map((part, index) =>
    part.decoded !== undefined && part.decoded === again[index]?.decoded
      ? { ...part, bytes: Buffer.from(part.decoded) }
      : part,
  )
}

type DecodedPart = FormPart & { decoded?: string }

function partsWith(charset: string, contentType: string, body: Uint8Array): Promise<DecodedPart[]> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(notMultipart(reason))
    const parts: DecodedPart[] = []
    let parser: ReturnType<typeof busboy>
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        defCharset: charset,
        defParamCharset: 'utf8',
        preservePath: false,
        limits: { fieldSize: body.length + 1, fieldNameSize: 1000, parts: MAX_PARTS },
      })
    } catch (error) {
      return fail((error as Error).message)
    }
    parser.on('field', (name = '', decoded, { mimeType }) => {
      parts.push({
        name,
        filename: undefined,
        type: mimeType,
        bytes: Buffer.from(decoded, 'latin1'),
        decoded,
      })
    })
    parser.on('file', (name = '', stream, { filename, mimeType }) => {
      const chunks: Buffer[] = []
      const part: DecodedPart = { name, filename, type: mimeType, bytes: Buffer.alloc(0) }
      parts.push(part)
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => Object.assign(part, { bytes: Buffer.concat(chunks) }))
      stream.on('error', (error) => fail(error.message))
    })
    parser.on('partsLimit', () => fail(`it has more than ${MAX_PARTS} parts`))
    parser.on('error', (error) => fail(error.message))
    parser.on('close', () => resolve(parts))
    parser.end(body)
  })
}
