/** Defaults that follow from other values. */
import { expect, it } from 'vitest'
import { defaultIn } from '../../../src/toolkit/model/spokenDefaults.ts'
import type { JsonObject } from '../../../src/toolkit/openapi/document.ts'

const text: JsonObject = { type: 'string' }
const day: JsonObject = { type: 'string', format: 'date' }
const integer: JsonObject = { type: 'integer' }
const others = new Map<string, JsonObject>([
  ['name', text],
  ['title', text],
  ['starts_on', day],
  ['kind', { type: 'string', enum: ['organic', 'paper', 'rest'] }],
])

it.each<[description: string, view: JsonObject, found: object | undefined]>([
  ['Today unless stated', day, { kind: 'day', offset: 0 }],
  [
    'Today at the earliest and 90 days ahead at the latest. Tomorrow when left out.',
    day,
    { kind: 'day', offset: 1 },
  ],
  ["Defaults to today's date.", day, { kind: 'day', offset: 0 }],
  ['If omitted, the current date.', day, { kind: 'day', offset: 0 }],
  ['Today by default.', day, { kind: 'day', offset: 0 }],
  ['Same as the name unless specified', text, { kind: 'same', of: 'name' }],
  ['Defaults to the title.', text, { kind: 'same', of: 'title' }],
  ['The start date if none is given.', day, { kind: 'same', of: 'starts_on' }],
  ['If missing, the first word of the name.', text, { kind: 'first word', of: 'name' }],
  [
    'The first three letters of the name in capitals, if you don’t come up with one.',
    text,
    { kind: 'first letters', of: 'name', count: 3, isUpper: true },
  ],
  ['Made from the name when missing: lower case with hyphens for blanks', text, { kind: 'slug', of: 'name' }],
  [
    '- `slug` is optional. Left out, it is built from the title: lower case, every run of other signs replaced by one hyphen.',
    text,
    { kind: 'slug', of: 'title' },
  ],
  [
    'Default: 140 for organic, 240 otherwise.',
    integer,
    { kind: 'cases', of: 'kind', cases: [['organic', 140]], otherwise: 240 },
  ],
  [
    'If not given, 1 for organic, 2 for paper and 3 for all others.',
    integer,
    {
      kind: 'cases',
      of: 'kind',
      cases: [
        ['organic', 1],
        ['paper', 2],
      ],
      otherwise: 3,
    },
  ],
  // No default, other conditions, other values.
  ['Tomorrow at the earliest.', day, undefined],
  ['Today.', day, undefined],
  ['Today or later when left out.', day, undefined],
  ['Today unless stated', text, undefined],
  ['Defaults to the plan.', text, undefined],
  ['Defaults to the kind.', text, undefined],
  ['Defaults to the name if it is short.', text, undefined],
  ['The first word of the name.', text, undefined],
  ['Built from the name: lower case with hyphens.', text, undefined],
  ['Must be lower case with hyphens.', text, undefined],
  ['Made from the name by the web form when missing: lower case with hyphens.', text, undefined],
  ['If no name is given, the title.', text, undefined],
  ['If no value is given, the title.', text, { kind: 'same', of: 'title' }],
  ['If missing, the first three letters of the name. Extended by a digit if taken.', text, undefined],
  ['Defaults to the start date. Moved to the next workday.', day, undefined],
  ['The title if not given. Truncated to 30 characters.', text, undefined],
  ['Today when left out. On weekends, the next Monday.', day, undefined],
  ['Default: 140 for organic, 240 otherwise. Members get 10 more.', integer, undefined],
  ['Default: 140 for members, 240 otherwise.', integer, undefined],
  ['140 for organic, 240 otherwise.', integer, undefined],
])('%s', (description, view, found) => {
  expect(defaultIn(description, view, others)).toEqual(found)
})
