import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { inCi } from '../../harness/thorough.ts'
import { program } from '../../service/cli/program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 60_000 })

test('the mock answers with an example of the document, until it is told to stop', async () => {
  const mock = program(['mock', '--port', '0'])
  const [, origin = ''] = await mock.says(/ at (http:\/\/127\.0\.0\.1:\d+)/)
  const ask = (path: string) =>
    new Promise((resolve, reject) => {
      get(origin + path, { headers: { Authorization: 'Bearer any' } }, (response) =>
        json(response).then(resolve, reject),
      ).on('error', reject)
    })
  const list = { prompts: expect.arrayContaining([expect.objectContaining({ object: 'prompt' })]) }
  expect(await ask('/v1/prompts')).toMatchObject(list) // as of the service
  expect(await ask('/prompts')).toMatchObject(list)
  mock.kill('SIGTERM')
  expect(await mock.ended).toBe(0)
})

test.runIf(inCi)('the mock shows the path of its document as it was given', async () => {
  const mock = program(['mock', 'openapi/v1/openapi.yaml', '--port', '0'])
  const [, file] = await mock.says(/Mock of (\S+) at /)
  expect(file).toBe('openapi/v1/openapi.yaml')
  mock.kill('SIGTERM')
  expect(await mock.ended).toBe(0)
})
