/** A line with the elapsed time of a command, drawn by a worker, because commands compute for seconds without a pause. */
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

interface Timing {
  /** Milliseconds until the line appears. */
  after: number
  /** Milliseconds between two drawings. */
  each: number
}

const TIMING: Timing = { after: 2000, each: 1000 }

const [FREE, DRAWING, ENDED] = [0, 1, 2]
const CLEAR = '\r\u001b[K'

// `state[0]` is a lock, so that nothing is drawn after the end; `state[1]` is 1 once the line was drawn.
const DRAWER = `
const { writeSync } = require('node:fs')
const { fd, label, after, each, state } = require('node:worker_threads').workerData
const began = Date.now()
const draw = () => {
  if (Atomics.compareExchange(state, 0, ${FREE}, ${DRAWING}) !== ${FREE}) return
  try {
    writeSync(fd, '\\r\\u001b[K' + label + ': ' + Math.round((Date.now() - began) / 1000) + ' s')
    Atomics.store(state, 1, 1)
  } finally {
    Atomics.store(state, 0, ${FREE})
    Atomics.notify(state, 0)
  }
}
setTimeout(() => { draw(); setInterval(draw, each) }, after)
`

/**
 * @param fd file descriptor of a terminal
 * @param label what takes time
 * @returns ends the line and removes it; further calls do nothing
 * @example const end = startProgressLine(2, 'lint') // "lint: 3 s" after two seconds
 */
export function startProgressLine(fd: number, label: string, { after, each } = TIMING): () => void {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(DRAWER, {
    eval: true,
    execArgv: [],
    workerData: { fd, label, after, each, state },
  })
  worker.unref()
  // A command does not fail because its progress cannot be shown.
  worker.on('error', () => {})
  return () => {
    if (Atomics.load(state, 0) === ENDED) return
    while (Atomics.compareExchange(state, 0, FREE, ENDED) !== FREE) Atomics.wait(state, 0, DRAWING, 50)
    if (Atomics.load(state, 1) === 1) writeSync(fd, CLEAR)
    void worker.terminate()
  }
}
