/** The document allows every generated value of the mock; `THOROUGH=1` checks each operation and status with fifty seeds. */
import { expect, it } from 'vitest'
import { forbiddenResponses } from '../../../scripts/mock/forbiddenResponses.ts'
import { thorough, times } from '../../harness/thorough.ts'

it.each([
  ['generated/openapi.v1.json', 61],
  ['generated/openapi.oauth.json', 17],
  ['examples/lending-desk/openapi/openapi.yaml', 5],
  ['test/toolkit/openapi/fixtures/api.yaml', 1],
])(
  'no answer of %s breaks its own document',
  async (file, every) => {
    const seeds = Array.from({ length: times(50, 2) }, (_, index) => index + 1)
    const { checked, found } = await forbiddenResponses(file, { seeds, every: thorough ? 1 : every })
    expect(checked).toBeGreaterThan(0)
    expect(found).toEqual([])
  },
  times(3_600_000, 60_000),
)
