import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../src/client/webhooks.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'

/** Its verifier reads the same header, and is third-party code. */
const { webhooks: assess } = new Stripe('sk_unused')

test('a prompt is created, changed, published, executed and deleted; a webhook hears of each, signed', async () => {
  const receiver = await createReceiver()
  await using server = await startServer({ webhookCa: receiver.ca })
  const api = server.client()
  const events = [
    'prompt.created',
    'prompt.version.created',
    'prompt.updated',
    'prompt.executed',
    'prompt.deleted',
  ] as const
  const webhook = await api.POST('/webhooks', { body: { url: receiver.url(), events: [...events] } })
  const secret = webhook.data?.secret ?? ''

  const created = await api.POST('/prompts', {
    body: { name: 'Greeting', content: 'Say hello to {{name}}.' },
  })
  const path = { promptId: created.data?.id ?? '' }
  await api.PATCH('/prompts/{promptId}', { params: { path }, body: { content: 'Greet {{name}}.' } })
  await api.POST('/prompts/{promptId}/versions', { params: { path }, body: { commitMessage: 'Shorter' } })
  const executed = await api.POST('/prompts/{promptId}/execute', {
    params: { path },
    body: { variables: { name: 'Ada' } },
  })
  expect(executed.data).toMatchObject({ version: 2, output: expect.stringContaining('Greet Ada.') })
  await api.DELETE('/prompts/{promptId}', { params: { path } })

  const received = await receiver.received(6)
  const assessed = received.map(async ({ body, headers }) => {
    const at = Number(headers['x-service-timestamp'])
    const signature = String(headers['x-service-signature'])
    const theirs = assess.constructEvent(body, signature, secret, 300, undefined, at) as {
      type: string
      id: string
    }
    const ours = await verifyWebhook(body, headers, secret, { now: server.clock.now() })
    expect(ours).toEqual(theirs)
    return ours
  })
  const reported = await Promise.all(assessed)
  expect(reported.map(({ type }) => type).sort()).toEqual([...events, 'prompt.version.created'].sort())
  expect(new Set(reported.map(({ id }) => id)).size).toBe(6)
  await receiver.close()
})
