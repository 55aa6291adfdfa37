import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { explain } from '../../../src/toolkit/cli/explain.ts'
import type { Command, Terminal } from '../../../src/toolkit/cli/program/command.ts'
import { rules } from '../../../src/toolkit/cli/rules.ts'
import { runnerRules } from '../../../src/toolkit/conformance/rules/index.ts'
import { responseRuleIds } from '../../../src/toolkit/responses/checks.ts'

async function run(command: Command, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const terminal: Terminal = { env: {}, print: (line) => void lines.push(line) }
  expect(await command.run(args, terminal)).toBe(0)
  return lines.join('\n')
}

it('lists every rule once, with a sentence', async () => {
  const listed = JSON.parse(await run(rules, '--format', 'json')) as { id: string; title: string }[]
  const ids = listed.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const inFiles = ['oauth', 'events'].flatMap((part) =>
    readdirSync(`src/toolkit/conformance/${part}/rules`).map((file) => file.replace('.ts', '')),
  )
  const known = [...runnerRules.map(({ id }) => id), ...inFiles.filter((id) => /^(event|oauth)-/.test(id))]
  expect([...known, ...responseRuleIds].filter((id) => !ids.includes(id))).toEqual([])
  expect(ids).toContain('event-arrives')
  expect(listed.filter(({ title }) => !/^\S.*\.$/.test(title))).toEqual([])
  const titles = new Map(listed.map(({ id, title }) => [id, title]))
  expect(runnerRules.filter(({ id, title }) => titles.get(id) !== title).map(({ id }) => id)).toEqual([])
  expect(await run(rules)).toMatch(/\n {2}created-read-back +A created resource must be returned by GET/)
})

it('explains a rule', async () => {
  expect(await run(explain, 'created-read-back')).toMatch(/^created-read-back\n\n.*\n\n.*RFC 9110, 9\.3\.3/)
})

it('names the rule that was meant', async () => {
  await expect(run(explain, 'created-readback')).rejects.toThrow('Did you mean created-read-back?')
})
