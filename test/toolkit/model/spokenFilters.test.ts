/** Filters in words. */
import { describe, expect, it } from 'vitest'
import { isOtherEnd, saysBothEnds } from '../../../src/toolkit/model/bounds.ts'
import { saysEveryWord, searchedParts } from '../../../src/toolkit/model/description.ts'

const names = ['id', 'street', 'postcode', 'name']

describe('the properties that may contain a value', () => {
  it.each<[sentence: string, found: string[]]>([
    ['Substring of street or postcode.', ['street', 'postcode']],
    ['A part of the street, the postcode or the name.', ['street', 'postcode', 'name']],
    ['Looks in both the street and its name, ignoring case.', ['street', 'name']],
    ['Case-insensitive substring of `street` or `name`.', ['street', 'name']],
    ['Text in street/postcode (case-insensitive).', ['street', 'postcode']],
    ['Substring of the street.', ['street']],
    ['Substring of street or the owner of the house.', []],
    ['The street or the postcode.', []],
    ['Part of the zone or its name', []],
    ['Bins in this street or postcode.', []],
  ])('%s', (sentence, found) => {
    expect(searchedParts(sentence, names)).toEqual(found)
  })
})

describe('whether both ends of a range belong to it', () => {
  it.each<[sentence: string, found: boolean | undefined]>([
    ['Both bounds are part of the range and each can be used alone.', true],
    ['Both ends are inclusive.', true],
    ['Both dates included.', true],
    ['Both limits are excluded.', false],
    ['Both bounds are optional.', undefined],
    ['Both are required if one is included.', undefined],
    ['The bound is part of the range.', undefined],
  ])('%s', (sentence, found) => {
    expect(saysBothEnds(sentence)).toBe(found)
  })

  it.each([
    ['born_from', 'born_to', true],
    ['minRate', 'max_rate', true],
    ['born_from', 'seen_to', false],
    ['from', 'until', true],
    ['from', 'from', false],
    ['name', 'rate', false],
  ])('%s and %s', (one, other, isEnd) => {
    expect(isOtherEnd(one, other)).toBe(isEnd)
  })
})

describe('whether each word of a search must match', () => {
  it.each([
    ['Every word must occur somewhere in title, director or country.', true],
    ['All words have to be contained in the title.', true],
    ['Films in which all of the words appear.', true],
    ['Every word must be found in the title.', true],
    ['Every word must be at least 3 letters long.', false],
    ['Each word must start with a letter.', false],
    ['All words are found quickly.', false],
    ['All keywords are contained in the index.', false],
    ['At least one word must occur in the title.', false],
    ['All words of the title are searched.', false],
    ['Every word counts, but not all words must occur.', false],
  ])('%s', (sentence, isStated) => {
    expect(saysEveryWord(sentence)).toBe(isStated)
  })
})
