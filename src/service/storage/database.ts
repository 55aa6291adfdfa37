/**
 * The interface of a database for the service, whatever the engine. Everything is asynchronous, so that an engine
 * across a network is one more file.
 *
 * The portable SQL subset of stores: `?` placeholders, and TEXT, INTEGER, REAL and BLOB columns. Times are INTEGER
 * milliseconds, booleans 0 and 1, and JSON is TEXT that the database never parses. Allowed are
 * `INSERT … ON CONFLICT`, `RETURNING`, CTEs, row values, and names in lower case. There is no `rowid`, and no engine function
 * beyond `coalesce`, `lower`, `length`, `substr`, `sum`, `count`, `min`, `max`, `avg`, `abs`, `round`. Constraints are
 * checked immediately: a deferred one would fail at the commit that many writes share. A test checks every statement against it.
 * A comment that begins with an exclamation mark is a clause to PostgreSQL: `FOR UPDATE SKIP LOCKED`, where rows are claimed.
 */
export type Value = string | number | bigint | Buffer | null

export interface ReadTransaction {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>
  /** All rows. */
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>
}

export interface WriteTransaction extends ReadTransaction {
  /** Runs a statement; returns how many rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>
  /**
   * Inserts rows with few statements: across a network, each one costs a round trip.
   * @example await tx.insertAll({ table: 'tags', columns: ['id', 'name'] }, [{ id: 'tag_1', name: 'a' }])
   */
  insertAll(insertion: Insertion, rows: readonly Row[]): Promise<void>
  /** The same for a table with an `id`. @returns the ids of the rows that were inserted, in any order */
  insertNew(insertion: Insertion, rows: readonly Row[]): Promise<Set<string>>
  /** To be awaited within long work between statements: lets the event loop serve others when it is time to. */
  turn(): Promise<void>
  /** Calls `action` once the change is durable; never when the transaction fails. */
  afterCommit(action: () => void): void
}

export interface Insertion {
  table: string
  columns: readonly string[]
  /** The clause behind the values, such as `ON CONFLICT … DO NOTHING`. */
  conflict?: string
}

/** A value for each column. */
export type Row = Readonly<Record<string, Value>>

/** A search in the names of one organization's rows. */
export interface NameSearch {
  /** The table; its rows have `organization_id`, `name_key`, the name in lower case, and perhaps `deleted_at`. */
  kind: 'prompts' | 'folders' | 'datasets' | 'reports'
  organizationId: string
  /** At least one character, in lower case. */
  part: string
  most: number
}

/** The tables whose rows matter to a watcher; of each the columns that it does not look at. */
export type WatchedTables = Readonly<Record<string, { except: readonly string[] }>>

/**
 * `get` and `all` run one statement each, in parallel: two calls are two snapshots, so whatever compares rows uses `read`.
 * A long transaction uses several turns of the event loop: between its statements other reads continue, other writes wait.
 */
export interface Database extends ReadTransaction {
  /**
   * Runs `work` on one snapshot of committed, durable data. `work` may await its transaction's own calls and
   * nothing else.
   */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction and resolves when its change is durable. A throw undoes only this work. A
   * failed commit fails every work that shared it, with a `StorageUnavailable`. `work` may await its
   * transaction's own calls and nothing else: others wait for it. A statement that fails undoes the whole work,
   * also when `work` caught the error; a second row under a unique key is a `UniqueViolation`.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * The same for frequent parallel work, such as to claim and end jobs. Where units run in parallel, each statement sees what
   * was committed before it, and rows are locked instead of colliding. Rows that it reads may change before it ends.
   */
  claim<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * The ids of the rows whose names may contain a text, all that do among them, as `NameSearch` states; undefined when they
   * are more than `most`. Costs what it finds, however many rows there are and whosever.
   */
  idsNamed(wanted: NameSearch): Promise<string[] | undefined>
  /**
   * Calls `action` whenever a commit may have changed a row of these tables, before the write is acknowledged: what
   * was read before is out of date from then on. With `certain` false it is not known whether the commit was made, and
   * no `afterCommit` reports it; the call comes again once it is over either way.
   */
  watch(tables: WatchedTables, action: (certain: boolean) => void): void
  /** Whether units of work run side by side: what collides is run again, so a unit picks up no more than it has to. */
  readonly sideBySide: boolean
  /** The processes next to this one; undefined where it has the database to itself, and its memory is all there is. */
  readonly others: Others | undefined
  /** Waits for the writes under way, then lets the file go. */
  close(): Promise<void>
}

/** The interface of a database that a process shares with other processes. */
export interface Others {
  /**
   * Notifies the other processes, once and soon, after the commit of the change. It may be lost, with the connection
   * or the process: anyone who listens looks for itself now and then.
   */
  notify(topic: string, message: string): void
  /** Calls `action` with the message of another process; with undefined when a message may have been missed. */
  listen(topic: string, action: (message: string | undefined) => void): void
  /** Waits until no other unit of work has the name; this one locks it to its end. For units of `Database.claim`. */
  lock(tx: WriteTransaction, name: string): Promise<void>
  /**
   * Runs `work` while no other process is at the work of that name.
   * @returns whether it was run: false when another one is at it
   */
  exclusively(name: string, work: () => Promise<unknown>): Promise<boolean>
  /**
   * Acquires the lease of a name, for as long as this process lives and renews it; a dead process loses it within half a
   * minute.
   * @param note for other processes that request it meanwhile
   */
  lease(name: string, note: string): Promise<Lease | ExistingLease>
  /**
   * Call it before a job is claimed: leases are dated and checked by the clocks of the machines. Those of work in progress
   * are renewed all the same, so that started work can end.
   * @throws StorageUnavailable while it is far from the database's
   */
  requireClockInStep(): void
  /**
   * Counts a request of an organization, if every limit has room for it, by the clock of the database.
   * @returns undefined, and nothing is counted, where the credential may have changed since the generation of the request
   */
  admit(request: CountedRequest): Promise<CountedState | undefined>
  /**
   * The last reported state of the rows that decide about the user of a credential; undefined before `admit`. Rows read
   * from now on are at least as new. While the database reports the same, none of it has changed. Each reported
   * change is another object, also where a late response reports the one before again.
   */
  readonly generation: Generation | undefined
}

interface Lease {
  kind: 'held'
  /** Another process has it: what stands for the name was lost, and what is done for it must not be stored. */
  readonly lost: boolean
  release(): Promise<void>
}

export interface ExistingLease {
  kind: 'taken'
  note: string
}

interface CountedRequest {
  organizationId: string
  perMinute: number
  burst: number
  perDay: number
  /** The generation before the credential was looked up; undefined: it was read for this request. */
  generation?: Generation | undefined
}

export interface Generation {
  readonly name: string
}

/** The counts of an organization, the request included where it is allowed. */
export interface CountedState {
  allowed: boolean
  /** Unix milliseconds, of the database. */
  now: number
  /** Of the bucket, in sixty-thousandths of a request. */
  owed: number
  /** Of the present minute. */
  minute: number
  /** Of the present UTC day. */
  day: number
}

/** A row with this unique key is there already; `on` names the columns, such as `folders.parent_id, folders.name`. */
export class UniqueViolation extends Error {
  readonly on: string

  constructor(on: string, cause: unknown) {
    super(`A row with the same ${on} exists.`, { cause })
    this.name = 'UniqueViolation'
    this.on = on
  }
}

/** The database must not be opened as it is: damaged, read-only, in use, or made by another version or program. */
export class DatabaseRejected extends Error {
  readonly file: string
  /** The problem, a sentence. */
  readonly found: string

  constructor(file: string, found: string, remedy: string, cause?: unknown) {
    super(`${file}: ${found} ${remedy}`, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseRejected'
    this.file = file
    this.found = found
  }
}

/** The engine cannot make a change durable now (disk full, I/O error): nothing of it was stored. */
export class StorageUnavailable extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'StorageUnavailable'
  }
}
