/** Whether a change of a file can be seen by importing files: for example, a new description changes no type. */
import { extname } from 'node:path'

/** Whether both texts of a file declare the same to importing files. `false` when in doubt. */
export function declareTheSame(file: string, before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => shapeOf(file, text))
  return old !== undefined && old === now
}

function shapeOf(file: string, text: string): string | undefined {
  const kind = extname(file)
  if (kind === '.json') return typeOfJson(text)
  return kind === '.ts' || kind === '.mts' || kind === '.cts' ? withoutComments(text) : undefined
}

/** The compiler widens the values of JSON: the type of any text is `string`. */
function typeOfJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' ? value : typeof value,
    )
  } catch {
    return undefined
  }
}

/**
 * Of what has neither templates nor slashes outside of strings and comments, as types and tables have. Anything else
 * needs the whole grammar of the language.
 */
function withoutComments(text: string): string | undefined {
  if (/^\/\/\/\s*</m.test(text)) return undefined
  let rest = ''
  let end = 0
  // A string, a comment to the end of the line, a comment between signs, or what is not understood here.
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    if (found === '/' || found === '`' || found === '"' || found === "'") return undefined
    rest += text.slice(end, index)
    end = index + found.length
    if (!found.startsWith('/')) rest += found
    else rest += found.includes('\n') ? '\n' : ' '
  }
  return (rest + text.slice(end)).replaceAll(/\s*\n\s*/g, '\n')
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|["'`/]/g
