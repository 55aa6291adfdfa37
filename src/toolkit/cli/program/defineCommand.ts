import type { Command, FlagTable, FlagValues, Terminal } from './command.ts'
import { runCommand } from './commander.ts'

interface CommandParts<T extends FlagTable> extends Omit<Command, 'flags' | 'run' | 'work'> {
  flags: T
  /**
   * @param given the values of the flags
   * @param words the positional arguments; always empty for a command without `operands`
   * @returns the exit code
   */
  run(given: FlagValues<T>, terminal: Terminal, words: string[]): Promise<number>
}

/** A command whose work receives typed values of its flags. */
export function defineCommand<const T extends FlagTable>({ run, ...parts }: CommandParts<T>): Command {
  const command: Command = {
    ...parts,
    work: (given, terminal, words) => run(given as FlagValues<T>, terminal, words),
    run: (args, terminal) => runCommand(command, args, terminal),
  }
  return command
}

/** A command that only contains others. */
export function defineGroup(parts: Omit<Command, 'run' | 'work' | 'operands'>): Command {
  const command: Command = { ...parts, run: (args, terminal) => runCommand(command, args, terminal) }
  return command
}
