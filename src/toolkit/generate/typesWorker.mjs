/**
 * A separate thread for openapi-typescript, which needs a second to load with its compiler. Plain JavaScript,
 * so that the thread loads nothing else. Receives `{ id, root, plain }`, a bundled document with a number,
 * and responds with `{ id, text }` or `{ id, error }`.
 */
import { parentPort } from 'node:worker_threads'
import * as library from 'openapi-typescript'
import typescript from 'typescript'

const { factory } = typescript

// The compiler, for what else needs one where no other is installed.
export { typescript }

// A property with a default may be left out of a request.
const OPTIONS = { defaultNonNullable: false, silent: true, transform: ownType }

/** Types that differ from the library's own. */
function ownType(schema, options) {
  // The library's own type of an empty object forbids every property, also those of other parts (directions.ts).
  if (schema['x-emptied'] === true) return keyword('Object')
  return openEnum(schema) ?? binaryType(schema, options)
}

const keyword = (name) => factory.createKeywordTypeNode(typescript.SyntaxKind[`${name}Keyword`])

/** `'a' | 'b' | (string & {})`: editors complete the known values, and any other is accepted (openEnums.ts). */
function openEnum({ type, enum: closed, 'x-extensible-enum': values }) {
  const names = [type].flat()
  const isNumber = names.includes('number') || names.includes('integer')
  const base = names.includes('string') ? 'String' : isNumber ? 'Number' : undefined
  if (!Array.isArray(values) || closed !== undefined || base === undefined) return undefined
  const others = factory.createIntersectionTypeNode([keyword(base), factory.createTypeLiteralNode([])])
  const members = [
    ...values.filter((value) => typeof value === base.toLowerCase()).map((value) => library.tsLiteral(value)),
    factory.createParenthesizedType(others),
    ...(names.includes('null') ? [library.NULL] : []),
  ]
  return members.length === 1 ? members[0] : factory.createUnionTypeNode(members)
}

/** Bytes are a `Blob`, of which `File` is one kind; a string in JSON stays a string, whatever its format. */
function binaryType({ type, format, contentMediaType, contentEncoding }, { path = '' }) {
  if (type !== undefined && ![type].flat().includes('string')) return undefined
  const isText = /^text\/|^application\/(.*\+|x-)?(json|ndjson|jsonl|jsonlines|json-seq|xml|yaml)$/i.test(
    contentMediaType ?? 'text/plain',
  )
  const isBinary = format === 'binary' || (!isText && contentEncoding === undefined)
  if (!isBinary || /\/content\/[^/]*(?:json|\*~1\*)/i.test(path)) return undefined
  const blob = factory.createTypeReferenceNode('Blob')
  return [type].flat().includes('null') ? factory.createUnionTypeNode([blob, library.NULL]) : blob
}

parentPort?.on('message', async ({ id, root, plain }) => {
  try {
    const options = plain === undefined ? OPTIONS : { silent: true, defaultNonNullable: true, ...plain }
    const nodes = transformed(root, options) ?? (await library.default(root, options))
    parentPort?.postMessage({ id, text: library.astToString(nodes) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

/**
 * Transforms a document without the linting and bundling of `openapiTS`, which happened before and are the
 * slowest part. Returns undefined where that fails, so that `openapiTS` reports why, and where another
 * version lacks these functions.
 */
function transformed(root, options) {
  try {
    return library.transformSchema(root, {
      additionalProperties: false,
      alphabetize: false,
      arrayLength: false,
      discriminators: library.scanDiscriminators(root, options),
      emptyObjectsUnknown: false,
      enum: false,
      enumValues: false,
      conditionalEnums: false,
      dedupeEnums: false,
      excludeDeprecated: false,
      exportType: false,
      immutable: false,
      rootTypes: false,
      rootTypesNoSchemaPrefix: false,
      rootTypesKeepCasing: false,
      pathParamsAsTypes: false,
      propertiesRequiredByDefault: false,
      makePathsEnum: false,
      generatePathParams: false,
      readWriteMarkers: false,
      injectFooter: [],
      resolve: ($ref) => library.resolveRef(root, $ref, options),
      ...options,
    })
  } catch {
    return undefined
  }
}
