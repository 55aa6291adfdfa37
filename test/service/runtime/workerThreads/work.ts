/** Work for the tests of the worker threads. */
import { isMainThread } from 'node:worker_threads'

export default function work({ number, exit }: { number: number; exit?: boolean }) {
  if (exit) process.exit(3)
  if (Number.isNaN(number)) throw new TypeError('not a number')
  return { double: number * 2, mainThread: isMainThread }
}
