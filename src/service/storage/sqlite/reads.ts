import type { ReadTransaction, Value } from '../database.ts'
import type { Connection } from './connection.ts'
import { translate } from './failures.ts'
import { gatherTurns, type Pending, type Turns, withinTurn } from './turns.ts'

/** Runs the reads of one turn on one snapshot, taken when the group starts. */
export function groupReads(connection: Connection): Turns<Pending<ReadTransaction>> {
  const begin = connection.raw.prepare('BEGIN')
  const commit = connection.raw.prepare('COMMIT')

  return gatherTurns(async (group) => {
    try {
      begin.run()
    } catch (error) {
      for (const read of group) read.fail(translate(error))
      return
    }
    for (const read of group) {
      const tx = new Reading(connection)
      const answer = await withinTurn(() => read.run(tx)).then(
        () => read.succeed,
        (error) => () => read.fail(translate(error)),
      )
      tx.end()
      answer()
    }
    // An I/O error may have ended the transaction already.
    if (connection.raw.inTransaction) commit.run()
  })
}

/** The calls of one transaction; refuses them when it is over. */
export class Reading implements ReadTransaction {
  protected readonly connection: Connection
  #over = false

  constructor(connection: Connection) {
    this.connection = connection
  }

  async get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.execute(() => this.connection.prepare(sql).get(...values) as Row | undefined)
  }

  async all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.execute(() => this.connection.prepare(sql).all(...values) as Row[])
  }

  end(): void {
    this.#over = true
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
