/**
 * Measures the findings of the conformance kit in third-party servers, with only their documents and ten lines of
 * configuration: `npm run bench:faults -- others [seeds]`. A fault counts as found when a rule fails on an operation where
 * it passes on the right server. A failure on the right server is a false alarm. `others wire [TEXT]` plants general faults
 * on the wire.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, runConformance, runnerRules } from '../../src/toolkit/conformance/conform.ts'
import { createFaultProxy } from '../../src/toolkit/mutate/proxy.ts'
import { readDocument } from '../../src/toolkit/openapi/index.ts'
import { anywhereFaults } from '../../test/toolkit/conformance/faults/anywhere.ts'
import type { AnywhereFault } from '../../test/toolkit/conformance/faults/bend.ts'
import { type OtherServer, otherServers } from '../../test/toolkit/conformance/servers/start.ts'

/** Of one run, in milliseconds. */
const TIME_BUDGET = 6000

/** `rule operation` of everything that broke, and in how many exchanges a fault on the wire acted. */
async function brokenIn(
  server: OtherServer,
  seed: number,
  fault?: string,
  wire?: AnywhereFault,
): Promise<{ broken: Set<string>; acted: number }> {
  const { target: right, close } = await server.start(fault)
  const proxy = await createFaultProxy({ target: right })
  proxy.plant(wire)
  const target = wire === undefined ? right : proxy.origin
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
    await proxy.close()
    await close()
  }
  return { broken, acted: proxy.acted }
}

/** General faults of any server, planted on the wire for each of them. */
async function plantOnWire(only: string | undefined): Promise<void> {
  console.log('| Server | Fault | Found by |\n|---|---|---|')
  const counts = { planted: 0, found: 0 }
  for (const server of otherServers) {
    const { broken: alarms } = await brokenIn(server, 1)
    for (const wire of anywhereFaults.filter(({ name }) => only === undefined || name.includes(only))) {
      const { broken, acted } = await brokenIn(server, 1, undefined, wire)
      const fresh = [...broken].filter((one) => !alarms.has(one))
      if (acted === 0 && fresh.length === 0) continue
      counts.planted++
      if (fresh.length > 0) counts.found++
      const rules = [...new Set(fresh.map((one) => one.split(' ')[0]))]
      console.log(
        `| ${server.name} | ${wire.name} | ${rules.slice(0, 4).join(', ') || `missed (acted ${acted} times)`} |`,
      )
    }
  }
  console.log(`\n${counts.found} of ${counts.planted} found.`)
}

async function main(seeds: number): Promise<void> {
  console.log('| Server | Fault | Found in seeds | By |\n|---|---|---|---|')
  for (const server of otherServers) {
    const alarms: Set<string>[] = []
    for (let seed = 1; seed <= seeds; seed++) alarms.push((await brokenIn(server, seed)).broken)
    for (const fault of server.faults) {
      const rules = new Set<string>()
      let found = 0
      for (let seed = 1; seed <= seeds; seed++) {
        const fresh = [...(await brokenIn(server, seed, fault)).broken].filter(
          (one) => !alarms[seed - 1]?.has(one),
        )
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

const [, , , first = '1', only] = process.argv
if (first === 'wire') await plantOnWire(only)
else {
  const seeds = Number(first)
  if (!Number.isInteger(seeds) || seeds < 1)
    throw new Error('Received no number of seeds, expected 1 or more.')
  await main(seeds)
}
