/** The log for people at a terminal: a line for each entry instead of JSON. */
import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { painter } from 'specwright/cli'
import { foreignLines } from 'specwright/text'

const STYLES = { warn: 'yellow', error: 'red', fatal: 'red' } as const

/** Fields that are shown elsewhere, or are the same in every line. */
const SHOWN = ['level', 'time', 'msg', 'pid', 'err']

const LEVEL_WIDTH = 5

/**
 * @param colors whether the terminal shows colors
 * @param write gets the lines. Default: standard error, synchronously, so that nothing is lost in a crash
 * @returns a stream for pino that shows `12:00:01 INFO  listening baseUrl={"production":"https://…"}`
 */
export function prettyLog(
  colors: boolean,
  write: (text: string) => void = (text) => void writeSync(2, text),
): DestinationStream {
  const paint = painter({ colors })
  return {
    write(line) {
      const entry = JSON.parse(line) as Record<string, unknown>
      const { level, time, msg, err } = entry
      const style = Object.hasOwn(STYLES, String(level)) ? STYLES[level as keyof typeof STYLES] : 'green'
      const fields = Object.entries(entry)
        .filter(([name]) => !SHOWN.includes(name))
        .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      const parts = [
        paint('dim', String(time).slice(11, 19)),
        paint(style, String(level).toUpperCase().padEnd(LEVEL_WIDTH)),
        foreignLines(String(msg ?? '')),
        ...(fields.length === 0 ? [] : [paint('dim', foreignLines(fields.join(' ')))]),
      ]
      write(`${parts.join(' ')}\n${stackOf(err)}`)
    },
  }
}

/** The stack of an error, indented; '' without one. */
function stackOf(error: unknown): string {
  const stack = (error as { stack?: unknown } | undefined)?.stack
  if (typeof stack !== 'string') return ''
  return `${foreignLines(stack)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\n`
}
