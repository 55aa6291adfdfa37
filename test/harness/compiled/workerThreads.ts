/**
 * The threads of the service from its compiled files, in place of `src/service/runtime/workerThreads.ts`
 * (vitest.config.ts). A thread that reads TypeScript loads a compiler first, which costs more than the work of most tests.
 * Threads without work serve the next server of the process.
 */
import type { WorkerThreads } from '../../../src/service/runtime/workerThreads.ts'
import { compiled } from './compiled.ts'

const source = new URL('../../../src/service/runtime/workerThreads.ts', import.meta.url)
const threads: { createWorkerThreads(): WorkerThreads } = await import(compiled(source.href))

const idle: WorkerThreads[] = []

export function createWorkerThreads(): WorkerThreads {
  let own: WorkerThreads | undefined
  let running = 0
  return {
    async run(module, input) {
      own ??= idle.pop() ?? threads.createWorkerThreads()
      running++
      try {
        return await own.run(new URL(compiled(module.href)), input)
      } finally {
        running--
      }
    },
    async stop() {
      const stopped = own
      own = undefined
      if (stopped === undefined) return
      if (running === 0) idle.push(stopped)
      else await stopped.stop()
    },
  }
}
