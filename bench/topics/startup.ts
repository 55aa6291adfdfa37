/** From the start of the process to its first 200, and its memory when idle. */
import { readFileSync } from 'node:fs'
import { median } from '../load.ts'
import { startServer } from '../server.ts'
import { type Topic, table } from '../topic.ts'

const ROUNDS = 5

export const startup: Topic = {
  name: 'startup',
  title: 'Start and idle memory',
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the certificate is the server's own
    const times: number[] = []
    const memory: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer()
      times.push(server.firstResponseAfter)
      memory.push(residentMegabytes(server.process.pid))
      await server.stop()
    }
    return table(
      ['', 'median', 'bound'],
      [
        ['first start (local CA, bootstrap) to the first 200', `${median(times).toFixed(0)} ms`, '1000 ms'],
        ['resident memory when idle, both environments', `${median(memory).toFixed(0)} MB`, '150 MB'],
      ],
    )
  },
}

/** Only Linux reports the resident set of another process without a tool. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
