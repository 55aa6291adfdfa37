/**
 * `npm run test:nodes`: the tests that a Node can break, on every Node that is supported, or on those named:
 *
 *     npm run test:nodes -- 20 24.19.0
 *
 * Each Node has a copy of the project with packages of its own, as a clone on that Node would have.
 */
import { spawnSync } from 'node:child_process'
import { copyProject } from './copyProject.mjs'
import { fetchNode } from './fetchNode.mjs'

const NODES = ['20', '22', '24', '26']

/** Tests of code that depends on the engine: native code, processes that end, sockets; the whole contract with `THOROUGH=1`. */
const TESTS = [
  'test/service/storage',
  'test/service/jobs',
  'test/service/events/kill.test.ts',
  'test/service/features/evaluations/killed.test.ts',
  'test/service/features/reports/killed.test.ts',
  'test/service/cli/serve.test.ts',
  'test/scripts/start.test.ts',
  ...(process.env.THOROUGH === '1' ? ['test/contract.test.ts'] : []),
]

const given = process.argv.slice(2)
const failed = []
for (const wanted of given.length > 0 ? given : NODES) {
  const node = fetchNode(wanted)
  const started = performance.now()
  console.log(`\nNode ${node.version}`)
  const project = copyProject(`project-${wanted}`)
  const run = (...args) =>
    spawnSync(node.path, args, {
      cwd: project,
      env: { EVERY_CASE: '0/6', ...node.env },
      stdio: ['ignore', 1, 2],
    })
  const install = "import('./scripts/prepare.mjs').then((it) => it.installMissing({ dev: true }))"
  const whole =
    run('-e', install).status === 0 && run('node_modules/vitest/vitest.mjs', 'run', ...TESTS).status === 0
  if (!whole) failed.push(node.version)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${whole ? 'ok     ' : 'FAILED '} Node ${node.version} (${seconds} s)`)
}
if (failed.length > 0) {
  console.log(`Failed on ${failed.join(', ')}.`)
  process.exitCode = 1
}
