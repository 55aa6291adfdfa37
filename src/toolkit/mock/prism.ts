/** Prism, in this process: where it is installed, its generator makes the values of dynamic responses. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ContractDocument, Json } from '../openapi/document.ts'
import { boundedSchema } from './boundedSchema.ts'
import { preparedForGenerator } from './realistic.ts'
import type { Generate } from './samples.ts'

/** The part of @stoplight/prism-http that is used here. */
interface PrismHttp {
  createInstance(config: object, components: object): Prism
}

interface Prism {
  request(
    request: object,
    operations: unknown[],
    config: object,
  ): () => Promise<{ right?: { output: { statusCode: number; body?: Json } } }>
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
const MEDIA_TYPE = 'application/json'

/**
 * Creates Prism's generator. Prism resolves all references of a document in advance. With many cyclic references, that
 * would need minutes and gigabytes, so Prism gets one response at a time, as an operation of its own model.
 *
 * @returns a generator that returns undefined if Prism is not installed; the mock then generates values itself
 */
export function createPrism(document: ContractDocument): Generate {
  const load = prismLoader()
  if (load === undefined) return async () => undefined
  let prism: Prism | undefined
  return async (schema, seed) => {
    prism ??= load().createInstance({ ...SETTINGS, mock: { dynamic: true } }, { logger: SILENT })
    const content = {
      id: 'content',
      mediaType: MEDIA_TYPE,
      schema: preparedForGenerator(structuredClone(boundedSchema(document, schema))),
      examples: [],
      encodings: [],
    }
    const operation = {
      id: 'operation',
      method: 'get',
      path: '/',
      responses: [{ id: 'response', code: '200', headers: [], contents: [content] }],
      servers: [],
      security: [],
      tags: [],
      request: {},
    }
    const mock = { dynamic: true, code: 200, seed, mediaTypes: [MEDIA_TYPE] }
    const request = { method: 'get', url: { path: '/', query: {} }, headers: {} }
    const received = await prism.request(request, [operation], { ...SETTINGS, mock })()
    const output = received.right?.output
    return output?.statusCode === 200 ? output.body : undefined
  }
}

/**
 * Finds Prism of the project in the working directory, else next to this package. It is loaded when the first value is
 * generated: with its locales, that costs more than the whole start of a mock.
 */
function prismLoader(): (() => PrismHttp) | undefined {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const program = createRequire(createRequire(from).resolve('@stoplight/prism-cli/package.json'))
      program.resolve('@stoplight/prism-http')
      return () => program('@stoplight/prism-http') as PrismHttp
    } catch {
      // Not installed there.
    }
  }
  return undefined
}
