/** The mock on a document of strangers: every operation, every documented status. */
import { request } from 'node:http'
import { listenAsMock } from '../../src/toolkit/mock/listen.ts'
import { createNodeMock } from '../../src/toolkit/mock/nodeMock.ts'
import { listOperations, readDocument } from '../../src/toolkit/openapi/index.ts'
import { PLAIN_MOCK } from '../mock/plainMock.ts'

/** Milliseconds of processor time for one response: other work of the machine does not count. */
const MAX_RESPONSE_TIME = 2_000
/** Milliseconds of processor time from reading the document to the listening mock. */
const MAX_START_TIME = 10_000

/**
 * Starts the stateless mock of a document and requests every documented status of every operation with
 * `Prefer: code=NNN`. A failure is a wrong status, a response without CORS headers, or one that takes too long.
 *
 * @param documentPath an OpenAPI 3.x document, one file or the entry of several
 * @returns the number of requests and one line for each failure
 */
export async function mockCorpus(documentPath: string): Promise<{ requests: number; failures: string[] }> {
  const failures: string[] = []
  const began = process.cpuUsage()
  const document = readDocument(documentPath)
  const mock = await createNodeMock(document, PLAIN_MOCK)
  const listener = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [mock],
    events: undefined,
    largest: 1024 * 1024,
  })
  const started = millisecondsSince(began)
  if (started > MAX_START_TIME) failures.push(`start: took ${started} ms`)
  let requests = 0
  try {
    for (const { method, path, responses } of listOperations(document)) {
      for (const status of [...responses.keys()].map(concreteStatus)) {
        if (status === undefined) continue
        requests += 1
        const url = path.replaceAll(/\{[^}]+\}/g, '1')
        const failure = await failureOf(listener.port, { method, url, status })
        if (failure !== undefined) failures.push(`${method} ${path} ${status}: ${failure}`)
      }
    }
    // A document of webhooks only has nothing to request, and its mock still responds.
    if (requests === 0) {
      requests = 1
      const failure = await failureOf(listener.port, { method: 'GET', url: '/', status: 404 })
      if (failure !== undefined) failures.push(`GET / 404: ${failure}`)
    }
  } finally {
    await listener.close()
  }
  return { requests, failures }
}

/** `404` of `404`, `400` of `4XX`, 200 of `default`; undefined for statuses that only end other responses. */
function concreteStatus(key: string): number | undefined {
  const status = key === 'default' ? 500 : Number(key.replaceAll(/x/gi, '0'))
  return status >= 200 && status <= 599 ? status : undefined
}

async function failureOf(
  port: number,
  { method, url, status }: { method: string; url: string; status: number },
): Promise<string | undefined> {
  const began = process.cpuUsage()
  const response = await exchange(port, { method, url, status })
  const time = millisecondsSince(began)
  if (response.status !== status) return `received ${response.status} ${response.body.slice(0, 300)}`
  if (response.origin !== '*') return 'the response has no Access-Control-Allow-Origin header'
  return time > MAX_RESPONSE_TIME ? `took ${time} ms` : undefined
}

const millisecondsSince = (began: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(began)
  return Math.round((user + system) / 1000)
}

function exchange(port: number, { method, url, status }: { method: string; url: string; status: number }) {
  return new Promise<{ status: number; origin: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path: encodeURI(url), headers: { Prefer: `code=${status}` } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            origin: response.headers['access-control-allow-origin'],
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}
