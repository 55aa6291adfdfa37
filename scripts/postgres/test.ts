/**
 * `npm run test:postgres`: the tests that a database can break, over PostgreSQL, or those that are named:
 *
 *     npm run test:postgres -- test/service/jobs
 *     npm run test:postgres -- --twice
 *
 * The server is that of TEST_DATABASE_URL, else one that is found on this machine and started in memory, else one that
 * is fetched. REQUIRE_POSTGRES=1 fails where there is none. Then three processes on one database are killed and continue,
 * as by `npm run test:processes`. With --twice each unit of work is undone once and run again, as a collision does.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { serverMissing, startPostgres } from '../../test/harness/postgres.ts'
import { fetchPostgres } from './fetchPostgres.ts'

/** Tests of code that depends on the engine: storage, jobs, events, limits, everything over HTTP. */
const TESTS = [
  'test/service/storage/database.test.ts',
  'test/service/storage/postgres.test.ts',
  'test/service/storage/postgresShared.test.ts',
  'test/service/storage/postgresLosses.test.ts',
  'test/service/storage/credentialGeneration.test.ts',
  'test/service/storage/nameSearch.test.ts',
  'test/service/jobs',
  'test/service/events',
  'test/service/cli/migrate.test.ts',
  'test/service/cli/postgres.test.ts',
  'test/service/cli/postgresDiskFull.test.ts',
  'test/processes',
  'test/concurrency.test.ts',
  'test/contract.test.ts',
  'test/tenancy.test.ts',
  // The contract and the tenancy test call each of these operations.
  ...(process.env.THOROUGH === '1'
    ? [
        'test/service/server/steps',
        'test/service/features/prompts',
        'test/service/features/datasets',
        'test/service/features/evaluations',
        'test/service/features/folders',
        'test/service/features/organization',
        'test/service/features/oauth',
        'test/service/features/webhooks',
      ]
    : []),
]

/** Tests of SQLite's own properties, each with the reason. */
const WITHOUT = [
  // Look at SQLite's plans of the statements.
  '**/queryPlans.test.ts',
  '**/apiKeyAuthenticator.test.ts',
  // Measures memory over a hundred thousand rows, which need minutes one statement at a time over a socket.
  '**/largeDataset.test.ts',
]

/** Tests that count how often a unit of work does something, which is twice where each is run twice. */
const WITHOUT_TWICE = ['**/apiVersions.test.ts']

const given = process.argv.slice(2)
const twice = given.includes('--twice')
const named = given.filter((word) => word !== '--twice')

const bin = serverMissing === undefined ? undefined : fetchPostgres()
if (serverMissing !== undefined && typeof bin !== 'string') {
  console.log(`Skipped: ${serverMissing}, and none could be fetched (${bin?.reason}).`)
  if (process.env.REQUIRE_POSTGRES === '1') process.exitCode = 1
} else {
  if (typeof bin === 'string') process.env.TEST_POSTGRES_BIN = bin
  const server = await startPostgres()
  console.log(`PostgreSQL at ${new URL(server.url).host}${twice ? ', each unit of work twice' : ''}`)
  const env = {
    EVERY_CASE: '0/6',
    ...process.env,
    TEST_DATABASE_URL: server.url,
    TEST_DATABASE_ENGINE: 'postgres',
    ...(twice && { TEST_DATABASE_UNITS: 'twice' }),
  }
  const without = [...WITHOUT, ...(twice ? WITHOUT_TWICE : [])].flatMap((pattern) => ['--exclude', pattern])
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--testTimeout',
    '180000',
    ...without,
    ...(named.length > 0 ? named : TESTS),
  ]
  // In parallel to the event loop, which reads the server's output: a server with unread output blocks.
  const [status] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit')
  await server.stop()
  process.exitCode = status ?? 1
  if (named.length === 0 && !twice) {
    // Few rounds of `npm run test:processes`, which has a server of its own.
    const kills = ['--import', 'tsx', 'scripts/processes/test.ts', '--rounds', '1', '--restarts', '1']
    const [ended] = await once(spawn(process.execPath, kills, { stdio: 'inherit' }), 'exit')
    if (ended !== 0) process.exitCode = 1
  }
}
