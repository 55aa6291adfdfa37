/** Compile errors, by the names of handlers and tests. */
import { basename, dirname, join, relative } from 'node:path'

export interface CompileError {
  /** From the project's folder. */
  file: string
  line: number
  code: string
  message: string
}

/** Lines of what the compiler prints with `--pretty false`. */
export function readError(text: string, project: string): CompileError | undefined {
  const [, place, code, message = ''] = /^(?:(.+?\(\d+,\d+\)): )?error (TS\d+): (.*)$/.exec(text) ?? []
  if (code === undefined) return undefined
  const [, file = basename(project), line = '1'] = /^(.+)\((\d+),\d+\)$/.exec(place ?? '') ?? []
  return { file, line: Number(line), code, message }
}

/** One line for each place, missing handlers first. */
export function describeErrors(errors: readonly CompileError[]): string[] {
  const lines = errors.map((error) => describe(error))
  return [...new Set([...lines.filter(({ first }) => first), ...lines].map(({ text }) => text))]
}

function describe({ file, line, code, message }: CompileError): { text: string; first: boolean } {
  const place = `${file}:${line}`
  const missing = code === 'TS2307' ? /module '(\.[^']+)'/.exec(message)?.[1] : undefined
  if (missing !== undefined) {
    const path = relative('.', join(dirname(file), missing)).replaceAll('\\', '/')
    const kind = isTest(path) ? 'test' : 'handler'
    const name = basename(path).replace(/\.[cm]?[jt]sx?$/, '')
    return { text: `${kind} ${name} is missing: ${place} expects it in ${path}`, first: true }
  }
  const lacks =
    code === 'TS2741'
      ? /Property '([^']+)' is missing/.exec(message)?.[1]
      : /^TS27(39|40)$/.test(code)
        ? /missing the following properties[^:]*: (.*)$/.exec(message)?.[1]
        : undefined
  const kind = isTest(file) ? 'test ' : /\/features\//.test(file) ? 'handler ' : ''
  // The record of all handlers leaves out those whose file is not written yet.
  if (lacks !== undefined && /(^|\/)handlers\.[cm]?ts$/.test(file))
    return { text: `handler ${lacks} is missing: ${place} expects it`, first: true }
  if (lacks !== undefined) return { text: `${kind}${place} lacks ${lacks}`, first: true }
  const short = message.length > 140 ? `${message.slice(0, 139)}…` : message
  return { text: `${kind}${place} ${code}: ${short}`, first: false }
}

export const isTest = (file: string): boolean => /(^|\/)tests?\/|\.(test|spec)\./.test(file)

/** Errors that are reported only when syntax and settings are valid, so that no others are missing next to them. */
export const isOfTypes = (code: string): boolean => {
  const number = Number(code.slice(2))
  return (number >= 2000 && number < 5000) || number >= 7000 || UNUSED.has(number)
}

const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205])

/** The errors of one file, for a comparison. */
export const inShort = (errors: readonly CompileError[]): string =>
  errors
    .map(({ line, code }) => `${code} in line ${line}`)
    .sort()
    .join(', ')
