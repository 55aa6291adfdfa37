/** The calls of one unit of work over a connection of its own. */

import type { Watch, Watcher } from '../changes.ts'
import type { Insertion, ReadTransaction, Row, Value, WriteTransaction } from '../database.ts'
import { insertAll, insertNew } from '../insertRows.ts'
import type { Client } from './connections.ts'
import { withoutValues } from './failures.ts'
import { parametersOf, statementOf } from './statements.ts'

/** Runs one statement of the portable subset. */
export async function query(client: Client, sql: string, values: readonly Value[]) {
  const { text, name } = statementOf(sql)
  try {
    return await client.query({ text, values: parametersOf(values), ...(name !== undefined && { name }) })
  } catch (error) {
    throw withoutValues(error)
  }
}

/** Rejects calls when the work is over, and knows whether the work waits for one. */
export class Reading implements ReadTransaction {
  readonly #client: Client
  /** Calls under way. */
  #pending = 0
  #over = false
  #look: NodeJS.Immediate | undefined
  #late: (() => void) | undefined
  #failure: { error: unknown } | undefined

  constructor(client: Client) {
    this.#client = client
  }

  async get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    const { rows } = await this.execute(sql, values)
    return rows[0] as Row | undefined
  }

  async all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    const { rows } = await this.execute(sql, values)
    return rows as Row[]
  }

  /**
   * Settles as `start()` does, or rejects when that waits for anything but its transaction. A connection, and the rows
   * that the transaction has read or locked, must not wait for a timer, the network or another transaction.
   */
  supervise<T>(start: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#late = () => reject(new Error(WAITED))
      this.#lookLater()
      start().then(resolve, reject)
    }).finally(() => {
      this.#over = true
      clearImmediate(this.#look)
    })
  }

  /** The error of the first failed statement, also when the work caught it: the server undoes the whole. */
  get failure(): { error: unknown } | undefined {
    return this.#failure
  }

  protected async execute(sql: string, values: readonly Value[]) {
    return this.call(() => query(this.#client, sql, values))
  }

  /** The calls that the work may wait for. */
  protected async call<T>(start: () => Promise<T>): Promise<T> {
    if (this.#over)
      throw new Error('The transaction is over; await every call inside the work that it was given to.')
    if (this.#failure !== undefined) throw this.#failure.error
    this.#pending++
    clearImmediate(this.#look)
    try {
      return await start()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    } finally {
      this.#pending--
      if (!this.#over && this.#pending === 0) this.#lookLater()
    }
  }

  /** Anyone who continues behind a call does so within the present turn of the event loop. */
  #lookLater(): void {
    this.#look = setImmediate(() => this.#pending === 0 && this.#late?.())
  }
}

export class Writing extends Reading implements WriteTransaction {
  readonly actions: (() => void)[] = []
  readonly watchers = new Set<Watcher>()
  readonly #watchersOf: Watch['watchersOf']

  constructor(client: Client, watchersOf: Watch['watchersOf']) {
    super(client)
    this.#watchersOf = watchersOf
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    const { rowCount } = await this.execute(sql, values)
    return rowCount ?? 0
  }

  insertAll(insertion: Insertion, rows: readonly Row[]): Promise<void> {
    return insertAll(this, insertion, rows)
  }

  insertNew(insertion: Insertion, rows: readonly Row[]): Promise<Set<string>> {
    return insertNew(this, insertion, rows)
  }

  async turn(): Promise<void> {
    await this.call(() => new Promise((resolve) => void setImmediate(resolve)))
  }

  afterCommit(action: () => void): void {
    this.actions.push(action)
  }

  protected override execute(sql: string, values: readonly Value[]) {
    for (const watcher of this.#watchersOf(sql)) this.watchers.add(watcher)
    return super.execute(sql, values)
  }
}

const WAITED =
  'A transaction waited for something other than its own calls and was rolled back: it uses a connection, and others may wait for its locks. Do timers, network, files and other transactions before or after it, and pass the result in.'
