/**
 * `npm start`: installs and builds what is missing, then runs `prompt-service serve` with the given arguments.
 * It runs in this very process, so that signals reach the server and nothing else.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIsStale, installMissing, root, run } from './prepare.mjs'

const args = ['serve', ...process.argv.slice(2)]
if (args.includes('--allow-missing')) serveSources()
else {
  const stale = buildIsStale()
  installMissing({ dev: stale })
  if (stale) run(process.execPath, ['scripts/build.mjs'])
  const cli = join(root, 'dist/src/service/cli/main.js')
  process.argv = [process.execPath, cli, ...args]
  await import(pathToFileURL(cli).href)
}

/** Code that does not compile yet cannot be built: the sources run, in a process of their own for the sake of its threads. */
function serveSources() {
  installMissing({ dev: true })
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/service/cli/main.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
