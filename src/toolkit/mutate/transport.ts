/** Reads, sends and writes HTTP messages as they are, without their framing. */
import { type IncomingMessage, type ServerResponse, request as sendPlain } from 'node:http'
import { request as sendTls, type Agent as TlsAgent } from 'node:https'
import { fieldOf, type WireRequest, type WireResponse } from './wire.ts'

/** Fields of one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  return {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    fields: pairs(incoming.rawHeaders),
    body: await read(incoming),
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  const fields: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2)
    fields.push([raw[index] as string, raw[index + 1] as string])
  return fields
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** @param preserveHost whether the Host of the request is sent; else that of the origin */
export function forward(
  origin: string,
  agent: TlsAgent | undefined,
  request: WireRequest,
  preserveHost: boolean,
): Promise<WireResponse> {
  const { host, hostname, port } = new URL(origin)
  const chunked = request.fields.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  const fields = request.fields.filter(
    ([name]) =>
      !HOP_BY_HOP.has(name.toLowerCase()) && !['host', 'content-length'].includes(name.toLowerCase()),
  )
  const counted = request.body.length > 0 || chunked || hasField(request, 'content-length')
  const headers = [
    ['Host', (preserveHost && fieldOf(request, 'host')) || host],
    ...fields,
    ...(counted ? [['Content-Length', `${request.body.length}`]] : []),
  ]
  const { method, target: path } = request
  const options = {
    method,
    path,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    headers: headers.flat(),
    ...(agent && { agent }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = (agent ? sendTls : sendPlain)(options, (incoming) => {
      const response = { status: incoming.statusCode ?? 0, fields: pairs(incoming.rawHeaders) }
      // Servers that send a body after HEAD break the connection, not the response.
      if (method === 'HEAD') resolve({ ...response, body: Buffer.alloc(0) })
      read(incoming).then((body) => resolve({ ...response, body }), reject)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The target closed an idle connection and has not read the request.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET')
        forward(origin, agent, request, preserveHost).then(resolve, reject)
      else reject(error)
    })
    outgoing.end(request.body)
  })
}

const hasField = ({ fields }: WireRequest, name: string) =>
  fields.some(([other]) => other.toLowerCase() === name)

export function writeResponse(outgoing: ServerResponse, response: WireResponse): void {
  const fields = response.fields.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()))
  const { req } = outgoing
  // Node adds a length where there is none; a HEAD has the one that GET would have.
  const bodiless = req.method === 'HEAD' || response.status === 204 || response.status === 304
  outgoing.sendDate = false
  outgoing.writeHead(response.status, fields.flat())
  outgoing.end(bodiless ? undefined : response.body)
}
