/** The mock as a program: documents that change are read again, and events come signed. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyWebhook } from '../../../src/client/webhooks.ts'
import { inCi } from '../../harness/thorough.ts'
import { program } from '../../service/cli/program.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

vi.setConfig({ testTimeout: 120_000 })

const documentOf = (colour: string) => `
openapi: 3.1.0
info: { title: Paint, version: 1.0.0 }
paths:
  /paint:
    get:
      operationId: getPaint
      responses:
        '200':
          description: The paint.
          content: { application/json: { example: { colour: ${colour} } } }
`

test.runIf(inCi)(
  'a document that changes is read again; one that cannot be read leaves what was',
  async () => {
    const file = join(temporaryDirectory(), 'openapi.yaml')
    writeFileSync(file, documentOf('red'))
    const mock = program(['mock', file, '--port', '0'])
    const [, origin = ''] = await mock.says(/ at (http:\/\/\S+)/)
    const paint = async () => (await fetch(`${origin}/paint`)).json()
    expect(await paint()).toEqual({ colour: 'red' })
    writeFileSync(file, documentOf('blue'))
    await mock.says(/Read the documents again\./)
    expect(await paint()).toEqual({ colour: 'blue' })
    writeFileSync(file, 'openapi: [')
    await mock.says(/cannot be read; what was read before stays/)
    expect(await paint()).toEqual({ colour: 'blue' })
  },
)

test('events come on demand and after calls that raise them, signed as the service signs', async () => {
  const received: { type: string; data: unknown }[] = []
  let secret = ''
  const receiver = createServer(async (request, response) => {
    const event = await verifyWebhook(await text(request), request.headers, secret)
    received.push(event)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const mock = program(['mock', '--port', '0', '--stateful', '--webhook-url', url])
  const [, origin = ''] = await mock.says(/ at (http:\/\/\S+)/)
  secret = (await mock.says(/signed with (whsec_\S+?)\.\n/))[1] ?? ''

  expect((await fetch(`${origin}/__mock/events/report.completed`, { method: 'POST' })).ok).toBe(true)
  expect(received).toMatchObject([{ type: 'report.completed' }])
  await fetch(`${origin}/v1/prompts`, {
    method: 'POST',
    headers: { Authorization: 'Bearer svc_test_any', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Greeting', content: 'Hello' }),
  })
  await vi.waitFor(() => expect(received).toHaveLength(2), 10_000)
  expect(received[1]).toMatchObject({ type: 'prompt.created', data: { name: 'Greeting' } })
})
