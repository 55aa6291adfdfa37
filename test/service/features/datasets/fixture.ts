/** The fixture of the dataset tests: a server, two organizations, and files that go in and out. */
import type {
  CreateDatasetRequest,
  Dataset,
  DatasetImport,
  DatasetItem,
  DatasetItemList,
} from '../../../../generated/openapi.v1.ts'
import { startServer, type TestServer, type TestServerOptions } from '../../../harness/server.ts'
import type { WireResponse } from '../../../harness/wire.ts'

export interface Fixture {
  server: TestServer
  /** Sends with organization A's key. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<WireResponse>
  /** Sends so too, demands the status, and returns the body. */
  call<T>(status: number, method: string, path: string, body?: unknown): Promise<T>
  dataset(body?: Partial<CreateDatasetRequest>): Promise<Dataset>
  /** All items of a version, page by page. */
  items(datasetId: string, version?: number): Promise<DatasetItem[]>
  upload(datasetId: string, file: string | Buffer, options?: Upload): Promise<WireResponse>
  /** Uploads, and demands that the file was accepted. */
  accepted(datasetId: string, file: string | Buffer, options?: Upload): Promise<DatasetImport>
  download(datasetId: string, query?: string): Promise<string>
}

export interface Upload {
  mode?: 'append' | 'replace'
  csv?: boolean
  headers?: Record<string, string>
}

export async function openFixture(options: TestServerOptions = {}): Promise<Fixture> {
  const server = await startServer(options)
  let made = 0
  const fixture: Fixture = {
    server,
    send: (method, path, body, headers) =>
      server.wire.send({ method, path, key: server.a.key, body, ...(headers && { headers }) }),
    async call<T>(status: number, method: string, path: string, body?: unknown) {
      const response = await fixture.send(method, path, body)
      if (response.status !== status)
        throw new Error(`${method} ${path}: ${response.status} ${response.body.toString().slice(0, 500)}`)
      return (response.body.length > 0 ? response.json() : undefined) as T
    },
    dataset: (body) => fixture.call(201, 'POST', '/datasets', { name: `Dataset ${++made}`, ...body }),
    async items(datasetId, version) {
      const found: DatasetItem[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = `limit=100${version ? `&version=${version}` : ''}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const page: DatasetItemList = await fixture.call(200, 'GET', `/datasets/${datasetId}/items?${query}`)
        found.push(...page.items)
        cursor = page.nextCursor
      }
      return found
    },
    upload: (datasetId, file, { mode, csv, headers } = {}) =>
      fixture.send('POST', `/datasets/${datasetId}/import${mode ? `?mode=${mode}` : ''}`, file, {
        'Content-Type': csv ? 'text/csv' : 'application/jsonl',
        ...headers,
      }),
    async accepted(datasetId, file, upload) {
      const response = await fixture.upload(datasetId, file, upload)
      if (response.status !== 200) throw new Error(response.body.toString())
      return response.json() as DatasetImport
    },
    async download(datasetId, query = '') {
      const response = await fixture.send('GET', `/datasets/${datasetId}/export${query}`)
      if (response.status !== 200) throw new Error(response.body.toString())
      return response.body.toString()
    },
  }
  return fixture
}

interface Rejection {
  error: { code: string; message: string; details: { field?: string; line?: number; row?: number } }
}

/** Status, code, field, line and row of an error response; only the status of a success. */
export function outcomeOf(response: WireResponse): Record<string, unknown> {
  if (response.status < 400) return { status: response.status }
  const { code, details } = (response.json() as Rejection).error
  const { field, line, row } = details
  return { status: response.status, code, ...JSON.parse(JSON.stringify({ field, line, row })) }
}

export const texts = (items: readonly DatasetItem[]) => items.map(({ variables }) => variables.v)
