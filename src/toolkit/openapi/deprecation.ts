/** Deprecation and sunset dates of operations, parameters and properties, and the headers that announce them. */
import {
  type ContractDocument,
  DocumentError,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from './document.ts'
import type { Operation } from './operations.ts'
import { follow } from './resolve.ts'

export interface Announcement {
  /** Sent with every response, or only with responses to requests that use the parameter. */
  when: 'always' | { in: 'query' | 'header' | 'path'; name: string }
  /** A structured date, `@1767225600` (RFC 9745, section 2.1). */
  deprecation?: string
  /** An HTTP date (RFC 8594, section 3). */
  sunset?: string
}

/**
 * The announcements of an operation: its own, those of properties in its bodies (sent with every response), and those
 * of its parameters.
 * @throws DocumentError if `x-deprecated-at` or `x-sunset` is not a date
 */
export function announcementsOf(
  document: ContractDocument,
  { operation, parameters, responses }: Operation,
): Announcement[] {
  const found: Announcement[] = []
  const look = (node: JsonObject, when: Announcement['when']) => {
    if (node.deprecated !== true) return
    const deprecation = dayOf(document, node, 'x-deprecated-at')
    const sunset = dayOf(document, node, 'x-sunset')
    if (deprecation === undefined && sunset === undefined) return
    found.push({
      when,
      ...(deprecation !== undefined && { deprecation: `@${deprecation / 1000}` }),
      ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    })
  }
  look(operation, 'always')
  const bodies = [follow(document, operation.requestBody), ...[...responses.values()].map(({ node }) => node)]
  for (const body of bodies) {
    for (const media of Object.values(objectAt(body, 'content'))) {
      for (const member of membersOf(document, isObject(media) ? media.schema : undefined))
        look(member, 'always')
    }
  }
  for (const parameter of parameters) {
    const place = parameter.in
    if (place === 'query' || place === 'header' || place === 'path')
      look(parameter, { in: place, name: String(parameter.name) })
  }
  return found
}

/** The properties of an object and of nested objects. Visits each schema once. */
function membersOf(
  document: ContractDocument,
  schema: Json | undefined,
  seen = new Set<Json>(),
): JsonObject[] {
  const node = follow(document, schema)
  const key = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : node
  if (seen.has(key)) return []
  seen.add(key)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    Array.isArray(node[keyword]) ? node[keyword] : [],
  )
  const members = Object.values(objectAt(node, 'properties'))
  const below = [...parts, ...members, ...(node.items === undefined ? [] : [node.items])]
  return [
    ...members.map((member) => follow(document, member)),
    ...below.flatMap((one) => membersOf(document, one, seen)),
  ]
}

function dayOf(document: ContractDocument, node: JsonObject, member: string): number | undefined {
  const value = node[member]
  if (value === undefined) return undefined
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(time)) return Math.floor(time / 1000) * 1000
  throw new DocumentError(
    'MALFORMED',
    `${document.source}: ${member} is ${JSON.stringify(value)}, expected a day such as 2026-12-31 or a time of RFC 3339.`,
  )
}

/** The headers of one response: of all announcements that apply to the request, the earliest date of each kind. */
export function announcementHeaders(
  announcements: readonly Announcement[],
  sends: (place: 'query' | 'header' | 'path', name: string) => boolean,
): Record<string, string> {
  const applying = announcements.filter(({ when }) => when === 'always' || sends(when.in, when.name))
  const deprecations = applying.flatMap(({ deprecation }) => deprecation ?? [])
  const sunsets = applying.flatMap(({ sunset }) => sunset ?? [])
  const [since] = deprecations.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  const [until] = sunsets.sort((a, b) => Date.parse(a) - Date.parse(b))
  return { ...(since !== undefined && { Deprecation: since }), ...(until !== undefined && { Sunset: until }) }
}
