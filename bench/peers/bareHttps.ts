/**
 * The limit: node:https sending only the header fields and bytes of one response of ours.
 *
 *     node --import tsx bench/peers/bareHttps.ts <folder with answer.json>   prints {"port": …} when it listens
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const { fields, body } = JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8')) as {
  fields: string[]
  body: string
}
const pair = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
const server = createServer(pair, (request, response) => {
  request.resume()
  response.writeHead(200, fields)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
