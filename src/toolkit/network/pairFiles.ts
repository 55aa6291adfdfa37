/** Certificates and keys as files: written whole or not at all, keys readable only by their owner. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pair } from './authority.ts'

/** `<name>.pem` and `<name>-key.pem`; undefined when either is missing or they do not belong together. */
export async function readPair(directory: string, name: string): Promise<Pair | undefined> {
  try {
    const pair = {
      cert: await readFile(join(directory, `${name}.pem`), 'utf8'),
      key: await readFile(join(directory, `${name}-key.pem`), 'utf8'),
    }
    return mismatch(pair) === undefined ? pair : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes both files by renaming; a crash in between leaves a pair that `readPair` rejects. */
export async function writePair(directory: string, name: string, pair: Pair): Promise<void> {
  await replace(join(directory, `${name}-key.pem`), pair.key, 0o600)
  await replace(join(directory, `${name}.pem`), pair.cert, 0o644)
}

/** The mismatch between a certificate and its key, in words; undefined when they belong together. */
export function mismatch(pair: Pair): string | undefined {
  try {
    const belongs = new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key))
    return belongs ? undefined : 'the key is not the one of the certificate'
  } catch (error) {
    return `not a certificate and a private key in PEM (${error instanceof Error ? error.message : String(error)})`
  }
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, text, { mode })
  await rename(temporary, path)
}
