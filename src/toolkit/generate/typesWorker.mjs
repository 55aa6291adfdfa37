/**
 * A thread of its own for openapi-typescript, which takes a second with the compiler that it loads. Plain
 * JavaScript, so that the thread loads nothing else. Takes `{ id, root }`, a bundled document under a number,
 * and answers `{ id, text }` or `{ id, error }`.
 */
import { parentPort } from 'node:worker_threads'
import openapiTS, { astToString } from 'openapi-typescript'

parentPort?.on('message', async ({ id, root }) => {
  try {
    // A member with a default may be left out of a request.
    const nodes = await openapiTS(root, { defaultNonNullable: false, silent: true })
    parentPort?.postMessage({ id, text: astToString(nodes) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
