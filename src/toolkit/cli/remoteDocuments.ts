/** Documents that are named by a URL: a copy is read, and messages show the URL. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { referencesIn } from '../openapi/references.ts'
import { fileOf } from '../openapi/referredFiles.ts'
import { readSourceFile } from '../openapi/sourceFile.ts'
import { type Terminal, UsageError } from './program/command.ts'
import { detail, warn } from './program/output.ts'

/** For all documents of a command together. */
const TIMEOUT_MS = 30_000
/** Of a document with its files. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_FILES = 500

export const isRemote = (word: string): boolean => /^https?:\/\//i.test(word)

/**
 * Does `work` with local files instead of URLs. The files are deleted when it ends. Printed output shows the URLs; written
 * output shows them through `shown`.
 * Relative references of a remote document to other files of its server are followed.
 * @param words file names and URLs
 * @throws UsageError where a URL does not return a document
 * @example withLocalCopies(['http://localhost:8000/openapi.json'], terminal, async ([file], own) => …)
 */
export async function withLocalCopies<T>(
  words: readonly string[],
  terminal: Terminal,
  work: (words: string[], terminal: Terminal, shown: (text: string) => string) => Promise<T>,
): Promise<T> {
  if (!words.some(isRemote)) return work([...words], terminal, (text) => text)
  const folder = mkdtempSync(join(tmpdir(), 'specwright-'))
  try {
    const copies = new Map<string, string>()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    for (const [index, url] of words.entries())
      if (isRemote(url) && !copies.has(url))
        await copyAll(url, { folder: join(folder, String(index)), signal, terminal, copies, bytes: 0 })
    const shown = (text: string) => {
      let line = text
      for (const [url, file] of [...copies].reverse())
        for (const name of [relative(process.cwd(), file).replaceAll('\\', '/'), file])
          line = line.replaceAll(name, url)
      return line
    }
    const own = {
      ...terminal,
      print: (line: string) => terminal.print(shown(line)),
      warn: (line: string) => warn(terminal, shown(line)),
    }
    return await work(
      words.map((word) => copies.get(word) ?? word),
      own,
      shown,
    ).catch((error) => {
      if (error instanceof Error) error.message = shown(error.message)
      throw error
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Copying {
  /** The folder of one named URL: a copy lies where its URL has it below the origin. */
  folder: string
  signal: AbortSignal
  terminal: Terminal
  /** Copies by URL, those that could not be read included. */
  copies: Map<string, string>
  bytes: number
}

/**
 * Copies a document and the files that it references. References are followed to the same origin only; what cannot be read
 * is missing in the copy, and is reported like any reference that leads nowhere.
 * @returns the copy of the document
 * @throws UsageError where the URL returns no document, or a reference leaves its server
 */
async function copyAll(url: string, copying: Copying): Promise<string> {
  const { text, url: final } = await textOf(url, copying, 'follow')
  const file = place(final, text, copying)
  copying.copies.set(url, file)
  const files = new Map([[file, final]])
  for (const [from, base] of files) {
    for (const reference of referencesOf(from)) {
      const target = targetOf(reference, from, base, copying)
      if (target === undefined || files.has(target.file)) continue
      if (files.size >= MAX_FILES)
        throw new UsageError(`${url} references more than ${MAX_FILES} files. Bundle it into one document.`)
      copying.copies.set(target.url, target.file)
      await copyReferenced(target, copying)
      // A map that grows is iterated to its new end.
      files.set(target.file, target.url)
    }
  }
  return file
}

async function copyReferenced(target: { url: string; file: string }, copying: Copying): Promise<void> {
  try {
    const { text } = await textOf(target.url, copying, 'error')
    mkdirSync(dirname(target.file), { recursive: true })
    writeFileSync(target.file, text)
  } catch (error) {
    if (copying.bytes > MAX_BYTES || copying.signal.aborted) throw error
    detail(copying.terminal, (error as Error).message)
  }
}

function referencesOf(file: string): string[] {
  if (!existsSync(file)) return []
  try {
    return [...referencesIn(readSourceFile(file).tree)].map((reference) => reference.split('#', 1)[0] ?? '')
  } catch {
    // The command that reads an unparsable document reports it.
    return []
  }
}

/** @returns undefined for references that lead to no further file of the server */
function targetOf(reference: string, from: string, base: string, { folder }: Copying) {
  if (reference === '' || /^[a-z][a-z0-9+.-]+:/i.test(reference) || reference.startsWith('//'))
    return undefined
  const file = fileOf(reference, from)
  if (file === undefined) return undefined
  const url = new URL(reference, base)
  // The path on the server and the path of the copy differ where a reference begins with "/" or has too many "..".
  if (join(folder, decodeURIComponent(url.pathname)) !== file)
    throw new UsageError(
      `${base} references "${reference}", which is not below the document's server. Use a relative reference.`,
    )
  return { url: url.href, file }
}

/** The first document may have a URL without a file name, and its format is that of its text. */
function place(url: string, text: string, { folder }: Copying): string {
  const { pathname } = new URL(url)
  const [name = 'openapi'] = /[\w-]+(?=(\.\w+)?\/*$)/.exec(pathname) ?? []
  const parent = join(folder, decodeURIComponent(pathname.replace(/[^/]*\/*$/, '')))
  const file = join(parent, `${name}.${text.trimStart().startsWith('{') ? 'json' : 'yaml'}`)
  mkdirSync(parent, { recursive: true })
  writeFileSync(file, text)
  return file
}

async function textOf(url: string, copying: Copying, redirect: 'follow' | 'error') {
  const fail = (why: string) => new UsageError(`${url} cannot be read: ${why}.`)
  const began = performance.now()
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/yaml, application/json, text/yaml;q=0.9, */*;q=0.5' },
      signal: copying.signal,
      redirect,
    })
    if (!response.ok) throw fail(`the server responded with ${response.status}. Name the URL of a document`)
    const text = await boundedText(response, copying, fail)
    const milliseconds = Math.round(performance.now() - began)
    detail(copying.terminal, `Read ${url}: ${Math.ceil(text.length / 1000)} kB in ${milliseconds} ms.`)
    return { text, url: response.url }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    throw fail([message, cause?.code ?? cause?.message].filter(Boolean).join(', '))
  }
}

async function boundedText(
  response: Response,
  copying: Copying,
  fail: (why: string) => UsageError,
): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body ?? []) {
    copying.bytes += chunk.byteLength
    if (copying.bytes > MAX_BYTES)
      throw fail(`the document and its files are larger than ${MAX_BYTES / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
