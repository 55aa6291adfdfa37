/** The reference of the commands is that of the tables by which they are parsed; its examples are understood. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandReference, PROGRAMS } from '../../scripts/docs/commands.ts'
import { CONFIGURATION, configurationPage } from '../../scripts/docs/configuration.ts'
import type { Command } from '../../src/toolkit/cli/program/command.ts'
import { parseFlags } from '../../src/toolkit/cli/program/commander.ts'
import { EXIT_CODES, exitCodesText } from '../../src/toolkit/cli/program/exitCodes.ts'
import { program } from '../service/cli/program.ts'

test.each(PROGRAMS)('$page is what `npm run commands` writes', async (of) => {
  expect(await commandReference(of)).toBe(readFileSync(of.page, 'utf8'))
})

test('the configuration reference has the tables that `npm run commands` writes', () => {
  expect(configurationPage()).toBe(readFileSync(CONFIGURATION, 'utf8'))
  expect(configurationPage()).toContain('| `identities.NAME.bearer` |')
})

test.each(PROGRAMS)(
  'the help of $name has every command and every exit code',
  async ({ name, page, commands }) => {
    const asked = program(['--help'], {}, undefined, undefined, name === 'specwright' ? 'toolkit' : 'service')
    expect(await asked.ended).toBe(0)
    for (const [word, { summary }] of Object.entries(commands)) {
      expect(asked.output.stdout).toMatch(new RegExp(`^  ${word} `, 'm'))
      expect(asked.output.stdout.replaceAll(/\s+/g, ' ')).toContain(summary)
    }
    expect(asked.output.stdout).toContain(exitCodesText())
    for (const [code] of EXIT_CODES) expect(readFileSync(page, 'utf8')).toContain(`| ${code} |`)
  },
)

/** The words of a line, with quotes as in a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The command that a line calls, and its arguments. */
function called(command: Command, words: readonly string[]): [Command, readonly string[]] {
  const inner = command.commands?.find(({ name }) => name === words[0])
  return inner === undefined ? [command, words] : called(inner, words.slice(1))
}

const all = PROGRAMS.flatMap(({ name, commands }) =>
  Object.entries(commands).map(([word, { load }]) => ({ name, word, load })),
)
test.each(all)('$name $word has two examples that it understands', async ({ word, load }) => {
  const command = await load()
  const examples = command.examples ?? []
  expect(examples.length).toBeGreaterThanOrEqual(2)
  for (const [line] of examples) {
    const [first, ...rest] = wordsOf(line)
    expect(first).toBe(word)
    const [meant, args] = called(command, rest)
    expect(() => parseFlags(args, meant.flags), line).not.toThrow()
  }
})
