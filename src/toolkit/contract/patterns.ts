/** Patterns as authors write them, for the Unicode mode in which validators run them (JSON Schema 2020-12, 6.4). */

const SYNTAX = /[$()*+.?[\\\]^{|}/]/

/** The pattern in Unicode mode with the same meaning; or why ECMA-262 knows no such pattern. */
export function unicodePattern(text: string): string | { reason: string } {
  if (compiles(text, 'u') === true) return text
  const reason = compiles(text, '')
  if (reason !== true) return { reason }
  const foreign = /\\(?:\\|([A-Za-z]))/g
  for (const [, letter] of text.matchAll(foreign))
    if (letter !== undefined && !/[bBcdDfknpPrsStuvwWx]/.test(letter))
      return { reason: `\\${letter} means nothing` }
  const strict = strictly(text)
  const problem = compiles(strict, 'u')
  return problem === true ? strict : { reason: problem }
}

function compiles(text: string, flags: string): true | string {
  try {
    new RegExp(text, flags)
    return true
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: (\/.*\/\w*: )?/, '')
  }
}

/** Writes out what only the older mode lets pass: `\-` for a hyphen, `{` for a brace, `[\w-.]` for three choices. */
function strictly(text: string): string {
  let inClass = false
  return text.replace(
    /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\{\d+(?:,\d*)?\}|[\s\S]/gu,
    (part, at: number) => {
      if (part.length > 1 && part.startsWith('\\')) return escaped(part, inClass)
      if (part.length > 1) return inClass ? part : part
      if (inClass) {
        if (part === ']') inClass = false
        // Beside a class such as \w a hyphen cannot begin a range.
        const besideClass = /\\[wWdDsS]$/.test(text.slice(0, at)) || /^\\[wWdDsS]/.test(text.slice(at + 1))
        return part === '-' && besideClass ? '\\-' : part
      }
      if (part === '[') inClass = true
      return /[{}\]]/.test(part) ? `\\${part}` : part
    },
  )
}

function escaped(part: string, inClass: boolean): string {
  const letter = part.slice(1)
  if (letter.length > 1 || /[dDwWsSbBfnrtv0-9]/.test(letter) || SYNTAX.test(letter)) return part
  if (letter === '-') return inClass ? part : '-'
  return letter
}
