import { readFileSync } from 'node:fs'

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
