/** A validator behind a socket: each request is sent, and validated where it arrives. */
import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../../../../src/service/server/exchange.ts'
import type { Operation } from '../../../../../src/service/server/operationTable.ts'
import type {
  RequestParts,
  Validator,
  ValidParts,
} from '../../../../../src/service/server/steps/validate/validator.ts'

export interface Chain extends Validator {
  request(operation: Operation, parts: RequestParts): Promise<ValidParts>
  close(): Promise<void>
}

/** @param basePath of the document, for the request's own address */
export async function throughSocket(validator: Validator, basePath: string): Promise<Chain> {
  let assess: (exchange: Exchange) => void = () => {}
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    assess({ request, response, requestId: 'req', address: '127.0.0.1', path, search: '' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { port } = server.address() as AddressInfo
  return {
    async request(operation, parts) {
      let verdict: Promise<ValidParts> | undefined
      assess = (exchange) => {
        verdict = (async () => validator.request(operation, parts, exchange))()
        const end = () => void exchange.response.end()
        verdict.then(end, end)
      }
      const { 'content-type': contentType, ...headers } = parts.headers
      const sent = send({
        agent,
        port,
        host: '127.0.0.1',
        method: operation.method.toUpperCase(),
        path: basePath + parts.target,
        headers: { ...headers, ...(contentType !== undefined && { 'content-type': contentType }) } as Record<
          string,
          string
        >,
      })
      sent.end()
      const [response] = await once(sent, 'response')
      response.resume()
      await once(response, 'end')
      if (verdict === undefined) throw new Error('The request did not arrive.')
      return verdict
    },
    async close() {
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
