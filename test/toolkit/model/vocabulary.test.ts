import { expect, it } from 'vitest'
import { singularOf } from '../../../src/toolkit/model/vocabulary.ts'

it.each([
  ['warehouses', 'warehouse'],
  ['cases', 'case'],
  ['licenses', 'license'],
  ['courses', 'course'],
  ['causes', 'cause'],
  ['uses', 'use'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['aliases', 'alias'],
  ['gases', 'gas'],
  ['boxes', 'box'],
  ['batches', 'batch'],
  ['caches', 'cache'],
  ['coaches', 'coach'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['categories', 'category'],
  ['replies', 'reply'],
  ['people', 'person'],
  ['children', 'child'],
  ['shelves', 'shelf'],
  ['archives', 'archive'],
  ['indices', 'index'],
  ['analyses', 'analysis'],
  ['quizzes', 'quiz'],
  ['schemas', 'schema'],
  ['series', 'series'],
  ['credit_notes', 'credit_note'],
])('the singular of %s is %s, and that of the singular is itself', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular)
  expect(singularOf(singular)).toBe(singular)
})
