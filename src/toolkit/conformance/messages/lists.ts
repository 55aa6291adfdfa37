/** Sentences of the rules over lists: filters, order, pages, limits and counts. */

import { plural } from '../../openapi/plural.ts'
import { show } from '../../schema/problem.ts'
import type { Value } from './words.ts'

interface Filtered {
  /** The parameter. */
  subject: string
  details: { property: string; value: unknown }
}

interface Aggregated extends Value {
  /** The collection, in the plural, and the number from which its size is subtracted. */
  details?: { items: string; from?: string | undefined }
}

interface Summed extends Value {
  details: { of: string; items: string; by?: 'sum' | 'average' | 'most' | 'least'; from?: string | undefined }
}

const SUMMARIES = { sum: 'sum', average: 'average', most: 'largest', least: 'smallest' }

const difference = (from: string | undefined): string => (from === undefined ? '' : `${from} minus `)
const count = (details: Aggregated['details']): string =>
  `${difference(details?.from)}the number of ${details?.items ?? 'items in the list'}`
const summary = ({ of, items, by = 'sum', from }: Summed['details']): string =>
  `${difference(from)}the ${SUMMARIES[by]} of ${of} of ${items}`

export const listMessages = {
  'not-listed': ({ details }: { details: { id: unknown } }) =>
    `received a list without ${show(details.id)}, which exists`,
  'still-listed': ({ details }: { details: { id: unknown } }) =>
    `received a list with ${show(details.id)}, which was deleted`,
  'location-missing': (_: object) =>
    'received 201 without Location, which the document declares; expected the address of the new item',
  'listed-differently': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} of the list item; expected ${show(expected)}, as by GET`,
  'left-out-of-list': ({ subject, expected }: Omit<Value, 'received'>) =>
    `received list items without ${subject}; expected ${show(expected)}, as by GET, because one schema describes both`,
  'stale-in-list': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject} of the list item after an update; expected ${show(expected)}, as by GET`,
  'wrong-count': ({ subject, received, expected, details }: Aggregated) =>
    `received ${show(received)} at ${subject}; expected ${expected}, ${count(details)}`,
  'count-not-reduced': ({ subject, received, expected, details }: Aggregated) =>
    `received ${show(received)} at ${subject} after an item was deleted; expected ${expected}, ${count(details)}`,
  'wrong-sum': ({ subject, received, expected, details }: Summed) =>
    `received ${show(received)} at ${subject}; expected ${expected}, ${summary(details)}`,
  'sum-not-updated': ({ subject, received, expected, details }: Summed) =>
    `received ${show(received)} at ${subject} after an item was changed or deleted; expected ${expected}, ${summary(details)}`,
  'wrong-page-count': ({
    subject,
    received,
    expected,
    details,
  }: Value & { details: { items: number; size: number } }) =>
    `received ${received} at ${subject}; expected ${expected} for ${plural(details.items, 'item')}, ${details.size} per page`,
  'total-of-page': ({ subject, received, expected, details }: Value & { details: { items: number } }) =>
    `received ${show(received)} at ${subject} of a page of ${plural(details.items, 'item')}; expected ${expected}, the number of items in the whole list`,
  'unfiltered-item': ({ subject, received, details }: Filtered & { received: unknown }) =>
    `received an item whose ${details.property} is ${show(received)} for ${subject}=${show(details.value)}`,
  'search-ignored': ({ subject, details }: { subject: string; details: { value: string } }) =>
    `received an item for ${subject}=${show(details.value)}, which no item contains`,
  'missing-from-filtered': ({ subject, details }: Filtered & { details: { id: unknown; is: unknown } }) =>
    `received a list without ${show(details.id)} for ${subject}=${show(details.value)}; expected it, because its ${details.property} is ${show(details.is)}`,
  'case-not-ignored': ({ subject, details }: Filtered & { details: { is: unknown } }) =>
    `received a list without ${show(details.is)} for ${subject}=${show(details.value)}; expected a match in any case`,
  'wildcard-not-escaped': ({ subject, received, details }: Filtered & { received: unknown }) =>
    `received an item whose ${details.property} is ${show(received)} for ${subject}=${show(details.value)}, which is treated as a wildcard`,
  'second-filter-ignored': ({
    subject,
    received,
    details,
  }: Filtered & { received: unknown; details: { other: string; otherValue: unknown } }) =>
    `received an item whose ${details.property} is ${show(received)} for ${subject}=${show(details.value)} together with ${details.other}=${show(details.otherValue)}`,
  'repeated-across-filtered-pages': ({
    subject,
    received,
    details,
  }: {
    subject: string
    received: unknown
    details: { value: unknown }
  }) =>
    `received ${show(received)} on two pages for ${subject}=${show(details.value)}; expected each item once`,
  'missing-from-filtered-pages': ({
    subject,
    details,
  }: {
    subject: string
    details: { id: unknown; value: unknown; pages: number }
  }) =>
    `received ${plural(details.pages, 'page')} for ${subject}=${show(details.value)} without ${show(details.id)}, which matches`,
  'listed-twice': ({ received }: { received: unknown }) =>
    `received the item ${show(received)} twice in one response; expected it once`,
  'repeated-across-pages': ({ received }: { received: unknown }) =>
    `received ${show(received)} on two pages; expected each item once`,
  'missing-from-pages': ({ details }: { details: { id: unknown; pages: number } }) =>
    `received ${plural(details.pages, 'page')} without ${show(details.id)}; expected every item on one of them`,
  'equal-item-missing': ({
    subject,
    details,
  }: {
    subject: string
    details: { id: unknown; pages: number }
  }) =>
    `received ${plural(details.pages, 'page')} without ${show(details.id)}, whose ${subject} is that of the last item of a page; expected each item once`,
  'cursor-on-last-page': (_: object) =>
    'received a cursor on a page that is marked as the last; expected none',
  'wrong-page-size': ({ received, expected }: { received: number; expected: number }) =>
    `received ${plural(received, 'item')} on a page before the last; expected ${expected}`,
  'wrong-position': ({ subject, received, expected }: Value) =>
    `received ${show(received)} at ${subject}; expected ${show(expected)}, as in the request`,
  'more-flag-unset': ({ subject, received }: { subject: string; received: unknown }) =>
    `received ${show(received)} at ${subject} of a page before the last; expected true`,
  'more-flag-set-at-end': ({ subject, received }: { subject: string; received: unknown }) =>
    `received ${show(received)} at ${subject} of the last page; expected false`,
  'order-differs-by-pages': (_: object) =>
    'received the items page by page in another order than in one response; expected the same order',
  'limit-exceeded': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: number
    expected: number
  }) => `received ${plural(received, 'item')} for ${subject}=${expected}; expected at most ${expected}`,
  'limit-not-applied': ({
    subject,
    received,
    expected,
    details,
  }: {
    subject: string
    received: number
    expected: unknown
    details: { limit: number; items: number }
  }) =>
    `received ${plural(received, 'item')} for ${subject}=${details.limit} of at least ${details.items}; expected ${expected}`,
  'default-limit-not-applied': ({
    received,
    expected,
    details,
  }: {
    received: number
    expected: unknown
    details?: { items: number }
  }) =>
    `received ${plural(received, 'item')} without a limit${details === undefined ? '' : ` of at least ${details.items}`}; expected ${expected}, as declared`,
  'wrong-order': ({
    subject,
    received,
    expected,
  }: {
    subject: string
    received: [unknown, unknown]
    expected: 'ascending' | 'descending' | 'null-first' | 'null-last'
  }) =>
    `received ${show(received[0])} before ${show(received[1])} at ${subject}; expected ${ORDERS[expected]}`,
  'wrong-second-order': ({
    subject,
    received,
    expected,
    details,
  }: {
    subject: string
    received: [unknown, unknown]
    expected: 'ascending' | 'descending'
    details: { first: string }
  }) =>
    `received ${show(received[0])} before ${show(received[1])} at ${subject} of items with the same ${details.first}; expected ${expected} order`,
  'wrong-creation-order': ({ received, expected }: { received: readonly number[]; expected: unknown }) =>
    `received new items at positions ${received.join(', ')}, in the order of their creation; expected ${show(expected)}`,
}

const ORDERS = {
  ascending: 'ascending order',
  descending: 'descending order',
  'null-first': 'items without a value first',
  'null-last': 'items without a value last',
}
