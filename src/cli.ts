#!/usr/bin/env node
/**
 * The program `prompt-service`: finds the command and hands it what it needs. Nothing else reads the command line
 * or the environment. Exit codes: 0 done, 1 refused or failed, 2 not understood, 70 an error of the program itself.
 */
import { createRequire } from 'node:module'
import { type Command, UsageError } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { failureOf } from './commands/failure.ts'
import { columns } from './commands/help.ts'
import { closest } from './toolkit/contract/nearest.ts'

const version = () =>
  (createRequire(import.meta.url)('prompt-service/package.json') as { version: string }).version

function overview(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  return [
    'Usage: prompt-service COMMAND [flags]',
    `Commands:\n${columns([...rows, ['help COMMAND', 'Shows the flags of a command.']])}`,
    `Flags:\n${columns([
      ['--help', 'Shows this, or the flags of a command.'],
      ['--version', 'Shows the version.'],
    ])}`,
  ].join('\n\n')
}

/** Goes to the top left, writes over what stood there line by line, and clears what is below: nothing flickers. */
const screen = {
  draw: (lines: string[]) =>
    void process.stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`),
  size: () => ({ columns: process.stdout.columns, rows: process.stdout.rows }),
}

async function main(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const progress = (line: string, last: boolean) =>
    void process.stderr.write(`\r\u001b[K${line}${last ? '\n' : ''}`)
  if (word === '--version' || word === '-v' || word === 'version') {
    print(version())
    return 0
  }
  const asksHelp = word === 'help' || word === '--help' || word === '-h'
  if (word === undefined || (asksHelp && rest.length === 0)) {
    print(overview())
    return asksHelp ? 0 : 2
  }
  const command = await find(asksHelp ? (rest[0] ?? '') : word)
  return command.run(asksHelp ? [...rest.slice(1), '--help'] : rest, {
    env: process.env,
    print,
    ...(process.stderr.isTTY && { progress }),
    ...(process.stdout.isTTY && { screen }),
  })
}

async function find(name: string): Promise<Command> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry) return entry.load()
  const guess = closest(name, Object.keys(commands))
  const hint = guess ? `Did you mean ${guess}?` : 'See prompt-service --help.'
  throw new UsageError(`Unknown command "${name}". ${hint}`)
}

// Timers of ours never keep the process alive, so that what waits on one alone would end it with code 13.
const held = setInterval(() => {}, 2 ** 31 - 1)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const { message, code } = failureOf(process.argv[2] ?? '', error)
  process.stderr.write(`prompt-service: ${message}\n`)
  process.exitCode = code
} finally {
  clearInterval(held)
}
