/** Lines of a Node server that a run executes, counted by c8 from the coverage of V8. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.ts'

const PACKAGES = { c8: '10.1.3' }

export interface Lines {
  covered: number
  total: number
}

/** Variables with which a Node server writes its coverage into the folder; it has to end by itself to do so. */
export function coverageEnv(folder: string): Record<string, string> {
  const hook = join(folder, 'exit.cjs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(hook, `process.prependListener('SIGTERM', () => process.exit())`)
  return { NODE_V8_COVERAGE: join(folder, 'v8'), NODE_OPTIONS: `--require ${hook}` }
}

/** @param sources the server's own files, as a pattern below the installation */
export async function linesIn(folder: string, installation: string, sources: string): Promise<Lines> {
  const program = join(await install('tools/c8', PACKAGES), 'node_modules/c8/bin/c8.js')
  const out = join(folder, 'report')
  const flags = [
    ...['report', '--temp-directory', join(folder, 'v8'), '--reports-dir', out, '--reporter', 'json-summary'],
    ...['--all', '--include', sources, '--exclude-node-modules', 'false'],
    ...['--exclude', '**/*.test.js', '--exclude', '**/{tests,__tests__}/**'],
  ]
  const { stderr } = spawnSync(process.execPath, [program, ...flags], { cwd: installation, encoding: 'utf8' })
  try {
    const summary = JSON.parse(readFileSync(join(out, 'coverage-summary.json'), 'utf8')) as {
      total: { lines: Lines }
    }
    const { covered, total } = summary.total.lines
    return { covered, total }
  } catch (error) {
    throw new Error(`bench:targets: c8 wrote no report: ${stderr}`, { cause: error })
  }
}
