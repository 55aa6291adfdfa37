/** Paths in one spelling, so that `/things/1/`, `/things/%31` and `/things/1?x` are one address. */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { decoded } from '../../../model/paths.ts'
import { templateSource } from '../../../openapi/templates.ts'
import type { WireRequest } from '../requests.ts'

/** The segments of a path below the target's URL, without the empty one at its beginning. */
export const segmentsOf = (path: string): string[] =>
  (path.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .filter((one) => one !== '')
    .map((one) => encodeURIComponent(decoded(one)))

export const addressOf = (segments: readonly string[]): string => `/${segments.join('/')}`

/** Every address that a path leads through, the shortest first; `/books/1:archive` leads through `/books/1`. */
export function addressesAlong(path: string): string[] {
  const segments = segmentsOf(path)
  const found = segments.map((_, index) => addressOf(segments.slice(0, index + 1)))
  const last = segments.at(-1) ?? ''
  const colon = last.indexOf('%3A')
  if (colon > 0) found.push(addressOf([...segments.slice(0, -1), last.slice(0, colon)]))
  return found
}

/** The beginning of a path that a template such as `/things/{id}` describes. */
export function beginningOf(path: string, template: string): string {
  const wanted = template.split('/').filter((one) => one !== '').length
  const segments = segmentsOf(path).slice(0, wanted)
  const last = segments.at(-1)
  if (last !== undefined && segmentsOf(path).length === wanted)
    segments[wanted - 1] = /\}$/.test(template) && isColonAction(path) ? (last.split('%3A')[0] ?? last) : last
  return addressOf(segments)
}

const isColonAction = (path: string): boolean => /:[a-z][A-Za-z]*\/?(?:[?#]|$)/.test(path)

/** The operation of a request; for one of no operation, any operation of the path that fits best. */
export function operationOf(
  { operations, byId }: Api,
  wire: Pick<WireRequest, 'method' | 'path' | 'operationId'>,
): ApiOperation | undefined {
  if (wire.operationId !== null) return byId.get(wire.operationId)
  const path = addressOf(segmentsOf(wire.path))
  const fitting = operations.filter((one) => new RegExp(`^${templateSource(one.path)}$`).test(path))
  const variables = ({ path: template }: ApiOperation) => template.split('{').length
  return (
    fitting.find(({ method }) => method === wire.method) ??
    fitting.sort((a, b) => variables(a) - variables(b))[0]
  )
}

/** An address of a response as a path below the target's URL. */
export function pathBelow(target: string | undefined, address: string): string | undefined {
  if (!URL.canParse(address, 'http://target')) return undefined
  const { pathname } = new URL(address, 'http://target')
  const prefix = target === undefined ? '' : new URL(target).pathname.replace(/\/$/, '')
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}
