/**
 * Prism's validation proxy, before the traffic of `conform`. Its requests and responses are played back through the proxy,
 * so that it checks the same exchanges and needs no server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type JsonObject, objectAt } from '../../../src/toolkit/openapi/index.ts'
import type { Exchange } from '../observe.ts'
import { freePort } from '../start.ts'
import { type Complaint, type Run, settled, type Tool } from './tool.ts'

const program = join(import.meta.dirname, '../../../node_modules/@stoplight/prism-cli/dist/index.js')

/** Names the recorded exchange that a request plays back. */
const INDEX = 'x-recorded'
/** Of the framing of one connection, or of a body that is decoded. */
const FRAMING = /^(host|connection|keep-alive|transfer-encoding|content-length|accept-encoding)$/i

interface Violation {
  location: string[]
  message: string
}

export const prism: Tool = {
  name: 'Prism proxy',
  isWatcher: true,
  async run(run: Run): Promise<Complaint[]> {
    const recording = playBack(run.traffic)
    recording.listen(0, '127.0.0.1')
    await once(recording, 'listening')
    const upstream = `http://127.0.0.1:${(recording.address() as AddressInfo).port}`
    const port = await freePort()
    const file = join(run.folder, 'prism.json')
    writeFileSync(file, JSON.stringify(belowRoot(run.document, new URL(run.target).pathname)))
    const child = spawn(process.execPath, [program, 'proxy', file, upstream, '-p', `${port}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      await listening(child.stdout)
      const found = new Set<string>()
      const rest = [...run.traffic.entries()]
      const playRest = async () => {
        for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
          const operation = run.observer.operationOf(next[1].request)?.operationId
          for (const { location, message } of await violationsOf(port, ...next))
            if (location[0] === 'response')
              found.add(
                settled(`${operation}: ${location.join('/')} ${message.replace(/ property \S+/, '')}`),
              )
        }
      }
      await Promise.all(Array.from({ length: 8 }, playRest))
      return [...found].map((key) => ({ key }))
    } finally {
      child.kill()
      recording.closeAllConnections()
      recording.close()
    }
  },
}

const listening = (stream: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => chunk.includes('is listening') && resolve())
    stream.on('end', () => reject(new Error('Prism ended before it listened.')))
  })

const playBack = (traffic: readonly Exchange[]) =>
  createServer((incoming, outgoing) => {
    incoming.resume()
    const { response } = traffic[Number(incoming.headers[INDEX])] as Exchange
    const fields = response.fields.filter(([name]) => !FRAMING.test(name))
    outgoing.writeHead(response.status, fields.flat())
    outgoing.end(response.body)
  })

/** With the path of the target before each path, which Prism does not look for among the servers. */
function belowRoot(document: string, base: string): JsonObject {
  const root = JSON.parse(readFileSync(document, 'utf8')) as JsonObject
  const paths = Object.entries(objectAt(root, 'paths')).map(([path, item]) => [
    base.replace(/\/$/, '') + path,
    item,
  ])
  return { ...root, servers: [{ url: '/' }], paths: Object.fromEntries(paths) as JsonObject }
}

/** Of a header that may be cut off in the middle of its JSON, when there are many. */
const readViolations = (header: string): Violation[] =>
  [...header.matchAll(/"location":(\[[^\]]*\]).*?"message":("(?:[^"\\]|\\.)*")/g)].map(
    ([, location = '[]', message = '""']) => ({
      location: JSON.parse(location) as string[],
      message: JSON.parse(message) as string,
    }),
  )

/** Violations that the proxy reports for one exchange; none where it does not accept the request. */
function violationsOf(port: number, index: number, { request }: Exchange): Promise<Violation[]> {
  const fields = request.fields.filter(([name]) => !FRAMING.test(name))
  const headers = Object.fromEntries([
    ...fields,
    [INDEX, `${index}`],
    ['content-length', `${request.body.length}`],
  ])
  return new Promise((resolve) => {
    const outgoing = send(
      { port, host: '127.0.0.1', method: request.method, path: request.target, headers },
      (incoming) => {
        incoming.resume()
        resolve(readViolations(String(incoming.headers['sl-violations'] ?? '')))
      },
    )
    outgoing.on('error', () => resolve([]))
    outgoing.end(request.body)
  })
}
