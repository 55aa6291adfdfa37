/** Generates requests that are valid under one version, and validates them under another. */
import type { ApiOperation, Parameter, SecurityAlternative } from '../../model/api.ts'
import { isObject, type Json, objectAt } from '../../openapi/document.ts'
import { mediaTypeOf } from '../../openapi/json.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { follow, locate } from '../../openapi/resolve.ts'
import { schemaMessage } from '../../schema/messages.ts'
import { fittingValue } from '../../schema/values/fitting.ts'
import { createRandom } from '../../schema/values/random.ts'
import type { SampleParameter, SampleRequest } from './message.ts'
import { parameterText } from './parameterText.ts'
import type { Side } from './side.ts'

export type RequestCode =
  | 'no-operation'
  | 'credential'
  | 'parameter-missing'
  | 'parameter-undeclared'
  | 'parameter-value'
  | 'parameter-form'
  | 'body-missing'
  | 'body-undeclared'
  | 'media-type'
  | 'body-value'

interface RequestProblem {
  code: RequestCode
  /** A description of the violation for readers. */
  text: string
}

/** The parts of a request that replace generated values. */
interface Stated {
  parameter?: { name: string; in: string; value: Json }
  body?: { mediaType: string; value: Json }
}

/** Requests that the operation allows, the plainest first: with and without what is optional, for each way to authenticate. */
export function* requestsOf(
  side: Side,
  operation: ApiOperation,
  stated: Stated = {},
): Iterable<SampleRequest> {
  for (const choice of choicesOf(side, operation, stated)) {
    const request = requestOf(side, operation, choice)
    if (request !== undefined && requestProblem(side, operation, request) === undefined) yield request
  }
}

function choicesOf(side: Side, operation: ApiOperation, stated: Stated): Choice[] {
  const ways = operation.security.length > 0 ? operation.security : [[]]
  const optional = operation.body?.required === true ? [] : [undefined]
  const types = operation.body === undefined ? [] : mediaTypesOf(side, operation)
  const bodies = stated.body !== undefined ? [stated.body] : [...optional, ...types]
  return (['minimal', 'full'] as const).flatMap((extent) =>
    ways.flatMap((way) => bodies.map((body): Choice => ({ stated, extent, way, body }))),
  )
}

interface Choice {
  stated: Stated
  extent: 'minimal' | 'full'
  way: SecurityAlternative
  body: string | { mediaType: string; value: Json } | undefined
}

function requestOf(side: Side, operation: ApiOperation, choice: Choice): SampleRequest | undefined {
  const parameters: SampleParameter[] = []
  for (const input of operation.inputs) {
    const { stated } = choice
    const isStated = stated.parameter?.name === input.name && stated.parameter.in === input.in
    if (!input.required && !isStated && choice.extent === 'minimal') continue
    const value = isStated ? stated.parameter?.value : parameterValue(side, input)
    if (value === undefined) continue
    parameters.push({ name: input.name, in: input.in, value, text: parameterText(input, value) })
  }
  const body = typeof choice.body === 'string' ? bodyOf(side, operation, choice.body) : choice.body
  if (choice.body !== undefined && body === undefined) return undefined
  const { method, template } = operation
  return {
    method,
    template,
    path: filled(template, parameters),
    parameters,
    body,
    credentials: choice.way.map(({ scheme, scopes }) => ({
      scheme,
      scopes,
      carrier: carrierOf(side, scheme),
    })),
  }
}

const optionsOf = (side: Side) =>
  ({ document: side.document, random: createRandom(1), extent: 'minimal', examples: true }) as const

function parameterValue(side: Side, { schema, schemaPointer, name, examples }: Parameter): Json | undefined {
  if (examples[0] !== undefined) return examples[0]
  return schemaPointer === undefined
    ? 'value'
    : fittingValue({ schemaPointer, schema }, optionsOf(side), name)
}

function bodyOf(side: Side, operation: ApiOperation, mediaType: string): SampleRequest['body'] {
  const { pointer, schema } = bodySchema(side, operation, mediaType)
  const value =
    schema === undefined ? 'text' : fittingValue({ schemaPointer: pointer, schema }, optionsOf(side))
  return value === undefined ? undefined : { mediaType: concrete(mediaType), value }
}

/** A range stands for any media type. */
const concrete = (type: string): string =>
  type === '*/*' ? 'application/octet-stream' : type.replace(/\/\*$/, '/example')

const contentOf = (side: Side, operation: ApiOperation) =>
  locate(side.document, operation.pointer + pointerOf('requestBody'))

const mediaTypesOf = (side: Side, operation: ApiOperation): string[] =>
  Object.keys(objectAt(contentOf(side, operation).node, 'content'))

function bodySchema(side: Side, operation: ApiOperation, mediaType: string) {
  const { node, pointer } = contentOf(side, operation)
  const schema = objectAt(objectAt(node, 'content'), mediaType).schema
  return { pointer: pointer + pointerOf('content', mediaType, 'schema'), schema }
}

const filled = (template: string, parameters: readonly SampleParameter[]): string =>
  template.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const given = parameters.find((one) => one.in === 'path' && one.name === name)
    return given === undefined ? whole : given.text
  })

const schemesOf = ({ document }: Side) => objectAt(objectAt(document.root, 'components'), 'securitySchemes')

/** Where a credential of the scheme is sent. */
function carrierOf(side: Side, scheme: string): string {
  const found = follow(side.document, schemesOf(side)[scheme])
  if (!isObject(found)) return 'unknown'
  if (found.type === 'apiKey') return `${found.in} ${found.name}`
  if (found.type === 'http') return `header Authorization ${String(found.scheme).toLowerCase()}`
  return found.type === 'mutualTLS' ? 'client certificate' : 'header Authorization bearer'
}

/**
 * The violation of the version by the request; undefined where it is valid.
 * @param operation undefined where the version has no such operation
 */
export function requestProblem(
  side: Side,
  operation: ApiOperation | undefined,
  request: SampleRequest,
): RequestProblem | undefined {
  if (operation === undefined)
    return { code: 'no-operation', text: `there is no operation ${request.method} ${request.template}` }
  return (
    credentialProblem(side, operation, request) ??
    parameterProblem(side, operation, request) ??
    bodyProblem(side, operation, request)
  )
}

function credentialProblem(
  side: Side,
  { security }: ApiOperation,
  { credentials }: SampleRequest,
): RequestProblem | undefined {
  if (security.length === 0) return undefined
  const isMet = (way: SecurityAlternative) =>
    way.every(({ scheme, scopes }) => {
      const carrier = carrierOf(side, scheme)
      // A scheme is matched by name, or, after a renaming, by the location of its credential.
      const isSame = (one: string) => one === scheme || schemesOf(side)[one] === undefined
      return credentials.some(
        (one) =>
          one.carrier === carrier &&
          isSame(one.scheme) &&
          scopes.every((scope) => one.scopes.includes(scope)),
      )
    })
  if (security.some(isMet)) return undefined
  const needed = security.map((way) =>
    way.map(({ scheme, scopes }) => [scheme, ...scopes].join(' ')).join(' and '),
  )
  return { code: 'credential', text: `a credential is required: ${needed.join(', or ')}` }
}

function parameterProblem(
  side: Side,
  operation: ApiOperation,
  { parameters, template }: SampleRequest,
): RequestProblem | undefined {
  const inputs = byPosition(operation.inputs, operation.template)
  const given = byPosition(parameters, template)
  for (const [key, input] of inputs)
    if (input.required && !given.has(key))
      return { code: 'parameter-missing', text: `the ${input.in} parameter ${input.name} is required` }
  for (const [key, { name, in: place, value, text }] of given) {
    const input = inputs.get(key)
    if (input === undefined)
      return { code: 'parameter-undeclared', text: `the ${place} parameter ${name} is not declared` }
    const problems = readingsOf(input, value, text).map((one) => valueProblem(side, input, one))
    const problem = problems.includes(undefined) ? undefined : problems.at(-1)
    if (problem !== undefined)
      return { code: 'parameter-value', text: `the ${place} parameter ${name}: ${problem}` }
    if (parameterText(input, value) !== text)
      return {
        code: 'parameter-form',
        text: `the ${place} parameter ${name} must be written ${parameterText(input, value)}`,
      }
  }
  return undefined
}

/** The values that a text may stand for: `?day=mon` is also a list with one item. */
const readingsOf = (input: Parameter, value: Json, text: string): Json[] => {
  const isList = typeof value !== 'object' && parameterText(input, [value]) === text
  return isList ? [value, [value]] : [value]
}

function valueProblem(side: Side, { schemaPointer }: Parameter, value: Json): string | undefined {
  if (schemaPointer === undefined) return undefined
  const [problem] = side.problems(schemaPointer, value, { direction: undefined, strict: false })
  return problem && schemaMessage(problem)
}

/** Path parameters are the same by their position, whatever their names. */
function byPosition<T extends { name: string; in: string }>(
  list: readonly T[],
  template: string,
): Map<string, T> {
  const order = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
  return new Map(
    list.map((one) => {
      const name =
        one.in === 'path' ? order.indexOf(one.name) : one.in === 'header' ? one.name.toLowerCase() : one.name
      return [`${one.in} ${name}`, one]
    }),
  )
}

function bodyProblem(
  side: Side,
  operation: ApiOperation,
  { body }: SampleRequest,
): RequestProblem | undefined {
  if (body === undefined)
    return operation.body?.required === true
      ? { code: 'body-missing', text: 'a body is required' }
      : undefined
  if (operation.body === undefined) return { code: 'body-undeclared', text: 'the operation declares no body' }
  const types = mediaTypesOf(side, operation)
  const type = types.find((one) => allowsType(one, body.mediaType))
  if (type === undefined)
    return { code: 'media-type', text: `the media type ${body.mediaType} is not declared` }
  const { pointer } = bodySchema(side, operation, type)
  const [problem] = side.problems(pointer, body.value, { direction: 'request', strict: false })
  return problem === undefined
    ? undefined
    : {
        code: 'body-value',
        text: `${problem.pointer === '' ? 'the body' : problem.pointer}: ${schemaMessage(problem)}`,
      }
}

/** Whether a declared media type, or range of media types, includes the type. */
export function allowsType(declared: string, type: string): boolean {
  const [own, sent] = [mediaTypeOf(declared), mediaTypeOf(type)]
  return own === sent || own === '*/*' || (own.endsWith('/*') && sent.startsWith(own.slice(0, -1)))
}
