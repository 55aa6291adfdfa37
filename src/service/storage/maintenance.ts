/** The administrator's functions of a database, beyond `Database`. */
export interface Maintenance {
  /**
   * Copies the database, as it is at the start of the copy, into a new file of mode 0600 while it continues working.
   * @throws Error when `file` exists; StorageUnavailable when it cannot be written.
   */
  backup(file: string): Promise<void>
  /** The size of the database. */
  sizes(): Promise<Sizes>
  /**
   * Gives the room of what was removed back to the file system, while the database continues working.
   * @param exclusive no request waits, so that the whole file may be rewritten where it must be
   * @throws RewriteNeeded when it must be and `exclusive` is false
   */
  compact(exclusive: boolean): Promise<void>
  /** Reads the whole database and returns the errors in it; none when it is sound. Blocks while it reads. */
  integrityCheck(): Promise<string[]>
  /** The work of the engine since it was opened, and its present use; costs nothing. */
  usage(): DatabaseUsage
}

type DatabaseUsage = SqliteUsage | PostgresUsage

export interface SqliteUsage {
  engine: 'sqlite'
  /** Each of the changes of a few turns. */
  commits: number
  changes: number
  /** The duration of the commits. */
  seconds: number
}

interface PostgresUsage {
  engine: 'postgres'
  /** Attempts of units of work beyond the first. */
  retries: number
  pools: PoolUsage[]
}

export interface PoolUsage {
  pool: 'work' | 'counting'
  /** Connections at most. */
  limit: number
  busy: number
  idle: number
  /** Units that wait for a connection. */
  waiters: number
}

export interface Sizes {
  /** Bytes of the file, or of all tables and indexes. */
  file: number
  /** Bytes of it that contain nothing; null where only the engine knows. */
  free: number | null
  /** Bytes of the log next to it; null where the engine has one for all its databases. */
  log: number | null
  /** By table, the largest first: about how many rows it has, rather too many than too few. */
  rows: Record<string, number>
}

/** An engine that has tools of its own for this; the message names them. */
export class MaintenanceRejected extends Error {
  override readonly name = 'MaintenanceRejected'
}
