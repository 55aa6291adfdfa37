/** A mock of a document, in this process, over real HTTP; time and chance by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import { listenAsMock } from '../../../src/toolkit/mock/listen.ts'
import type { Mock, MockSettings } from '../../../src/toolkit/mock/mock.ts'
import { createNodeMock } from '../../../src/toolkit/mock/nodeMock.ts'
import { type ContractDocument, readDocument } from '../../../src/toolkit/openapi/index.ts'

export interface TestMock extends AsyncDisposable {
  /** Without a trailing slash. */
  origin: string
  mock: Mock
  /** Moves the mock's clock, by milliseconds. */
  advance(milliseconds: number): void
  /** Milliseconds that responses waited. */
  waits: number[]
}

/** @param document its file, or its contents */
export async function startMock(
  document: string | object,
  more: Partial<MockSettings> = {},
): Promise<TestMock> {
  let now = Date.parse('2026-11-02T10:00:00.000Z')
  const waits: number[] = []
  const mock = await createNodeMock(
    typeof document === 'string' ? readDocument(document) : written(document),
    {
      ...PLAIN_MOCK,
      now: () => now,
      wait: async (milliseconds) => void waits.push(milliseconds),
      ...more,
    },
  )
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

/** Read from a file, as documents are. */
export function written(document: object): ContractDocument {
  const folder = mkdtempSync(join(tmpdir(), 'mock-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    return readDocument(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
