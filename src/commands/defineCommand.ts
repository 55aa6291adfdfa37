/** What every command does before its own work: it reads its flags, tells words from them, and prints its help. */
import type { Command, FlagTable, FlagValues, Terminal } from './command.ts'
import { commandHelp } from './help.ts'
import { parseFlags, strayWords } from './parseFlags.ts'

interface CommandParts<T extends FlagTable> extends Omit<Command, 'flags' | 'run'> {
  flags: T & { help: { type: 'boolean' } }
  /**
   * @param given the values of the flags
   * @param words what is no flag, in its order; always empty for a command without `operands`, which refuses words
   * @returns the exit code
   */
  run(given: FlagValues<T>, terminal: Terminal, words: string[]): Promise<number>
}

export function defineCommand<const T extends FlagTable>(parts: CommandParts<T>): Command {
  const command: Command = {
    ...parts,
    async run(args, terminal) {
      const stray = parts.operands === undefined ? [] : strayWords(args, parts.flags)
      const given = parseFlags(
        args.filter((_, index) => !stray.some((word) => word.index === index)),
        parts.flags,
      )
      if (given.help) {
        terminal.print(commandHelp(command))
        return 0
      }
      return parts.run(
        given as FlagValues<T>,
        terminal,
        stray.map(({ word }) => word),
      )
    },
  }
  return command
}
