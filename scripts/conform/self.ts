/**
 * `npm run conform:self [-- flags]`: builds, starts our server with limits raised, creates identities by `admin`, and
 * runs `specwright conform` against it from outside. The flags are those of `conform`, and:
 * - `--no-build` uses the existing build.
 * - `--production` tests that environment, without webhooks: only in development are the delays between attempts divided.
 * - `--workers=3` tests as many processes on a PostgreSQL that is found on this machine.
 * - `--migrated` tests on SQLite and stops the server. It moves both environments with all their data to PostgreSQL by
 *   `admin migrate`, and tests again with the same credentials: with `--profile core`, unless another one is given.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/harness/postgres.ts'
import { receiverCertificates, startOwnServer } from './ownServer.ts'

const root = join(import.meta.dirname, '../..')
const flags = process.argv.slice(2)
const building = !flags.includes('--no-build')
const environment = flags.includes('--production') ? 'production' : 'development'
const workers = flags.filter((flag) => flag.startsWith('--workers='))
const migrating = flags.includes('--migrated')
const OWN = ['--no-build', '--production', '--migrated', ...workers]
if (building) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const service = join(root, 'dist/src/service/cli/main.js')
const toolkit = join(root, 'dist/src/toolkit/cli/main.js')
const directory = mkdtempSync(join(tmpdir(), 'conform-self-'))
/** The delays between attempts add up to 27 hours; divided by this, to ten seconds. */
const SCALE = '10000'
const receiver = await receiverCertificates(directory)
const postgres =
  workers.length > 0 || migrating ? await startPostgres({ log_min_messages: 'warning' }) : undefined
const onPostgres = postgres ? ['--database', postgres.url, ...workers] : []
const serving = ['--webhook-allow', '127.0.0.0/8', '--webhook-ca', receiver.ca, '--retry-time-scale', SCALE]
const server = await startOwnServer(
  [service],
  directory,
  migrating ? serving : [...serving, ...onPostgres],
  environment,
)
const config = join(root, 'scripts/conform/conform.yaml')
const given = ['--config', config, '--target', server.target, '--ca', server.ca]
if (environment === 'production') given.push('--allow-production')
else given.push('--receiver-host', '127.0.0.1', '--receiver-certificates', receiver.directory)
if (environment === 'development') given.push('--retry-time-scale', SCALE)
const passed = flags.filter((flag) => !OWN.includes(flag))
if (migrating && !passed.some((flag) => flag.startsWith('--profile'))) given.push('--profile', 'core')
try {
  process.exitCode = await conform()
  if (postgres && migrating) {
    await server.stop()
    await migrate(postgres.url)
    await server.startAgain([...serving, ...onPostgres])
    process.exitCode = (await conform()) || process.exitCode
  }
} finally {
  await server.stop()
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Its exit code. */
function conform(): Promise<number> {
  const child = spawn(process.execPath, [toolkit, 'conform', ...given, ...passed], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...server.keys },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

async function migrate(url: string): Promise<void> {
  for (const name of ['production', 'development']) {
    const words = ['admin', 'migrate', '--environment', name]
    console.log(`\n${await server.command(words, { DATABASE_URL: url })}`)
  }
}
