import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { expectConformance } from 'specwright/conformance'
import { createListener } from 'specwright/server'
import type { Operations } from '../src/handler.ts'
import { handlers } from '../src/handlers/index.ts'

it('keeps to its document', async () => {
  const key = readFileSync('development.key', 'utf8').trim()
  const document = 'generated/openapi.json'
  const server = createServer(
    createListener<Operations>({ document, handlers, keys: new Map([[key, 'all']]) }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expectConformance({ config: 'conform.yaml', target })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
