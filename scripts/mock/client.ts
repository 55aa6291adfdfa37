/** A client of any API: fills in paths, parameters, bodies and credentials as the document requires, and checks responses. */

import { createResponseChecker, formatFinding } from '../../src/toolkit/conformance/index.ts'
import type { Api, ApiOperation, Parameter } from '../../src/toolkit/model/api.ts'
import { follow, isObject, type Json, type JsonObject, objectAt } from '../../src/toolkit/openapi/index.ts'
import { validatorOf } from '../../src/toolkit/schema/validators.ts'
import { createRandom } from '../../src/toolkit/schema/values/random.ts'
import { validValue } from '../../src/toolkit/schema/values/valid.ts'

export interface Received {
  status: number
  headers: Headers
  body: Json | undefined
}

export interface Client {
  /**
   * @param path values by variable; missing ones are generated and put there
   * @param known values for required parameters, by the name of a property
   * @param further values for optional parameters of the query
   */
  call(
    operation: ApiOperation,
    path: Record<string, string>,
    body?: Json,
    known?: JsonObject,
    further?: JsonObject,
  ): Promise<Received>
  /** A body that the document allows; undefined where none could be made. */
  bodyFor(operation: ApiOperation): Json | undefined
  /** A line for each violation of the document in a response. */
  forbidden: string[]
}

export function createClient(api: Api, origin: string): Client {
  const { document } = api
  const random = createRandom(7)
  const { check } = createResponseChecker(document)
  const forbidden: string[] = []
  const validate = validatorOf(document, 'request')
  const credentials = credentialsOf(api)

  function valueFor(parameter: Parameter): string {
    const [example] = parameter.examples
    const value =
      example ??
      validValue(parameter.schema, { document, random, extent: 'minimal', examples: true }, parameter.name)
    return Array.isArray(value) ? value.join(',') : String(value ?? 'x')
  }

  function bodyFor({ body }: ApiOperation): Json | undefined {
    if (body === undefined) return undefined
    const fits = (value: Json | undefined): value is Json =>
      value !== undefined && validate(body.schemaPointer, value).length === 0
    const made = (extent: 'full' | 'minimal', examples: boolean) =>
      validValue(body.schema, { document, random, extent, examples })
    return [
      ...body.examples,
      made('full', true),
      made('minimal', true),
      made('full', false),
      made('minimal', false),
    ].find(fits)
  }

  async function call(
    operation: ApiOperation,
    path: Record<string, string>,
    body?: Json,
    known: JsonObject = {},
    further: JsonObject = {},
  ): Promise<Received> {
    const required = operation.inputs.filter((input) => input.required)
    const variable = (name: string) => {
      const input = operation.inputs.find((one) => one.in === 'path' && one.name === name)
      path[name] ??= input ? valueFor(input) : 'x'
      return path[name]
    }
    const url = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
      encodeURIComponent(variable(name)),
    )
    const query = new URLSearchParams(credentials.query)
    const headers: Record<string, string> = { accept: '*/*', ...credentials.headers }
    for (const input of required) {
      if (input.in === 'query') query.set(input.name, String(known[input.name] ?? valueFor(input)))
      if (input.in === 'header') headers[input.name.toLowerCase()] = valueFor(input)
    }
    for (const [name, value] of Object.entries(further)) query.set(name, String(value))
    const type = operation.body?.mediaType ?? 'application/json'
    const sent = body === undefined ? undefined : written(type, body)
    if (typeof sent === 'string') headers['content-type'] = type
    const search = query.size > 0 ? `?${query}` : ''
    const init = { method: operation.method, headers, ...(sent !== undefined && { body: sent }) }
    const response = await fetch(`${origin}${url}${search}`, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    const found = check({
      method: operation.method,
      url: `${url}${search}`,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes,
    })
    // An undeclared error response has no schema to violate.
    const foreseen = found.filter(({ rule }) => rule !== 'status-declared')
    forbidden.push(
      ...foreseen.map(
        (one) => `${operation.method} ${operation.path} ${response.status}: ${formatFinding(one)}`,
      ),
    )
    return { status: response.status, headers: response.headers, body: parsed(bytes) }
  }
  return { call, bodyFor, forbidden }
}

function parsed(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json
  } catch {
    return undefined
  }
}

function written(type: string, body: Json): string | FormData {
  if (type.startsWith('multipart/')) {
    const form = new FormData()
    for (const [name, value] of Object.entries(isObject(body) ? body : {})) form.set(name, String(value))
    return form
  }
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(body)
  const pairs = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => fieldsOf(name, one)),
  )
  return String(new URLSearchParams(pairs))
}

/** `address[city]=Rome`, as far down as it goes. */
const fieldsOf = (name: string, value: Json): [string, string][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([inner, one]) => fieldsOf(`${name}[${inner}]`, one as Json))
    : [[name, String(value)]]

/** One credential of each scheme, wherever the document wants it. */
function credentialsOf({ document }: Api): {
  headers: Record<string, string>
  query: Record<string, string>
} {
  const headers: Record<string, string> = { authorization: 'Bearer any' }
  const query: Record<string, string> = {}
  for (const one of Object.values(objectAt(objectAt(document.root, 'components'), 'securitySchemes'))) {
    const scheme = follow(document, one) as JsonObject
    const name = String(scheme.name)
    if (scheme.type === 'http' && scheme.scheme === 'basic')
      headers.authorization = `Basic ${btoa('any:key')}`
    if (scheme.type !== 'apiKey') continue
    if (scheme.in === 'header' && name.toLowerCase() !== 'authorization') headers[name.toLowerCase()] = 'any'
    if (scheme.in === 'query') query[name] = 'any'
    if (scheme.in === 'cookie') headers.cookie = `${name}=any`
  }
  return { headers, query }
}

/** A body that identifies its item has the id of the path, as JSON:API requires. */
export function itself(body: Json, id: string | undefined): Json {
  if (!isObject(body) || id === undefined) return body
  const inner = Object.entries(body).map(([name, value]): [string, Json] => [
    name,
    name === 'data'
      ? itself(value as Json, id)
      : name === 'id' && typeof value === 'string'
        ? id
        : (value as Json),
  ])
  return Object.fromEntries(inner)
}
