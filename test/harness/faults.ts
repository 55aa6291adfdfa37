/** A real database that can be made to fail, the way a disk does. */
import { type Database, StorageUnavailable } from '../../src/service/storage/database.ts'

export type Fault = 'storage' | 'defect'

export interface Faults {
  /** Fails every transaction begun while `action` runs: as a full disk does, or with an unexpected error. */
  during<T>(fault: Fault, action: () => Promise<T>): Promise<T>
  /** Another request comes first: `action` is done before the next transaction that reads begins. */
  beforeNextRead(action: () => Promise<unknown>): void
}

const errors: Record<Fault, () => Error> = {
  storage: () => new StorageUnavailable('The disk is full.', new Error('SQLITE_FULL')),
  defect: () => new TypeError('An internal detail that no client may see.'),
}

/** Puts the fault switch before a database. */
export function withFaults<D extends Database>(database: D): { database: Database; faults: Faults } {
  let fault: Fault | undefined
  let before: (() => Promise<unknown>) | undefined
  const guarded: Database = {
    get: (sql, ...values) => (fault ? Promise.reject(errors[fault]()) : database.get(sql, ...values)),
    all: (sql, ...values) => (fault ? Promise.reject(errors[fault]()) : database.all(sql, ...values)),
    watch: (tables, action) => database.watch(tables, action),
    async read(work) {
      const first = before
      before = undefined
      await first?.()
      if (fault) throw errors[fault]()
      return database.read(work)
    },
    write: (work) => (fault ? Promise.reject(errors[fault]()) : database.write(work)),
    claim: (work) => (fault ? Promise.reject(errors[fault]()) : database.claim(work)),
    sideBySide: database.sideBySide,
    others: database.others,
    idsNamed: (wanted) => (fault ? Promise.reject(errors[fault]()) : database.idsNamed(wanted)),
    close: () => database.close(),
  }
  const faults: Faults = {
    async during(next, action) {
      fault = next
      try {
        return await action()
      } finally {
        fault = undefined
      }
    },
    beforeNextRead(action) {
      before = action
    },
  }
  return { database: guarded, faults }
}
