import type { Database } from '../storage/database.ts'

/**
 * The checks for a supervisor or a balancer, by path, without a credential. `/healthz`: whether the process responds at
 * all. `/readyz`: whether requests should be sent here. A failed check gets a response like any other failure: 503
 * where nothing can be stored.
 */
export const healthChecks = (database: Pick<Database, 'write'>) => ({
  '/healthz': async () => ({ status: 'ok' }),
  '/readyz': async () => {
    await database.write(async () => {}) // changes nothing, yet fails where nothing could be written
    return { status: 'ready' }
  },
})
