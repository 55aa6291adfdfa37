/** Schemas, parameters, servers and security schemes of OpenAPI 2.0 in the form of 3.0. */
import { isObject, type Json, type JsonObject } from './document.ts'
import { isData, isNameMap } from './walk.ts'

/** Properties of a parameter or a header; all others describe its value. */
const OF_PARAMETER = ['name', 'in', 'description', 'required', 'allowEmptyValue']

/** `type: file`, which is bytes in 3.0. */
export const fileType = (schema: Json): Json =>
  isObject(schema) && schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema

/** @returns a copy with nullability, discriminators and files in the form of 3.0; data stays as it is */
export function convertedSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(convertedSchema)
  if (!isObject(node)) return node
  const copy: JsonObject = {}
  for (const [key, value] of Object.entries(node)) {
    if (isData(key, value)) copy[key] = structuredClone(value)
    else if (isNameMap(key, value) && isObject(value)) copy[key] = convertedNames(value)
    else copy[key] = convertedSchema(value)
  }
  if (typeof copy.discriminator === 'string') copy.discriminator = { propertyName: copy.discriminator }
  if (copy['x-nullable'] === true && copy.nullable === undefined) {
    copy.nullable = true
    delete copy['x-nullable']
  }
  return copy
}

/** Names are the author's: a property may be called `discriminator` or `default`. */
const convertedNames = (map: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, convertedSchema(value)]))

/** @param node a parameter that is not the body, or a header with `in: header` */
export function convertedParameter(node: Json): Json {
  if (!isObject(node) || node.$ref !== undefined) return structuredClone(node)
  const whole: JsonObject = {}
  const value: JsonObject = {}
  for (const [key, given] of Object.entries(node)) {
    const isOwn = OF_PARAMETER.includes(key) || (key.startsWith('x-') && key !== 'x-nullable')
    if (isOwn) whole[key] = structuredClone(given)
    else if (key !== 'collectionFormat') value[key] = structuredClone(given)
  }
  const schema = fileType(convertedSchema(withoutListForms(value)))
  if (node.type !== 'array') return { ...whole, schema }
  const format = typeof node.collectionFormat === 'string' ? node.collectionFormat : 'csv'
  const style = STYLES[format]
  // Nothing in 3.0 separates by tabs; the string is what both sides agree on.
  if (style === undefined) return { ...whole, schema: { type: 'string' } }
  const isQuery = node.in === 'query'
  return { ...whole, schema, ...(isQuery && { style }), explode: format === 'multi' }
}

const STYLES: Readonly<Record<string, string>> = {
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
}

/** Lists within lists have no form of their own in 3.0. */
function withoutListForms(node: Json): Json {
  if (!isObject(node)) return node
  const { collectionFormat: _, ...rest } = node
  return isObject(rest.items) ? { ...rest, items: withoutListForms(rest.items) } : rest
}

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

export const without = (node: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(structuredClone(node)).filter(([name]) => !names.includes(name)))

export const mapped = (map: JsonObject, convert: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, convert(value)]))

export const stringsOf = (value: Json | undefined): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined

/** The default scheme is that by which the document was fetched, which a file does not show: HTTPS is assumed. */
export function serversOf({ host, basePath }: JsonObject, given: Json | undefined): JsonObject[] {
  const base = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : ''
  if (typeof host !== 'string') return [{ url: base === '' ? '/' : base }]
  const schemes = (stringsOf(given) ?? []).filter((scheme) => /^https?$/.test(scheme))
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${base}` }))
}

export function securityScheme(node: Json): Json {
  if (!isObject(node)) return node
  if (node.type === 'basic') return { ...node, type: 'http', scheme: 'basic' }
  const flow = typeof node.flow === 'string' ? FLOWS[node.flow] : undefined
  if (node.type !== 'oauth2' || flow === undefined) return structuredClone(node)
  const { authorizationUrl, tokenUrl, scopes = {} } = node
  const rest = without(node, ['flow', 'authorizationUrl', 'tokenUrl', 'scopes'])
  const urls = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
  }
  return { ...rest, flows: { [flow]: { ...urls, scopes: structuredClone(scopes) } } }
}
