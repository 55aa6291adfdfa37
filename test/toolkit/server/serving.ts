/** Serves handlers by a document that a test writes, over a real listener. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { createListener, type Handler, type ListenerOptions } from '../../../src/toolkit/server/index.ts'

/** The form of openapi-typescript for an operation with any input and output. */
interface AnyOperation {
  parameters: { query: Record<string, unknown>; path: Record<string, unknown> }
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it sends
  requestBody: { content: { '*/*': any } }
  responses: { default: { content: { '*/*': unknown } } }
}
export type Operations = Record<string, AnyOperation>
/** An identity of the tests. */
export interface User {
  name: string
  scopes?: string[]
}
export type AnyHandler = Handler<AnyOperation, User>
export type AnyOptions = Omit<ListenerOptions<Operations, User>, 'document' | 'handlers'>

export const documentWith = (paths: object, more: object = {}) =>
  documentOf({ openapi: '3.1.0', info: { title: 'Files', version: '1' }, paths, ...more })

/** @returns the address of a server that ends with the test */
export async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const serve = (
  document: ReturnType<typeof documentWith>,
  handlers: Record<string, AnyHandler>,
  options: AnyOptions = {},
): Promise<string> => listening(createListener<Operations, User>({ document, handlers, ...options }))
