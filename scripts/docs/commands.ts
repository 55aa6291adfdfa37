/**
 * `npm run commands`: writes `docs/reference/cli.md`, the reference of both programs, from the tables that their arguments
 * are parsed by.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commands as serviceCommands, groups as serviceGroups } from '../../src/service/cli/commands.ts'
import { commands as toolkitCommands, groups as toolkitGroups } from '../../src/toolkit/cli/commands.ts'
import type { Command, CommandTable, Flag } from '../../src/toolkit/cli/program/command.ts'
import { EXIT_CODES } from '../../src/toolkit/cli/program/exitCodes.ts'

export const PAGE = join(import.meta.dirname, '../../docs/reference/cli.md')

interface Program {
  name: string
  commands: CommandTable
  groups: readonly string[]
}

export const PROGRAMS: readonly Program[] = [
  { name: 'specwright', commands: toolkitCommands, groups: toolkitGroups },
  { name: 'prompt-service', commands: serviceCommands, groups: serviceGroups },
]

/** The text of the page. */
export async function commandReference(): Promise<string> {
  const programs = await Promise.all(PROGRAMS.map(programText))
  return `${[
    '<!-- Written by `npm run commands`. -->',
    '# Commands',
    'Both programs have `help COMMAND`, `completion SHELL` (bash, zsh, fish, powershell) and `--version`.',
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      EXIT_CODES.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...programs,
  ].join('\n\n')}\n`
}

async function programText({ name, commands, groups }: Program): Promise<string> {
  const entries = groups.flatMap((group) => Object.values(commands).filter((entry) => entry.group === group))
  const texts = await Promise.all(
    entries.map(async ({ load, summary }) => commandText(name, await load(), [], summary)),
  )
  return [`## ${name}`, ...texts].join('\n\n')
}

function commandText(program: string, command: Command, above: readonly string[], summary?: string): string {
  const words = [program, ...above, command.name].join(' ')
  const parts = [`### ${words}`, summary ?? command.description]
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(PAGE, await commandReference())
