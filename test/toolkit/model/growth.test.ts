import { expect, it } from 'vitest'
import { largeDocument } from '../../../bench/largeDocument.ts'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { readGiven } from '../../../src/toolkit/openapi/documentOf.ts'
import { thorough } from '../../harness/thorough.ts'

const OPERATIONS = 1_000
const TIMES = 5
/** A time that grows with the square of the operations is 25 times as long. */
const MAX_GROWTH = 12

/** Processor time of the fastest of three models, so that other work and the first compilation do not count. */
function modelTime(operations: number): number {
  const times = [1, 2, 3].map(() => {
    const document = readGiven(largeDocument(operations))
    const start = process.cpuUsage()
    expect(modelOf(document).resources).toHaveLength(operations / 5)
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  return Math.min(...times)
}

it.runIf(thorough)('needs time in proportion to the operations of a document', () => {
  expect(modelTime(TIMES * OPERATIONS) / modelTime(OPERATIONS)).toBeLessThan(MAX_GROWTH)
})
