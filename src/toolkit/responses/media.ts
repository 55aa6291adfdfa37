/** Which of the declared media types a response has. */
import { type JsonObject, objectAt } from '../openapi/document.ts'
import { mediaTypeOf } from '../openapi/json.ts'
import { pointerOf } from '../openapi/pointer.ts'
import type { ResponseContext } from './finding.ts'

interface DeclaredMedia {
  /** The key in `content`, such as `application/json` or `text/*`. */
  key: string
  node: JsonObject
  /** Pointer of its schema, whether or not it exists. */
  schemaPointer: string
}

/** The media types that the declared response lists. */
export const declaredTypes = ({ response }: Pick<ResponseContext, 'response'>): string[] =>
  response === undefined ? [] : Object.keys(objectAt(response.node, 'content'))

/** The declared media type that fits the received one best, or undefined. */
export function declaredMedia(
  context: Pick<ResponseContext, 'response' | 'header'>,
): DeclaredMedia | undefined {
  const received = mediaTypeOf(context.header('content-type') ?? '')
  if (context.response === undefined || received === '') return undefined
  const wildcards = [received, `${received.split('/', 1)[0]}/*`, '*/*']
  const keys = declaredTypes(context)
  for (const wanted of wildcards) {
    const key = keys.find((candidate) => mediaTypeOf(candidate) === wanted)
    if (key === undefined) continue
    return {
      key,
      node: objectAt(objectAt(context.response.node, 'content'), key),
      schemaPointer: context.response.pointer + pointerOf('content', key, 'schema'),
    }
  }
  return undefined
}

/** A response to HEAD, 204 and 304 carry no body (RFC 9110, 6.4.1). */
export const isBodiless = ({ exchange }: Pick<ResponseContext, 'exchange'>): boolean =>
  exchange.method.toUpperCase() === 'HEAD' || exchange.status === 204 || exchange.status === 304
