/** The ids that a request about several resources names, in its query and its body. */

import { decoded } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, normal, singularOf } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import type { WireRequest } from '../requests.ts'

const namesOf = ({ idMember, parameter, collection }: Resource): Set<string> => {
  const singular = singularOf(lastSegment(collection))
  const names = ['id', 'uuid', idMember, parameter, `${singular}Id`, lastSegment(collection)]
  return new Set(names.flatMap((name) => [normal(name), normal(`${name}s`)]))
}

export function idsIn(wire: Pick<WireRequest, 'path' | 'body'>, resource: Resource): string[] {
  const names = namesOf(resource)
  const [, query = ''] = wire.path.split('?', 2)
  const asked = query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=', 2).map((one) => decoded(one.replaceAll('+', ' ')))
    return names.has(normal(name.replace(/\[\d*\]$/, ''))) ? value.split(',') : []
  })
  return [...asked, ...idsOf(jsonOf(wire.body), names, '')].filter((one) => one !== '')
}

function jsonOf(body: Buffer | undefined): Json | undefined {
  try {
    return body === undefined ? undefined : (JSON.parse(body.toString()) as Json)
  } catch {
    return undefined
  }
}

/** Strings and numbers under these names, and those of a bare array. A server may read `true` as 1 and `null` as 0. */
function idsOf(node: Json | undefined, names: ReadonlySet<string>, name: string, depth = 0): string[] {
  if (typeof node === 'boolean' || node === null) return names.has(normal(name)) ? [String(Number(node))] : []
  if (typeof node === 'string' || typeof node === 'number')
    return names.has(normal(name)) || (name === '' && depth > 0) ? [String(node)] : []
  if (Array.isArray(node)) return node.flatMap((one) => idsOf(one, names, name, depth + 1))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => idsOf(value, names, key, depth + 1))
}
