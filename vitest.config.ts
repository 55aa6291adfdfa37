import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'

export default defineConfig({
  // Examples import the package by its name.
  resolve: {
    alias: { 'prompt-service/server': new URL('./src/toolkit/server/index.ts', import.meta.url).pathname },
  },
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
    execArgv: ['--max-semi-space-size=64'],
    // No test waits for time to pass: this ends one that hangs, and is for a busy machine to spare.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A tool that a test starts must not colour what the test reads.
    env: { NO_COLOR: '1' },
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text', 'html', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
})
