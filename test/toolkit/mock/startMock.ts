/** A mock of a document, in this process, over real HTTP; time and chance by hand. */
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { readDocument } from '../../../src/toolkit/contract/index.ts'
import { listenAsMock } from '../../../src/toolkit/mock/listen.ts'
import { createMock, type Mock, type MockSettings } from '../../../src/toolkit/mock/mock.ts'

export interface TestMock extends AsyncDisposable {
  /** Without a trailing slash. */
  origin: string
  mock: Mock
  /** Moves the mock's clock, by milliseconds. */
  advance(milliseconds: number): void
  /** Milliseconds that answers waited. */
  waits: number[]
}

export async function startMock(file: string, more: Partial<MockSettings> = {}): Promise<TestMock> {
  let now = Date.parse('2026-11-02T10:00:00.000Z')
  const waits: number[] = []
  const mock = await createMock(readDocument(file), {
    ...PLAIN_MOCK,
    now: () => now,
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...more,
  })
  const listener = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [mock],
    events: undefined,
    largest: 1024 * 1024,
  })
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    mock,
    waits,
    advance: (milliseconds) => {
      now += milliseconds
    },
    [Symbol.asyncDispose]: () => listener.close(),
  }
}
