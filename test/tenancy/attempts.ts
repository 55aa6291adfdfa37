/** Attempts of another organization with the identifiers of A, for any operation of the document. */
import type { OperationId } from '../../generated/operations.ts'
import { loadDocument, objectAt } from '../../src/toolkit/openapi/index.ts'
import type { Call } from '../contract/recipe.ts'
import { type AnyParts, callWith } from '../contract/recipes/index.ts'
import { documentedOperations } from '../harness/wire.ts'
import { fieldOf, identifiersIn, noOne, type Place, placesIn, withValueAt } from './places.ts'

const document = loadDocument('generated/openapi.v1.json')

export interface Attempt {
  /** The place that names something of A. */
  name: string
  theirs: Call
  /** The same with an identifier that nothing has, and that identifier. */
  nobodys: Call
  ids: readonly { theirs: string; nobodys: string }[]
  /** Nothing found, rejected at the field, or for a filter: rejected or an empty list. */
  want: { status: 404 } | { status: 400; field: string } | { filter: string }
}

/** Identifiers in properties that no schema of the operation knows, each with its body. */
const freeForm: Partial<Record<OperationId, readonly (Place & { body: object })[]>> = {
  createReport: [
    {
      body: { templateId: 'template_01m3v7me00ek2v3mwbsax9r211', parameters: {} },
      way: ['body', 'parameters', 'evaluationId'],
      prefix: 'eval',
    },
    {
      body: { templateId: 'template_01m3v7me00ek2v3mwbsax9r214', parameters: {} },
      way: ['body', 'parameters', 'promptId'],
      prefix: 'prompt',
    },
  ],
}

/** Any identifier of A of this kind. */
export type Loot = (prefix: string) => string

/**
 * Every way to bring an identifier of A into a call of B that would succeed otherwise.
 *
 * @param a the parts of a call of A
 * @param b the parts of a call of B
 */
export function attemptsOn(id: OperationId, a: AnyParts, b: AnyParts, loot: Loot): Attempt[] {
  const attempt = (
    name: string,
    places: readonly (Place & { id: string })[],
    base: AnyParts,
    want: Attempt['want'],
  ) => {
    const filled = (idOf: (place: Place & { id: string }) => string) =>
      callWith(
        id,
        places.reduce<AnyParts>(
          (parts, place) => withValueAt(parts, place.way, idOf(place)) as AnyParts,
          base,
        ),
      )
    return {
      name,
      theirs: filled((place) => place.id),
      nobodys: filled(({ prefix }) => noOne(prefix)),
      ids: places.map((place) => ({ theirs: place.id, nobodys: noOne(place.prefix) })),
      want,
    }
  }
  const inPath = identifiersIn({ params: a.params ?? {} })
  const inQuery = identifiersIn({ query: a.query ?? {} })
  const inBody = identifiersIn({ body: a.body }).concat(
    bodyPlaces(id).map(({ way, prefix }) => ({ way: ['body', ...way], prefix, id: loot(prefix) })),
  )
  const attempts: Attempt[] = []
  if (inPath.length > 0) attempts.push(attempt('a whole call of A', inPath, a, { status: 404 }))
  for (const place of inPath) attempts.push(attempt(fieldOf(place.way), [place], b, { status: 404 }))
  for (const place of [...inQuery, ...distinct(inBody)]) {
    const way = place.way[0] === 'body' ? place.way.slice(1) : place.way
    attempts.push(attempt(fieldOf(place.way), [place], b, { status: 400, field: fieldOf(way) }))
  }
  for (const { way, prefix, body } of freeForm[id] ?? []) {
    const field = fieldOf(way.slice(1))
    attempts.push(attempt(field, [{ way, prefix, id: loot(prefix) }], { ...b, body }, { status: 400, field }))
  }
  for (const { way, prefix } of filters(id)) {
    const place = { way: ['query', ...way], prefix, id: loot(prefix) }
    if (inQuery.some((other) => other.way[1] === way[0])) continue
    attempts.push(attempt(fieldOf(place.way), [place], b, { filter: fieldOf(place.way) }))
  }
  return attempts
}

const operationOf = (id: OperationId) => documentedOperations.find(({ operationId }) => operationId === id)

function bodyPlaces(id: OperationId): Place[] {
  const body = objectAt(operationOf(id)?.operation ?? {}, 'requestBody')
  return placesIn(document, objectAt(objectAt(body, 'content'), 'application/json').schema)
}

function filters(id: OperationId): Place[] {
  const inQuery = (operationOf(id)?.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return inQuery.flatMap((parameter) => placesIn(document, parameter.schema, [String(parameter.name)]))
}

const distinct = <P extends Place>(places: P[]): P[] => [
  ...new Map(places.map((place) => [fieldOf(place.way), place])).values(),
]
