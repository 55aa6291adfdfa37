/** Prism, in this process: it chooses the example, or makes a value up, for a status of an operation. */
import { createRequire } from 'node:module'
import type { ContractDocument, Json, JsonObject } from '../contract/index.ts'
import { withRealisticNames } from './realistic.ts'

/** Prism is not there to be run; the message says how to get it. */
export class PrismMissing extends Error {
  override readonly name = 'PrismMissing'
}

export interface PrismWish {
  method: string
  /** With the variables filled in. */
  path: string
  status: number
  example?: string | undefined
  dynamic: boolean
  seed: string
  /** Media types that the client accepts, the best first. */
  accept?: string[] | undefined
}

export interface PrismAnswer {
  status: number
  headers: Record<string, string>
  body?: Json
}

/** Undefined where Prism has no answer of this kind: the status has no example and no schema, say. */
export type Prism = (wish: PrismWish) => Promise<PrismAnswer | undefined>

/** The part of @stoplight/prism-http that is used here. */
interface PrismHttp {
  getHttpOperationsFromSpec(document: object): Promise<unknown[]>
  createInstance(
    config: object,
    components: object,
  ): {
    request(
      request: object,
      operations: unknown[],
      config: object,
    ): () => Promise<{ right?: { output: PrismOutput } }>
  }
}
interface PrismOutput {
  statusCode: number
  headers?: Record<string, unknown>
  body?: Json
}

const SETTINGS = {
  validateRequest: false,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  isProxy: false,
}
const SILENT = {
  info() {},
  warn() {},
  error() {},
  debug() {},
  trace() {},
  success() {},
  fatal() {},
  child: () => SILENT,
}

/** @throws PrismMissing */
export async function createPrism(document: ContractDocument): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = loadPrism()
  const operations = await getHttpOperationsFromSpec(withRealisticNames(withoutServers(document.root)))
  const prism = createInstance({ ...SETTINGS, mock: { dynamic: false } }, { logger: SILENT })
  return async ({ method, path, status, example, dynamic, seed, accept }) => {
    const mock = {
      dynamic,
      code: status,
      seed,
      ...(example !== undefined && { exampleKey: example }),
      ...(accept !== undefined && { mediaTypes: accept }),
    }
    const request = { method: method.toLowerCase(), url: { path, query: {} }, headers: {} }
    const answered = await prism.request(request, operations, { ...SETTINGS, mock })()
    const output = answered.right?.output
    if (output === undefined || output.statusCode !== status) return undefined
    const headers = Object.fromEntries(
      Object.entries(output.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    return { status, headers, ...(output.body !== undefined && { body: output.body }) }
  }
}

/** Paths alone count: what `servers` puts before them is taken off by the matcher. */
function withoutServers({ servers: _, ...root }: JsonObject): JsonObject {
  return structuredClone(root)
}

function loadPrism(): PrismHttp {
  const require = createRequire(import.meta.url)
  try {
    return createRequire(require.resolve('@stoplight/prism-cli/package.json'))(
      '@stoplight/prism-http',
    ) as PrismHttp
  } catch (cause) {
    throw new PrismMissing(
      'The mock needs Prism, a tool of development: npm install --save-dev @stoplight/prism-cli@5.14.2',
      { cause },
    )
  }
}
