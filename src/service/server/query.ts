import { validationError } from '../errors.ts'
import type { Operation } from './operationTable.ts'

export type RawQuery = Record<string, string | string[]>

/**
 * Splits a query string without losing anything: a repeated name becomes an array, a malformed escape is a
 * 400 at `query` rather than a silent U+FFFD. The result has no prototype, so no name is special.
 */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  if (text === '') return query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}

/** The query with a list of one wherever the document states list: `?id=a` is one `id` of possibly many. */
export function withLists(operation: Operation, query: RawQuery): RawQuery {
  const copy: RawQuery = { ...query }
  for (const { name, in: location, array } of operation.parameters) {
    const value = copy[name]
    if (array && location === 'query' && typeof value === 'string') copy[name] = [value]
  }
  return copy
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw validationError({
      field: 'query',
      issue: `received ${JSON.stringify(text)}; expected percent-encoded UTF-8`,
    })
  }
}
