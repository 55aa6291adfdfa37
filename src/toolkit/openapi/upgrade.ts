/**
 * Converts OpenAPI 2.0 documents to 3.0, so that all tools read one format (OpenAPI 2.0 and 3.0.3 specifications). Records
 * moved nodes, so that messages show the original location.
 *
 * Referenced parameters and responses are copied to each operation, since their 3.0 form depends on the operation's media
 * types.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { pointerOf, pointerOfFragment, tokensOf, valueAt } from './pointer.ts'
import {
  convertedParameter,
  convertedSchema,
  fileType,
  mapped,
  securityScheme,
  serversOf,
  stringsOf,
  without,
} from './upgradeParts.ts'
import { isData, isNameMap } from './walk.ts'

/** A converted document, and the way back. */
interface Upgraded {
  root: JsonObject
  /**
   * Where a node of `root` is written in the original, or what it comes from there.
   * @param pointer a JSON Pointer into `root`
   * @example original('/components/schemas/Pet/properties/id') // '/definitions/Pet/properties/id'
   */
  original(pointer: string): string
}

/** A node of the original, and its JSON Pointer there. */
interface Source {
  node: Json
  pointer: string
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']
/** Whether a tree is an OpenAPI 2.0 document. Without quotes YAML reads the version as the number 2. */
export const isSwagger = (root: unknown): root is JsonObject =>
  isObject(root) && (root.swagger === '2.0' || root.swagger === 2)

/** @param root an OpenAPI 2.0 document whose references are local; it is left as it is */
export function upgraded(root: JsonObject): Upgraded {
  const moves = createMoves()
  const { paths, definitions, securityDefinitions } = root
  const whole: JsonObject = {
    openapi: '3.0.3',
    ...without(root, [
      'swagger',
      ...['host', 'basePath', 'schemes', 'consumes', 'produces'],
      ...['paths', 'definitions', 'parameters', 'responses', 'securityDefinitions', 'x-files'],
    ]),
    servers: serversOf(root, root.schemes),
  }
  moves.note('/servers', '/host')
  const pathsOf = (path: string, item: Json) => convertedPath(root, moves, path, item)
  whole.paths = isObject(paths)
    ? Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, pathsOf(path, item)]))
    : (paths ?? {})
  whole.components = {
    ...(isObject(definitions) && { schemas: mapped(definitions, convertedSchema) }),
    ...(isObject(securityDefinitions) && { securitySchemes: mapped(securityDefinitions, securityScheme) }),
  }
  moves.note('/components/schemas', '/definitions')
  moves.note('/components/securitySchemes', '/securityDefinitions')
  if (isObject(root['x-files'])) whole['x-files'] = mapped(root['x-files'], convertedSchema)
  rewriteReferences(whole, moves.target)
  return { root: whole, original: moves.original }
}

/** Which nodes moved, in both directions. */
function createMoves() {
  const back = new Map<string, string>()
  const forth = new Map<string, string>()
  const through = (moved: ReadonlyMap<string, string>) => (pointer: string) => {
    const tokens = tokensOf(pointer)
    for (let length = tokens.length; length > 0; length--) {
      const found = moved.get(pointerOf(...tokens.slice(0, length)))
      if (found !== undefined) return found + pointerOf(...tokens.slice(length))
    }
    return pointer
  }
  return {
    note(now: string, before: string) {
      back.set(now, before)
      if (!forth.has(before)) forth.set(before, now)
    },
    original: through(back),
    target: through(forth),
  }
}

type Moves = ReturnType<typeof createMoves>

/** The end of a chain of references, or the last reference that cannot be resolved. */
function resolved(root: JsonObject, start: Source): Source {
  let at = start
  for (let hops = 0; hops < 64; hops++) {
    if (!isObject(at.node) || typeof at.node.$ref !== 'string' || !at.node.$ref.startsWith('#')) return at
    const pointer = pointerOfFragment(at.node.$ref.slice(1))
    const node = valueAt(root, pointer)
    if (node === undefined) return at
    at = { node, pointer }
  }
  return at
}

/** The entries of a list of parameters, each where it is written. */
function parametersOf(root: JsonObject, owner: Source): Source[] {
  const { node, pointer } = owner
  if (!isObject(node) || !Array.isArray(node.parameters)) return []
  return node.parameters.map((one, index) =>
    resolved(root, { node: one, pointer: pointer + pointerOf('parameters', String(index)) }),
  )
}

const placeOf = ({ node }: Source): string | undefined =>
  isObject(node) && typeof node.in === 'string' ? node.in : undefined
const isOfBody = (parameter: Source): boolean => ['body', 'formData'].includes(placeOf(parameter) ?? '')
const nameOf = ({ node }: Source): Json | undefined => (isObject(node) ? node.name : undefined)

function convertedPath(root: JsonObject, moves: Moves, path: string, given: Json): Json {
  const item = resolved(root, { node: given, pointer: pointerOf('paths', path) })
  if (!isObject(item.node)) return structuredClone(item.node)
  const now = pointerOf('paths', path)
  moves.note(now, item.pointer)
  const shared = parametersOf(root, item)
  const whole = without(item.node, ['parameters', ...METHODS])
  const plain = shared.filter((one) => !isOfBody(one))
  if (plain.length > 0) whole.parameters = plainParameters(moves, plain, now)
  for (const method of METHODS) {
    const operation = item.node[method]
    if (operation === undefined) continue
    const source = { node: operation, pointer: item.pointer + pointerOf(method) }
    whole[method] = convertedOperation(root, moves, source, shared.filter(isOfBody), now + pointerOf(method))
  }
  return whole
}

function convertedOperation(
  root: JsonObject,
  moves: Moves,
  { node, pointer }: Source,
  ofPath: readonly Source[],
  now: string,
): Json {
  if (!isObject(node)) return structuredClone(node)
  const own = parametersOf(root, { node, pointer })
  const isOverridden = (one: Source) =>
    own.some((other) => placeOf(other) === placeOf(one) && nameOf(other) === nameOf(one))
  const bodies = [...ofPath.filter((one) => !isOverridden(one)), ...own.filter(isOfBody)]
  const plain = own.filter((one) => !isOfBody(one))
  const whole = without(node, ['consumes', 'produces', 'schemes', 'parameters', 'responses'])
  moves.note(now, pointer)
  if (plain.length > 0) whole.parameters = plainParameters(moves, plain, now)
  const consumes = stringsOf(node.consumes) ?? stringsOf(root.consumes) ?? []
  const body = requestBody(moves, bodies, consumes, now + pointerOf('requestBody'), pointer)
  if (body !== undefined) whole.requestBody = body
  const produces = stringsOf(node.produces) ?? stringsOf(root.produces) ?? []
  if (isObject(node.responses))
    whole.responses = Object.fromEntries(
      Object.entries(node.responses).map(([status, response]) => {
        if (status.startsWith('x-')) return [status, structuredClone(response)]
        const way = pointerOf('responses', status)
        const source = resolved(root, { node: response, pointer: pointer + way })
        return [status, convertedResponse(moves, source, produces, now + way)]
      }),
    )
  else if (node.responses !== undefined) whole.responses = structuredClone(node.responses)
  if (node.schemes !== undefined) whole.servers = serversOf(root, node.schemes)
  return whole
}

function plainParameters(moves: Moves, parameters: readonly Source[], owner: string): Json[] {
  return parameters.map(({ node, pointer }, index) => {
    const now = owner + pointerOf('parameters', String(index))
    moves.note(now, pointer)
    moves.note(now + pointerOf('schema'), pointer)
    return convertedParameter(node)
  })
}

function requestBody(
  moves: Moves,
  bodies: readonly Source[],
  consumes: readonly string[],
  now: string,
  operation: string,
): JsonObject | undefined {
  const body = bodies.find((one) => placeOf(one) === 'body')
  if (body !== undefined && isObject(body.node)) {
    const types = consumes.length > 0 ? consumes : ['application/json']
    moves.note(now, body.pointer)
    const { schema } = body.node
    for (const type of types) {
      moves.note(now + pointerOf('content', type), body.pointer)
      moves.note(now + pointerOf('content', type, 'schema'), body.pointer + pointerOf('schema'))
    }
    const media: JsonObject = schema === undefined ? {} : { schema: convertedSchema(schema) }
    return {
      ...without(body.node, ['name', 'in', 'schema']),
      content: Object.fromEntries(types.map((type) => [type, structuredClone(media)])),
    }
  }
  const fields = bodies.filter(({ node }) => isObject(node) && typeof node.name === 'string')
  if (fields.length === 0) return undefined
  moves.note(now, operation + pointerOf('parameters'))
  const form = formOf(fields.map(({ node }) => node as JsonObject))
  const declared = consumes.filter((type) => FORMS.includes(type))
  const usual = form.hasFile ? FORMS.slice(0, 1) : FORMS.slice(1)
  const types = declared.length > 0 ? declared : usual
  for (const type of types)
    for (const { node, pointer } of fields)
      moves.note(
        now + pointerOf('content', type, 'schema', 'properties', String((node as JsonObject).name)),
        pointer,
      )
  const content = Object.fromEntries(types.map((type) => [type, structuredClone(form.media)]))
  return { ...(form.required && { required: true }), content }
}

/** The form that fields make, with how lists are written (OpenAPI 3.0.3, section "Encoding Object"). */
function formOf(fields: readonly JsonObject[]) {
  const properties: JsonObject = {}
  const encoding: JsonObject = {}
  for (const field of fields) {
    const { description, schema, style, explode } = convertedParameter({
      ...field,
      in: 'query',
    }) as JsonObject
    const value = isObject(schema) ? schema : {}
    properties[String(field.name)] = description === undefined ? value : { ...value, description }
    if (explode !== undefined)
      encoding[String(field.name)] = { ...(style !== undefined && { style }), explode }
  }
  const required = fields.filter((field) => field.required === true).map(({ name }) => name as string)
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties }
  return {
    media: { schema, ...(Object.keys(encoding).length > 0 && { encoding }) } as JsonObject,
    required: required.length > 0,
    hasFile: fields.some(({ type }) => type === 'file'),
  }
}

function convertedResponse(
  moves: Moves,
  { node, pointer }: Source,
  produces: readonly string[],
  now: string,
): Json {
  if (!isObject(node) || node.$ref !== undefined) return structuredClone(node)
  moves.note(now, pointer)
  const { schema, headers } = node
  const examples = isObject(node.examples) ? node.examples : {}
  const whole = without(node, ['schema', 'headers', 'examples'])
  if (isObject(headers)) {
    whole.headers = mapped(headers, (header) => {
      if (!isObject(header)) return structuredClone(header)
      return without(convertedParameter({ ...header, in: 'header' }) as JsonObject, ['in'])
    })
    for (const name of Object.keys(headers))
      moves.note(now + pointerOf('headers', name, 'schema'), pointer + pointerOf('headers', name))
  }
  const usual = isObject(schema) && schema.type === 'file' ? 'application/octet-stream' : 'application/json'
  const types = schema === undefined ? [] : produces.length > 0 ? produces : [usual]
  const all = [...new Set([...types, ...Object.keys(examples)])]
  if (all.length === 0) return whole
  whole.content = Object.fromEntries(
    all.map((type) => {
      const way = now + pointerOf('content', type)
      moves.note(way, pointer)
      moves.note(way + pointerOf('schema'), pointer + pointerOf('schema'))
      moves.note(way + pointerOf('example'), pointer + pointerOf('examples', type))
      const media: JsonObject = schema === undefined ? {} : { schema: fileType(convertedSchema(schema)) }
      return [type, type in examples ? { ...media, example: structuredClone(examples[type] as Json) } : media]
    }),
  )
  return whole
}

/**
 * Updates references to moved nodes. Data contains no references.
 * @param names whether the keys of `node` are names: a response called "default" is not data
 */
function rewriteReferences(node: Json, target: (pointer: string) => string, names = false): void {
  if (Array.isArray(node)) for (const one of node) rewriteReferences(one, target)
  if (!isObject(node)) return
  if (!names && typeof node.$ref === 'string' && node.$ref.startsWith('#/'))
    node.$ref = `#${target(pointerOfFragment(node.$ref.slice(1)))}`
  for (const [key, value] of Object.entries(node))
    if (names || !isData(key, value)) rewriteReferences(value, target, !names && isNameMap(key, value))
}
