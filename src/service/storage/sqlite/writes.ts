import type { Watch, Watcher } from '../changes.ts'
import type { Insertion, Row, Value, WriteTransaction } from '../database.ts'
import { insertAll, insertNew } from '../insertRows.ts'
import type { SqliteUsage } from '../maintenance.ts'
import { type Batcher, createBatcher, type Pending, Slices, withinSlices } from './batcher.ts'
import type { Connection } from './connection.ts'
import { translate, unavailable } from './failures.ts'
import { Reading } from './reads.ts'

type Write = Pending<WriteTransaction>

/**
 * An idle turn costs microseconds, a commit waits for the disk. Of a busy service each turn brings more to commit
 * together: with eight rather than one, a third more deliveries a second, and requests are not slower.
 */
const GATHERED = { turns: 8 }

/**
 * Runs the writes of a few turns in one transaction, each in a savepoint, and settles all of them after the one
 * commit. A long one is interrupted between its statements, so that others than writes continue. Under
 * synchronous=FULL that is about ten times as many durable writes a second as a commit for each.
 *
 * @param requireThere throws when the file is no longer where it was: writes into it would be lost with it.
 * @param watchersOf returns the watchers of a statement's commit
 * @param report receives errors of `afterCommit` actions: by then the write is durable and must not fail.
 */
export function groupWrites(
  connection: Connection,
  requireThere: () => void,
  watchersOf: Watch['watchersOf'],
  report: (error: unknown) => void,
): Batcher<Write> & { readonly usage: SqliteUsage } {
  const { raw } = connection
  const usage: SqliteUsage = { engine: 'sqlite', commits: 0, changes: 0, seconds: 0 }
  const begin = raw.prepare('BEGIN IMMEDIATE')
  const commit = raw.prepare('COMMIT')
  const rollback = raw.prepare('ROLLBACK')
  const savepoint = raw.prepare('SAVEPOINT work')
  const release = raw.prepare('RELEASE work')
  const undo = raw.prepare('ROLLBACK TO work')
  const slices = new Slices()

  /** Does one work; its change stays or goes as a whole. */
  const attempt = async (write: Write, watchers: Set<Watcher>): Promise<readonly (() => void)[]> => {
    const tx = new Writing(connection, slices, watchersOf, watchers)
    try {
      savepoint.run()
      await withinSlices(slices, () => write.run(tx))
      tx.requireSound()
      release.run()
      return tx.actions
    } catch (error) {
      try {
        if (raw.inTransaction) undo.run()
        if (raw.inTransaction) release.run()
      } catch {
        if (raw.inTransaction) rollback.run()
      }
      throw error
    } finally {
      tx.end()
    }
  }

  const batcher = createBatcher<Write>(async (group) => {
    slices.start()
    let done: { write: Write; actions: readonly (() => void)[] }[] = []
    const watchers = new Set<Watcher>()
    const lose = (error: unknown) => {
      if (raw.inTransaction) rollback.run()
      for (const { write } of done) write.fail(unavailable(error))
      done = []
      makeRoom(connection)
    }
    for (const [at, write] of group.entries()) {
      try {
        if (!raw.inTransaction) {
          requireThere()
          begin.run()
        }
      } catch (error) {
        // Not each in its turn: every try may block for the whole busy timeout.
        for (const rejected of group.slice(at)) rejected.fail(unavailable(error))
        break
      }
      try {
        done.push({ write, actions: await attempt(write, watchers) })
      } catch (error) {
        write.fail(translate(error))
        // A full or failing disk makes SQLite roll back the whole transaction by itself: those before go with it.
        if (!raw.inTransaction) lose(error)
      }
    }
    try {
      if (raw.inTransaction) {
        const began = performance.now()
        commit.run()
        usage.seconds += (performance.now() - began) / 1000
        usage.commits++
        usage.changes += done.length
      }
    } catch (error) {
      lose(error)
    }
    // Also after a commit that failed: it is not certain what became of it.
    for (const watcher of watchers) quietly(() => watcher(true), report)
    for (const { actions } of done) for (const action of actions) quietly(action, report)
    for (const { write } of done) write.succeed()
  }, GATHERED)
  return { ...batcher, usage }
}

/** Copies the log into the database file, so that the next write can start the log afresh. Never waits for readers. */
function makeRoom({ raw }: Connection): void {
  quietly(
    () => raw.pragma('wal_checkpoint(PASSIVE)'),
    () => {}, // the write that failed has reported it already
  )
}

function quietly(action: () => void, report: (error: unknown) => void): void {
  try {
    action()
  } catch (error) {
    report(error)
  }
}

/** A write's calls. The first statement that fails spoils the work, as it does in other engines. */
class Writing extends Reading implements WriteTransaction {
  readonly actions: (() => void)[] = []
  #failure: { error: unknown } | undefined
  readonly #watchersOf: Watch['watchersOf']
  readonly #watchers: Set<Watcher>

  /** @param watchers where the watchers of what is written are gathered */
  constructor(
    connection: Connection,
    slices: Slices,
    watchersOf: Watch['watchersOf'],
    watchers: Set<Watcher>,
  ) {
    super(connection, slices)
    this.#watchersOf = watchersOf
    this.#watchers = watchers
  }

  // A change with RETURNING is requested as a row.
  override async get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    this.#noteWatchers(sql)
    return super.get(sql, ...values)
  }

  override async all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    this.#noteWatchers(sql)
    return super.all(sql, ...values)
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    this.#noteWatchers(sql)
    return this.sliced(this.execute(() => this.connection.prepare(sql).run(...values).changes))
  }

  insertAll(insertion: Insertion, rows: readonly Row[]): Promise<void> {
    return insertAll(this, insertion, rows)
  }

  insertNew(insertion: Insertion, rows: readonly Row[]): Promise<Set<string>> {
    return insertNew(this, insertion, rows)
  }

  async turn(): Promise<void> {
    await this.sliced(undefined)
  }

  #noteWatchers(sql: string): void {
    for (const watcher of this.#watchersOf(sql)) this.#watchers.add(watcher)
  }

  afterCommit(action: () => void): void {
    this.actions.push(action)
  }

  /** Throws what a statement threw, in case the work caught it: part of the work is missing. */
  requireSound(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  protected override execute<T>(statement: () => T): T {
    this.requireSound()
    try {
      return super.execute(statement)
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
