/**
 * One step of the schema. Released steps never change and never move: a later change is a new step at the end
 * of the list in `index.ts`.
 */
export interface Migration {
  /** Unique, lasting name, such as `jobs` or `prompts-labels`. */
  name: string
  /** The only engine of the step, in its own language; every engine, with SQLite's types, when absent. */
  engine?: 'sqlite' | 'postgres'
  /** Statements, run together in one transaction. */
  sql: string
  /**
   * The same for a database that may be large, in parts with a transaction of their own each. After a kill, the next start
   * continues with the part after the last completed one. Without it a step is one part.
   */
  parts?: readonly MigrationPart[]
}

export interface MigrationPart {
  sql: string
  /** The table whose rows it works through, some at a time: `sql` has two placeholders, for ids above the first up to the second. */
  rowsOf?: string
}

/** Each statement as a part, for steps of independent ones such as indexes. */
export const eachStatement = (sql: string): MigrationPart[] =>
  sql
    .split(';')
    .filter((statement) => statement.trim() !== '')
    .map((statement) => ({ sql: statement }))
