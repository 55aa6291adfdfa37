import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { conformReceiver } from '../../src/commands/conformReceiver.ts'
import { SECRET, startReceiver, verifiers } from '../toolkit/conformance/receiver/verifiers.ts'

const page = readFileSync('docs/webhooks.md', 'utf8')

async function run(url: string, ...flags: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const terminal = { env: {}, print: (line: string) => void lines.push(line) }
  const code = await conformReceiver.run(['--url', url, '--secret', SECRET, ...flags], terminal)
  return { code, lines }
}

it.each(Object.keys(verifiers))(
  'conform-receiver finds what a receiver by %s takes, as the page says',
  async (name) => {
    const { flags, verify } = verifiers[name] ?? { flags: [], verify: () => {} }
    const receiver = await startReceiver(verify)
    const { code, lines } = await run(receiver.url, ...flags)
    await receiver.close()
    const wrong = lines.flatMap((line) => /^✗ (.*?): received/.exec(line)?.[1] ?? [])
    const total = /of (\d+) as expected/.exec(lines.at(-1) ?? '')?.[1]
    const told =
      name === 'none' ? `${wrong.length} of them` : wrong.length === 0 ? 'nothing' : wrong.join('; ')
    expect(code).toBe(wrong.length > 0 ? 1 : 0)
    expect(page).toContain(`| ${name} | ${total} | ${told} |`)
  },
)

it('ends with 3 when nobody answers', async () => {
  expect(await run('http://127.0.0.1:9/hook')).toMatchObject({ code: 3 })
})
