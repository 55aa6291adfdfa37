/** Tests that need a PostgreSQL: one server for all of a group, which is skipped with the reason where there is none. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type PostgresServer, postgresMissing, startPostgres } from './postgres.ts'

/** @param tests get the server, which is there when they run */
export function describeOverPostgres(title: string, tests: (server: PostgresServer) => void): void {
  const named = postgresMissing === undefined ? title : `${title} (${postgresMissing})`
  describe.skipIf(postgresMissing !== undefined)(named, () => {
    const server = {} as PostgresServer
    beforeAll(async () => {
      Object.assign(server, await startPostgres())
    })
    afterAll(() => server.stop?.())
    tests(server)
  })
}
