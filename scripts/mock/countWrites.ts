/** All writes of a document against a stateful mock of its own, over HTTP. */

import { listenAsMock } from '../../src/toolkit/mock/listen.ts'
import { createNodeMock } from '../../src/toolkit/mock/nodeMock.ts'
import type { ContractDocument } from '../../src/toolkit/openapi/index.ts'
import { createClient } from './client.ts'
import { PLAIN_MOCK } from './plainMock.ts'
import { type Written, writeAndRead, writesOf } from './writtenRead.ts'

/** @param most the number of write operations to call, spread over the document */
export async function countWrites(
  document: ContractDocument,
  most: number,
  stateful = true,
): Promise<Written[]> {
  const mock = await createNodeMock(document, { ...PLAIN_MOCK, stateful })
  const listener = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [mock],
    events: undefined,
    largest: 1024 * 1024,
  })
  try {
    const client = createClient(mock.api, `http://127.0.0.1:${listener.port}`)
    const every = writesOf(mock.api)
    const step = Math.max(1, Math.ceil(every.length / most))
    const written: Written[] = []
    for (const operation of every.filter((_, index) => index % step === 0)) {
      mock.reset()
      written.push(await writeAndRead(mock.api, client, operation))
    }
    return written
  } finally {
    await listener.close()
  }
}
