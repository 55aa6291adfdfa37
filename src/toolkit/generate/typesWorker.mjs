/**
 * A thread of its own for openapi-typescript, which takes a second with the compiler that it loads. Plain
 * JavaScript, so that the thread loads nothing else. Takes `{ id, root, plain }`, a bundled document under a number,
 * and answers `{ id, text }` or `{ id, error }`.
 */
import { parentPort } from 'node:worker_threads'
import * as library from 'openapi-typescript'
import typescript from 'typescript'

const { factory } = typescript

// The compiler, for what else needs one where no other is installed.
export { typescript }

// A member with a default may be left out of a request.
const OPTIONS = { defaultNonNullable: false, silent: true, transform: ownType }

/** `object` for what directions.ts emptied: the library's own type of an empty object forbids every property. */
function ownType(schema, options) {
  return schema['x-emptied'] === true
    ? factory.createKeywordTypeNode(typescript.SyntaxKind.ObjectKeyword)
    : binaryType(schema, options)
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
  return [type].flat().includes('null')
    ? factory.createUnionTypeNode([blob, factory.createLiteralTypeNode(factory.createNull())])
    : blob
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

/** What `openapiTS` does after it has linted and bundled, which was done before and takes longer than all the rest; undefined where that fails, for it then says why, and where another
 * version has no such functions. */
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
