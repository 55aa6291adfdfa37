/** Values written through the port of a stateful mock are the values read: every write operation of a document. */
import { describe, expect, it } from 'vitest'
import { countWrites } from '../../../scripts/mock/countWrites.ts'
import { readDocument } from '../../../src/toolkit/openapi/index.ts'
import { inCi } from '../../harness/thorough.ts'
import { FLEET } from './fleetDocument.ts'
import { ORDERS } from './ordersDocument.ts'
import { PETS } from './petsDocument.ts'
import { written } from './startMock.ts'

const EVERY = 1000
const documents = [
  ['the API of this repository', () => readDocument('generated/openapi.v1.json'), 25],
  ['a pet store', () => written(PETS), 3],
  ['orders', () => written(ORDERS), 1],
  ['a fleet', () => written(FLEET), 5],
] as const

describe('writes and reads of a stateful mock agree', () => {
  it.each(inCi ? documents : documents.slice(1))(
    'in %s',
    { timeout: 120_000 },
    async (_, document, least) => {
      const all = await countWrites(document(), EVERY)
      const untrue = all.filter(({ outcome }) => outcome === 'untrue')
      expect(
        untrue.map(({ operation, reason }) => `${operation.method} ${operation.path}: ${reason}`),
      ).toEqual([])
      expect(all.filter(({ outcome }) => outcome === 'true').length).toBeGreaterThanOrEqual(least)
    },
  )

  it('and the comparison finds a mock that stores nothing', async () => {
    const all = await countWrites(written(PETS), EVERY, false)
    expect(all.filter(({ outcome }) => outcome === 'untrue').length).toBeGreaterThan(0)
  })
})
