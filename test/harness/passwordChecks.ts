import { Worker } from 'node:worker_threads'

/** Resolves when a password begins to be checked in this process, which then needs a quarter of a second. */
export const nextPasswordCheck = (): Promise<void> =>
  new Promise((resolve) => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (...given) {
      Worker.prototype.postMessage = post
      resolve()
      return post.apply(this, given)
    }
  })
