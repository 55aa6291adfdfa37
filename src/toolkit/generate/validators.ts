/**
 * `generated/validators.ts`: one function for the parameters and one for the body of each operation, compiled
 * from the bundle beforehand. Compiling at run time costs 7–35 ms at the first request of each route.
 */
import { _ } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { RegExpEngine } from 'ajv/dist/types/index.js'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  setOwn,
} from '../openapi/document.ts'
import { formats } from '../openapi/formats.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { ajvPatternEngine, isLinearAnywhere } from '../openapi/patterns.ts'
import { follow } from '../openapi/resolve.ts'
import { hasInheritedNames, withProtoProperty } from '../openapi/validationRoot.ts'

const DECLARATIONS = `export interface Violation {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

/** Coerces and fills in defaults in place; \`errors\` belongs to the last call. */
export interface Validate {
  (data: unknown): boolean
  errors?: null | Violation[]
}

export type Validators = Readonly<Record<OperationId, { parameters: Validate; body: Validate | undefined }>>
`

/** A form is validated as an object with its fields as properties. */
const FORM = 'application/x-www-form-urlencoded'

const IN: Record<string, string> = { path: 'params', query: 'query', header: 'headers' }

/**
 * The source of the module, without its heading.
 * @param operations the module that names the operations, in the same folder
 */
export function validatorsModule(document: ContractDocument, operations: string): string {
  const ownProperties = hasInheritedNames(document.root)
  const parameters = compiler({ coerceTypes: true, ownProperties, inlineRefs: false })
  const bodies = compiler({ coerceTypes: false, ownProperties, discriminator: true })
  const distinct = new DistinctSchemas()
  const components = objectAt(objectAt(document.root, 'components'), 'schemas')
  for (const [name, schema] of Object.entries(components)) {
    for (const ajv of [parameters, bodies]) ajv.addSchema(relocate(schema) as JsonObject, schemaId(name))
  }
  const rows = listOperations(document).map((operation) => {
    const { operationId } = operation
    parameters.addSchema(parametersSchema(document, operation, distinct), `${operationId}Parameters`)
    const body = bodySchema(document, operation)
    if (body) bodies.addSchema(body, `${operationId}Body`)
    return { operationId, hasBody: body !== undefined }
  })
  for (const [id, schema] of distinct.all) parameters.addSchema(schema, id)
  const names = (suffix: string, wanted: typeof rows) =>
    Object.fromEntries(
      wanted.map(({ operationId }) => [`${operationId}${suffix}`, `${operationId}${suffix}`]),
    )
  const withBody = rows.filter(({ hasBody }) => hasBody)
  const table = rows.map(
    ({ operationId, hasBody }) =>
      `    ${operationId}: { parameters: parameters.${operationId}Parameters, body: ${hasBody ? `bodies.${operationId}Body` : 'undefined'} },\n`,
  )
  const compiled = [
    scope('compileParameters', standalone.default(parameters, names('Parameters', rows))),
    scope('compileBodies', standalone.default(bodies, names('Body', withBody))),
  ]
  return [
    '// @ts-nocheck',
    RUNTIME_IMPORTS,
    `import type { OperationId } from './${operations}'\n`,
    DECLARATIONS,
    costlyPatterns(compiled.join('')),
    ...compiled,
    CREATE,
    `  return {\n${table.join('')}  }\n}\n`,
  ].join('\n')
}

function compiler(options: {
  coerceTypes: boolean
  ownProperties: boolean
  inlineRefs?: boolean
  discriminator?: boolean
}): Ajv2020 {
  return new Ajv2020({
    ...options,
    allErrors: true,
    strict: false,
    strictNumbers: true,
    useDefaults: true,
    validateSchema: false,
    // The module is given the formats, for it imports nothing of the project.
    code: {
      source: true,
      lines: false,
      optimize: 2,
      formats: _`formats`,
      regExp: ajvPatternEngine as unknown as RegExpEngine,
    },
    formats,
  })
}

/** The modules that Ajv's code loads with `require`; everything else in the module is self-contained. */
const RUNTIME = {
  'ajv/dist/runtime/ucs2length': 'ucs2length',
  'ajv/dist/runtime/equal': 'equal',
}
const RUNTIME_IMPORTS = Object.entries(RUNTIME)
  .map(([module, name]) => `import * as ${name}Module from '${module}.js'`)
  .join('\n')

const CREATE = `/**
 * @param formats the functions behind each \`format\`, by its name
 * @param linearPattern an engine in linear time for the patterns that V8's own could run for minutes
 */
export function createValidators(
  formats: Readonly<Record<string, unknown>>,
  linearPattern: (source: string) => { test(text: string): boolean },
): Validators {
  const patternOf = (source, flags) => COSTLY.has(source) ? linearPattern(source) : new RegExp(source, flags)
  const parameters = compileParameters(formats, patternOf)
  const bodies = compileBodies(formats, patternOf)`

/** The patterns of the compiled code whose matching may need more than linear time in V8. */
function costlyPatterns(code: string): string {
  const sources = [...code.matchAll(/\bfunc\d+\(("(?:[^"\\]|\\.)*"), ?"u?"\)/g)].map(
    ([, literal = '""']) => JSON.parse(literal) as string,
  )
  const costly = [...new Set(sources)].filter((source) => !isLinearAnywhere(source)).sort()
  return `const COSTLY = new Set(${JSON.stringify(costly)})\n`
}

/** Wraps a CommonJS module of compiled functions into a function of the generated ES module. */
function scope(name: string, source: string): string {
  const used = new Set<string>()
  const inner = source.replaceAll(/require\("([^"]+)"\)/g, (_, module: string) => {
    const known = RUNTIME[module as keyof typeof RUNTIME]
    if (known === undefined)
      throw new Error(`The compiled validators require ${module}, which nothing provides.`)
    used.add(known)
    return `unwrap(${known}Module)`
  })
  return `const ${name} = (formats, patternOf) => {\nconst exports = {}\nconst module = { exports }\nconst unwrap = (m) => m.default?.default ? m.default : m\n${inner}\nreturn exports\n}\n`
}

/**
 * Each schema has an identifier of its own. Ajv would compile the target of a reference with a fragment again
 * for every schema that contains the reference, and 80 operations would make a megabyte.
 */
const schemaId = (name: string) => `schema:${name}`

/** Most operations share their parameters: one compiled function for each distinct schema, called at each use. */
class DistinctSchemas {
  readonly all = new Map<string, JsonObject>()
  readonly #ids = new Map<string, string>()

  /** A reference to the schema. A default stays next to it, because Ajv does not look for defaults elsewhere. */
  refer(schema: JsonObject): JsonObject {
    const text = JSON.stringify(schema)
    const id = this.#ids.get(text) ?? `parameter:${this.#ids.size}`
    this.#ids.set(text, id)
    this.all.set(id, schema)
    return schema.default === undefined ? { $ref: id } : { $ref: id, default: schema.default }
  }
}

function parametersSchema(
  document: ContractDocument,
  { parameters }: Operation,
  distinct: DistinctSchemas,
): JsonObject {
  // The three groups are always there, as objects, and the route gives every path parameter.
  const groups: Record<string, JsonObject & { properties: JsonObject; required?: string[] }> = {}
  for (const location of Object.values(IN)) groups[location] = { properties: {} }
  for (const parameter of parameters) {
    const group = groups[IN[String(parameter.in)] ?? '']
    if (!group) continue
    const name = parameter.in === 'header' ? String(parameter.name).toLowerCase() : String(parameter.name)
    setOwn(group.properties, name, distinct.refer(relocate(follow(document, parameter.schema)) as JsonObject))
    if (parameter.required === true && parameter.in !== 'path') {
      group.required = [...(group.required ?? []), name]
    }
  }
  for (const group of Object.values(groups)) withProtoProperty(group)
  return { properties: groups }
}

function bodySchema(document: ContractDocument, { operation }: Operation): JsonObject | undefined {
  if (operation.requestBody === undefined) return undefined
  const body = follow(document, operation.requestBody)
  const content = objectAt(body, 'content')
  const { schema } = objectAt(content, 'application/json' in content ? 'application/json' : FORM)
  if (schema === undefined) return undefined
  return {
    type: 'object',
    ...(body.required === true ? { required: ['body'] } : {}),
    properties: { body: relocate(schema) },
  }
}

/**
 * Copies a schema without its examples and extensions, its references leading to the identifiers of the
 * components.
 * @param named whether the keys are names that the document chose, not keywords
 */
function relocate(value: Json, named = false): Json {
  if (Array.isArray(value)) return value.map((item) => relocate(item))
  if (typeof value !== 'object' || value === null) return value
  const copy: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!named && (UNUSED.has(key) || key.startsWith('x-'))) continue
    if (!named && key === '$ref') copy[key] = componentId(String(inner))
    else if (!named && key === 'discriminator') copy[key] = withoutMapping(inner)
    else setOwn(copy, key, relocate(inner as Json, !named && NAMED.has(key)))
  }
  return named ? copy : withProtoProperty(copy)
}

function componentId(reference: string): string {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1]
  if (name === undefined)
    throw new Error(`${reference}: validators support only references to components/schemas.`)
  return schemaId(name)
}

/** Ajv distinguishes the alternatives by their constants, and does not allow a mapping next to the name. */
const withoutMapping = (discriminator: Json | undefined): Json =>
  isObject(discriminator) ? { propertyName: discriminator.propertyName ?? null } : null

const UNUSED = new Set(['examples', 'example', 'description'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'dependentSchemas'])
