/**
 * `npm run test:processes`: three processes on one PostgreSQL under load, two of them killed in turn, the database
 * restarted and crashed. Afterwards no acknowledged change is lost, and none is done twice.
 *
 *     npm run test:processes -- --rounds 20 --restarts 5
 *
 * Against a PostgreSQL that is found on this machine, for it must be ended and started.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectTo, programsMissing, startPostgres } from '../../test/harness/postgres.ts'
import { type Processes, type ServingProcess, startProcesses } from '../../test/harness/processes.ts'
import { createReceiver, type Received } from '../../test/harness/receiver.ts'
import { buildIsStale, root } from '../prepare.mjs'
import { startLoad } from './load.ts'
import { verify } from './verify.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '5' },
    clients: { type: 'string', default: '10' },
  },
})
const [rounds, restarts, clients] = [values.rounds, values.restarts, values.clients].map(Number) as [
  number,
  number,
  number,
]
/** Attempts of one webhook that are in progress in parallel. */
const SHARE = 4
/** Milliseconds of the receiver's response. */
const RESPONSE = 30

if (programsMissing !== undefined) {
  console.log(`Skipped: ${programsMissing}.`)
  if (process.env.REQUIRE_POSTGRES === '1') process.exitCode = 1
} else {
  if (buildIsStale(root)) spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  const faults = await run()
  for (const fault of faults.slice(0, 40)) console.log(`FAULT   ${fault}`)
  console.log(faults.length === 0 ? 'ok' : `${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

async function run(): Promise<string[]> {
  const [postgres, receiver] = await Promise.all([
    startPostgres({ log_min_messages: 'fatal' }),
    createReceiver(),
  ])
  let processes: Processes | undefined
  try {
    const flags = ['--retry-time-scale', '1000']
    processes = await startProcesses({ url: postgres.url, count: 3, flags, webhookCa: receiver.ca })
    const { all } = processes
    const hook = {
      url: receiver.url(),
      events: ['prompt.created', 'evaluation.started', 'evaluation.test.completed', 'evaluation.completed'],
    }
    const webhook = await (all[0] as ServingProcess).ask('/v1/webhooks', { method: 'POST', body: hook })
    if (webhook.status !== 201) throw new Error(`no webhook: ${JSON.stringify(webhook.body)}`)
    const received: { request: Received; at: number }[] = []
    receiver.script((response) => {
      received.push({ request: receiver.requests.at(-1) as Received, at: Date.now() })
      setTimeout(() => response.end(), RESPONSE) // so that attempts are under way when a process dies
    })
    const load = await startLoad(all, clients)
    const restartAfter = new Set(
      Array.from({ length: restarts }, (_, index) => Math.ceil(((index + 1) * rounds) / restarts)),
    )
    let restarted = 0
    for (let round = 1; round <= rounds; round++) {
      await pause(300 + Math.random() * 700)
      const victim = all[1 + (round % 2)] as ServingProcess
      await victim.kill('SIGKILL')
      await pause(Math.random() * 500)
      const starting = victim.start()
      if (restartAfter.has(round)) {
        const how = restarted++ % 2 === 0 ? 'fast' : 'immediate'
        // A start must reach the database.
        await starting
        await postgres.restart?.(how)
        console.log(`round ${round}: ${victim.name} was killed, the database restarted (${how})`)
      } else {
        await starting
        console.log(`round ${round}: ${victim.name} was killed`)
      }
    }
    await pause(1_000)
    await load.stop()
    const client = await connectTo(postgres.url)
    await client.query('SET search_path = development')
    await untilQuiet(async () => {
      const { rows } = await client.query(
        `SELECT count(*) AS count FROM jobs WHERE kind IN ('delivery', 'evaluation')`,
      )
      return Number(rows[0].count)
    })
    const { acknowledged } = load
    const most = { late: rounds * SHARE, soon: restarted * SHARE }
    const { faults, facts } = await verify({ client, acknowledged, received, most })
    await client.end()
    console.log(`${load.counts.received} requests were answered, ${load.counts.repeated} had to be repeated`)
    for (const fact of facts) console.log(fact)
    return [...load.faults, ...faults, ...(await flood(processes))]
  } finally {
    await processes?.stop()
    await receiver.close()
    await postgres.stop()
  }
}

/** A minute and a half: as long as the longest lease of what was under way, and its work. */
async function untilQuiet(left: () => Promise<number>): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 90_000; await pause(250))
    if ((await left()) === 0) return
}

/** 1,000 requests in parallel on Free: ten, and one for each second that passes. */
async function flood({ all, admin }: Processes): Promise<string[]> {
  const owner = ['--owner-email', 'free@example.com', '--plan', 'free']
  const made = await admin<{ organizationId: string }>('organization', 'create', '--name', 'Free', ...owner)
  const wanted = ['--organization', made.organizationId, '--scopes', 'all']
  const { key } = await admin<{ key: string }>('key', 'create', ...wanted)
  const began = Date.now()
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      (all[index % all.length] as ServingProcess).ask('/v1/organization', { key }),
    ),
  )
  const most = 10 + Math.floor((Date.now() - began) / 1000)
  const used = responses.filter(({ status }) => status === 200).length
  const rejected = responses.filter(({ status }) => status === 429).length
  console.log(`of 1,000 requests at once on Free ${used} were taken and ${rejected} refused`)
  const isExact = used >= 10 && used <= most && used + rejected === responses.length
  return isExact ? [] : [`${used} requests on Free were taken, expected 10 to ${most}`]
}
