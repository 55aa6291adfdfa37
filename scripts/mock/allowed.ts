/**
 * `npx tsx scripts/mock/allowed.ts [--seeds 50] DOCUMENT…`: whether the mock emits a body or header that its own document
 * forbids: every operation, every status, so many seeds. Prints the findings, and the duration.
 */
import { parseArgs } from 'node:util'
import { forbiddenResponses } from './forbiddenResponses.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '50' } },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
let broken = 0
for (const file of positionals) {
  const started = performance.now()
  const { checked, found } = await forbiddenResponses(file, { seeds, every: 1 })
  broken += found.length
  for (const line of found) console.log(line)
  const time = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${file}: ${checked} answers, ${found.length} forbidden (${time} s)`)
}
process.exitCode = broken > 0 ? 1 : 0
