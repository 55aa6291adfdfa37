import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32

/** The master key must not be used as it is. The message states what was found and what to do. */
export class KeyringRejected extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VaultRefused'
  }
}

/**
 * The key in `file`: one line of base64. When the file is absent it is made, mode 0600, and on the disk before
 * this returns.
 * @throws KeyringRejected
 */
export function loadKey(file: string): Buffer {
  if (!existsSync(file)) createKey(file)
  try {
    const mode = statSync(file).mode & 0o777
    if ((mode & 0o077) !== 0) {
      throw new KeyringRejected(
        `${file}: the master key has mode ${mode.toString(8)}, so others than its owner can use it. Expected 600: run chmod 600, and change the key if another user may have read it.`,
      )
    }
    return parseKey(readFileSync(file, 'ascii').trimEnd(), file)
  } catch (error) {
    if (error instanceof KeyringRejected) throw error
    throw new KeyringRejected(`${file}: the master key cannot be read.`, error)
  }
}

/** @param where names the key in the rejection. */
export function parseKey(key: Buffer | string, where: string): Buffer {
  const bytes = typeof key === 'string' ? Buffer.from(key, 'base64') : key
  const isCanonical = typeof key !== 'string' || bytes.toString('base64') === key
  if (bytes.length !== KEY_BYTES || !isCanonical) {
    throw new KeyringRejected(
      `${where}: found ${isCanonical ? `${bytes.length} bytes` : 'a text that is not base64'}, expected ${KEY_BYTES} bytes in base64 (44 characters).`,
    )
  }
  return bytes
}

/**
 * Written to another file and linked to its name once it is on the disk. So a crash leaves a whole key or none, and
 * of two processes the second finds the first one's.
 */
function createKey(file: string): void {
  const partial = `${file}.${process.pid}.partial`
  try {
    rmSync(partial, { force: true })
    const descriptor = openSync(partial, 'wx', 0o600)
    writeSync(descriptor, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(descriptor)
    closeSync(descriptor)
    linkSync(partial, file)
    flushDirectory(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new KeyringRejected(
      `${file}: the master key cannot be made. Make the directory writable for this user.`,
      error,
    )
  } finally {
    rmSync(partial, { force: true })
  }
}

function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
