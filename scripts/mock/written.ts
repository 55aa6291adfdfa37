/**
 * `npm run bench:written -- [--all] [--most N] DOCUMENT…`: writes through the HTTP port of a stateful mock, once for each
 * write operation of a document (`--most N`: for a spread of N), and reads the result. Prints the number of writes by
 * outcome, and fails on a success that a read contradicts.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocument } from '../../src/toolkit/openapi/index.ts'
import { countWrites } from './countWrites.ts'
import type { Written } from './writtenRead.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, most: { type: 'string', default: '1000000' } },
})

const OUTCOMES = ['true', 'unread', 'declined', 'untrue'] as const
const totals = { true: 0, unread: 0, declined: 0, untrue: 0 }
const lines: string[] = []
let failed = 0
console.log('| Document | Writes | True | Not readable | 501 or an error | Untrue |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const file of positionals) {
  let written: Written[]
  try {
    written = await countWrites(readDocument(file), Number(values.most))
  } catch (error) {
    failed++
    console.log(
      `| ${basename(file)} | not mocked: ${String(error).split('\n', 1)[0]?.slice(0, 120)} | | | | |`,
    )
    continue
  }
  const count = (wanted: string) => written.filter(({ outcome }) => outcome === wanted).length
  for (const one of OUTCOMES) totals[one] += count(one)
  console.log(`| ${basename(file)} | ${written.length} | ${OUTCOMES.map(count).join(' | ')} |`)
  for (const { operation, outcome, status, reason } of written)
    if (outcome === 'untrue' || values.all)
      lines.push(`${basename(file)} ${outcome} ${operation.method} ${operation.path} ${status}: ${reason}`)
}
const all = OUTCOMES.map((one) => totals[one])
console.log(`| all | ${all.reduce((a, b) => a + b, 0)} | ${all.join(' | ')} |`)
if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
process.exitCode = totals.untrue + failed > 0 ? 1 : 0
