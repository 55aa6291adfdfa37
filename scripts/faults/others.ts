/**
 * Measures what the conformance kit finds in the servers of others, with their documents and ten lines of
 * configuration alone: `npm run bench:faults -- others [seeds]`. A fault counts as found when a rule breaks on an operation
 * where it holds on the right server; what breaks on the right server is a false alarm.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, runConformance, runnerRules } from '../../src/toolkit/conformance/conform.ts'
import { readDocument } from '../../src/toolkit/contract/index.ts'
import { type OtherServer, otherServers } from '../../test/toolkit/conformance/servers/start.ts'

/** Of one run, in milliseconds. */
const TIME_BUDGET = 6000

/** `rule operation` of everything that broke. */
async function brokenIn(server: OtherServer, seed: number, fault?: string): Promise<Set<string>> {
  const { target, close } = await server.start(fault)
  const { identities, hints } = readConfig(readFileSync(join(server.folder, 'conform.yaml'), 'utf8'), {
    env: server.env,
    readFile: (path) => readFileSync(join(server.folder, path), 'utf8'),
  })
  const broken = new Set<string>()
  try {
    await runConformance({
      document: readDocument(join(server.folder, 'openapi.yaml')),
      target,
      identities,
      hints,
      rules: runnerRules,
      seed,
      timeBudget: TIME_BUDGET,
      subscribers: [
        (event) => {
          if (event.type === 'finding') broken.add(`${event.finding.rule} ${event.finding.operationId}`)
        },
      ],
    })
  } finally {
    await close()
  }
  return broken
}

async function main(seeds: number): Promise<void> {
  console.log('| Server | Fault | Found in seeds | By |\n|---|---|---|---|')
  for (const server of otherServers) {
    const alarms: Set<string>[] = []
    for (let seed = 1; seed <= seeds; seed++) alarms.push(await brokenIn(server, seed))
    for (const fault of server.faults) {
      const rules = new Set<string>()
      let found = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const fresh = [...(await brokenIn(server, seed, fault))].filter((one) => !alarms[seed - 1]?.has(one))
        if (fresh.length > 0) found++
        for (const one of fresh) rules.add(one.split(' ')[0] ?? one)
      }
      console.log(`| ${server.name} | ${fault} | ${found} of ${seeds} | ${[...rules].join(', ')} |`)
    }
    const falseAlarms = new Set(alarms.flatMap((one) => [...one]))
    console.log(
      `| ${server.name} | none: false alarms | ${falseAlarms.size} | ${[...falseAlarms].join(', ')} |`,
    )
  }
}

const seeds = Number(process.argv[3] ?? 1)
if (!Number.isInteger(seeds) || seeds < 1) throw new Error('Received no number of seeds, expected 1 or more.')
await main(seeds)
