/**
 * Places in a contract, in one form for both of its notations: the documents that are compared, and the types that
 * openapi-typescript writes. `['POST /carts', 'requestBody', 'coupon']`, `['schemas', 'Cart', 'total']`.
 */
import { isObject, type Json } from '../../openapi/document.ts'
import { METHODS } from '../../openapi/operations.ts'
import { pointerOf, tokensOf, valueAt } from '../../openapi/pointer.ts'
import type { Segment } from '../finding.ts'
import type { PlacedFinding } from '../graph.ts'
import type { Location } from '../location.ts'

/** Names on the way from an operation or a component; items of lists and alternatives have none. */
export type Place = readonly string[]

const isMethod = (token: string | undefined): token is string =>
  token !== undefined && (METHODS as readonly string[]).includes(token)

/** Everywhere a finding may be met: by its first use, and where the documents declare it. */
export function placesOf({ place: { use, path }, at, detail }: PlacedFinding): Place[] {
  const used = [use.label, ...path.flatMap(namesOf)]
  const declared = [at.old, at.new].flatMap((location) => placeOfLocation(location) ?? [])
  const places: Place[] = [used, ...declared.map(({ place }) => place)]
  // A property that is required or forbidden is named by the object that contains it.
  return [...places, ...(detail === undefined ? [] : places.map((place) => [...place, detail]))]
}

function namesOf(segment: Segment): string[] {
  if (segment.kind === 'member') return [segment.name]
  if (segment.kind === 'parameter') return ['parameters', segment.in, segment.name]
  if (segment.kind === 'header') return ['headers', segment.name]
  if (segment.kind === 'body') return ['requestBody']
  return segment.kind === 'response' ? ['responses', segment.status] : []
}

function placeOfLocation({ pointer, document: { root } }: Location): { place: Place } | undefined {
  const [first, second = '', third = '', ...rest] = tokensOf(pointer)
  if (first === 'components')
    return { place: [second, third, ...(second === 'schemas' ? propertiesIn(rest) : [])] }
  if (first === 'x-files') {
    const name = second.replace(/^.*\//, '').replace(/\.\w+$/, '')
    return { place: ['schemas', name, ...propertiesIn([third, ...rest])] }
  }
  if (first !== 'paths') return undefined
  const start = isMethod(third) ? [`${third.toUpperCase()} ${second}`] : ['paths', second]
  const inside = isMethod(third) ? rest : [third, ...rest]
  return { place: [...start, ...partsIn(root, tokensOf(pointer), inside)] }
}

/** The names that follow `properties`. */
const propertiesIn = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token, index) => (tokens[index - 1] === 'properties' && index > 0 ? [token] : []))

/** The steps of an operation: its parameters by name, its body, its responses by status. */
function partsIn(root: Json, all: readonly string[], inside: readonly string[]): string[] {
  const [part = '', key = '', ...rest] = inside
  if (part === 'parameters') {
    const parameter = valueAt(root, pointerOf(...all.slice(0, all.length - rest.length)))
    return isObject(parameter)
      ? ['parameters', String(parameter.in), String(parameter.name), ...propertiesIn(rest)]
      : []
  }
  if (part === 'requestBody') return ['requestBody', ...propertiesIn([key, ...rest])]
  if (part !== 'responses') return []
  const [kind, name = ''] = rest
  return ['responses', key, ...(kind === 'headers' ? ['headers', name] : propertiesIn(rest))]
}

/**
 * The place of a declaration in types of openapi-typescript.
 * @param names of the declarations from `paths`, `operations` or `components` on
 * @param labels `POST /carts`, by operationId
 * @returns undefined where no part of the contract is declared
 */
export function placeOfNames(
  names: readonly string[],
  labels: ReadonlyMap<string, string>,
): Place | undefined {
  const [first, second = '', third, ...rest] = names
  if (first === 'components' && third !== undefined) return [second, third, ...rest]
  if (first === 'operations')
    return [labels.get(second) ?? second, ...partsOfNames(third === undefined ? [] : [third, ...rest])]
  if (first !== 'paths' || second === '') return undefined
  if (third === undefined) return ['paths', second]
  return isMethod(third)
    ? [`${third.toUpperCase()} ${second}`, ...partsOfNames(rest)]
    : ['paths', second, ...partsOfNames([third, ...rest])]
}

function partsOfNames([part = '', key = '', ...rest]: readonly string[]): string[] {
  if (part === 'parameters') return ['parameters', key, ...rest].filter((name) => name !== '')
  // `content`, then the media type.
  if (part === 'requestBody') return ['requestBody', ...rest.slice(1)]
  if (part !== 'responses') return []
  const [kind, name] = rest
  const status = key === '' ? [] : [key]
  if (kind === 'headers') return ['responses', ...status, 'headers', ...(name === undefined ? [] : [name])]
  return ['responses', ...status, ...rest.slice(2)]
}

/** How near a finding is to a place: 1 for the same, less for one inside it or around it, 0 for another. */
export function nearness(place: Place, finding: Place): number {
  const shared = Math.min(place.length, finding.length)
  for (let at = 0; at < shared; at++) if (place[at] !== finding[at]) return 0
  const inside = finding.length - place.length
  if (inside >= 0) return inside === 0 ? 1 : Math.max(0.1, 0.75 - 0.05 * inside)
  return Math.max(0.1, 0.6 + 0.05 * inside)
}
