/** URLs of receivers in requests, next to texts that only look like them. */
import { expect, it, onTestFinished } from 'vitest'
import { createRelay } from '../../../src/toolkit/mutate/webhooks/relay.ts'

it.each<[text: string, isReplaced: boolean]>([
  ['http://localhost:4567/hooks', true],
  ['http://user@localhost:4567/hooks', true],
  ['http%3A%2F%2Flocalhost%3A4567%2Fhooks', true],
  ['at localhost:4567, port 4567', true],
  ['http://other.localhost:4567/hooks', false],
  ['http://my-localhost:4567/hooks', false],
  ['http%3A%2F%2Fother.localhost%3A4567%2Fhooks', false],
  ['http://localhost:45678/hooks', false],
  ['http://localhost/4567', false],
])('the receiver http://localhost:4567 in %s: %s', async (note, isReplaced) => {
  const relay = createRelay(
    () => ({ operationId: 'createWebhook', places: [{ in: 'body', name: '/url' }] }),
    async () => {
      throw new Error('Nothing is delivered.')
    },
  )
  onTestFinished(() => relay.close())
  const body = Buffer.from(JSON.stringify({ url: 'http://localhost:4567/hooks', note }))
  const fields = [['Content-Type', 'application/json']] as const
  const sent = await relay.toTarget({ method: 'POST', target: '/webhooks', fields, body })
  const { url, note: received } = JSON.parse(sent.body.toString()) as { url: string; note: string }
  expect(url).toMatch(/^http:\/\/localhost:(?!4567)\d+\/hooks$/)
  expect(received !== note).toBe(isReplaced)
  const back = relay.toTests({ status: 201, fields: [], body: sent.body })
  expect(back.body.toString()).toBe(body.toString())
})
