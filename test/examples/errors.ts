/** The documented errors of the server: `npm run examples` writes them and a test compares them. */
import { readdirSync } from 'node:fs'
import { defaultPlans } from '../../src/service/server/steps/rateLimit/plans.ts'
import { createWorld } from '../contract/world.ts'
import { createReceiver } from '../harness/receiver.ts'
import { startServer } from '../harness/server.ts'
import { contentScenarios } from './content.ts'
import { masked } from './mask.ts'
import type { Scenario } from './scenario.ts'
import { sharedScenarios } from './shared.ts'
import { workScenarios } from './work.ts'

const scenarios = { ...sharedScenarios, ...contentScenarios, ...workScenarios }

export interface ErrorExample {
  /** Below the root of the project. */
  file: string
  name: string
  /** The body, masked. */
  value: unknown
}

/** Every file that documents error responses. */
export const responseFiles = (): string[] =>
  readdirSync('openapi/v1', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/responses\/[^/]+\.yaml$/.test(path))
    .map((path) => `openapi/v1/${path}`)
    .sort()

/** Examples with the same text in every place: only the idempotency key matters. */
const EVERYWHERE = ['keyReused', 'inProgress']

/** The scenario behind an example; undefined where none is written. */
export function scenarioOf(file: string, name: string): Scenario | undefined {
  const own = scenarios[file.replace(/^openapi\/v1\//, '').replace(/\.yaml$/, '')]?.[name]
  if (own || !EVERYWHERE.includes(name)) return own
  return scenarios['shared/responses/IdempotencyConflict']?.[name]
}

/** Requests each of the examples from a server of its own, one after the other. */
export async function realErrors(wanted: readonly { file: string; name: string }[]): Promise<ErrorExample[]> {
  const receiver = await createReceiver()
  const { free, pro } = defaultPlans
  const server = await startServer({
    webhookCa: receiver.ca,
    plans: { free, pro: { ...pro, burst: 200, perDay: 100 } },
  })
  const found: ErrorExample[] = []
  try {
    const world = await createWorld(server, receiver)
    for (const { file, name } of wanted) {
      const scenario = scenarioOf(file, name)
      if (!scenario) continue
      const { body } = await scenario(world)
      const value = JSON.parse(body.toString()) as { success?: boolean }
      if (value.success !== false) throw new Error(`${file}, ${name}: the answer is no error: ${body}`)
      found.push({ file, name, value: masked(value) })
    }
  } finally {
    await server.close()
    await receiver.close()
  }
  return found
}
