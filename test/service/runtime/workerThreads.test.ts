import { afterAll, expect, test } from 'vitest'
import { createWorkerThreads } from '../../../src/service/runtime/workerThreads.ts'

const workerThreads = createWorkerThreads()
afterAll(() => workerThreads.stop())
const work = new URL('./workerThreads/work.ts', import.meta.url)

test('the work runs on another thread, several at once, each with its own answer', async () => {
  const responses = await Promise.all([1, 2, 3].map((number) => workerThreads.run<object>(work, { number })))
  expect(responses).toEqual([1, 2, 3].map((number) => ({ double: number * 2, mainThread: false })))
})

test('what the work throws comes back, and the thread goes on', async () => {
  await expect(workerThreads.run(work, { number: Number.NaN })).rejects.toThrow('not a number')
  expect(await workerThreads.run(work, { number: 4 })).toMatchObject({ double: 8 })
})

test('a thread that ends fails its work, and the next work gets a new one', async () => {
  await expect(workerThreads.run(work, { number: 5, exit: true })).rejects.toThrow('ended with 3')
  expect(await workerThreads.run(work, { number: 6 })).toMatchObject({ double: 12 })
})
