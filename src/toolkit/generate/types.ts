import { Worker } from 'node:worker_threads'
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { isData, isNameMap } from '../openapi/walk.ts'
import { withDirections } from './directions.ts'
import { withOpenEnums } from './openEnums.ts'

/** Makes types on another thread, which loads the compiler while the first document is being read. */
export interface TypesMaker {
  /**
   * The types of a bundled OpenAPI document: `paths`, `operations`, `components` and an alias for each
   * schema. A schema whose name is not a valid type name is rejected, or has no alias.
   */
  typesOf(document: ContractDocument, aliases?: 'for all' | 'where possible'): Promise<string>
  /** The types as openapi-typescript writes them itself, with some of its options. */
  plainTypesOf(document: ContractDocument, options?: PlainOptions): Promise<string>
  stop(): Promise<unknown>
}

/** Options of openapi-typescript that change what a client may refer to. */
export interface PlainOptions {
  enum?: boolean
  immutable?: boolean
  rootTypes?: boolean
  pathParamsAsTypes?: boolean
}

interface PlainResponse {
  id: number
  text?: string
  error?: string
}

/** The TypeScript compiler that this package contains. */
export const bundledCompiler = async () => (await import('./typesWorker.mjs')).typescript

/**
 * `required` next to an `allOf` applies to values that are objects (JSON Schema 2020-12, validation, 6.5.3). The helper of
 * openapi-typescript rejects a part that is nullable, or a union whose parts do not all have the property.
 */
const WITH_REQUIRED = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, K & keyof T>> : T;`

/** The thread of a maker that has stopped, for the next maker: to load the compiler lasts longer than most documents. */
let idle: Worker | undefined

function claimWorker(): Worker {
  const free = idle
  idle = undefined
  free?.ref()
  if (free !== undefined) return free
  const worker = new Worker(new URL('./typesWorker.mjs', import.meta.url), { execArgv: [] })
  const forget = () => {
    if (idle === worker) idle = undefined
  }
  return worker.on('error', forget).on('exit', forget)
}

/** Retains one thread. It does not prevent the end of the process. */
async function releaseWorker(worker: Worker): Promise<unknown> {
  if (idle !== undefined) return worker.terminate()
  idle = worker
  worker.unref()
  return undefined
}

export function createTypesMaker(): TypesMaker {
  const worker = claimWorker()
  const waiting = new Map<number, (response: PlainResponse) => void>()
  let requests = 0
  let hasEnded = false
  const receive = (response: PlainResponse) => {
    waiting.get(response.id)?.(response)
    waiting.delete(response.id)
  }
  let fail: (error: Error) => void = () => {}
  const died = new Promise<never>((_, reject) => {
    fail = (error) => {
      hasEnded = true
      reject(error)
    }
  })
  died.catch(() => {}) // Callers of `typesOf` get the error. The exit that `stop` causes is expected and needs no handler.
  const end = () => fail(new Error('The thread that makes the types has ended.'))
  worker.on('message', receive).once('error', fail).once('exit', end)
  const written = async ({ root, source }: ContractDocument, plain?: PlainOptions): Promise<string> => {
    const id = requests++
    const received = new Promise<PlainResponse>((resolve) => {
      waiting.set(id, resolve)
      worker.postMessage({ id, root: withoutDataReferences(root), plain })
    })
    const { text = '', error } = await Promise.race([received, died])
    if (error !== undefined) throw new Error(`${source}: ${error}`)
    return text
  }
  return {
    plainTypesOf: (document, options = {}) => written(document, options),
    async typesOf(given, aliases = 'for all') {
      const document = typedDocument(given)
      const names = namesOf(document, aliases)
      const text = await written(document)
      // A condition has no type in TypeScript.
      const types = text
        .replaceAll(/ & \(unknown(?: & unknown)*\)/g, '')
        .replace(/^type WithRequired<T, K extends keyof T> = [^;]*;[^;]*;$/m, WITH_REQUIRED)
      return types + names.map((name) => `export type ${name} = components['schemas']['${name}']\n`).join('')
    },
    stop() {
      worker.off('message', receive).off('error', fail).off('exit', end)
      return hasEnded || waiting.size > 0 ? worker.terminate() : releaseWorker(worker)
    },
  }
}

/** The document with the schemas that types are made of: those of each direction, and enums that may grow. */
export const typedDocument = (document: ContractDocument): ContractDocument => ({
  ...document,
  root: withOpenEnums(withDirections(document)),
})

/** A `$ref` inside of an example is data; the maker of types would look for its file. */
function withoutDataReferences(root: JsonObject): Json {
  const copyOf = (node: Json, names: boolean): Json => {
    if (Array.isArray(node)) return node.map((item) => copyOf(item, false))
    if (!isObject(node)) return node
    const entries = Object.entries(node).filter(
      ([key, value]) => names || !isData(key, value) || !JSON.stringify(value)?.includes('"$ref"'),
    )
    return Object.fromEntries(
      entries.map(([key, value]) => [key, copyOf(value, !names && isNameMap(key, value))]),
    )
  }
  return copyOf(root, false)
}

function namesOf(document: ContractDocument, aliases: 'for all' | 'where possible'): string[] {
  const names = Object.keys(objectAt(objectAt(document.root, 'components'), 'schemas'))
  const isGood = (name: string) => /^[A-Z][A-Za-z0-9]*$/.test(name)
  if (aliases === 'where possible') return names.filter(isGood)
  const bad = names.find((name) => !isGood(name))
  if (bad === undefined) return names
  throw new Error(
    `${document.source}: the schema "${bad}" needs a file name in PascalCase that no other schema file has; its type is named after it.`,
  )
}
