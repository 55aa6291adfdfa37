/**
 * `npm start`: installs and builds what is missing, then runs `prompt-service serve` with the given arguments.
 * It runs in this very process, so that signals reach the server and nothing else.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIsStale, installMissing, root, run } from './prepare.mjs'

const stale = buildIsStale()
installMissing({ dev: stale })
if (stale) run(process.execPath, ['scripts/build.mjs'])
const cli = join(root, 'dist/src/cli.js')
process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(cli).href)
