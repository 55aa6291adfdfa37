/** Roles of properties: the role that the document states, otherwise the role that the name suggests. */
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { membersOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { statedRole } from './statements.ts'
import { type NameRole, soundsLike } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

/** Properties without a role are plain data. */
const PROPERTY_ROLES = [
  'id',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'version',
  'etag',
  'secret',
  'name',
  'status',
  'count',
  'digest',
  'reference',
  'volatile',
] as const

export type PropertyRole = (typeof PROPERTY_ROLES)[number]

/** Roles that follow from a role that the document can state. */
const IMPLIED: { readonly [Role in NameRole]?: readonly PropertyRole[] } = {
  issuedSecret: ['secret'],
  passing: ['status'],
  versionNumber: ['version'],
  fileDigest: ['digest'],
  change: ['updatedAt', 'version', 'etag'],
  identity: ['id', 'createdAt'],
  origin: ['createdAt'],
}

/** The role that the document states for a property; false if it states that there is none. @throws DocumentError */
export function statedRoleOf(
  document: ContractDocument,
  name: string,
  schema: Json | undefined,
): PropertyRole | false | undefined {
  const own = isObject(schema) && schema['x-conformance'] !== undefined
  return statedRole(own ? schema : withoutNull(document, viewOf(document, schema)), name, PROPERTY_ROLES)
}

/** Whether a property with this schema has a role. */
export const hasRole = (
  document: ContractDocument,
  role: NameRole,
  name: string,
  schema: Json | undefined,
): boolean => plays(statedRoleOf(document, name, schema), role, name)

const plays = (stated: PropertyRole | false | undefined, role: NameRole, name: string): boolean =>
  stated === undefined
    ? soundsLike(role, name)
    : stated !== false && (stated === role || IMPLIED[role]?.includes(stated) === true)

/** The operations of a resource. */
type Operations = {
  readonly [Role in 'read' | 'create' | 'put' | 'update' | 'replace']?: ApiOperation | undefined
}

/** A resource or an operation. */
export type RoleOwner = Operations | ApiOperation

const known = new WeakMap<object, ReadonlyMap<string, PropertyRole | false>>()

/** Whether a property has a role, in a resource or in the bodies of an operation. */
export function isOfRole(api: Api, owner: RoleOwner, role: NameRole, name: string): boolean {
  const stated = statedRolesOf(api, owner).get(name)
  // The summary of an article is text that its author sends; that of a run is a result.
  const isSent =
    role === 'passing' &&
    stated === undefined &&
    soundsLike('outcome', name) &&
    sentNames(api, owner).has(name)
  return !isSent && plays(stated, role, name)
}

const sent = new WeakMap<object, ReadonlySet<string>>()

/** The properties of request bodies. */
function sentNames(api: Api, owner: RoleOwner): ReadonlySet<string> {
  const found =
    sent.get(owner) ??
    new Set(
      operationsOf(owner).flatMap(({ body }) =>
        membersOf(viewOf(api.document, body?.schema)).flatMap(([name, schema]) =>
          viewOf(api.document, schema).readOnly === true ? [] : [name],
        ),
      ),
    )
  sent.set(owner, found)
  return found
}

const operationsOf = (owner: RoleOwner): ApiOperation[] =>
  'operationId' in owner
    ? [owner]
    : [owner.read, owner.create, owner.put, owner.update, owner.replace].flatMap((one) => one ?? [])

/** The property with the status of an item, and its values. */
export interface Status {
  property: string
  values: readonly string[]
}

/** The status that an item shows; undefined if it shows none, or one that never changes. */
export function statusOf(api: Api, { read, create }: Operations): Status | undefined {
  const shown = read ?? create
  for (const [property, schema] of membersOf(viewOf(api.document, shown && thingSchema(api, shown)))) {
    const values = choicesIn(api.document, schema)
    if (soundsLike('status', property) && values.length > 1) return { property, values }
  }
  return undefined
}

/** The strings of an enum, or of the enum of an array's entries. */
export function choicesIn(document: ContractDocument, schema: Json | undefined): string[] {
  const view = withoutNull(document, viewOf(document, schema))
  if (view.items !== undefined) return choicesIn(document, view.items)
  return Array.isArray(view.enum) ? view.enum.filter((one): one is string => typeof one === 'string') : []
}

function statedRolesOf(api: Api, owner: RoleOwner): ReadonlyMap<string, PropertyRole | false> {
  const found = known.get(owner) ?? findStated(api, owner)
  known.set(owner, found)
  return found
}

function findStated(api: Api, owner: RoleOwner): Map<string, PropertyRole | false> {
  const properties = operationsOf(owner).flatMap((one) =>
    [thingSchema(api, one), one.body?.schema].flatMap((schema) => membersOf(viewOf(api.document, schema))),
  )
  return new Map(
    properties.flatMap(([name, schema]) => {
      const stated = statedRoleOf(api.document, name, schema)
      return stated === undefined ? [] : [[name, stated]]
    }),
  )
}
