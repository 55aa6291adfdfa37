/**
 * Work that computes for long, on a thread of its own: the event loop stays free for everyone else.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A module whose `default` export does the work; input and output are copied between the threads. */
export interface ThreadModule<Input, Output> {
  default(input: Input): Output | Promise<Output>
}

export interface WorkerThreads {
  /**
   * Calls the default export of `module` on another thread.
   *
   * @param module its address, `new URL('./work.ts', import.meta.url)`; the compiled one is used where there is one
   * @param input any value for `structuredClone`
   * @throws Error the error of the work, or that its thread ended
   */
  run<Output>(module: URL, input: unknown): Promise<Output>
  /** Ends the threads; work under way fails. */
  stop(): Promise<void>
}

/** The message of the thread. */
export type ThreadResponse = { id: number } & ({ output: unknown } | { error: unknown })

interface Pending {
  resolve(output: never): void
  reject(error: unknown): void
}

/**
 * A thread for each kind of work, that is each module, started when it is first needed. So a comparison of a tenth of a
 * second does not wait for a document of five. None prevents the end of the process.
 */
export function createWorkerThreads(): WorkerThreads {
  const kinds = new Map<string, WorkerThreads>()
  return {
    run(module, input) {
      let thread = kinds.get(module.href)
      if (thread === undefined) {
        thread = createThread()
        kinds.set(module.href, thread)
      }
      return thread.run(module, input)
    },
    async stop() {
      await Promise.all([...kinds.values()].map((thread) => thread.stop()))
    },
  }
}

function createThread(): WorkerThreads {
  let worker: Worker | undefined
  let calls = 0
  const pending = new Map<number, Pending>()

  const start = () => {
    const started = startWorker(ours('./workerThreadMain.ts', import.meta.url))
    const fail = (error: unknown) => {
      if (worker === started) worker = undefined
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    }
    started.on('message', (response: ThreadResponse) => {
      const call = pending.get(response.id)
      pending.delete(response.id)
      if (pending.size === 0) started.unref()
      if ('error' in response) call?.reject(response.error)
      else call?.resolve(response.output as never)
    })
    started.on('error', fail)
    started.on('exit', (code) => fail(new Error(`The thread ended with ${code} before its work was done.`)))
    return started
  }

  return {
    run(module, input) {
      worker ??= start()
      worker.ref()
      const id = ++calls
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        worker?.postMessage({ id, module: ours(module.href, module.href).href, input })
      })
    },
    async stop() {
      await worker?.terminate()
    },
  }
}

/** The compiled file where this one is compiled: a path in a string is not rewritten by the compiler. */
function ours(path: string, base: string): URL {
  return new URL(import.meta.url.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js'), base)
}

/** In development the thread must learn to read TypeScript first, as the main one did. */
function startWorker(main: URL): Worker {
  if (main.href.endsWith('.js')) return new Worker(main)
  // With `require`, the package offers its CommonJS form, which cannot register itself.
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const tsx = pathToFileURL(api).href
  const learn = `import('${tsx}').then(({ register }) => { register(); return import('${main.href}') })`
  return new Worker(learn, { eval: true, execArgv: [] })
}
