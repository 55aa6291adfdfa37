/** A thread that does one task after another; of the tasks that wait, a newer one of the same name replaces the older. */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'

/** A newer task replaced this one. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

export interface Thread {
  /**
   * @param name what replaces what
   * @throws Superseded; whatever the task throws, as an Error with its message
   */
  run<Result>(name: string, task: object): Promise<Result>
  stop(): Promise<unknown>
}

interface Waiting {
  task: object
  resolve(result: never): void
  reject(error: Error): void
}

/**
 * @param module URL of the module, without `.ts` or `.js`, that calls `serveTasks`
 * @example
 * const thread = startThread(new URL('./lintThread', import.meta.url).href)
 * const found = await thread.run('lint', { file: '/project/openapi.yaml' })
 */
export function startThread(module: string): Thread {
  const worker = startWorker(module)
  const waiting = new Map<string, Waiting>()
  let running: Waiting | undefined
  let ended: Error | undefined
  const next = () => {
    const [first] = waiting
    if (running !== undefined || first === undefined) return
    waiting.delete(first[0])
    running = first[1]
    worker.postMessage(running.task)
  }
  worker.on('message', ({ result, error }: { result?: never; error?: string }) => {
    const done = running
    running = undefined
    if (error === undefined) done?.resolve(result as never)
    else done?.reject(new Error(error))
    next()
  })
  const end = (error: Error) => {
    ended = error
    for (const one of [running, ...waiting.values()]) one?.reject(error)
    waiting.clear()
  }
  worker.once('error', (error) => end(error))
  worker.once('exit', () => end(ended ?? new Error(`The thread ${module} has ended.`)))
  return {
    run: (name, task) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        waiting.get(name)?.reject(new Superseded(`A newer ${name} replaced it.`))
        waiting.delete(name)
        waiting.set(name, { task, resolve, reject })
        next()
      }),
    stop: () => worker.terminate(),
  }
}

/**
 * Responds to the tasks of `startThread`; called in the thread. A task that ends with `Superseded` has the result undefined,
 * because a newer one follows.
 *
 * @example
 * serveTasks((task: LintTask) => lint(task))
 */
export function serveTasks<Task>(work: (task: Task) => unknown): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      parentPort?.postMessage({ result: await work(task) })
    } catch (error) {
      if (error instanceof Superseded) parentPort?.postMessage({ result: undefined })
      else parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
    }
  })
}

/** In development the thread must learn to read TypeScript first, as the main one did. */
function startWorker(module: string): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${module}.js`))
  // For `require`, the package exports its CommonJS form, which cannot register itself.
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const learn = `import('${pathToFileURL(api).href}').then(({ register }) => { register(); return import('${module}.ts') })`
  return new Worker(learn, { eval: true, execArgv: [] })
}
