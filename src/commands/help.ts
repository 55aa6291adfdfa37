/** Help texts, 80 columns wide, made from the tables that the flags are parsed by. */
import type { Command, Flag } from './command.ts'

const WIDTH = 80

/** The help of one command. */
export function commandHelp(command: Pick<Command, 'name' | 'description' | 'flags' | 'operands'>): string {
  const { name, description, flags, operands } = command
  const entries = Object.entries(flags)
  const usage = `Usage: prompt-service ${name}${operands ? ` ${operands}` : ''}${entries.length > 0 ? ' [flags]' : ''}`
  const parts = [usage]
  if (description !== '') parts.push(description)
  if (entries.length > 0)
    parts.push(['Flags:', ...entries.map(([flag, about]) => flagHelp(flag, about))].join('\n'))
  return parts.join('\n\n')
}

/** A list of words with what they mean, in two columns. */
export function columns(rows: readonly (readonly [word: string, meaning: string])[]): string {
  const width = Math.max(...rows.map(([word]) => word.length)) + 2
  return rows.map(([word, meaning]) => `  ${word.padEnd(width)}${wrap(meaning, width + 2)}`).join('\n')
}

function flagHelp(name: string, flag: Flag): string {
  const head = `  --${name}${flag.type === 'string' ? ` ${flag.value ?? 'VALUE'}` : ''}`
  const notes = [
    ...(flag.multiple ? ['May be repeated.'] : []),
    ...(flag.default === undefined ? [] : [`Default: ${flag.default}.`]),
  ]
  return `${head}\n      ${wrap([flag.help, ...notes].join(' '), 6)}`
}

function wrap(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + word.length + 1 > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
