/** A server of `listDocument`: stores resources in memory. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../../../../src/toolkit/openapi/index.ts'

export type List = (things: readonly JsonObject[], query: URLSearchParams) => readonly JsonObject[]

interface Behavior {
  /** The items of the list. Default: all, whatever the query. */
  list?: List
  /** Whether each resource gets a `created_at`, a day after the one before. */
  stamps?: boolean
  /** A resource as responses show it. */
  show?(thing: JsonObject): JsonObject
}

/** @returns the URL of a server that ends with the test */
export async function startThings({
  list = (things) => things,
  stamps = false,
  show = (thing) => thing,
}: Behavior = {}): Promise<string> {
  const things: JsonObject[] = []
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://things')
    let text = ''
    for await (const part of request) text += String(part)
    if (request.method === 'POST') {
      const number = things.length + 1
      const created_at = new Date(Date.UTC(2031, 0, number)).toISOString()
      const sent = JSON.parse(text) as JsonObject
      const thing = { ...sent, id: `t${number}`, ...(stamps && { created_at }) }
      things.push(thing)
      return respond(201, show(thing))
    }
    if (pathname === '/things') return respond(200, { items: list(things, searchParams).map(show) })
    const found = things.find(({ id }) => pathname === `/things/${String(id)}`)
    return found === undefined ? respond(404, {}) : respond(200, show(found))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
