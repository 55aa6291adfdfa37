/**
 * Makes everything in `generated/` from the documents: bundles, types and the operation table.
 *
 *     npm run generate              writes what changed
 *     npm run generate -- --check   writes nothing; exits 1 and names each file that is not as it should be
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMMAND, differences, outputsOf } from '../src/toolkit/generate/outputs.ts'

const REMEDY = {
  missing: `is missing; run \`${COMMAND}\``,
  stale: `differs from what the documents say; run \`${COMMAND}\``,
  unexpected: `is not made by \`${COMMAND}\`; delete it, or let src/toolkit/generate/outputs.ts make it`,
}

async function main(args: string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--check')
  if (unknown !== undefined) {
    console.error(`Unknown argument ${unknown}; the only one is --check.`)
    return 2
  }
  const root = process.cwd()
  const outputs = await outputsOf(root)
  const found = differences(root, outputs)
  const toWrite = found.filter(({ kind }) => kind !== 'unexpected')
  const complaints = args.includes('--check') ? found : found.filter(({ kind }) => kind === 'unexpected')
  if (!args.includes('--check') && toWrite.length > 0) {
    for (const { name } of toWrite) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), outputs.get(name) ?? '')
    }
    console.log(`Wrote ${toWrite.map(({ name }) => name).join(', ')}.`)
  }
  for (const { name, kind } of complaints) console.error(`${name} ${REMEDY[kind]}.`)
  return complaints.length > 0 ? 1 : 0
}

process.exitCode = 1 // until it is known to be otherwise
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.error('Nothing was written. `npm run lint:api` names the file and the line of what it finds.')
    process.exitCode = 1
  },
)
