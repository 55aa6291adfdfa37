import type { Database } from '../storage/database.ts'

/**
 * What a supervisor or a balancer asks, by path, without a credential: `/healthz`, whether the process answers at all;
 * `/readyz`, whether requests should be sent here. A check that rejects is answered like any other failure: 503 where
 * nothing can be stored.
 */
export const healthChecks = (database: Pick<Database, 'write'>) => ({
  '/healthz': async () => ({ status: 'ok' }),
  '/readyz': async () => {
    await database.write(async () => {}) // changes nothing, yet fails where nothing could be written
    return { status: 'ready' }
  },
})
