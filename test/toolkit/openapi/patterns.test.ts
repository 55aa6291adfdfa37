/** Which patterns V8's own engine runs in linear time; the others run on RE2. */
import { expect, it } from 'vitest'
import { isLinearAnywhere, linearPattern } from '../../../src/toolkit/openapi/patterns.ts'

it.each([
  '^[a-z]+$',
  '^folder_[0-7][0-9a-z]{25}$',
  '^(root|folder_[0-7]{3})$',
  '^[,*+|?]*$',
  '^a{2,}b?$',
  String.raw`^\S{1,36}$`,
])('%s is', (pattern) => {
  expect(isLinearAnywhere(pattern)).toBe(true)
})

it.each([
  ['a repetition in another one', '^(a+)+$'],
  ['a choice in a repetition', '^(a|a)*$'],
  ['two repetitions', '^a*a*$'],
  ['an open repetition next to another one', '^a{2,}a+$'],
  ['no beginning', 'a+$'],
  ['a beginning of one choice only', '^a|a+$'],
  ['many optional parts', `^${'a?'.repeat(30)}$`],
  ['many choices', `^${'(a|a)'.repeat(30)}$`],
  ['bounded repetitions that multiply', '^a{0,90}a{0,90}a{0,90}$'],
  ['a back-reference', String.raw`^(a*)\1$`],
  ['look-around', '^(?=a+$)a+b$'],
])('%s is not', (_, pattern) => {
  expect(isLinearAnywhere(pattern)).toBe(false)
  const text = `${'a'.repeat(50_000)}\u0000`
  const before = performance.now()
  linearPattern(pattern).test(text)
  expect(performance.now() - before).toBeLessThan(5_000)
})
