/** What a command of the program is: its flags, its words of help, and its work. */

export interface Flag {
  type: 'string' | 'boolean'
  /** May be given several times. */
  multiple?: true
  /** What stands for the value in the help, such as `PORT`. */
  value?: string
  default?: string
  /** One or two sentences. */
  help: string
}

export type FlagTable = Readonly<Record<string, Flag>>

type FlagValue<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F extends { multiple: true }
    ? string[]
    : F extends { default: string }
      ? string
      : string | undefined

/** The values of a table's flags, defaults filled in. */
export type FlagValues<T extends FlagTable> = { [K in keyof T]: FlagValue<T[K]> }

/** The process as a command sees it; `cli.ts` alone reads the real one. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  /** Prints a line for people (or the JSON that was asked for) on standard output. */
  print(line: string): void
  /** Shows a line in place of the last such line, on a terminal alone; `last` ends it. */
  progress?(line: string, last: boolean): void
  /** The whole of a terminal, drawn again at each change; only where standard output is one. */
  screen?: {
    draw(lines: string[]): void
    size(): { columns: number; rows: number }
  }
}

export interface Command {
  /** The words after `prompt-service`. */
  name: string
  /** What stands between the usage line and the flags; may be empty. */
  description: string
  /** What follows the flags in the usage line, if anything. */
  operands?: string
  flags: FlagTable
  /** @returns the exit code */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}

/** The commands by name: what each is for, and how it is loaded. */
export type CommandTable = Readonly<
  Record<
    string,
    {
      /** One line for the list of commands. */
      summary: string
      load(): Promise<Command>
    }
  >
>

/** The command line cannot be understood: one sentence for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
