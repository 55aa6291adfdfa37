/**
 * `npm run commands`: writes `docs/reference/cli.md` and `docs/service/cli.md`, the references of both programs, from the
 * tables that their arguments are parsed by, and the tables of `docs/reference/configuration.md`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commands as serviceCommands, groups as serviceGroups } from '../../src/service/cli/commands.ts'
import { commands as toolkitCommands, groups as toolkitGroups } from '../../src/toolkit/cli/commands.ts'
import type { Command, CommandTable, Flag } from '../../src/toolkit/cli/program/command.ts'
import { EXIT_CODES } from '../../src/toolkit/cli/program/exitCodes.ts'
import { CONFIGURATION, configurationPage } from './configuration.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Program {
  name: string
  /** The file of its reference, relative to the repository. */
  page: string
  commands: CommandTable
  groups: readonly string[]
}

export const PROGRAMS: readonly Program[] = [
  { name: 'specwright', page: 'docs/reference/cli.md', commands: toolkitCommands, groups: toolkitGroups },
  { name: 'prompt-service', page: 'docs/service/cli.md', commands: serviceCommands, groups: serviceGroups },
]

/** The text of the page of a program. */
export async function commandReference(program: Program): Promise<string> {
  return `${[
    '<!-- Written by `npm run commands`. -->',
    `# Commands of ${program.name}`,
    `\`${program.name} help COMMAND\` prints the options and two examples of a command, \`completion SHELL\` the completion for bash, zsh, fish or powershell, and \`--version\` the version.`,
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      EXIT_CODES.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...(await commandTexts(program)),
  ].join('\n\n')}\n`
}

function commandTexts({ name, commands, groups }: Program): Promise<string[]> {
  const entries = groups.flatMap((group) => Object.values(commands).filter((entry) => entry.group === group))
  return Promise.all(entries.map(async ({ load, summary }) => commandText(name, await load(), [], summary)))
}

function commandText(program: string, command: Command, above: readonly string[], summary?: string): string {
  const words = [program, ...above, command.name].join(' ')
  const parts = [`## ${words}`, summary ?? command.description]
  const usage = [words, '[options]', command.operands].filter(Boolean).join(' ')
  if (command.commands === undefined) parts.push(`\`\`\`\n${usage}\n\`\`\``)
  if (summary !== undefined && command.description !== summary) parts.push(command.description)
  const flags = Object.entries(command.flags)
  if (flags.length > 0)
    parts.push(
      table(
        ['Option', 'Meaning'],
        flags.map(([name, flag]) => flagRow(name, flag)),
      ),
    )
  if (command.examples !== undefined)
    parts.push(
      `\`\`\`\n${command.examples.map(([line, meaning]) => `# ${meaning}\n${program} ${line}`).join('\n')}\n\`\`\``,
    )
  const inner = (command.commands ?? []).map((one) => commandText(program, one, [...above, command.name]))
  return [...parts, ...inner].join('\n\n')
}

function flagRow(name: string, flag: Flag): string[] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  const value = flag.type === 'string' ? ` <${flag.value ?? 'VALUE'}>` : ''
  const notes = [
    ...(flag.choices === undefined ? [] : [`One of: ${flag.choices.join(', ')}.`]),
    ...(flag.multiple === undefined ? [] : ['May be repeated.']),
    ...(flag.default === undefined ? [] : [`Default: \`${flag.default}\`.`]),
  ]
  return [`\`${short}--${name}${value}\``, [flag.help, ...notes].join(' ')]
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const program of PROGRAMS) writeFileSync(join(ROOT, program.page), await commandReference(program))
  writeFileSync(CONFIGURATION, configurationPage())
}
