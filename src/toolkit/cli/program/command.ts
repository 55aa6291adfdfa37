/** A command of a program: its flags, its help and its work. Help, completion and the reference page come from it. */

export interface Flag {
  type: 'string' | 'boolean'
  /** One letter for `-x`. */
  short?: string
  /** May be given several times. */
  multiple?: true
  /** Name of the value in the help, such as `PORT`. */
  value?: string
  /** The only values that are accepted. */
  choices?: readonly string[]
  default?: string
  /** One or two sentences. */
  help: string
}

export type FlagTable = Readonly<Record<string, Flag>>

type FlagText<F extends Flag> = F extends { choices: readonly (infer C extends string)[] } ? C : string

type FlagValue<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F extends { multiple: true }
    ? FlagText<F>[]
    : F extends { default: string }
      ? FlagText<F>
      : FlagText<F> | undefined

/** The values of a table's flags, defaults filled in. */
export type FlagValues<T extends FlagTable> = { [K in keyof T]: FlagValue<T[K]> }

/** The process as a command sees it; only the entry of a program reads the real one. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  /** Name of the program, for help and messages. Default: `specwright`. */
  program?: string
  /** Version of the program. */
  version?: string
  /** Columns of the terminal. Default: 80. */
  columns?: number
  /** Prints a line for people (or the requested JSON) on standard output. */
  print(line: string): void
  /** Prints a line on standard error. Default: that of the process. */
  warn?(line: string): void
  /** Prints a line that is not a result. Default: `print`. */
  note?(line: string): void
  /** States why the result depends on more than files. It is then not shown again by a later run. */
  impede?(obstacle: string): void
  /** `--quiet` was given: only results, warnings and errors are printed. */
  quiet?: boolean
  /** `--verbose` was given. */
  verbose?: boolean
  /** Standard error is a terminal, which a person reads. */
  isInteractive?: boolean
  /** Output may contain colors. */
  colors?: boolean
  /** Shows the duration of the work named `label`. Only on a terminal. @returns ends it */
  progressLine?(label: string): () => void
  /** Replaces the last such line. Only on a terminal; `last` removes it. */
  progress?(line: string, last: boolean): void
  /** The whole screen of a terminal, drawn again at each change. Only where standard output is one. */
  screen?: {
    draw(lines: string[]): void
    size(): { columns: number; rows: number }
  }
}

/** A line of a command as a user types it, without the program, and what it does. */
export type Example = readonly [line: string, meaning: string]

export interface Command {
  /** The word that calls it, such as `lint`. */
  name: string
  /** One line for lists of commands. */
  summary?: string
  /** Text between the usage line and the flags; may be empty. */
  description: string
  /** Positional arguments in the notation of usage lines, such as `<old> <new>` or `[document...]`. */
  operands?: string
  flags: FlagTable
  examples?: readonly Example[]
  /** Puts arguments into the order in which they are parsed, where the command accepts others too. */
  arrange?(args: readonly string[]): string[]
  /** Commands below this one, such as `key create`. Then it has no work of its own. */
  commands?: readonly Command[]
  /**
   * @param given the values of the flags
   * @param words the positional arguments
   * @returns the exit code
   */
  work?(given: Readonly<Record<string, unknown>>, terminal: Terminal, words: string[]): Promise<number>
  /** Parses arguments and does the work. @returns the exit code @throws UsageError */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}

/** Heading of the help of a program below which a command is listed. */
export type CommandGroup = 'Design' | 'Test' | 'Mock' | 'Publish' | 'Run' | 'Administer' | 'Webhooks'

/** The commands of a program by name. Each is loaded when it is needed. */
export type CommandTable = Readonly<
  Record<
    string,
    {
      /** One line for the list of commands. */
      summary: string
      group: CommandGroup
      /**
       * Exit code of an error that is neither about the command line nor about an input. Default: that of the program.
       * Commands whose code 1 or 2 is a statement about the target use that of internal errors.
       */
      failure?: number
      load(): Promise<Command>
    }
  >
>

/** The command line cannot be understood, or an input cannot be read: one message for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
