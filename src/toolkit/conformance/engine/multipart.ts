/** Bodies of `multipart/form-data` (RFC 7578; OpenAPI 3.1, "Encoding Object"). */
import { createHash } from 'node:crypto'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { isBinaryType, mediaTypeOf } from '../../openapi/json.ts'
import { membersOf, typesOf, viewOf } from '../../schema/view.ts'
import { bytesOf, isBinarySchema } from './binary.ts'

interface Described {
  schema: Json | undefined
  /** By property, from the document. */
  encoding: JsonObject | undefined
}

/** One part for each property and each list item. Binary properties become files. */
export function multipart(
  document: ContractDocument,
  fields: JsonObject,
  { schema, encoding = {} }: Described,
): { body: Buffer; mediaType: string } {
  const schemas = new Map(membersOf(viewOf(document, schema)))
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const view = viewOf(document, schemas.get(name))
    const given = isObject(encoding[name]) ? encoding[name].contentType : undefined
    const type = typeof given === 'string' ? given.split(',', 1)[0]?.trim() : undefined
    const items = Array.isArray(value) ? value : [value ?? null]
    const inner = Array.isArray(value) ? viewOf(document, view.items) : view
    return items.map((item) =>
      part(name, item, { view: inner, type: type?.includes('*') ? undefined : type }),
    )
  })
  // A hash of the content, so that equal requests have equal bytes and no part contains the boundary.
  const boundary = `conform-${createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 24)}`
  const body = parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from('\r\n')])
  return {
    body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    mediaType: `multipart/form-data; boundary=${boundary}`,
  }
}

interface PartOf {
  view: JsonObject
  type: string | undefined
}

function part(name: string, value: Json, { view, type }: PartOf): Buffer {
  const structured = typeof value === 'object' && value !== null
  const isFile =
    !structured &&
    (view.format === 'binary' ||
      view.contentMediaType !== undefined ||
      // In 3.1, a property without type is a file.
      (type !== undefined && !/^(text\/plain|application\/json)/i.test(type)) ||
      (typesOf(view).length === 0 && view.enum === undefined && view.const === undefined))
  const media =
    type ??
    (structured
      ? 'application/json'
      : isFile
        ? String(view.contentMediaType ?? 'application/octet-stream')
        : undefined)
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const file = isFile ? `; filename="${quoted}.bin"` : ''
  const head = `Content-Disposition: form-data; name="${quoted}"${file}\r\n`
  const isBinary = isBinarySchema(view) || (media !== undefined && isBinaryType(mediaTypeOf(media)))
  const fields = `${head}${media === undefined ? '' : `Content-Type: ${media}\r\n`}\r\n`
  return Buffer.concat([Buffer.from(fields), bytesOf(value, isBinary)])
}
