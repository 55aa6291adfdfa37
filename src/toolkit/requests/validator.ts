/** Ajv's errors for a request's parts, as the compiled validators of a server report them. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { formats } from '../openapi/formats.ts'
import { expectationsIn, type Wording } from '../openapi/issues.ts'
import { ajvPatternEngine } from '../openapi/patterns.ts'
import { fragmentOf } from '../openapi/pointer.ts'
import { hasInheritedNames, validationRootOf } from '../openapi/validationRoot.ts'
import { rootFor } from '../schema/direction.ts'

interface RequestValidator {
  wording: Wording
  /** The errors of a value; `text` accepts numbers and the like as they are written in a URL. */
  errors(schemaPointer: string, value: unknown, text?: 'text'): ErrorObject[]
}

const DOCUMENT = 'https://document.invalid/'
const SETTINGS = {
  strict: false,
  allErrors: true,
  strictNumbers: true,
  validateSchema: false,
  meta: false, // no schema refers to it
  logger: false,
  formats,
  code: { regExp: ajvPatternEngine },
} as const

const validators = new WeakMap<ContractDocument, RequestValidator>()

/** One for each document; a schema is compiled at its first use. */
export function requestValidatorOf(document: ContractDocument): RequestValidator {
  let validator = validators.get(document)
  if (validator === undefined) {
    validator = createRequestValidator(document)
    validators.set(document, validator)
  }
  return validator
}

function createRequestValidator(document: ContractDocument): RequestValidator {
  const root = withoutMappings(rootFor(document, validationRootOf(document.root), 'request')) as object
  const ownProperties = hasInheritedNames(document.root)
  const engineOf = (more: object) =>
    new Ajv2020({ ...SETTINGS, ownProperties, ...more }).addSchema(root, DOCUMENT)
  const engines = new Map<string, Ajv2020>()
  const engine = (kind: 'json' | 'text', tagged: boolean): Ajv2020 => {
    const name = `${kind} ${tagged}`
    const known = engines.get(name) ?? engineOf({ discriminator: tagged, coerceTypes: kind === 'text' })
    engines.set(name, known)
    return known
  }
  const compiled = new Map<string, ValidateFunction>()
  const compile = (kind: 'json' | 'text', pointer: string): ValidateFunction => {
    const reference = { $ref: DOCUMENT + fragmentOf(pointer) }
    try {
      return engine(kind, true).compile(reference)
    } catch {
      // A discriminator that Ajv does not know, such as one over `anyOf`: then each alternative is reported.
      return engine(kind, false).compile(reference)
    }
  }
  return {
    wording: { expectations: expectationsIn(document.root) },
    errors(pointer, value, text) {
      const kind = text ?? 'json'
      const key = `${kind} ${pointer}`
      try {
        const validate = compiled.get(key) ?? compile(kind, pointer)
        compiled.set(key, validate)
        return validate(value) ? [] : [...(validate.errors ?? [])]
      } catch {
        // No validator can run the schema, such as an `allOf` that contains itself: it rejects nothing.
        return []
      }
    },
  }
}

/** Ajv does not accept `mapping`; the literal properties of the alternatives mean the same. */
function withoutMappings(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMappings)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'discriminator' && isObject(inner) && typeof inner.propertyName === 'string'
        ? { propertyName: inner.propertyName }
        : withoutMappings(inner as Json),
    ]),
  )
}
