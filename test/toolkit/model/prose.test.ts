/** Decisions from single sentences of a document: the order of a list, the case of a filter, and where a cursor ends. */
import { describe, expect, it } from 'vitest'
import {
  acceptsAnyType,
  ignoresCase,
  inclusiveIn,
  isUpperLimit,
  needsState,
  orderIn,
  preventsDeletion,
  promisedConflict,
  promisedOrder,
  rankIn,
  saidUnique,
  saysCommas,
  saysCreatesIt,
  saysDone,
  saysExact,
  saysFurther,
  saysFurtherKey,
  saysInOrder,
  saysLacking,
  saysMerges,
  saysMissing,
  saysMustExist,
  saysOnlyOne,
  saysRemains,
  saysState,
  saysTooFew,
  saysUnauthenticated,
  saysUnfiltered,
  saysUnique,
  sortsAllWithoutCase,
  sortsWithoutCase,
  stateCondition,
  storesAsSent,
  tiesIn,
  tiesOfEveryOrder,
} from '../../../src/toolkit/model/description.ts'
import { filtersOf, matches } from '../../../src/toolkit/model/filters.ts'
import { nextPage, pagingOf } from '../../../src/toolkit/model/paging.ts'
import { listDocument, listOf } from './listDocument.ts'

const text = { type: 'string' }

describe('an order in words', () => {
  it.each([
    ['All venues, in alphabetical order of their name.', 'name', false],
    ['Venues come alphabetically by name.', 'name', false],
    ['In reverse alphabetical order of the names.', 'name', true],
    ['The results are ordered from newest to oldest.', 'creation', true],
    ['Sorted by name, descending.', 'name', true],
    ['Ordered by `name`, then by `id`.', 'name', false],
    ['Ordered by `starts_at`.', undefined, undefined],
    ['Can be sorted by name', undefined, undefined],
    ['Sorted by name or id', undefined, undefined],
    ['The default order is by name, descending.', 'name', true],
    ['Default sorting is ascending by name.', 'name', false],
    ['The default order is by name, or ascending by id.', undefined, undefined],
    ['Venues and their alphabet.', undefined, undefined],
    ['Earliest first.', 'starts_at', false],
    ['Oldest first.', 'creation', false],
    ['Sorted by creation date, with the most recent documents appearing first.', 'creation', true],
    ['The most recently created payment links are returned first.', 'creation', true],
    ['Venues are listed in descending order by `starts_at`.', 'starts_at', true],
    ['Venues are listed in descending order of creation.', undefined, undefined],
    ['Newest first, with archived venues at the end.', undefined, undefined],
    ['Best first. Venues of the same rating are ordered by name ascending.', undefined, undefined],
    ['Best first; where the rating is the same, ordered by name ascending.', undefined, undefined],
    ['Sorted by the date of the last update, newest first.', undefined, undefined],
    ['Lists movies, with the latest release date first.', undefined, undefined],
    ['Threads, with the most recent activity first', undefined, undefined],
    ['Use `sort=name` to get the list ordered by name.', undefined, undefined],
    ['The items are not sorted by name.', undefined, undefined],
    ['Each venue has its rooms ordered by name.', undefined, undefined],
    ['Pass `sort=-name` to get the items in descending order of name.', undefined, undefined],
  ])('%s', (sentence, key, descending) => {
    const found = orderIn([sentence], '', ['id', 'name', 'starts_at'])
    const by = found?.by === 'creation' ? 'creation' : found?.by.property
    expect([by, found?.descending]).toEqual([key, descending])
  })
})

describe('the order of equal entries', () => {
  it.each([
    ['Ties are broken by `id`, always ascending, whatever the `direction`.', 'id', false],
    ['Entries that are equal in the sort order come oldest first.', 'creation', false],
    ['Entries that are equal come newest first, if they have a date.', undefined, undefined],
    ['Ties are broken by id, in the same direction.', undefined, undefined],
    ['Sorted by id, ascending.', undefined, undefined],
  ])('%s', (sentence, key, descending) => {
    const found = tiesIn([sentence], ['id', 'name'])
    const by = found?.by === 'creation' ? 'creation' : found?.by.property
    expect([by, found?.descending]).toEqual([key, descending])
  })
})

describe('the order of equal entries in every order of a list', () => {
  it.each<[place: 'list' | 'other', sentence: string, isStated: boolean]>([
    ['list', 'Ties are broken by `id`, always ascending, whatever the `direction`.', true],
    ['list', 'Entries that are equal in the sort order come oldest first.', true],
    ['list', 'Returns tasks by due date, ties newest first.', false],
    ['list', 'Ties are broken by `id`, ascending.', false],
    ['list', 'In the default sort order, ties come oldest first.', false],
    ['other', 'Ties are broken by `id`, ascending.', true],
    ['other', 'Sorts by the given property, ties oldest first.', true],
    ['other', 'Lists are in order by due date, ties newest first.', false],
    ['other', 'By default, ties come newest first.', false],
  ])('in the description of the %s: %s', (place, sentence, isStated) => {
    const [general, ofList] = place === 'list' ? [[], [sentence]] : [[sentence], []]
    expect(tiesOfEveryOrder(general, ofList, ['id', 'name']) !== undefined).toBe(isStated)
  })
})

describe('the rank of the values of a choice', () => {
  const values = ['high', 'low', 'normal']
  it.each([
    ['Priorities are ordered `low`, `normal`, `high`, so that `-priority` lists urgent ones first.', true],
    ['The order of the priority is low < normal < high.', true],
    ['Sorted by priority from highest: low, normal, high.', false],
    ['Priorities are low, normal and high.', false],
    ['Priorities are ordered low, high.', false],
    ['A priority is ranked as low, normal, high.', true],
    ['Priorities are sorted in the order low, then normal, then high.', true],
    ['Sort by `priority` (`low`, `normal`, `high`), `name` or `created_at`.', false],
    ['Sort by `priority`: `low`, `normal`, `high`.', false],
    ['`-priority` sorts tasks low, normal, high.', false],
    ['With `-priority`, tasks are ordered low, normal, high.', false],
    ['Priorities are ordered low, normal, high (highest first).', false],
    ['Priorities are ordered low, normal, high with `-priority`.', false],
    ['With priority and desc, tasks are sorted low, normal, high.', false],
    ['Priorities are not ordered low, normal, high.', false],
  ])('%s', (sentence, isStated) => {
    expect(rankIn(sentence, 'priority', values)).toEqual(isStated ? ['low', 'normal', 'high'] : undefined)
  })
})

describe('the case of a filter', () => {
  it.each([
    ['Titles that begin with this. Case matters.', false],
    ['Titles that begin with this, case-sensitive.', false],
    ['Titles that begin with this.', true],
    ['Titles that begin with this, case-insensitive.', true],
  ])('%s', (description, expected) => {
    const { api, list } = listOf(listDocument([{ parameter: 'titlePrefix', description }], { title: text }))
    const [found] = filtersOf(api, list)
    expect(found && matches(found.filter, { title: 'Atlas' }, 'at')).toBe(expected)
    expect(found && matches(found.filter, { title: 'Atlas' }, 'At')).toBe(true)
  })
})

describe('an order of two values', () => {
  const names = ['starts_at', 'ends_at', 'from', 'to', 'min', 'max']
  it.each<[text: string, self: string | undefined, order: string | undefined]>([
    [
      '`ends_at` must be after `starts_at`, and a slot lasts at most 240 minutes.',
      undefined,
      'starts_at < ends_at',
    ],
    ['The end. Must not be before `from`.', 'to', 'from < to'],
    ['`min` must be less than or equal to `max`.', undefined, 'min < max'],
    ['`max` must not be smaller than `min`.', undefined, 'min < max'],
    ['Must be later than starts_at.', 'ends_at', 'starts_at < ends_at'],
    ['Only slots that begin before `to`.', 'from', undefined],
    ['Must be after today.', 'starts_at', undefined],
    ['Same format; later than `starts_at`.', 'ends_at', 'starts_at < ends_at'],
    ['Expected delivery; not before `starts_at`.', 'ends_at', 'starts_at < ends_at'],
    ['The first day after `starts_at`.', 'ends_at', undefined],
    ['`to` must not exceed `from` by more than 31 days.', undefined, undefined],
    ['`max` must not exceed min by more than 10.', undefined, undefined],
    ['`to` must be at most `from` plus 31 days.', undefined, undefined],
    ['`min` must not exceed `max`.', undefined, 'min < max'],
    ['Must be after `from` when both are given.', 'to', 'from < to'],
    ['`ends_at` is after `starts_at`.', undefined, undefined],
    [
      'The room must exist, and `ends_at`, when given, must not be before `starts_at` (`422`).',
      undefined,
      'starts_at < ends_at',
    ],
    [
      'After the change `ends_at` must still not be before `starts_at` (422).',
      undefined,
      'starts_at < ends_at',
    ],
  ])('%s', (text, self, order) => {
    const [found, ...others] = promisedOrder(text, names, self)
    expect(found && `${found.earlier} < ${found.later}`).toBe(order)
    expect(others).toEqual([])
  })
})

describe('a cursor', () => {
  it.each([
    ['/9j/4AAQ==', { cursor: '/9j/4AAQ==' }],
    ['abc', { cursor: 'abc' }],
    ['/things?cursor=abc&limit=2', { cursor: 'abc', limit: '2' }],
    ['?cursor=abc', { cursor: 'abc' }],
    ['https://api.example/things?cursor=abc', { cursor: 'abc' }],
  ])('%s leads to %j', (next, query) => {
    const document = listDocument([{ parameter: 'cursor', schema: text }], { title: text })
    const { api, list } = listOf(document)
    const paging = pagingOf(api, list) ?? {
      kind: 'cursor' as const,
      others: [],
      limit: undefined,
      next: list.inputs[0] as NonNullable<(typeof list.inputs)[0]>,
      cursorPointer: '/next',
      morePointer: undefined,
    }
    const page = { status: 200, headers: {}, json: { next, items: [] } }
    expect(nextPage({ ...paging, cursorPointer: '/next' }, {}, page, 1)).toEqual(query)
  })
})

describe('a promised conflict', () => {
  it.each<[string, Parameters<typeof promisedConflict>[1], boolean]>([
    ['There are four already, or the station has less power.', 'creation', false],
    ['There is already an open one.', 'creation', true],
    ['The loan is already closed.', 'action', true],
    ['A loan cannot be returned twice.', 'action', true],
    ['The loan has been closed before. It can be returned only once.', 'action', true],
    ['The event has been cancelled before.', 'action', true],
    ['The order has not been approved before.', 'action', false],
    ['The order has been changed before.', 'action', false],
    ['Only once per day.', 'action', true],
    ['The job can be retried only once it has failed.', 'action', false],
    ['Payments can be captured only once the order is approved.', 'action', false],
    ['The loan has already been renewed twice.', 'action', false],
    ['The state does not allow it.', 'action', false],
    ['Another run is already in progress.', 'action', false],
    ['The item was already modified.', 'action', false],
    ['A list with this name already exists.', 'creation', true],
    ['The email is taken.', 'below', true],
    ['The book is already lent.', 'creation', true],
    ['The order is already closed.', 'below', false],
    ['The shelf already has a book with this title.', 'below', true],
    ['The idempotency key was already used for another request.', 'creation', false],
    ['The maximum number of lists already exists.', 'creation', false],
    ['Conflict', 'creation', false],
    ['The repository is already archived.', 'action', true],
    ['The repository is archived.', 'below', false],
    ['The shelf is closed or has 5 books already.', 'below', false],
    ['The shelf already has five books.', 'action', false],
    ['The user already has 1 subscription.', 'below', true],
  ])('%s (%s)', (description, by, expected) => {
    expect(promisedConflict(description, by)).toBe(expected)
  })
})

it.each([
  ['The account is closed, and must be open.', 'close', true],
  ['The account must not be closed.', 'close', true],
  ['The order is not approved.', 'approve', false],
  ['The order must be approved first.', 'approve', false],
])('an action that was done, or must not be: %s %s %s', (text, action, expected) =>
  expect(saysDone(text, action)).toBe(expected),
)

describe('a state in which a request is rejected', () => {
  const states = ['draft', 'open', 'closed', 'in_review', 'archived']
  it.each<[string, ReturnType<typeof stateCondition>]>([
    ['The issue is not a draft.', { states: ['draft'], isNot: true }],
    ['Only open issues can be closed.', { states: ['open'], isNot: true }],
    ['A closed issue cannot be changed.', { states: ['closed'], isNot: false }],
    ['The issue is closed, or has no assignee.', { states: ['closed'], isNot: false }],
    ['The issue is neither draft nor open.', { states: ['draft', 'open'], isNot: true }],
    ['The issue must be in review.', { states: ['in_review'], isNot: true }],
    ['The repository is archived.', { states: ['archived'], isNot: false }],
    ['The issue is closed and has comments.', undefined],
    ['Draft and closed issues cannot be assigned.', { states: ['draft', 'closed'], isNot: false }],
    ['Only drafts can be deleted.', { states: ['draft'], isNot: true }],
    [
      'Only an issue that is a `draft` or `open` can be archived.',
      { states: ['draft', 'open'], isNot: true },
    ],
    ['Only drafts with at least one comment can be opened.', { states: ['draft'], isNot: true }],
    ['Closed issues with comments cannot be deleted.', undefined],
    ['The issue was modified by another request.', undefined],
    ['Conflict', undefined],
  ])('%s', (description, expected) => {
    expect(stateCondition(description, states)).toEqual(expected)
  })
})

describe('what a description says of a value', () => {
  it.each<[(text: string) => boolean, string, boolean]>([
    [saysUnique, 'Must be unique.', true],
    [saysUnique, 'Unique within the organization.', true],
    [saysUnique, 'Need not be unique.', false],
    [saysUnique, 'A unique experience', false],
    [saysMustExist, 'ID of an existing customer.', true],
    [saysMustExist, 'The customer must exist.', true],
    [saysMustExist, 'ID of the customer.', false],
    [(text) => saysMissing(text, 'customer'), 'The customer does not exist.', true],
    [(text) => saysMissing(text, 'customer'), 'Not found', false],
    [(text) => saysMissing(text, 'customer'), 'The body refers to an object that does not exist.', true],
    [(text) => saysMissing(text, 'customer'), 'The object does not exist.', false],
    [(text) => saysMissing(text, 'customer'), '`folder_id` refers to an item that does not exist.', false],
    [(text) => saysMissing(text, 'customer'), 'The customer is not valid.', false],
    [(text) => preventsDeletion(text, 'order'), 'The customer has open orders.', true],
    [(text) => preventsDeletion(text, 'order'), 'The product is part of an order.', true],
    [(text) => preventsDeletion(text, 'order'), 'The customer has invoices.', false],
    [
      (text) => preventsDeletion(text, 'order'),
      'Only customers with at least one order can be upgraded.',
      false,
    ],
    [(text) => preventsDeletion(text, 'order'), 'The customer must have an order.', false],
    [(text) => preventsDeletion(text, 'order'), 'Customers with more than one open order', false],
    [(text) => preventsDeletion(text, 'order'), 'Customers with at least three orders', false],
    [(text) => preventsDeletion(text, 'order'), 'Only customers without orders can be deleted.', true],
    [(text) => preventsDeletion(text, 'order'), 'Refused while an order is open.', false],
    [(text) => preventsDeletion(text, 'order'), 'The customer has an order with this number.', false],
    [(text) => preventsDeletion(text, 'order'), 'The customer would have more than 5 orders.', false],
    [(text) => preventsDeletion(text, 'order'), 'The customer has orders that are not finished.', true],
    [(text) => saysLacking(text, 'rate'), 'There is no rate for every night of the stay.', true],
    [(text) => saysLacking(text, 'rate'), 'NO RATE', true],
    [(text) => saysLacking(text, 'category'), 'There are no categories.', true],
    [(text) => saysLacking(text, 'payment-method'), 'A payment method is required', true],
    [(text) => saysLacking(text, 'shift'), 'The clinic has no open shift', true],
    [(text) => saysLacking(text, 'invoice'), 'The order needs an invoice address.', false],
    [(text) => saysLacking(text, 'project'), 'You cannot create a project in an archived workspace', false],
    [(text) => saysTooFew(text, 'unit'), 'Only 0 units are free in this period.', true],
    [(text) => saysTooFew(text, 'seat'), 'Not enough seats', true],
    [(text) => saysTooFew(text, 'seat'), 'Only 2 free seats', true],
    [(text) => saysTooFew(text, 'seat'), 'Only 2 orders have seats.', false],
    [(text) => saysState(text, ['draft', 'sent']), 'The quote is draft.', true],
    [(text) => saysState(text, []), 'invalid_state', true],
    [(text) => saysState(text, ['draft', 'sent']), 'The quote has a rental.', false],
    [(text) => sortsWithoutCase(text, 'name'), 'Names are compared without case.', true],
    [(text) => sortsWithoutCase(text, 'name'), 'Text is ordered without regard to case.', true],
    [(text) => sortsWithoutCase(text, 'name'), 'Sorting by title ignores case.', false],
    [(text) => sortsWithoutCase(text, 'name'), '`q` finds names without regard to case.', false],
    [(text) => sortsWithoutCase(text, 'name'), 'Sorts by name, without case numbers.', false],
    [(text) => sortsAllWithoutCase(text, 'name'), 'Names are sorted without regard to case.', true],
    [(text) => sortsAllWithoutCase(text, 'name'), 'The order of names ignores case.', true],
    [(text) => sortsAllWithoutCase(text, 'name'), 'Texts are ordered without regard to case.', true],
    [(text) => sortsAllWithoutCase(text, 'name'), 'Header names are compared without regard to case.', false],
    [(text) => sortsAllWithoutCase(text, 'name'), 'Names are unique and compared ignoring case.', false],
    [(text) => sortsAllWithoutCase(text, 'name'), 'Orders are found by name, ignoring case.', false],
    [ignoresCase, 'Titles that begin with this, without case.', true],
    [ignoresCase, 'May occur once per organization, however it is capitalized.', true],
    [ignoresCase, 'Two drivers cannot share one, whatever its case.', true],
    [ignoresCase, 'However it is paid, the case is closed.', false],
    [ignoresCase, 'Regardless of case in the title.', true],
    [ignoresCase, 'Exact but for case.', true],
    [ignoresCase, 'The beginning of the name; upper and lower case are alike.', true],
    [ignoresCase, 'All but for case workers.', false],
    [ignoresCase, 'Upper and lower case are distinct.', false],
    [ignoresCase, 'Only customers without case assignments.', false],
    [ignoresCase, 'Sorted by code point, so capital letters come before small ones.', false],
    [ignoresCase, 'Capital and small letters are the same.', true],
    [(text) => inclusiveIn(text) === true, 'Only runs that start on this day or earlier.', true],
    [(text) => inclusiveIn(text) === true, 'Only runs that start before this day.', false],
    [(text) => inclusiveIn(text) === true, 'First year of publication to include.', true],
    [(text) => inclusiveIn(text) === true, 'The last day of the report.', false],
    [(text) => inclusiveIn(text) === true, 'Leaves out runs that start after this day.', true],
    [
      (text) => inclusiveIn(text) === false,
      'Orders due on this day or without a due date are left out.',
      true,
    ],
    [acceptsAnyType, 'Bodies are read as JSON whatever their content type.', true],
    [acceptsAnyType, 'The Content-Type header is ignored.', true],
    [acceptsAnyType, 'Any other content type is rejected with 415.', false],
    [(text) => needsState(text, 'received'), 'The sample is neither received nor in progress.', true],
    [(text) => needsState(text, 'in_progress'), 'The sample is neither received nor in progress.', true],
    [(text) => needsState(text, 'closed'), 'The sample is closed.', false],
    [(text) => needsState(text, 'open'), 'Neither open nor draft invoices may be deleted.', false],
    [(text) => saidUnique(text, 'code').length > 0, 'No two active vouchers can have the same code.', false],
    [saysFurtherKey, '`lastName` sorts by last name and then by first name.', true],
    [saysFurtherKey, 'A leading `-` means descending.', false],
    [isUpperLimit, 'The room takes 2 guests.', true],
    [isUpperLimit, 'Only 3 are left', true],
    [isUpperLimit, 'The quantity must not exceed 3', true],
    [isUpperLimit, 'You cannot order more than 3 pieces', true],
    [isUpperLimit, 'Order 17 is closed.', false],
    [isUpperLimit, 'At least 3 must be available', false],
    [saysExact, 'Only responses of exactly this category.', true],
    [saysExact, 'Exactly one of `name` and `email` is required.', false],
    [
      (text) => saidUnique(text, 'email').length > 0,
      'The e-mail address must be unique, ignoring case.',
      true,
    ],
    [(text) => saidUnique(text, 'name').length > 0, 'No two policies have the same name.', true],
    [(text) => saidUnique(text, 'name').length > 0, 'With a name and a key that must be unique.', false],
    [(text) => saidUnique(text, 'name').length > 0, 'Names do not have to be unique.', false],
    [saysCommas, 'One kind, or several separated by commas.', true],
    [(text) => storesAsSent(text, ' Ada '), 'White space at both ends is removed.', false],
    [(text) => storesAsSent(text, 'Ada'), 'Is trimmed.', true],
    [(text) => storesAsSent(text, 'Ada'), 'Stored in lower case.', false],
    [(text) => storesAsSent(text, '1234'), 'Only the last three digits are shown.', false],
    [(text) => storesAsSent(text, '1234'), 'Masked in responses.', false],
    [(text) => storesAsSent(text, '1234'), 'The last digit is a check digit.', true],
    [(text) => storesAsSent(text, 'ada'), 'Must be unique, stored in lower case.', true],
    [(text) => storesAsSent(text, 'zażółć 漢'), 'Normalized by the server.', false],
    [(text) => storesAsSent(text, ' Ada '), 'The name of a customer.', true],
    [saysRemains, 'Leaves a placeholder.', true],
    [saysRemains, 'Deleted comments remain in the list as placeholders.', true],
    [saysRemains, 'The comment is deleted.', false],
    [(text) => preventsDeletion(text, 'order'), 'The order does not exist.', false],
    [saysMerges, 'Properties that are left out stay unchanged.', true],
    [saysMerges, 'Omitted properties are not reset.', true],
    [saysMerges, 'Optional properties that are left out get their default.', false],
    [saysMerges, 'The body is the complete new state. Lines keep their price until they are edited.', false],
    [saysMerges, 'The complete new state; an absent `slug` keeps the current one.', true],
    [saysMerges, 'Fields that are not provided are removed.', false],
    [saysInOrder, 'A result for each item, in the order of the request.', true],
    [saysInOrder, 'In order to try, send it.', false],
    [saysUnauthenticated, 'This endpoint is not authenticated for the purpose of clients.', true],
    [saysUnauthenticated, 'Requires no authentication.', true],
    [saysUnauthenticated, 'Returns whether the resource is public.', false],
    [saysUnauthenticated, 'Requires no authentication beyond a token.', false],
    [saysUnauthenticated, 'This call is not authenticated when a share token is used.', false],
    [saysUnfiltered, 'Total before applying filters', true],
    [saysUnfiltered, 'Number of items on all pages that match the filters.', false],
    [(text) => saysOnlyOne(text, 'is_default'), 'At most one address of a customer is the default.', true],
    [(text) => saysOnlyOne(text, 'is_default'), 'Only one request per second.', false],
    [(text) => saysCreatesIt(text, 'user'), 'Create a single user', true],
    [(text) => saysCreatesIt(text, 'user'), 'Create a user with this name.', true],
    [(text) => saysCreatesIt(text, 'user'), 'Create a user token', false],
    [saysFurther, 'Stores another version of the document.', true],
    [saysFurther, 'Prints the label, or replaces the earlier one.', false],
  ])('%o: %s', (says, text, expected) => {
    expect(says(text)).toBe(expected)
  })
})
