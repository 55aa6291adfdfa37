/**
 * Validates responses against the document, for development and tests as the strict validator is. A body that was
 * serialised on another thread is validated there too: parsing it here would block the event loop as serialising it would have.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from 'specwright/validation'
import openapi from '../../../../../generated/openapi.v1.json' with { type: 'json' }

const DOCUMENT = 'https://document.invalid/'

interface ObservedResponse {
  path: string
  method: string
  status: number
}

interface Serialized extends ObservedResponse {
  /** JSON in UTF-8. */
  bytes: Uint8Array
}

let ajv: Ajv2020 | undefined
const compiled = new Map<string, ValidateFunction>()

/** @returns what breaks the contract, at most ten places */
export default function issuesOf({ bytes, ...observed }: Serialized): string[] {
  return responseIssues(observed, JSON.parse(Buffer.from(bytes).toString()))
}

/** @returns what of a JSON body breaks the contract, at most ten places; a status that is not declared does too */
export function responseIssues({ path, method, status }: ObservedResponse, body: unknown): string[] {
  ajv ??= new Ajv2020({ strict: false, validateSchema: false, logger: false, formats }).addSchema(
    openapi,
    DOCUMENT,
  )
  const pointer = pointerTo(
    'paths',
    path,
    method,
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  )
  if (pointer === undefined) return [`declares no JSON with status ${status}`]
  let validate = compiled.get(pointer)
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` })
    compiled.set(pointer, validate)
  }
  if (validate(body)) return []
  return (validate.errors ?? []).slice(0, 10).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Where the document contains what these names lead to, references followed; undefined where they lead nowhere. */
function pointerTo(...names: string[]): string | undefined {
  let node: unknown = openapi
  let place: string[] = []
  for (const name of names) {
    const { $ref } = node as { $ref?: string }
    if ($ref !== undefined) {
      place = $ref
        .slice(2)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      node = place.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], openapi)
    }
    node = (node as Record<string, unknown> | undefined)?.[name]
    if (node === undefined) return undefined
    place = [...place, name]
  }
  return place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
}
