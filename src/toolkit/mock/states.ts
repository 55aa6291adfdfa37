/** The states of mocks in IndexedDB, by the names of their documents. */
import type { MockState } from './fetchMock.ts'

export interface States {
  load(name: string): Promise<MockState | undefined>
  save(name: string, state: MockState): Promise<void>
}

/** The parts of IndexedDB that are used. */
interface IdbRequest<Result> {
  result: Result
  error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}
interface IdbStore {
  get(key: string): IdbRequest<MockState | undefined>
  put(value: MockState, key: string): IdbRequest<unknown>
}
interface IdbDatabase {
  createObjectStore(name: string): void
  transaction(store: string, mode: 'readonly' | 'readwrite'): { objectStore(name: string): IdbStore }
}
interface IdbFactory {
  open(name: string, version: number): IdbRequest<IdbDatabase> & { onupgradeneeded: (() => void) | null }
}

const DATABASE = 'specwright-mock'
const STORE = 'states'

const settled = <Result>(request: IdbRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Several sites of one origin share the database; the address of the worker distinguishes their states. */
export async function openStates(): Promise<States> {
  const { indexedDB, location } = globalThis as unknown as {
    indexedDB: IdbFactory
    location: { href: string }
  }
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  const keyOf = (name: string) => `${location.href} ${name}`
  return {
    load: (name) => settled(database.transaction(STORE, 'readonly').objectStore(STORE).get(keyOf(name))),
    async save(name, state) {
      await settled(database.transaction(STORE, 'readwrite').objectStore(STORE).put(state, keyOf(name)))
    },
  }
}
