/**
 * `npm run conform:self [-- flags]`: builds, starts our server with limits raised, makes identities by `admin`, and
 * runs `prompt-service conform` against it from outside. Flags are those of `conform`; `--no-build` takes what is built, and
 * `--production` tests that environment, without webhooks: only in development are the delays between attempts divided.
 * `--workers=3` tests as many processes on a PostgreSQL that is found on this machine.
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
const OWN = ['--no-build', '--production', ...workers]
if (building) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const cli = join(root, 'dist/src/cli.js')
const directory = mkdtempSync(join(tmpdir(), 'conform-self-'))
/** The delays between attempts add up to 27 hours; divided by this, to ten seconds. */
const SCALE = '10000'
const receiver = await receiverCertificates(directory)
const postgres = workers.length > 0 ? await startPostgres({ log_min_messages: 'warning' }) : undefined
const shared = postgres ? ['--database', postgres.url, ...workers] : []
const server = await startOwnServer(
  [cli],
  directory,
  [...shared, '--webhook-allow', '127.0.0.0/8', '--webhook-ca', receiver.ca, '--retry-time-scale', SCALE],
  environment,
)
const config = join(root, 'scripts/conform/conform.yaml')
const given = [
  '--config',
  config,
  '--target',
  server.target,
  '--ca',
  server.ca,
  ...(environment === 'production'
    ? ['--allow-production']
    : [
        '--receiver-host',
        '127.0.0.1',
        '--receiver-certificates',
        receiver.directory,
        '--retry-time-scale',
        SCALE,
      ]),
]
const child = spawn(
  process.execPath,
  [cli, 'conform', ...given, ...flags.filter((flag) => !OWN.includes(flag))],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...server.keys } },
)
process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
await server.stop()
await postgres?.stop()
rmSync(directory, { recursive: true, force: true })
