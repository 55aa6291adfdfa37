/** Which rejections an operation promises in words, and what their causes promise. */
import { describe, expect, it } from 'vitest'
import {
  existingThings,
  promisedConflict,
  requiresOne,
  saysRepeatable,
  saysRetained,
  saysTooLate,
  stateCondition,
} from '../../../src/toolkit/model/description.ts'
import { rejectionsOf } from '../../../src/toolkit/model/rejections.ts'

/** An operation with this description, and error responses without one. */
const described = (description: string) =>
  ({
    operation: { description },
    responses: new Map(['409', '422'].map((status) => [status, { node: {} }])),
  }) as unknown as Parameters<typeof rejectionsOf>[0]

describe('the rejections that a description names', () => {
  it.each<[text: string, ...causes: string[]]>([
    ['A list of all.'],
    ['Names are unique (see the guide).'],
    ['If the box is sealed, it is opened; if open, emptied (409 otherwise).'],
    ['A sealed box needs `force` (409 otherwise).'],
    ['A sealed box requires a key (409 otherwise).'],
    ['`serial` is unique (`409`, code `serial_taken`).', '409 serial is unique; serial taken'],
    [
      'Names are unique regardless of case (`409` `nameTaken`).',
      '409 Names are unique regardless of case; name taken',
    ],
    ['Returns 409 if the email is already registered.', '409 the email is already registered'],
    [
      'Errors:\n- `BOX_SEALED` (409): the box is sealed.\n- `TOO_HEAVY` (409): it weighs more\n  than its shelf holds.',
      '409 the box is sealed',
      '409 it weighs more than its shelf holds',
    ],
    ['409 `BOX_SEALED` – the box is sealed', '409 the box is sealed'],
    ['A closed account is rejected with 409 Conflict.', '409 A closed account'],
    ['Responds with 422 unless the order is open.', '422 Only the order is open'],
    ['Only while the visit is `planned` (`409`).', '409 Only planned'],
    ['Only drafts can be deleted (409 otherwise; cancel others).', '409 Only drafts can be deleted'],
    [
      'Returns 409 if the visit is over, has been billed, and is older than 30 days or more.',
      '409 the visit is over, has been billed, and is older than 30 days or more',
    ],
    ['Does not fail with 409 when\n- the visit is a draft\n- the visit is over'],
    [
      'Moves a planned visit to the archive. Bills a closed visit. Any other status: 409.',
      '409 Only Bills a closed visit',
    ],
    ['Open visits only, else 409.', '409 Only Open visits'],
    ['Possible while the visit is `planned`, otherwise 409.', '409 Only planned'],
    [
      'Moves a `planned` visit to `done` and sets its end. The patient is informed. Visits in other states: 409.',
      '409 Only planned',
    ],
    [
      'Refused with 409 when\n\n- the visit is over (`visit_over`),\n- the room is closed.\n\nSends a letter.',
      '409 the visit is over; visit over',
      '409 the room is closed',
    ],
    [
      'Answered with 409 if the visit is not a draft, has no room, or begins in the past.',
      '409 the visit is not a draft, has no room, or begins in the past',
      '409 the visit is not a draft',
    ],
    ['Possible for `issued` bills only (409).', '409 Only issued bills'],
    ['Returned rentals only (409).', '409 Only Returned rentals'],
    ['`draft` → `sent` → `paid`; any other move is 409.'],
    [
      'Not possible for archived clients (`409`, `client_archived`).',
      '409 archived clients; client archived',
    ],
    ['Adds a line to a draft (`409` otherwise) and returns it.', '409 Only Adds a line to a draft'],
    ['An open box becomes sealed (`409` if it is not open).', '409 it is not open'],
    ['Completes a planned visit (`409` for any other).', '409 Only Completes a planned visit'],
    ['Seals the box (409 unless it is open), for good.', '409 Only it is open'],
    ['`planned` → `cancelled`; from any other status `409`.', '409 Only planned'],
    ['Approves a submitted order; `409` in any other state.', '409 Only Approves a submitted order'],
    ['Turns a sealed box into an open one. Any other state: `409`.', '409 Only Turns a sealed box'],
    ['A sealed box stays sealed. Every other move is answered with `409`.'],
    ['A sealed box can only be opened. Any other change of it: `409`.'],
    ['`open` → `closed`; any other change: `409`.', '409 Only open'],
    ['Only drafts can be deleted; any other order is answered with `409`.', '409 Only drafts can be deleted'],
    ['Merge patch, for drafts only (`409` otherwise).', '409 Only drafts'],
    [
      'Sealed, empty and lost boxes are refused with `409`, as is a quantity above the rest.',
      '409 Sealed, empty and lost boxes',
    ],
    [
      'Only open tours move (`409`), and only to a free day (`422`).',
      '409 Only open tours move',
      '422 only to a free day',
    ],
    [
      'Answers `409` when the seat is gone (`seat_gone`) or the show\nis over (`show_over`).',
      '409 the seat is gone; seat gone',
      '409 the show is over; show over',
    ],
    ['Errors:\n- 404 if it is unknown\n- 409 when the box is sealed\n', '409 the box is sealed'],
    [
      'Errors:\n* `409`: the box is sealed\n* `409` – the box is lost',
      '409 the box is sealed',
      '409 the box is lost',
    ],
  ])('%s', (text, ...causes) => {
    expect(rejectionsOf(described(text)).map(({ status, cause }) => `${status} ${cause}`)).toEqual(causes)
  })
})

it.each([
  ['One of:\n- the box is sealed\n- the box is lost', 'One of:; the box is sealed; the box is lost'],
  ['All of:\n- the box is sealed\n- the box is lost', 'All of:\n- the box is sealed\n- the box is lost'],
  ...[
    'Opening works for:\n- sealed boxes',
    'Boxes in these states can be opened:\n- sealed',
    'Openable states:\n- sealed',
    'Conflict.\n\nOpenable states:\n- sealed',
    'Wait until the box is\n- sealed',
    'Returned if\n- the day is over, and\n- the box is sealed',
    'If it is not in one of:\n- sealed',
  ].map((text) => [text, text]),
  ['Boxes which differ only in\n  case are the same.\n', 'Boxes which differ only in case are the same.\n'],
  ['Not possible when:\n- the box is sealed', 'Not possible when:; the box is sealed'],
  ['Unless\n- the box is sealed', 'Unless\n- the box is sealed'],
])('%j has the cause %j', (description, cause) => {
  const operation = { operation: {}, responses: new Map([['409', { node: { description } }]]) }
  const [rejection] = rejectionsOf(operation as unknown as Parameters<typeof rejectionsOf>[0])
  expect(rejection?.cause).toBe(cause)
})

describe('the state that a cause names', () => {
  it.each<[cause: string, states: string[], expected: object | undefined]>([
    ['Only planned', ['planned', 'done'], { states: ['planned'], isNot: true }],
    ['Archived clients cannot be changed', ['active', 'archived'], { states: ['archived'], isNot: false }],
    ['A bill without lines cannot be issued', ['draft', 'issued'], undefined],
    ['one that is not a draft', ['draft', 'issued'], { states: ['draft'], isNot: true }],
  ])('%s', (cause, states, expected) => {
    expect(stateCondition(cause, states)).toEqual(expected)
  })
})

describe('a second creation with the same values', () => {
  it.each([
    ['serial must stay unique', true],
    ['email must not be in use by another non-archived client', true],
    ['The same file cannot be attached twice to one client', true],
    ['A client can wait only once for the same doctor', true],
    ['Names are unique within the project regardless of case', true],
    ['Names need not be unique', false],
    ['Slots must not overlap', false],
    ['The client is archived', false],
    ["too many: five requests of the client are waiting for the doctor's reply already", false],
  ])('conflicts where "%s": %s', (cause, expected) => {
    expect(promisedConflict(cause, 'creation')).toBe(expected)
  })
})

it.each([
  ['Only author_id is a doctor of the clinic', true],
  ['Only author_id is a nurse', false],
  ['author_id is a doctor', false],
])('"%s" rejects an author_id that is no doctor: %s', (cause, expected) => {
  expect(requiresOne(cause, 'author_id', 'doctor')).toBe(expected)
})

it.each<[text: string, expected: string[] | undefined]>([
  ['There is already an invoice for the contract', ['invoice']],
  ['No damage was found, or there is already an open invoice (a void one does not count)', ['open invoice']],
  ['The loan is already closed', undefined],
  ['There is already a loan, or the copy is already lent', undefined],
  ['The loan is closed', []],
])('what there is already: %s', (text, expected) => {
  expect(existingThings(text)).toEqual(expected)
})

it.each([
  ["Cancelling a visit that's already cancelled is harmless: you get it back, unchanged.", true],
  ['Cancels it. A second time changes nothing and is a 200.', true],
  ['Idempotent: repeated requests succeed.', true],
  ['Cancels it. A visit that is already cancelled gives 409.', false],
  ['Cancelling it twice is not allowed.', false],
  ['Cancels the visit.', false],
])('a second request that succeeds: %s %s', (text, expected) => expect(saysRepeatable(text)).toBe(expected))

it.each([
  ["Once the visit has started it's too late; already started", true],
  ['The deadline has gone by', true],
  ['The visit is already cancelled', false],
  ['The visit has started or is already cancelled', false],
])('a cause that a second request does not bring about: %s %s', (text, expected) =>
  expect(saysTooLate(text)).toBe(expected),
)

it.each([
  ['Archives rather than deletes.', true],
  ['The plan is archived, not deleted.', true],
  ['Plans are never really deleted, only hidden.', true],
  ['Calls it off. The record stays, with `called_off` true.', true],
  ['Deletes the plan.', false],
  ['Deletes the plan. Its bills are kept.', false],
  ['Plans with bills cannot be deleted.', false],
  ['Drafts only. Bins on it are freed, not deleted.', false],
])('an item that remains when it is deleted: %s %s', (text, expected) =>
  expect(saysRetained(text)).toBe(expected),
)
