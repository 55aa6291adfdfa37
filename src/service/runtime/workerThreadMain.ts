/** The thread's own side of `workerThreads.ts`: imports the module that a message names and responds with its result. */
import { parentPort } from 'node:worker_threads'
import type { ThreadModule, ThreadResponse } from './workerThreads.ts'

interface Call {
  id: number
  module: string
  input: unknown
}

parentPort?.on('message', async ({ id, module, input }: Call) => {
  const response = await work(module, input).then(
    (output): ThreadResponse => ({ id, output }),
    (error: unknown): ThreadResponse => ({ id, error }),
  )
  parentPort?.postMessage(response, 'output' in response ? movable(response.output) : [])
})

/** Bytes that fill a buffer of their own are handed over; everything else is copied. */
function movable(output: unknown): ArrayBuffer[] {
  if (!(output instanceof Uint8Array) || !(output.buffer instanceof ArrayBuffer)) return []
  return output.byteLength === output.buffer.byteLength ? [output.buffer] : []
}

async function work(module: string, input: unknown): Promise<unknown> {
  const { default: run } = (await import(module)) as ThreadModule<unknown, unknown>
  return run(input)
}
