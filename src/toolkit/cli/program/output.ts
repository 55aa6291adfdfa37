/** The common output options of all commands: `--quiet`, `--verbose`, colors and the progress line. */
import { type Paint, paintOf } from '../../theme/terminalText.ts'
import type { FlagTable, Terminal } from './command.ts'

/** Flags of every command, in addition to its own. */
const commonFlags = {
  quiet: { type: 'boolean', short: 'q', help: 'Print only results, warnings and errors.' },
  verbose: {
    type: 'boolean',
    help: 'Also print what is read, the duration, and where errors come from.',
  },
} as const satisfies FlagTable

/** The flags of a command with the common ones, which it may describe itself. */
export const withCommonFlags = (flags: FlagTable): FlagTable => ({ ...flags, ...missingFrom(flags) })

const missingFrom = (flags: FlagTable) =>
  Object.fromEntries(Object.entries(commonFlags).filter(([name]) => !Object.hasOwn(flags, name)))

/** Prints a line that is not a result, such as the name of a written file. `--quiet` omits it. */
export function note(terminal: Terminal, line: string): void {
  if (terminal.quiet === true) return
  if (terminal.note === undefined) terminal.print(line)
  else terminal.note(line)
}

/** Prints a line on standard error that only `--verbose` shows. */
export function detail(terminal: Terminal, line: string): void {
  if (terminal.verbose === true) warn(terminal, line)
}

/** Prints a line on standard error. */
export function warn(terminal: Terminal, line: string): void {
  if (terminal.warn === undefined) process.stderr.write(`${line}\n`)
  else terminal.warn(line)
}

/** A function that colors text where the terminal shows colors. */
export const painter = ({ colors }: Pick<Terminal, 'colors'>): Paint => paintOf(colors === true)

/**
 * Whether output is colored: `NO_COLOR` (no-color.org) and `FORCE_COLOR=0` switch colors off, `FORCE_COLOR` switches them
 * on, and otherwise a terminal has them.
 */
export function showsColors({ NO_COLOR, FORCE_COLOR }: Terminal['env'], isTerminal: boolean): boolean {
  if ((NO_COLOR ?? '') !== '' || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false
  return FORCE_COLOR !== undefined || isTerminal
}

/**
 * Runs the work of a command with a terminal that follows the common flags. A line with the elapsed time is shown on a
 * terminal from the third second on, until the command prints something itself.
 * @param label name of the command
 * @returns what `work` returns
 */
export async function withCommonOutput(
  label: string,
  given: Readonly<Record<string, unknown>>,
  terminal: Terminal,
  work: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  const { progress, screen, ...base } = terminal
  const quiet = given.quiet === true
  const end = (quiet ? undefined : base.progressLine?.(label)) ?? (() => {})
  const ending =
    <A extends unknown[]>(print: (...args: A) => void) =>
    (...args: A) => {
      end()
      print(...args)
    }
  const own: Terminal = {
    ...base,
    quiet,
    verbose: given.verbose === true,
    print: ending(base.print),
    warn: ending((line: string) => warn(terminal, line)),
    ...(progress !== undefined && !quiet && { progress: ending(progress) }),
    ...(screen !== undefined && { screen: { ...screen, draw: ending(screen.draw) } }),
  }
  const began = performance.now()
  try {
    const code = await work(own)
    detail(own, `${label}: exit code ${code} after ${((performance.now() - began) / 1000).toFixed(2)} s.`)
    return code
  } catch (error) {
    if (error instanceof Error) detail(own, error.stack ?? error.message)
    throw error
  } finally {
    end()
  }
}
