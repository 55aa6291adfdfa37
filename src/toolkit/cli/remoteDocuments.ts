/** Documents that are named by a URL: a copy is read, and messages show the URL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Terminal, UsageError } from './program/command.ts'

const TIMEOUT_MS = 30_000
const MAX_MEGABYTES = 64

export const isRemote = (word: string): boolean => /^https?:\/\//i.test(word)

/**
 * Does `work` with local files instead of URLs. The files are deleted when it ends. What it prints shows the URLs.
 * References of a remote document to other files lead nowhere, because only the named document is requested.
 * @param words file names and URLs
 * @throws UsageError where a URL does not return a document
 * @example withLocalCopies(['http://localhost:8000/openapi.json'], terminal, async ([file], own) => …)
 */
export async function withLocalCopies<T>(
  words: readonly string[],
  terminal: Terminal,
  work: (words: string[], terminal: Terminal) => Promise<T>,
): Promise<T> {
  if (!words.some(isRemote)) return work([...words], terminal)
  const folder = mkdtempSync(join(tmpdir(), 'specwright-'))
  try {
    const copies = new Map<string, string>()
    for (const [index, url] of words.entries())
      if (isRemote(url) && !copies.has(url)) copies.set(url, await copyOf(url, join(folder, String(index))))
    const shown = (text: string) => {
      let line = text
      for (const [url, file] of copies)
        for (const name of [relative(process.cwd(), file).replaceAll('\\', '/'), file])
          line = line.replaceAll(name, url)
      return line
    }
    const own = { ...terminal, print: (line: string) => terminal.print(shown(line)) }
    return await work(
      words.map((word) => copies.get(word) ?? word),
      own,
    ).catch((error) => {
      if (error instanceof Error) error.message = shown(error.message)
      throw error
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param folder a new folder for the copy, whose name is that of the URL */
async function copyOf(url: string, folder: string): Promise<string> {
  const fail = (why: string) => new UsageError(`${url} cannot be read: ${why}.`)
  let text: string
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/yaml, application/json, text/yaml;q=0.9, */*;q=0.5' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw fail(`the server responded with ${response.status}. Name the URL of a document`)
    text = await boundedText(response, fail)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    throw fail([message, cause?.code ?? cause?.message].filter(Boolean).join(', '))
  }
  const [name = ''] = /[\w-]+(?=(\.\w+)?\/*$)/.exec(new URL(url).pathname) ?? ['openapi']
  const file = join(folder, `${name}.${text.trimStart().startsWith('{') ? 'json' : 'yaml'}`)
  mkdirSync(folder)
  writeFileSync(file, text)
  return file
}

async function boundedText(response: Response, fail: (why: string) => UsageError): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_MEGABYTES * 1024 * 1024) throw fail(`it is larger than ${MAX_MEGABYTES} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
