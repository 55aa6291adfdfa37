/** The load: the requests of its clients and their acknowledged changes, while processes die and the database restarts. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Asked, Reply, ServingProcess } from '../../test/harness/processes.ts'

/** The acknowledged changes. */
export interface Acknowledged {
  /** By id, the name. */
  prompts: Map<string, string>
  /** Of each prompt that was published again, the numbers. */
  versions: Map<string, number[]>
  executions: Map<string, string>
  evaluations: Set<string>
  /** Keys that were revoked; no process may take one afterwards. */
  revoked: number
}

export const CASES = 10

/** Milliseconds in which a client repeats a request. */
const PATIENCE = 120_000

export interface Load {
  acknowledged: Acknowledged
  /** Wrong responses; the run fails with any. */
  faults: string[]
  /** Requests with a response, and those that had to be repeated. */
  counts: { received: number; repeated: number }
  stop(): Promise<void>
}

export async function startLoad(all: readonly ServingProcess[], clients: number): Promise<Load> {
  const acknowledged: Acknowledged = {
    prompts: new Map(),
    versions: new Map(),
    executions: new Map(),
    evaluations: new Set(),
    revoked: 0,
  }
  const faults: string[] = []
  const counts = { received: 0, repeated: 0 }
  let stopped = false
  let made = 0

  const any = () => all[Math.floor(Math.random() * all.length)] as ServingProcess

  /** As a careful client: repeats what failed, with the same idempotency key, wherever it is sent. */
  async function ask(path: string, asked: Asked = {}): Promise<Reply> {
    const idempotencyKey = randomBytes(12).toString('hex')
    const headers = {
      ...asked.headers,
      ...(asked.method === 'POST' && { 'idempotency-key': idempotencyKey }),
    }
    for (const began = Date.now(); ; counts.repeated++) {
      const response = await any()
        .ask(path, { ...asked, headers })
        .catch(() => undefined)
      const again =
        response === undefined ||
        response.status === 503 ||
        (response.status === 409 && response.body.error?.code === 'IDEMPOTENCY_IN_PROGRESS')
      if (!again) {
        counts.received++
        return response
      }
      if (Date.now() - began > PATIENCE)
        throw new Error(
          `${asked.method ?? 'GET'} ${path} was not answered: ${JSON.stringify(response?.body)}`,
        )
      await pause(50 + Math.random() * 200)
    }
  }

  async function expectStatus(wanted: number, path: string, asked: Asked = {}): Promise<Reply> {
    const response = await ask(path, asked)
    if (response.status !== wanted)
      throw new Error(
        `${asked.method ?? 'GET'} ${path}: ${response.status} ${JSON.stringify(response.body)}, expected ${wanted}`,
      )
    return response
  }

  const items = Array.from({ length: CASES }, (_, index) => ({ variables: { name: `Name ${index}` } }))
  const base = (
    await expectStatus(201, '/v1/prompts', {
      method: 'POST',
      body: { name: 'Of the load', content: 'Hello {{name}}', model: 'mock/echo' },
    })
  ).body.id as string
  acknowledged.prompts.set(base, 'Of the load')
  const dataset = (
    await expectStatus(201, '/v1/datasets', { method: 'POST', body: { name: 'Cases', items } })
  ).body.id as string

  const works: (() => Promise<void>)[] = [
    async () => {
      const name = `Prompt ${++made}`
      const { body } = await expectStatus(201, '/v1/prompts', {
        method: 'POST',
        body: { name, content: 'Hello.' },
      })
      acknowledged.prompts.set(body.id, name)
      const { body: read } = await expectStatus(200, `/v1/prompts/${body.id}`)
      if (read.name !== name) faults.push(`${body.id} is called ${read.name}, expected ${name}`)
    },
    async () => {
      const { body } = await expectStatus(201, `/v1/prompts/${base}/versions`, {
        method: 'POST',
        body: { fromVersion: 1 },
      })
      const numbers = acknowledged.versions.get(base) ?? []
      numbers.push(body.version)
      acknowledged.versions.set(base, numbers)
    },
    async () => {
      const { body } = await expectStatus(200, `/v1/prompts/${base}/execute`, {
        method: 'POST',
        body: { variables: { name: 'you' } },
      })
      acknowledged.executions.set(body.id, base)
    },
    async () => {
      const { body } = await expectStatus(202, '/v1/evaluations', {
        method: 'POST',
        body: {
          promptId: base,
          datasetId: dataset,
          concurrency: 2,
          scorers: [{ type: 'startsWith', options: { value: 'Hello' } }],
        },
      })
      acknowledged.evaluations.add(body.id)
      await pause(500) // ten cases and twelve events
    },
    async () => {
      const { body: key } = await expectStatus(201, '/v1/organization/api-keys', {
        method: 'POST',
        body: { name: 'Short-lived', scopes: ['prompts:read'] },
      })
      await expectStatus(200, '/v1/prompts?limit=1', { key: key.key })
      const revoked = await ask(`/v1/organization/api-keys/${key.id}`, { method: 'DELETE' })
      // Repeated, it may have been done the first time.
      if (![204, 404, 409].includes(revoked.status)) faults.push(`a revocation answered ${revoked.status}`)
      for (const one of all) {
        const response = await one.ask('/v1/prompts?limit=1', { key: key.key }).catch(() => undefined)
        if (response && response.status !== 401 && response.status !== 503)
          faults.push(`a revoked key got ${response.status} from ${one.name}`)
      }
      acknowledged.revoked++
    },
  ]

  const client = async (number: number) => {
    for (let turn = number; !stopped; turn++) {
      try {
        await works[turn % works.length]?.()
      } catch (error) {
        faults.push(String(error))
        return
      }
    }
  }
  const running = Array.from({ length: clients }, (_, number) => client(number))
  return {
    acknowledged,
    faults,
    counts,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
