import { expect, test } from 'vitest'
import { createLastUses, createScopeCache } from '../../../../src/service/features/organization/keyMemory.ts'
import { ManualClock } from '../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../storage/temporaryDatabase.ts'

test('the uses of keys are forgotten a minute later', async () => {
  const clock = new ManualClock()
  const uses = createLastUses(await temporaryServiceDatabase(), clock)
  for (let key = 0; key < 500; key++) uses.note(`key_${key}`)
  await clock.advance(30_000)
  for (let key = 500; key < 600; key++) uses.note(`key_${key}`)
  expect(uses.size).toBe(600)
  await clock.advance(30_000)
  uses.note('key_599')
  uses.note('key_0')
  expect(uses.size).toBe(101)
  await clock.advance(60_000)
  uses.note('key_1')
  expect(uses.size).toBe(1)
})

test('lists of scopes are never more than the bound, and each is right', () => {
  const cache = createScopeCache(10)
  for (let round = 0; round < 100; round++) {
    const scopes = JSON.stringify(['prompts:read', 'prompts:write', `unknown:${round}`])
    expect([...cache.of({ scopes, role: 'viewer' })]).toEqual(['prompts:read'])
    expect([...cache.of({ scopes, role: 'editor' })]).toEqual(['prompts:read', 'prompts:write'])
    expect(cache.size).toBeLessThanOrEqual(10)
  }
})
