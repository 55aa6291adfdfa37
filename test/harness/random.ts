import { createHash } from 'node:crypto'
import type { Random } from '../../src/service/runtime/random.ts'

/** A reproducible source: the same seed gives the same bytes and fractions, in the order of the calls. */
export function seededRandom(seed = 'seed'): Random {
  let drawn = 0
  const block = () => createHash('sha256').update(`${seed}:${drawn++}`).digest()
  return {
    bytes(count) {
      const blocks: Buffer[] = []
      for (let have = 0; have < count; have += 32) blocks.push(block())
      return Buffer.concat(blocks).subarray(0, count)
    },
    fraction: () => block().readUInt32BE() / 2 ** 32,
  }
}
