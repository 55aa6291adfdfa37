/** Documents with one list each, one for every way to request the next page. */
import type { JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { listDocument } from './listDocument.ts'

type Given = Parameters<typeof listDocument>[0]

interface Paged {
  query: Given
  /** Properties of the response next to the items. */
  page?: Record<string, object>
  headers?: Record<string, object>
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const size = { parameter: 'limit', schema: { ...integer, minimum: 1, maximum: 50, default: 20 } }
const object = (properties: object) => ({ type: 'object', properties })
const nullable = { type: ['string', 'null'] }

const PAGED: Record<string, Paged> = {
  'a cursor in the response': { query: [size, { parameter: 'cursor' }], page: { nextCursor: nullable } },
  'a cursor below another property': {
    query: [size, { parameter: 'page_token' }],
    page: { meta: object({ next_page_token: text }), hasMore: { type: 'boolean' } },
  },
  'an address in the response': {
    query: [size, { parameter: 'cursor' }],
    page: { next: { type: ['string', 'null'], format: 'uri' } },
  },
  'a cursor in a header': {
    query: [size, { parameter: 'cursor' }],
    headers: { 'X-Next-Cursor': { schema: text } },
  },
  'the last item (starting_after)': {
    query: [size, { parameter: 'starting_after' }],
    page: { has_more: { type: 'boolean' } },
  },
  'the last item (after_id)': { query: [size, { parameter: 'after_id' }] },
  'page numbers': { query: [size, { parameter: 'page', schema: { ...integer, minimum: 1 } }] },
  'page numbers from 0': {
    query: [size, { parameter: 'page', schema: { ...integer, minimum: 0, default: 0 } }],
  },
  'page numbers with the next one in the response': {
    query: [size, { parameter: 'page', schema: integer }],
    page: { nextPage: { type: ['integer', 'null'] } },
  },
  'page numbers with links': {
    query: [size, { parameter: 'page', schema: integer }],
    headers: { Link: { schema: text } },
  },
  'page numbers or an offset': {
    query: [size, { parameter: 'page', schema: integer }, { parameter: 'offset', schema: integer }],
  },
  'a first item and a maximum': {
    query: [
      { parameter: 'first', schema: integer },
      { parameter: 'max', schema: integer },
    ],
  },
  'an offset in an object': {
    query: [{ parameter: 'page', style: 'deepObject', schema: object({ offset: integer, limit: integer }) }],
  },
  'an offset': { query: [size, { parameter: 'offset', schema: integer }] },
  'an index from 1': { query: [size, { parameter: 'startIndex', schema: { ...integer, minimum: 1 } }] },
  'links only': { query: [size], headers: { Link: { schema: text } } },
}

function documentOf({ query, page = {}, headers }: Paged): JsonObject {
  const document = listDocument(query, { name: text })
  const { get } = (document as never as Record<'paths', Record<string, { get: Record<string, never> }>>)
    .paths['/things'] ?? { get: {} }
  const ok = (get.responses as never as Record<string, { headers?: object; content: object }>)[200]
  if (ok === undefined) throw new Error('The list has no response.')
  const items = { type: 'array', items: { $ref: '#/components/schemas/Thing' } }
  ok.content = { 'application/json': { schema: object({ items, ...page }) } }
  if (headers !== undefined) ok.headers = headers
  return document
}

/** By what leads to the next page. */
export const PAGED_DOCUMENTS: [name: string, document: JsonObject][] = Object.entries(PAGED).map(
  ([name, paged]) => [name, documentOf(paged)],
)
