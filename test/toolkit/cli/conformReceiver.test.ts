import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { conformReceiver } from '../../../src/toolkit/cli/conformReceiver.ts'
import { SECRET, startReceiver, verifiers } from '../conformance/receiver/verifiers.ts'

const page = readFileSync('docs/service/webhooks.md', 'utf8')

async function run(url: string, ...flags: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const terminal = { env: {}, print: (line: string) => void lines.push(line) }
  const code = await conformReceiver.run([url, '--secret', SECRET, ...flags], terminal)
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
    const reported =
      name === 'none' ? `${wrong.length} of them` : wrong.length === 0 ? 'nothing' : wrong.join('; ')
    expect(code).toBe(wrong.length > 0 ? 1 : 0)
    expect(page).toContain(`| ${name} | ${total} | ${reported} |`)
  },
)

it('ends with 3 when nobody answers', async () => {
  expect(await run('http://127.0.0.1:9/hook')).toMatchObject({ code: 3 })
})

const hmac = (text: string | Buffer) => createHmac('sha256', SECRET).update(text)

/** How the receivers of other schemes verify. */
const others: Record<string, (body: Buffer, headers: Record<string, string>) => boolean> = {
  slack: (body, headers) => {
    const time = headers['x-slack-request-timestamp'] ?? ''
    const digest = hmac(`v0:${time}:`).update(body).digest('hex')
    const near = /^\d+$/.test(time) && Math.abs(Date.now() / 1000 - Number(time)) <= 300
    return near && headers['x-slack-signature'] === `v0=${digest}`
  },
  shopify: (body, headers) => headers['x-shopify-hmac-sha256'] === hmac(body).digest('base64'),
}

it.each(Object.keys(others))('takes a right receiver of the scheme %s for right', async (scheme) => {
  const receiver = await startReceiver((body, headers) => {
    if (others[scheme]?.(body, headers) !== true) throw new Error('refused')
  })
  const { code, lines } = await run(receiver.url, '--scheme', scheme)
  await receiver.close()
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([])
  expect(code).toBe(0)
})

it.each([
  ['nothing is verified', () => {}, 'it accepted every forged delivery'],
  ['everything is refused', reject, 'it rejected every good delivery'],
  ['each further event is refused', onlyOnce(), 'it accepted the first event and rejected every other'],
])('says what is most likely wrong where %s', async (_, verify, cause) => {
  const receiver = await startReceiver(verify)
  const { lines } = await run(receiver.url, '--header', 'Acme-Signature')
  await receiver.close()
  expect(lines.at(-2)).toContain(`Most likely ${cause}`)
})

function reject(): never {
  throw new Error('refused')
}

/** Verifies rightly, and knows events by their type. */
function onlyOnce() {
  const seen = new Set<string>()
  return (body: Buffer, headers: Record<string, string>) => {
    const event = Stripe.webhooks.constructEvent(body, headers['acme-signature'] ?? '', SECRET)
    if (seen.has(event.type)) throw new Error('repeated')
    seen.add(event.type)
  }
}
