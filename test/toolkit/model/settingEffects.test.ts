/** Sentences about one of the states that a request sets, and sentences that look alike. */
import { expect, it } from 'vitest'
import { settingEffects } from '../../../src/toolkit/model/settingEffects.ts'

const SETTING = { property: 'state', states: ['draft', 'published', 'on_hold', 'shipped'] }
const SUBJECTS = [
  { nouns: ['episode'], states: SETTING.states, properties: ['publishedAt', 'renewals'] },
  { nouns: ['show'], states: [], properties: ['lastPublishedAt'] },
]

it.each<[text: string, expected: string]>([
  ['On publishing, `publishedAt` is set to now.', 'published'],
  ['Upon shipping, `publishedAt` is set.', 'shipped'],
  ['Shipping stamps `publishedAt`.', 'shipped'],
  ['Publishing it also sets `publishedAt`.', 'published'],
  ['`{"state": "on_hold"}` clears `publishedAt`.', 'on_hold'],
  ['`state: draft` clears `publishedAt`.', 'draft'],
  ['`state=draft` clears `publishedAt`.', 'draft'],
  ['Setting `state` to `draft` clears `publishedAt`.', 'draft'],
  ['Setting it to on hold clears `publishedAt`.', 'on_hold'],
  ['When the state becomes `shipped`, `publishedAt` is cleared.', 'shipped'],
  ['`published` sets `publishedAt`.', 'published'],
])('%s: %s', (text, expected) => expect(settingEffects(text, SUBJECTS, SETTING)[0]?.state).toBe(expected))

it.each([
  'Reviewing sets `publishedAt`.',
  'Published episodes have a `publishedAt`.',
  'On publishing or shipping, `publishedAt` is set.',
  'Shipping is free.',
  '`published` episodes keep it.',
  'Setting `title` to draft clears `publishedAt`.',
  'Before publishing, `publishedAt` is cleared.',
  'After shipping, nothing changes.',
])('%s: no state', (text) => expect(settingEffects(text, SUBJECTS, SETTING)).toEqual([]))

const read = (text: string): string =>
  settingEffects(text, SUBJECTS, SETTING)
    .map(({ property, change, state }) => `${state}: ${property} ${change.kind}`)
    .join(', ')

it.each<[text: string, expected: string]>([
  [
    "Moves it on.\n\nOn publishing, `publishedAt` is set to now and the show's `lastPublishedAt` follows.",
    'published: publishedAt set, published: lastPublishedAt set',
  ],
  [
    '`{"state": "on_hold"}` empties `publishedAt` and adds one to `renewals`; 409 the third time.',
    'on_hold: publishedAt cleared, on_hold: renewals added',
  ],
  ['On publishing, `publishedAt` is set unless it is set already.', ''],
  ['On publishing, `publishedAt` is set. For reruns, `publishedAt` stays as it is.', ''],
  ['Publishing sets `publishedAt` for members.', ''],
  ['Sets `publishedAt`.', ''],
])('%s: %s', (text, expected) => expect(read(text)).toBe(expected))
