/** Bytes over TLS or in plain, as no client library would send them. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TestServer } from '../harness/server.ts'

export interface RawResponse {
  status: number
  /** By lower-case name; a repeated field is joined by a comma. */
  headers: Record<string, string>
  body: string
}

/**
 * Sends bytes and reads until the server ends the connection.
 * @param secure false sends them in plain
 */
export async function exchange(
  server: TestServer,
  bytes: string | Buffer,
  secure = true,
): Promise<RawResponse[]> {
  const port = Number(new URL(server.origin).port)
  const socket = secure
    ? connectTls({ host: '127.0.0.1', port, ca: server.ca, servername: 'localhost' })
    : connect({ host: '127.0.0.1', port })
  await once(socket, secure ? 'secureConnect' : 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // a server that rejects may reset
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  return parse(Buffer.concat(chunks).toString('latin1'))
}

/** A request as text, with a Host and, unless another is given, the end of the connection. */
export function request(line: string, fields: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...fields, 'Connection: close', '', body].join('\r\n')
}

/** The responses on a connection, each with a Content-Length. */
function parse(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  while (rest.startsWith('HTTP/1.1 ')) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      const known = headers[name.toLowerCase()]
      headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`
    }
    const length = Number(headers['content-length'] ?? 0)
    responses.push({
      status: Number(first.slice(9, 12)),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    })
    rest = rest.slice(end + 4 + length)
  }
  return responses
}
