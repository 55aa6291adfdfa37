/** Strings in commands that users paste into a shell. */
import { foreignText } from './foreignText.ts'

/**
 * A string as one word of a POSIX shell: in single quotes, or by `printf` where a terminal or CI log must not get it as
 * it is (`foreignText`).
 * @example shellQuoted("it's") // `'it'\\''s'`
 */
export const shellQuoted = (text: string): string =>
  foreignText(text) === text ? plain(text) : `"$(printf %b ${escapedText(text)})"`

const plain = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A quoted string with the escapes of `printf %b`: the same bytes, in letters that every terminal shows. */
export function escapedText(text: string): string {
  const octal = (character: string) =>
    [...Buffer.from(character)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')
  const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }
  const escaped = text
    .replace(/[^ -~]|\\/gu, (one) => escapes[one] ?? (foreignText(one) === one ? one : octal(one)))
    .replaceAll('::', `${octal(':')}:`)
    .replaceAll('##', `${octal('#')}#`)
  return plain(escaped)
}
