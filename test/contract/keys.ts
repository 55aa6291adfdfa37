import type { TestServer } from '../harness/server.ts'

/** Credentials of one organization, and of one whose limits are used up. */
export interface Keys {
  /** Of every scope. */
  all: string
  /** Of only one scope, by its name. */
  only: Readonly<Record<string, string>>
  exhausted: string
}

/** The scopes of `Keys.only`: for each operation one of them is not enough. */
export const NARROW_SCOPES = ['prompts:read', 'webhooks:read'] as const

/** Keys of organization A, and one of a new organization on the free plan, which it uses up with one request. */
export async function makeKeys(server: TestServer): Promise<Keys> {
  const only: Record<string, string> = {}
  for (const scope of NARROW_SCOPES) only[scope] = await server.keyWith(server.a, [scope])
  const exhausted = (await server.organization('free')).key
  await server.wire.send({ method: 'GET', path: '/prompts', key: exhausted })
  return { all: server.a.key, only, exhausted }
}
