/**
 * Measures the service next to its alternatives, in one run, and reports the result as ratios.
 *
 *     npm run bench                    every topic
 *     npm run bench -- requests        one
 *     npm run bench -- --write         also puts the results into docs/internals/performance.md
 *     npm run bench -- requests --runs 3 --write=requests-node-24
 *                                      medians and spreads of three runs, into the place of that name
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { merged } from './repeat.ts'
import type { Topic } from './topic.ts'
import { clients } from './topics/clients.ts'
import { deliveries } from './topics/deliveries.ts'
import { design, designMemory } from './topics/design.ts'
import { documents } from './topics/documents.ts'
import { evaluations } from './topics/evaluations.ts'
import { languageServer, languageServerMemory } from './topics/languageServer.ts'
import { listsTopic } from './topics/lists.ts'
import { oauth } from './topics/oauth.ts'
import { otherTools } from './topics/otherTools.ts'
import { requests } from './topics/requests.ts'
import { scale } from './topics/scale.ts'
import { signIns } from './topics/signIns.ts'
import { startup } from './topics/startup.ts'

const topics: readonly Topic[] = [
  requests,
  startup,
  deliveries,
  oauth,
  signIns,
  evaluations,
  listsTopic,
  scale,
  design,
  designMemory,
  clients,
  languageServer,
  languageServerMemory,
  documents,
  otherTools,
]
const PAGE = 'docs/internals/performance.md'

const { values: options, positionals: wanted } = parseArgs({
  // Without a value, `--write` uses the name of each topic.
  args: process.argv.slice(2).map((word) => (word === '--write' ? '--write=' : word)),
  options: { write: { type: 'string' }, runs: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const unknown = wanted.filter((name) => !topics.some((topic) => topic.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no topic ${unknown.join(', ')}; there are ${topics.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`)
const runs = Number(options.runs)
if (!Number.isInteger(runs) || runs < 1)
  fail(`--runs is ${options.runs}; expected a number of runs, such as 3.`)
if (options.write !== undefined && options.write !== '' && wanted.length !== 1)
  fail('--write=NAME needs one topic, because each has its own place.')
for (const topic of topics) {
  if (wanted.length > 0 && !wanted.includes(topic.name)) continue
  const results: string[] = []
  for (let run = 0; run < runs; run++) {
    results.push(await topic.run())
    if (runs > 1) console.log(`\nRun ${run + 1} of ${runs}\n\n${results.at(-1)}`)
  }
  const result = merged(results)
  console.log(`\n## ${topic.title}\n\n${result}`)
  if (options.write !== undefined) write(options.write || topic.name, result)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

/** Replaces the text between the topic's two markers in the page. */
function write(name: string, result: string): void {
  const page = readFileSync(PAGE, 'utf8')
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`]
  const [start, end] = [page.indexOf(open), page.indexOf(close)]
  if (start < 0 || end < start)
    throw new Error(`${PAGE} has no place for ${name}: expected ${open} … ${close}`)
  writeFileSync(PAGE, `${page.slice(0, start + open.length)}\n${result}\n${page.slice(end)}`)
}
