import { resolve } from 'node:path'
import { closest } from '../toolkit/contract/nearest.ts'
import type { AdminCommand } from './admin/adminCommand.ts'
import { adminCommands } from './admin/adminCommands.ts'
import { ask } from './admin/ask.ts'
import { type Command, type FlagTable, UsageError } from './command.ts'
import { readDatabases } from './databaseChoice.ts'
import { dataDirectoryAt } from './dataDirectory.ts'
import { columns, commandHelp } from './help.ts'
import { oneOf, parseFlags, strayWords } from './parseFlags.ts'
import { environmentNames } from './perEnvironment.ts'

const environment = { type: 'string', value: 'NAME', help: 'production or development.' } as const

/** The flags that every command has. */
const shared = {
  environment,
  'data-dir': { type: 'string', value: 'DIRECTORY', default: './data', help: "The server's data directory." },
  database: {
    type: 'string',
    value: 'URL',
    help: "The PostgreSQL of the server's --database, for when no server runs. Default: DATABASE_URL.",
  },
  json: { type: 'boolean', help: 'Prints the result as JSON.' },
  help: { type: 'boolean', help: 'Shows this.' },
} as const satisfies FlagTable

/** The flags of a command. One that changes nothing may be asked without saying where. */
const flagsOf = ({ flags, reads }: AdminCommand) => ({
  ...flags,
  ...shared,
  environment: reads ? { ...environment, default: 'production' } : environment,
})

/** Every flag of any command: which of them take a value is told before the command is known. */
export const allFlags: FlagTable = Object.assign({}, ...adminCommands.map(flagsOf))

/** The words that may follow `prompt-service admin`. */
export const adminCommandNames: string[] = adminCommands.map(({ words }) => words)

/** `prompt-service admin`: what the operator alone may do, with the server running or not. */
export const admin: Command = {
  name: 'admin',
  description:
    'Asks the running server through a socket in its data directory; when none runs, it works on\nthe database file itself.',
  operands: 'COMMAND',
  flags: {},
  async run(args, terminal) {
    const stray = strayWords(args, allFlags)
    const words = stray.map(({ word }) => word)
    const command = adminCommands.find((candidate) => isMeant(candidate, words))
    if (!command) {
      terminal.print(overview(words, args.includes('--help')))
      return words.length === 0 && !args.includes('--help') ? 2 : 0
    }
    const flags = flagsOf(command)
    const { operand: wanted } = command
    const own = command.words.split(' ').length + (wanted === undefined ? 0 : 1)
    const taken = new Set(stray.slice(0, own).map(({ index }) => index))
    const given = parseFlags(
      args.filter((_, index) => !taken.has(index)),
      flags,
    )
    if (given.help) {
      const name = [`admin ${command.words}`, wanted].filter(Boolean).join(' ')
      terminal.print(commandHelp({ name, description: command.summary, flags }))
      return 0
    }
    const operand = wanted === undefined ? '' : words.at(command.words.split(' ').length)
    if (operand === undefined) throw new UsageError(`"${command.words}" needs a ${wanted}.`)
    if (given.environment === undefined) {
      const example = `"--environment ${environmentNames[0]}" or "--environment ${environmentNames[1]}"`
      throw new UsageError(`"${command.words}" needs to be told where: ${example}.`)
    }
    const name = oneOf('environment', given.environment, environmentNames)
    const url = readDatabases(given.database === undefined ? [] : [given.database], terminal.env)[name]
    const question = { verb: command.words, environment: name, input: command.input(given, operand) }
    // Beside servers that share it; one that has it alone is asked through its socket.
    const database = url === undefined ? undefined : { url, shared: true }
    const directory = dataDirectoryAt(resolve(given['data-dir']))
    const result = await ask(command, question, directory, terminal.env, database)
    terminal.print(given.json ? JSON.stringify(result, null, 2) : command.format(result))
    return 0
  },
}

/** A command is meant by its own words, wherever the flags stand; what follows them is its operand. */
const isMeant = ({ words }: AdminCommand, given: readonly string[]): boolean =>
  words.split(' ').every((word, index) => word === given[index])

/**
 * The list of commands, or of those that begin with `words`.
 * @throws UsageError when none does
 */
function overview(words: readonly string[], asksHelp: boolean): string {
  const begin = words.join(' ')
  const matching = adminCommands.filter((command) => begin === '' || command.words.startsWith(`${begin} `))
  if (matching.length === 0 || (begin !== '' && !asksHelp)) throw new UsageError(unknown(begin, matching))
  return `${commandHelp(admin)}\n\nVerbs:\n${columns(matching.map(({ words, operand, summary }) => [operand ? `${words} ${operand}` : words, summary]))}`
}

function unknown(begin: string, matching: readonly AdminCommand[]): string {
  if (matching.length > 0) return `"${begin}" is not a whole command; expected ${list(matching)}.`
  const guess = closest(
    begin,
    adminCommands.map(({ words }) => words),
  )
  return `Unknown command "${begin}".${guess ? ` Did you mean "${guess}"?` : ` Expected ${list(adminCommands)}.`}`
}

const list = (some: readonly AdminCommand[]) => some.map(({ words }) => `"${words}"`).join(', ')
