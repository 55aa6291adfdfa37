/** Three processes on one PostgreSQL for the tests of a file. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type PostgresServer, postgresMissing, startPostgres } from '../harness/postgres.ts'
import { type Processes, type ServingProcess, startProcesses } from '../harness/processes.ts'
import { createReceiver, type Receiver } from '../harness/receiver.ts'

// Three starts and a database of its own need half a minute of two processors.
const left = process.env.TEST_DATABASE_ENGINE === 'postgres' ? postgresMissing : 'in `npm run test:postgres`'

const AMPLE = { perMinute: 1_000_000, perDay: 100_000_000, burst: 1_000_000 }

interface Three {
  readonly postgres: PostgresServer
  readonly receiver: Receiver
  readonly processes: Processes
  /** One of the three, counted round. */
  at(index: number): ServingProcess
  /** The response of each in turn to a GET. */
  statusesOf(path: string, key: string): Promise<number[]>
  organization(plan: string): Promise<MadeOrganization>
}

interface MadeOrganization {
  organizationId: string
  owner: { email: string; password: string }
  /** Of all scopes. */
  key: string
}

/** Runs the tests over three processes, or reports why not. */
export function withThreeProcesses(name: string, tests: (three: Three) => void): void {
  describe.skipIf(left !== undefined)(`${name}${left ? ` (${left})` : ''}`, () => {
    let postgres: PostgresServer
    let receiver: Receiver
    let processes: Processes
    beforeAll(async () => {
      const settings = { log_min_messages: 'warning' }
      ;[postgres, receiver] = await Promise.all([startPostgres(settings), createReceiver()])
      const plans = {
        enterprise: AMPLE,
        // Of each plan one limit is within reach.
        pro: { ...AMPLE, perDay: 25 },
        business: { ...AMPLE, perMinute: 40 },
        unauthenticated: { perMinute: 1_000_000, burst: 1_000_000 },
      }
      const flags = ['--retry-time-scale', '1000']
      processes = await startProcesses({ url: postgres.url, count: 3, flags, plans, webhookCa: receiver.ca })
    })
    afterAll(async () => {
      await processes?.stop()
      await receiver?.close()
      await postgres?.stop()
    })
    let organizations = 0
    tests({
      get postgres() {
        return postgres
      },
      get receiver() {
        return receiver
      },
      get processes() {
        return processes
      },
      at: (index) => processes.all[index % 3] as ServingProcess,
      async statusesOf(path, key) {
        const statuses: number[] = []
        for (const { ask } of processes.all) statuses.push((await ask(path, { key })).status)
        return statuses
      },
      async organization(plan) {
        const name = `Organization ${++organizations}`
        const owner = ['--owner-email', `owner${organizations}@example.com`]
        const words = ['organization', 'create', '--name', name, '--plan', plan, ...owner]
        const made = await processes.admin<Omit<MadeOrganization, 'key'>>(...words)
        const wanted = ['--organization', made.organizationId, '--scopes', 'all']
        const { key } = await processes.admin<{ key: string }>('key', 'create', ...wanted)
        return { ...made, key }
      },
    })
  })
}
