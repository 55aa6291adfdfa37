import type { ReadTransaction, Value } from '../database.ts'
import { type Batcher, createBatcher, type Pending, Slices, withinSlices } from './batcher.ts'
import type { Connection } from './connection.ts'
import { translate } from './failures.ts'

/** Runs the reads of one turn on one snapshot, created when the group starts. */
export function groupReads(connection: Connection): Batcher<Pending<ReadTransaction>> {
  const begin = connection.raw.prepare('BEGIN')
  const commit = connection.raw.prepare('COMMIT')
  const slices = new Slices()

  return createBatcher(async (group) => {
    slices.start()
    try {
      begin.run()
    } catch (error) {
      for (const read of group) read.fail(translate(error))
      return
    }
    for (const read of group) {
      const tx = new Reading(connection, slices)
      const response = await withinSlices(slices, () => read.run(tx)).then(
        () => read.succeed,
        (error) => () => read.fail(translate(error)),
      )
      tx.end()
      response()
    }
    // An I/O error may have ended the transaction already.
    if (connection.raw.inTransaction) commit.run()
  })
}

/** The calls of one transaction; rejects them when it is over. */
export class Reading implements ReadTransaction {
  protected readonly connection: Connection
  readonly #slices: Slices
  #over = false

  constructor(connection: Connection, slices: Slices) {
    this.connection = connection
    this.#slices = slices
  }

  async get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.sliced(this.execute(() => this.connection.prepare(sql).get(...values) as Row | undefined))
  }

  async all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.sliced(this.execute(() => this.connection.prepare(sql).all(...values) as Row[]))
  }

  end(): void {
    this.#over = true
  }

  /** The result of a statement, immediately or in the next turn of the event loop. */
  protected sliced<T>(value: T): T | Promise<T> {
    return this.#slices.next()?.then(() => value) ?? value
  }

  protected execute<T>(statement: () => T): T {
    if (this.#over)
      throw new Error('The transaction is over; await every call inside the work that it was given to.')
    try {
      return statement()
    } catch (error) {
      throw translate(error)
    }
  }
}
