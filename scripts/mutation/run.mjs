/**
 * `npm run mutate`: changes the code in one place at a time and sees whether the tests notice, by Stryker.
 *
 *     npm run mutate                     all groups
 *     npm run mutate -- template oauth   those groups
 *
 * It prints the changes that no test noticed, and a table of the groups. Stryker is fetched into the cache: it is not a
 * package of the project, whose copy in the cache it works on.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../nodes/copyProject.mjs'
import { succeed } from '../nodes/fetchNode.mjs'

/** The last that runs on Node 20. */
const STRYKER = '9.6.1'
const PARTS = 'src/service'

/** By name: the files that are changed, and the tests that are to notice. */
const GROUPS = {
  template: { change: ['template/**'], tests: ['template'] },
  rateLimits: { change: ['server/steps/rateLimit/**'], tests: ['server/steps/rateLimit'] },
  deliveries: {
    change: [
      'events/delivery/{addressGuard,attempts,deliveries,excerpt,redelivery,retrySchedule,sender,webhookHealth}.ts',
    ],
    tests: ['events/delivery'],
  },
  scorers: { change: ['features/evaluations/scorers/**'], tests: ['features/evaluations/scorers'] },
  oauth: { change: ['features/oauth/*.ts'], tests: ['features/oauth'] },
  steps: { change: ['server/steps/*.ts', 'server/steps/{body,idempotency}/**'], tests: ['server'] },
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(GROUPS, name))
if (unknown.length > 0) {
  console.error(`Received ${unknown.join(', ')}; expected some of ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}

const project = copyProject('project-mutation')
const run = (...args) => spawnSync(process.execPath, args, { cwd: project, stdio: ['ignore', 2, 2] })
run('-e', "import('./scripts/prepare.mjs').then((it) => it.installMissing({ dev: true }))")
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`)
succeed('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...packages], { cwd: project })

const rows = []
for (const name of named.length > 0 ? named : Object.keys(GROUPS)) {
  const started = performance.now()
  const { changed, noticed, survivors } = mutate(name, GROUPS[name])
  for (const survivor of survivors) console.log(survivor)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  rows.push(
    `| ${name} | ${changed} | ${noticed} | ${((100 * noticed) / changed).toFixed(1)} % | ${minutes} |`,
  )
}
console.log(
  ['| group | changes | noticed | | minutes |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
)

/** Runs Stryker over a group. Each test file loads the modules anew: they retain the counters of the file that loaded them. */
function mutate(name, { change, tests }) {
  const write = (file, value) => writeFileSync(join(project, file), value)
  write(
    'vitest.mutation.config.ts',
    `import config from './vitest.config.ts'
export default { ...config, test: { ...config.test, globalSetup: [], pool: 'threads', isolate: true, execArgv: [], include: ${JSON.stringify(tests.map((path) => `test/service/${path}/**/*.test.ts`))} } }
`,
  )
  write(
    'stryker.json',
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'vitest.mutation.config.ts', related: false },
      mutate: change.map((path) => `${PARTS}/${path}`),
      mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
      coverageAnalysis: 'perTest',
      concurrency: 2,
      timeoutMS: 20_000,
      reporters: ['json'],
      jsonReporter: { fileName: 'mutation.json' },
      tempDirName: '.stryker',
      inPlace: true,
      allowConsoleColors: false,
    }),
  )
  rmSync(join(project, 'mutation.json'), { force: true })
  // Stryker continues where a test file cannot be loaded, and all that it covers would count as without a test.
  const vitest = run('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutation.config.ts')
  if (vitest.status !== 0) throw new Error(`The tests of ${name} do not pass.`)
  const stryker = run('node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.json')
  if (stryker.status !== 0) throw new Error(`Stryker ended with ${stryker.status} at ${name}.`)
  const { files } = JSON.parse(readFileSync(join(project, 'mutation.json'), 'utf8'))
  const all = Object.entries(files).flatMap(([file, { mutants, source }]) =>
    mutants.map((mutant) => ({ file, source, ...mutant })),
  )
  const counted = all.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
  const survivors = counted.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status))
  return {
    changed: counted.length,
    noticed: counted.length - survivors.length,
    survivors: survivors.map(({ file, source, location: { start, end }, replacement, status }) => {
      const line = source.split('\n')[start.line - 1] ?? ''
      const was =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : line.slice(start.column - 1)
      return `${file}:${start.line}:${start.column} ${status === 'NoCoverage' ? '(no test) ' : ''}${was} -> ${replacement.split('\n')[0]}`
    }),
  }
}
