/** Documents that are given as objects. Reads no files, so that a page can use it. */
import { type ContractDocument, DocumentError, isObject, type Json } from './document.ts'
import { createFindings } from './findings.ts'
import { inspect } from './inspect.ts'
import { isSwagger, upgraded } from './upgrade.ts'
import { isData, isNameMap } from './walk.ts'

/**
 * Uses an object, such as a parsed bundle, as a document. It is used as it is.
 * @throws DocumentError when it is neither OpenAPI 2.0 or 3 nor AsyncAPI 3
 */
export function documentOf(root: unknown, source = 'the given document'): ContractDocument {
  const whole = isSwagger(root) ? upgraded(root).root : root
  return { ...kindOf(whole, source), findings: [], positionOf: () => undefined }
}

/** @throws DocumentError for what is neither kind of document */
export function kindOf(root: unknown, source: string): Pick<ContractDocument, 'source' | 'kind' | 'root'> {
  if (isObject(root)) {
    if (typeof root.openapi === 'string' && root.openapi.startsWith('3.'))
      return { source, kind: 'openapi', root }
    if (typeof root.asyncapi === 'string' && root.asyncapi.startsWith('3.'))
      return { source, kind: 'asyncapi', root }
  }
  if (isObject(root) && typeof root.swagger === 'string')
    throw new DocumentError(
      'UNKNOWN_KIND',
      `${source}: received Swagger ${root.swagger}, expected Swagger 2.0 or OpenAPI 3.`,
    )
  const received = isObject(root)
    ? JSON.stringify({ openapi: root.openapi, asyncapi: root.asyncapi }).slice(0, 200)
    : typeof root
  throw new DocumentError(
    'UNKNOWN_KIND',
    `${source}: received ${received}, expected a property "openapi" or "asyncapi" with version 3.`,
  )
}

/**
 * A copy of a loaded document whose schemas are JSON Schema 2020-12, as validators need them; pointers stay the same.
 * @param document from `loadDocument`, in any dialect
 */
export function translatedCopy(
  document: Pick<ContractDocument, 'source' | 'kind' | 'root'>,
): ContractDocument {
  const positionOf = () => undefined
  const copy = { ...document, root: structuredClone(document.root), findings: [], positionOf }
  inspect(copy, createFindings(positionOf))
  return { ...copy, translated: true }
}

/**
 * Reads any document that is given as an object, as `readDocument` reads a file. It is changed in place.
 * @throws DocumentError when it is not a document, or refers to other files
 */
export function readGiven(root: unknown, source = 'the given document'): ContractDocument {
  const document = documentOf(root, source)
  const foreign = foreignReference(document.root)
  if (foreign !== undefined)
    throw new DocumentError(
      'UNRESOLVED_REFERENCE',
      `${source}: $ref "${foreign}" leads to another file, which cannot be read here. Run "npx specwright generate" and use the bundled generated/openapi.json.`,
    )
  const findings = createFindings(() => undefined)
  inspect(document, findings)
  return { ...document, findings: findings.list, translated: true }
}

/** The first reference that leads out of the tree; data and extensions may contain a property of that name. */
function foreignReference(node: Json, names = false): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (isObject(node) && !names && typeof node.$ref === 'string' && !node.$ref.startsWith('#'))
    return node.$ref
  for (const [key, inner] of Object.entries(node)) {
    if (!names && (isData(key, inner) || key.startsWith('x-'))) continue
    const found = foreignReference(inner as Json, !names && isNameMap(key, inner as Json))
    if (found !== undefined) return found
  }
  return undefined
}
