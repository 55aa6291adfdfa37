import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'

/** The sources of what our packages export: their manifests name compiled files, which tests must not need. */
const sources = ['toolkit', 'client'].flatMap((folder) => {
  const { name, exports } = JSON.parse(
    readFileSync(new URL(`./src/${folder}/package.json`, import.meta.url), 'utf8'),
  ) as { name: string; exports: Record<string, string> }
  return Object.entries(exports)
    .filter(([, file]) => file.endsWith('.js'))
    .map(([path, file]) => ({
      find: new RegExp(`^${name}${path.slice(1)}$`),
      replacement: new URL(`./src/${folder}/${file.replace(/\.js$/, '.ts')}`, import.meta.url).pathname,
    }))
})

/** Threads of servers run compiled files, as in production: test/harness/compiled/. */
const compiledThreads = [
  [/^\.{1,2}\/(?:\.\.\/)*runtime\/workerThreads\.ts$/, 'workerThreads'],
  [/^\.{1,2}\/(?:\.\.\/)*openapi\/thread\.ts$/, 'thread'],
].map(([find, name]) => ({
  find: find as RegExp,
  replacement: new URL(`./test/harness/compiled/${name}.ts`, import.meta.url).pathname,
}))

/**
 * Nine times the work of a function before V8 optimizes it: most functions run too briefly in tests to gain what that
 * costs. Node 24 has no such flag.
 */
const laterOptimization = process.versions.node.startsWith('20.') ? ['--interrupt-budget=600000'] : []

export default defineConfig({
  resolve: { alias: [...sources, ...compiledThreads] },
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/build.ts',
    // Forks, for a native module that crashes must not take the other tests along. One more than
    // the cores of a small machine: tests that wait for programs and disks leave a fifth of two cores idle.
    pool: 'forks',
    maxWorkers: 3,
    // One process runs many files, so that the program's modules load three times in all and not once a file. A test
    // keeps its state in servers and folders of its own; what modules remember (a compiled schema judge) is
    // the same for all.
    isolate: false,
    // Four times the room for young objects: with that of Node, collecting garbage takes a sixth of the processor time.
    execArgv: ['--max-semi-space-size=64', ...laterOptimization],
    // No test waits for time to pass: this ends one that hangs, and is for a busy machine to spare.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A tool that a test starts must not colour what the test reads.
    // Nor may it show the result of an earlier run.
    env: { NO_COLOR: '1', SPECWRIGHT_CACHE: 'off' },
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text', 'html', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
})
