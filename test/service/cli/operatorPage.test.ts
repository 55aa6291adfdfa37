import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adminCommands } from '../../../src/service/cli/admin/adminCommands.ts'
import { admin } from '../../../src/service/cli/admin.ts'
import { UsageError } from '../../../src/toolkit/cli/program/command.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/service/administration.md'), 'utf8')
const rows = [...page.matchAll(/^\| `([^`]+)` \| .+ \| `prompt-service admin ([^`]+)` \|$/gm)].map(
  ([, verb = '', example = '']) => [verb, example] as const,
)

describe("the page of the operator's commands", () => {
  test('has every command, in the order of the program', () => {
    const known = adminCommands.map(({ words, operand }) => [words, operand].filter(Boolean).join(' '))
    expect(rows.map(([verb]) => verb)).toEqual(known)
  })

  test.each(rows)('%s: its example is understood', async (verb, example) => {
    const directory = join(temporaryDirectory(), 'none')
    const lines: string[] = []
    const run = (...more: string[]) =>
      admin.run([...example.split(' '), ...more], {
        env: {},
        program: 'prompt-service',
        print: (line) => void lines.push(line),
      })
    expect(await run('--help')).toBe(0)
    const [words = '', operand] = verb.split(/ (?=[A-Z])/)
    expect(lines[0]).toMatch(
      new RegExp(`^Usage: prompt-service admin ${words} .*${operand === undefined ? '' : `<${operand}>`}`),
    )
    // There is no server and no database: what is understood fails for that.
    const failure: unknown = await run('--data-dir', directory).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(UsageError)
  })
})
