/** Defaults and stored forms that sentences state, and sentences that look alike. */
import { expect, it } from 'vitest'
import { statedDefault } from '../../../src/toolkit/model/statedValues.ts'
import { inForm, outOfForm, storedForms } from '../../../src/toolkit/model/storedForms.ts'
import type { Json, JsonObject } from '../../../src/toolkit/openapi/document.ts'

const NUMBER = { type: 'integer' }
const CHOICE = { type: 'string', enum: ['low', 'normal', 'high'] }

it.each<[text: string, schema: JsonObject, value: Json | undefined]>([
  ['Defaults to 2.', NUMBER, 2],
  ['Seats to book. 1 if omitted.', NUMBER, 1],
  ['How many seats (default 1).', NUMBER, 1],
  ['If `priority` is omitted, it is `normal`.', CHOICE, 'normal'],
  ['When not given, the default is high.', CHOICE, 'high'],
  ['`low` unless given.', CHOICE, 'low'],
  ['Whether it is public. False by default.', { type: 'boolean' }, false],
  ['Length in minutes, defaults to 30 minutes.', NUMBER, 30],
  ['The label; default: "none".', { type: 'string' }, 'none'],
  ['Defaults to 2 for members.', NUMBER, undefined],
  ['Defaults to the capacity of the tour.', NUMBER, undefined],
  ['Defaults to 30 days after the order.', NUMBER, undefined],
  ['Defaults to 20, or the setting of the organization.', NUMBER, undefined],
  ['Defaults to 1, plus the number of guests.', NUMBER, undefined],
  ['Defaults to 14 days. Organizations can change it in their settings.', NUMBER, undefined],
  ['The filter of the app defaults to 3.', NUMBER, undefined],
  ['Defaults to 1,000.', NUMBER, undefined],
  ['Defaults to 2,5.', NUMBER, undefined],
  ['It defaults to 3, at most 5.', NUMBER, 3],
  ['Defaults to none.', { type: 'string' }, undefined],
  ['If `kind` is `group`, it defaults to 10.', NUMBER, undefined],
  ['The list shows 20 by default per page.', NUMBER, undefined],
])('%s', (text, schema, value) => expect(statedDefault(text, 'priority', schema)).toEqual(value))

it.each<[text: string, forms: string[]]>([
  ['Stored in lower case.', ['in lower case']],
  ['Trimmed and stored in lower case.', ['in lower case', 'trimmed']],
  ['Codes are converted to upper case.', ['in upper case']],
  ['Surrounding white space is removed.', ['trimmed']],
  ['Trimmed and put in lower case', ['in lower case', 'trimmed']],
  ['Two letters, kept in upper case whichever way they are sent.', ['in upper case']],
  ['Upper-cased, inner spaces removed', ['in upper case', 'without spaces']],
  ['We drop dots and spaces and make it upper case', ['in upper case', 'without spaces', 'without dots']],
  [
    'Spaces and hyphens are removed before the number is stored or compared.',
    ['without spaces', 'without hyphens'],
  ],
  ['Stored without spaces.', ['without spaces']],
  ['A leading @ is stripped.', ['without a leading @']],
  ['Runs of white space are collapsed into one blank.', ['with single spaces']],
  ['Always saved in capitals.', ['in upper case']],
  ['Leading and trailing spaces are removed.', ['trimmed']],
  ['Spaces are not removed.', []],
  ['Spaces and hyphens are ignored in searches.', []],
  ['Without spaces.', []],
  ['Letters, digits and hyphens.', []],
  ['Desks and spaces are removed at the end of the month if empty.', []],
  ['Dots are removed when it is compared.', []],
  ['Compared in lower case.', []],
  ['Must be stored in lower case.', []],
  ['Not trimmed.', []],
  ['Unique, ignoring upper and lower case.', []],
  ['Kept as it is, also in upper case.', []],
  ['We strip spaces at both ends.', []],
  ['The server removes spaces around the text.', []],
  ['Stored without spaces at the ends.', []],
  ['The final dot is removed.', []],
  ['Trailing dots and spaces are removed.', []],
  ['Spaces are stripped on display.', []],
  ['Spaces and hyphens are removed on the printed card.', []],
  ['Trimmed to 80 characters.', []],
  ['Trimmed down to the first 80 characters.', []],
  ['The name. The slug is derived from it, lower-cased.', []],
  ['The server lower-cases it for logins.', []],
  ['The returned URL is lower-cased.', []],
  ['A unit. Put symbols in lower case.', []],
  ['The title is returned in lower case in the list.', []],
  ['Kept with upper case and lower case.', []],
  ['Record number in upper case.', []],
  ['Return address in lower case letters.', []],
  ['The server puts it in lower case.', ['in lower case']],
  ['Spaces are removed before it is saved.', ['without spaces']],
  ['Trimmed, kept in upper and lower case.', ['trimmed']],
])('%s', (text, forms) => expect(storedForms(text)).toEqual(forms))

it.each<[form: Parameters<typeof inForm>[1]]>([
  ['in lower case'],
  ['trimmed'],
  ['with single spaces'],
  ['without spaces'],
  ['without hyphens'],
  ['without dots'],
  ['without a leading @'],
])('a text out of form is not %s', (form) => {
  expect(outOfForm('abcd', form)).not.toBe('abcd')
  expect(inForm(outOfForm('abcd', form), form).replace(' ', '')).toBe('abcd')
})
