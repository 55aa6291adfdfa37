import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, defineCommand, defineGroup, type FlagTable, oneOf, UsageError } from 'specwright/cli'
import type { AdminCommand } from './admin/adminCommand.ts'
import { adminCommands } from './admin/adminCommands.ts'
import { ask } from './admin/ask.ts'
import { readDatabases } from './databaseChoice.ts'
import { dataDirectoryAt } from './dataDirectory.ts'
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
  json: { type: 'boolean', help: 'Print the result as JSON.' },
} as const satisfies FlagTable

/** The flags of a command. A command that changes nothing does not require an environment. */
const flagsOf = ({ flags, reads }: AdminCommand) => ({
  ...flags,
  ...shared,
  environment: reads ? { ...environment, default: 'production' } : environment,
})

/** `prompt-service admin`: what only the administrator may do, with the server running or not. */
export const admin: Command = defineGroup({
  name: 'admin',
  description:
    'Sends the command to the running server through a socket in its data directory. Without a running server, it opens the database file.',
  flags: {},
  examples: [
    ['admin key create --environment development --organization org_1 --scopes all', 'Create an API key'],
    ['admin key list --environment development --organization org_1 --json', 'List API keys as JSON'],
  ],
  commands: nested(),
  arrange: wordsFirst,
})

/** Flags may be before the words of a command and between them: the table shows which of them have a value. */
function wordsFirst(args: readonly string[]): string[] {
  const all: FlagTable = Object.assign({}, ...adminCommands.map(flagsOf))
  const options = Object.fromEntries(Object.entries(all).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const places = tokens.flatMap(({ kind, index }) => (kind === 'positional' ? [index] : []))
  const words = places.map((index) => args[index] as string)
  return [...words, ...args.filter((_, index) => !places.includes(index))]
}

/** `key create` and `key list` below `key`. */
function nested(): Command[] {
  const names = [...new Set(adminCommands.map(({ words }) => words.split(' ')[0] as string))]
  return names.flatMap((name) => {
    const inner = adminCommands.filter(({ words }) => words.split(' ')[0] === name)
    const [only] = inner
    if (only !== undefined && only.words === name) return [leaf(only, name)]
    const commands = inner.map((one) => leaf(one, one.words.slice(name.length + 1)))
    const summary = `${commands.map((one) => one.name).join(', ')}.`
    return [defineGroup({ name, summary, description: summary, flags: {}, commands })]
  })
}

function leaf(command: AdminCommand, name: string): Command {
  const { operand: wanted, words, summary } = command
  return defineCommand({
    name,
    summary,
    description: summary,
    ...(wanted !== undefined && { operands: `<${wanted}>` }),
    flags: flagsOf(command),
    async run(given, terminal, [operand = '']) {
      if (given.environment === undefined) {
        const example = `"--environment ${environmentNames[0]}" or "--environment ${environmentNames[1]}"`
        throw new UsageError(`"${words}" requires a destination: ${example}.`)
      }
      const environmentName = oneOf('environment', given.environment, environmentNames)
      const url = readDatabases(given.database === undefined ? [] : [given.database], terminal.env)[
        environmentName
      ]
      const question = { verb: words, environment: environmentName, input: command.input(given, operand) }
      // Next to servers that share it; a server that has it exclusively is reached through its socket.
      const database = url === undefined ? undefined : { url, shared: true }
      const directory = dataDirectoryAt(resolve(given['data-dir']))
      const result = await ask(command, question, directory, terminal.env, database)
      terminal.print(given.json ? JSON.stringify(result, null, 2) : command.format(result))
      return 0
    },
  })
}
