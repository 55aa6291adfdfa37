/**
 * One step of the schema. Released steps never change and never move: a later change is a new step at the end
 * of the list in `index.ts`.
 */
export interface Migration {
  /** Unique, lasting name, such as `jobs` or `prompts-labels`. */
  name: string
  /** Of which engine alone it is; of every one when absent. */
  engine?: 'sqlite'
  /** Statements, run together in one transaction of their own. */
  sql: string
}
