import { announcementsOf } from '../openapi/deprecation.ts'
import { type ContractDocument, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import type { FeatureOf } from '../openapi/projectLayout.ts'
import { follow } from '../openapi/resolve.ts'

/**
 * Maximum size of a request body where the document does not declare one (docs/internals/decisions.md,
 * "request bodies").
 */
const DEFAULT_MAX_BYTES = 1_048_576

const DECLARATIONS = `export interface Operation {
  id: OperationId
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Template below the server's address, such as \`/prompts/{promptId}\`. */
  path: string
  /** The feature that it belongs to. */
  feature: string
  /** Every one of them is needed. */
  scopes: readonly string[]
  body: null | {
    required: boolean
    mediaTypes: readonly string[]
    /** After inflation. */
    maxBytes: number
    /** It is no JSON: the handler reads it piece by piece. */
    upload: boolean
  }
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; array: boolean }[]
  responses: readonly { status: number; mediaTypes: readonly string[] }[]
  /** Its answer holds a secret: never cached, stored only encrypted. */
  containsSecret: boolean
  /** Takes the Idempotency-Key header. */
  idempotencyKey: boolean
  /** Its success carries an ETag. */
  etag: boolean
  /** What its answers announce the end of; missing where nothing of it is deprecated. */
  announcements?: readonly {
    when: 'always' | { in: 'query' | 'header' | 'path'; name: string }
    deprecation?: string
    sunset?: string
  }[]
}
`

/** The data of each operation that the server needs. */
export const operationRows = (document: ContractDocument, featureOf: FeatureOf) =>
  listOperations(document).map((operation) => row(document, operation, featureOf))

/** The source of `generated/operations.ts` without its first line: what the server must know of each operation. */
export function operationTable(document: ContractDocument, featureOf: FeatureOf): string {
  const rows = operationRows(document, featureOf)
  const union = rows.map(({ id }) => `\n  | '${id}'`).join('')
  const table = rows.map((entry) => `  ${entry.id}: ${JSON.stringify(entry)},\n`).join('')
  return [
    `export type OperationId =${union === '' ? ' never' : union}\n`,
    DECLARATIONS,
    `export const operations: Readonly<Record<OperationId, Operation>> = {\n${table}}\n`,
  ].join('\n')
}

function row(document: ContractDocument, found: Operation, featureOf: FeatureOf) {
  const { operationId, method, path, operation } = found
  const place = `${method} ${path}`
  if (!/^[a-z][A-Za-z0-9]*$/.test(operationId)) {
    throw new Error(`${place}: received operationId "${operationId}", expected a camelCase word.`)
  }
  const parameters = parametersOf(document, found)
  const announcements = announcementsOf(document, found)
  const responses = [...found.responses]
    .filter(([status]) => /^\d{3}$/.test(status))
    .map(([status, { node }]) => ({ status: Number(status), node }))
  return {
    id: operationId,
    method: method.toLowerCase(),
    path,
    feature: featureOf(found),
    scopes: scopesOf(document, operation, place),
    body: bodyOf(document, operation),
    parameters,
    responses: responses.map(({ status, node }) => ({
      status,
      mediaTypes: Object.keys(objectAt(node, 'content')),
    })),
    containsSecret: operation['x-holds-secret'] === true,
    idempotencyKey: parameters.some(
      (one) => one.in === 'header' && one.name.toLowerCase() === 'idempotency-key',
    ),
    etag: responses.some(({ status, node }) => status < 300 && declaresHeader(node, 'etag')),
    ...(announcements.length > 0 && { announcements }),
  }
}

const declaresHeader = (response: JsonObject, name: string) =>
  Object.keys(objectAt(response, 'headers')).some((header) => header.toLowerCase() === name)

/** The path item's parameters and the operation's own, which win where both name the same one. */
function parametersOf(document: ContractDocument, { parameters }: Operation) {
  const byPlace = new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
  return [...byPlace.values()]
    .filter((parameter) => parameter.in !== 'cookie')
    .map((parameter) => ({
      name: String(parameter.name),
      in: parameter.in,
      array: acceptsArray(document, parameter.schema),
    }))
}

function acceptsArray(document: ContractDocument, given: Json | undefined): boolean {
  const schema = follow(document, given)
  const parts = Array.isArray(schema.allOf) ? schema.allOf : []
  return [schema.type].flat().includes('array') || parts.some((part) => acceptsArray(document, part))
}

/**
 * The scopes of the oauth2 alternative; every other alternative requires the same ones, enforced by the
 * server.
 */
function scopesOf(document: ContractDocument, operation: JsonObject, place: string): string[] {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  const requirements = operation.security ?? document.root.security
  if (!Array.isArray(requirements)) return []
  const listings = requirements.flatMap((requirement) =>
    Object.entries(follow(document, requirement)).filter(
      ([scheme]) => follow(document, schemes[scheme]).type === 'oauth2',
    ),
  )
  const scopes = listings.flatMap(([, listed]) => (Array.isArray(listed) ? listed.map(String) : []))
  if (listings.length > 0 && scopes.length === 0) {
    throw new Error(
      `${place}: received no scope, expected those that it needs in \`security\`; without, any key could call it.`,
    )
  }
  return [...new Set(scopes)]
}

function bodyOf(document: ContractDocument, operation: JsonObject) {
  if (operation.requestBody === undefined) return null
  const body = follow(document, operation.requestBody)
  const mediaTypes = Object.keys(objectAt(body, 'content'))
  return {
    required: body.required === true,
    mediaTypes,
    maxBytes: body['x-max-bytes'] ?? operation['x-max-bytes'] ?? DEFAULT_MAX_BYTES,
    upload: !mediaTypes.includes('application/json'),
  }
}
