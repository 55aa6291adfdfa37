/** Problems in the formats of `redocly lint`. Text of documents is escaped, for it reaches terminals and CI logs. */
import {
  formatProblems,
  getLineColLocation,
  getTotals,
  logger,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core'
import { foreignJsonText, foreignLines, foreignText } from '../openapi/foreignText.ts'
import { wrapped } from '../theme/terminalText.ts'

type Format = NonNullable<Parameters<typeof formatProblems>[1]['format']>

interface Written {
  /** Without the line break at its end. */
  text: string
  /** Problems beyond the limit. */
  hidden: number
  errors: number
}

/** Empty reports for formats in which Redocly would write nothing. */
const EMPTY: Partial<Record<Format, string>> = {
  codeclimate: '[]',
  checkstyle: '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n</checkstyle>',
}

interface WriteOptions {
  format: Format
  /** The most problems to write; errors come first. */
  limit: number
  /** Columns of the terminal, at which messages for people break; undefined for files and pipes. */
  width?: number | undefined
}

/** Writes problems in a format. */
export function writeProblems(
  problems: readonly NormalizedProblem[],
  { format, limit, width }: WriteOptions,
): Written {
  const totals = getTotals(problems as NormalizedProblem[])
  const shown = [...problems].sort((a, b) => Number(a.severity !== 'error') - Number(b.severity !== 'error'))
  const hidden = Math.max(0, shown.length - limit)
  if (hidden > 0) shown.length = limit
  // In JSON the text stays, with escapes of JSON, so that a program reads it unchanged.
  const isJson = format === 'json' || format === 'codeclimate'
  const safe = isJson ? shown : shown.map(escapedProblem)
  const text = captured(() =>
    formatProblems(safe, { format, totals, version: '', cwd: process.cwd(), maxProblems: shown.length }),
  )
  const whole = text === '' ? (EMPTY[format] ?? '') : text.replace(/\n$/, '')
  const lines = isJson ? foreignJsonText(whole) : whole
  return {
    text: format === 'stylish' || format === 'codeframe' ? broken(lines, width) : lines,
    hidden,
    errors: totals.errors,
  }
}

/** A line of a document in a code frame, which stays as it is in the file. */
const FRAME = /^ *(\d+ )?\|/

const broken = (text: string, width: number | undefined): string =>
  text
    .split('\n')
    .flatMap((line) => (FRAME.test(line) ? [line] : wrapped(line, width)))
    .join('\n')

/** Redocly writes to standard output itself. */
function captured(write: () => void): string {
  let text = ''
  const { output } = logger
  logger.output = (part) => {
    text += part
    return true
  }
  try {
    write()
  } finally {
    logger.output = output
  }
  return text
}

const sources = new WeakMap<Source, Source>()

function escapedProblem(problem: NormalizedProblem): NormalizedProblem {
  return {
    ...problem,
    message: foreignText(problem.message),
    suggest: problem.suggest.map(foreignText),
    location: problem.location.map((place) => {
      const { start, end } = getLineColLocation(place)
      return { ...place, pointer: undefined, start, ...(end && { end }), source: escapedSource(place.source) }
    }),
  } as NormalizedProblem
}

/** The lines that a code frame shows; tabs stay, for they are at the beginning of lines. */
function escapedSource(source: Source): Source {
  const known = sources.get(source)
  if (known !== undefined) return known
  const body = source.body.split('\t').map(foreignLines).join('\t')
  const escaped = new Source(foreignText(source.absoluteRef), body)
  sources.set(source, escaped)
  return escaped
}
