import { expect, it } from 'vitest'
import { explain } from '../../../src/toolkit/cli/explain.ts'
import type { Command, Terminal } from '../../../src/toolkit/cli/program/command.ts'
import { rules } from '../../../src/toolkit/cli/rules.ts'
import { ruleCatalogue } from '../../../src/toolkit/conformance/ruleCatalogue.ts'

async function run(command: Command, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const terminal: Terminal = { env: {}, print: (line) => void lines.push(line) }
  expect(await command.run(args, terminal)).toBe(0)
  return lines.join('\n')
}

it('lists every rule by group, with a sentence', async () => {
  const listed = JSON.parse(await run(rules, '--format', 'json')) as { id: string; title: string }[]
  expect(listed.map(({ id }) => id)).toEqual(ruleCatalogue.map(({ id }) => id))
  expect(listed.filter(({ title }) => !/^[A-Z].* must .*\.$/.test(title))).toEqual([])
  const text = await run(rules)
  expect(text).toMatch(/\nUpdates\n {2}\S/)
  expect(text).toMatch(/\n {2}created-read-back +A created resource must be returned by GET/)
})

it('explains every rule with its exchanges', async () => {
  for (const { id, title } of ruleCatalogue) {
    const text = await run(explain, id)
    expect(text.startsWith(`# ${id}\n\n${title}\n`), id).toBe(true)
    expect(text).toContain('\n```http')
  }
})

it('names the rule that was meant', async () => {
  await expect(run(explain, 'created-readback')).rejects.toThrow('Did you mean created-read-back?')
})
