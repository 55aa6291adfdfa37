/** A program of several commands: finds the command, loads it and nothing else, and runs it. */
import { existsSync } from 'node:fs'
import { Command as Commander } from 'commander'
import { closest } from '../../openapi/nearest.ts'
import { type Command, type CommandTable, type Terminal, UsageError } from './command.ts'
import { commanderOf, configure, parse } from './commander.ts'
import { addCompletion, COMPLETION, SUGGEST } from './completion.ts'
import { exitCodesText } from './exitCodes.ts'

export interface ProgramParts {
  /** Name of the program. */
  name: string
  /** One sentence for the help. */
  description: string
  version: string
  commands: CommandTable
  /** Groups of the help in their order. */
  groups: readonly string[]
}

/**
 * @param args the words after the program's name
 * @returns the exit code
 * @throws UsageError
 */
export async function runProgram(
  parts: ProgramParts,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const known: Terminal = { ...terminal, program: parts.name, version: parts.version }
  const loaded = await loadWanted(parts.commands, args)
  const create = (finish: (code: number) => void) => {
    const program = createProgram(parts, loaded, known, finish)
    if (args[0] === COMPLETION || args[0] === SUGGEST || isOverview(args))
      addCompletion(program, args.slice(2))
    return program
  }
  const [word = '', ...rest] = args
  const wanted = loaded.get(word)
  if (wanted === undefined) requireCommand(parts, word)
  if (args.length > 0)
    return parse(
      create,
      [word, ...(wanted?.arrange?.(rest) ?? rest)],
      wanted?.flags,
      `${parts.name} help ${word}`,
    )
  terminal.print(
    create(() => {})
      .helpInformation()
      .trimEnd(),
  )
  return 2
}

/** Rejects a word without a command: a mistyped one, or a document whose command is missing. @throws UsageError */
function requireCommand({ name, commands }: ProgramParts, word: string): void {
  if (word === '' || word.startsWith('-') || [COMPLETION, SUGGEST, 'help'].includes(word)) return
  const names = Object.keys(commands)
  if (/^https?:|\.(ya?ml|json)$/i.test(word) || existsSync(word)) {
    const examples = names
      .filter((one) => one === 'lint' || one === 'mock')
      .map((one) => `"${name} ${one} ${word}"`)
    const example = examples.length === 0 ? '' : `, for example ${examples.join(' or ')}`
    throw new UsageError(
      `${word} is a document, and the command is missing. Name the command first${example}. "${name} help" lists all commands.`,
    )
  }
  const meant = closest(word, names)
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new UsageError(`There is no command "${word}".${hint} "${name} help" lists all commands.`)
}

/** The help of the program lists the commands for completion, too. */
const isOverview = ([word]: readonly string[]): boolean =>
  word === undefined || word === 'help' || word.startsWith('-')

function createProgram(
  { name, description, version, commands, groups }: ProgramParts,
  loaded: ReadonlyMap<string, Command>,
  terminal: Terminal,
  finish: (code: number) => void,
): Commander {
  const program = new Commander(name)
  configure(program, terminal)
  program
    .description(description)
    .usage('<command> [options]')
    .version(version, '-V, --version', 'Show the version.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .addHelpText('after', `\n${exitCodesText()}`)
  const entries = Object.entries(commands)
  for (const group of groups) {
    for (const [word, entry] of entries.filter(([, one]) => one.group === group)) {
      const command = loaded.get(word)
      const listed =
        command === undefined
          ? new Commander(word).description(entry.summary)
          : commanderOf(command, terminal, finish).summary(entry.summary)
      program.addCommand(listed.helpGroup(`${group}:`))
    }
  }
  return program
}

/** The command that the arguments name, and for completion of its flags the one that is being typed. */
async function loadWanted(
  commands: CommandTable,
  [word = '', ...rest]: readonly string[],
): Promise<Map<string, Command>> {
  const wanted = word === 'help' ? rest[0] : word === SUGGEST ? rest[1] : word
  const entry = wanted !== undefined && Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
  return new Map(entry === undefined ? [] : [[wanted as string, await entry.load()]])
}
