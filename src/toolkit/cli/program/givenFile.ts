import { accessSync, existsSync, constants as fileModes, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './command.ts'

/**
 * The text of a file that a flag names, as `parse` understands it.
 * @throws Error that names the flag and the file, when it cannot be read or understood
 */
export function readGivenFile<T = string>(
  flag: string,
  path: string,
  parse: (text: string) => T = (text) => text as T,
): T {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`--${flag} ${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** A path that cannot be written must not be found out after the run. @throws UsageError */
export function requireWritable(flag: string, file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(file), fileModes.W_OK)
    if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is not a file')
  } catch (error) {
    throw new UsageError(`${flag} cannot be written: ${(error as Error).message}.`)
  }
}
