/** The thread's own side of `threads.ts`: imports the module that a message names and answers with its result. */
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadModule } from './threads.ts'

interface Call {
  id: number
  module: string
  input: unknown
}

parentPort?.on('message', async ({ id, module, input }: Call) => {
  const answer = await work(module, input).then(
    (output): ThreadAnswer => ({ id, output }),
    (error: unknown): ThreadAnswer => ({ id, error }),
  )
  parentPort?.postMessage(answer)
})

async function work(module: string, input: unknown): Promise<unknown> {
  const { default: run } = (await import(module)) as ThreadModule<unknown, unknown>
  return run(input)
}
