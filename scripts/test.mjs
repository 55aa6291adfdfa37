/**
 * `npm test`: the checks in parallel to the tests. Arguments go to vitest. The last line counts both, each check as one:
 *
 *     123 passed, 0 failed, 2 skipped
 *
 * In the environment, REQUIRE_BROWSER=1 runs the tests with a browser, and fails where there is none. DREDD=1 adds Dredd's
 * opinion to the checks. THOROUGH=1 repeats kills, seeds and generated requests as often as certainty needs, for a release,
 * where else a sample of them runs. EVERY_CASE=1 adds all rows of long tables and all long tests. EVERY_CASE=2/6, as in
 * `.ci/run`, adds the long tests, larger samples of the tables, and the second sixth of all that is still left out.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARTS, partOf } from './cases.mjs'
import { installMissing, root } from './prepare.mjs'

const CHECKS = {
  'generate --check': ['--import', 'tsx', 'src/toolkit/cli/main.ts', 'generate', '--check'],
  // On an idle machine it lasts as long with one thread as with four, with half of their work.
  typecheck: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  'lint:api': ['--import', 'tsx', 'src/toolkit/cli/main.ts', 'lint'],
  ...(process.env.DREDD === '1' && { 'test:dredd': ['--import', 'tsx', 'scripts/dredd/run.ts'] }),
}

let cases
try {
  cases = partOf(process.env.EVERY_CASE)
} catch (error) {
  console.error(error.message)
  process.exit(2)
}
installMissing({ dev: true })
/** Lines of the output of checks that failed. */
const reported = new Set()
const totals = { passed: 0, failed: 0, skipped: 0 }

/** In parallel to the tests, which leave the processors a part of their time. */
const checks = Promise.all(
  Object.entries(CHECKS).map(async ([name, args]) => {
    const started = performance.now()
    const { code, output } = await node(args, 'pipe')
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    totals[code === 0 ? 'passed' : 'failed']++
    if (code !== 0) console.log(untold(output))
    console.log(
      code === 0 ? `ok      ${name} (${seconds} s)` : `FAILED  ${name}: npm run ${name.replace(' ', ' -- ')}`,
    )
  }),
)

const folder = mkdtempSync(join(tmpdir(), 'vitest-'))
const report = join(folder, 'report.json')
const { code } = await node(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ].concat(process.argv.slice(2)),
  'inherit',
)
await checks
addTests(report, code)
rmSync(folder, { recursive: true })
if (process.env.THOROUGH !== '1')
  console.log(`Kills, seeds and generated requests were sampled; THOROUGH=1 takes them all.${leftOut()}`)
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Names the cases that a run without EVERY_CASE=1 leaves out. */
function leftOut() {
  if (cases === 'all') return ''
  const part = !cases ? '' : ` but part ${cases} of ${PARTS}`
  return ` Long tables were sampled too, and the longest tests skipped${part}; EVERY_CASE=1 runs both.`
}

/** Output that no earlier check printed: unreadable documents stop more than one of them. */
function untold(output) {
  const lines = output.split('\n').filter((line) => line === '' || !reported.has(line))
  for (const line of lines) reported.add(line)
  return lines.join('\n').trim()
}

/** A file that cannot be loaded contains no tests and counts as one failure; so does an error outside of any test. */
function addTests(path, exitCode) {
  let results = []
  try {
    results = JSON.parse(readFileSync(path, 'utf8')).testResults
  } catch (error) {
    console.log(`FAILED  vitest left no report: ${error.message}`)
  }
  const failedBefore = totals.failed
  for (const file of results) {
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      console.log(`FAILED  ${file.name}: ${file.message}`)
      totals.failed++
    }
    for (const { status } of file.assertionResults) {
      totals[status === 'passed' || status === 'failed' ? status : 'skipped']++
    }
  }
  if (exitCode !== 0 && totals.failed === failedBefore) totals.failed++
}

/** Runs a script with this Node; resolves with its exit code and, when piped, all that it printed. */
function node(args, stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stdio, stdio] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
