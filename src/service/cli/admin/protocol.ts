/**
 * The protocol between `prompt-service admin` and the running server, over a Unix socket in the data directory. Only its
 * owner can open it. One JSON object a line, each question with one response in order.
 */
import { openSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { EnvironmentName } from '../../server/handler.ts'
import type { Json } from './adminCommand.ts'

export interface Question {
  /** The words of an admin command. */
  verb: string
  environment: EnvironmentName
  input: Json
}

export type Reply = { ok: true; result: Json } | { ok: false; message: string }

/** No question is longer; anyone who sends more is no `prompt-service admin`. */
export const MAX_LINE_LENGTH = 1_048_576

/** The maximum address of a Unix socket (104 bytes on macOS, 108 on Linux), with room for its end. */
const MAX_PATH = 100

/** The shortest form of `path`, because the address of a socket is short. */
export function socketAddress(path: string): string {
  const fits = [path, relative('', path)].find((way) => Buffer.byteLength(way) <= MAX_PATH)
  if (fits !== undefined) return fits
  if (process.platform !== 'linux') {
    throw new Error(`${path} is too long for the address of a socket; choose a shorter --data-dir.`)
  }
  // The descriptor stays open as long as the process, for the way leads through it.
  return join(`/proc/self/fd/${openSync(dirname(path), 'r')}`, basename(path))
}
