/** Prism, in this process: it chooses the example, or makes a value up, for a status of an operation. */
import { createRequire } from 'node:module'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  pointerOfFragment,
  tokensOf,
} from '../contract/index.ts'
import { preparedForGenerator } from './realistic.ts'

/** Prism is not there to be run; the message says how to get it. */
class PrismMissing extends Error {
  override readonly name = 'PrismMissing'
}

interface PrismWish {
  method: string
  /** The path as the document writes it. */
  template: string
  /** With the variables filled in. */
  path: string
  status: number
  example?: string | undefined
  dynamic: boolean
  seed: string
  /** Media types that the client accepts, the best first. */
  accept?: string[] | undefined
}

interface PrismAnswer {
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
  // Path by path as they are asked for: Prism takes more than a second for a document of 80 operations.
  const known = new Map<string, Promise<unknown[]>>()
  const operationsOf = (template: string): Promise<unknown[]> => {
    const operations =
      known.get(template) ??
      getHttpOperationsFromSpec(preparedForGenerator(sliceOf(rootOf(document), template)))
    known.set(template, operations)
    return operations
  }
  const prism = createInstance({ ...SETTINGS, mock: { dynamic: false } }, { logger: SILENT })
  return async ({ method, template, path, status, example, dynamic, seed, accept }) => {
    const mock = {
      dynamic,
      code: status,
      seed,
      ...(example !== undefined && { exampleKey: example }),
      ...(accept !== undefined && { mediaTypes: accept }),
    }
    const request = { method: method.toLowerCase(), url: { path, query: {} }, headers: {} }
    const answered = await prism.request(request, await operationsOf(template), { ...SETTINGS, mock })()
    const output = answered.right?.output
    if (output === undefined || output.statusCode !== status) return undefined
    const headers = Object.fromEntries(
      Object.entries(output.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    return { status, headers, ...(output.body !== undefined && { body: output.body }) }
  }
}

/** Prism reads schemas by the version of the document: what was translated is that of 3.1. */
const rootOf = ({ root, translated }: ContractDocument): JsonObject =>
  translated === true ? { ...root, openapi: '3.1.0' } : root

/**
 * A copy of the document with one path and what it reaches. Without `servers`: what they put before a path is taken
 * off by the matcher.
 */
function sliceOf(root: JsonObject, template: string): JsonObject {
  const { servers: _, webhooks: __, paths, components, 'x-files': ___, ...rest } = root
  const { securitySchemes } = objectAt(root, 'components')
  const slice: JsonObject = structuredClone({
    ...rest,
    paths: { [template]: objectAt(root, 'paths')[template] ?? {} },
    ...(securitySchemes !== undefined && { components: { securitySchemes } }),
  })
  /** Objects that hold only those of their members that were asked for. */
  const hollow = new Set<Json>()
  const waiting: Json[] = [slice]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    waiting.push(...Object.values(node))
    if (Array.isArray(node) || typeof node.$ref !== 'string' || !node.$ref.startsWith('#/')) continue
    const added = copyInto(slice, root, tokensOf(pointerOfFragment(node.$ref)), hollow)
    if (added !== undefined) waiting.push(added)
  }
  return slice
}

/** Copies what the tokens lead to, and answers the copy; undefined where it is there already or leads nowhere. */
function copyInto(
  slice: JsonObject,
  root: JsonObject,
  tokens: readonly string[],
  hollow: Set<Json>,
): Json | undefined {
  let [to, from]: [JsonObject, Json | undefined] = [slice, root]
  for (const [index, token] of tokens.entries()) {
    from = isObject(from) && Object.hasOwn(from, token) ? from[token] : undefined
    if (from === undefined) return undefined
    const there = Object.hasOwn(to, token) ? to[token] : undefined
    // A list is copied whole, for its items are counted.
    if (index === tokens.length - 1 || !isObject(from)) {
      if (there !== undefined && !hollow.has(there)) return undefined
      const copy = structuredClone(from)
      to[token] = copy
      return copy
    }
    if (there !== undefined && !isObject(there)) return undefined
    const next: JsonObject = there ?? {}
    if (there === undefined) hollow.add(next)
    to[token] = next
    to = next
  }
  return undefined
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
