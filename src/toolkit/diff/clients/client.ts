/** The report of one client: its places that the changes of a contract affect. */

/** A place of a client that a change affects. */
export interface Site {
  file: string
  line: number
  column: number
  /** The compiler's message. */
  problem: string
  /** The number of the finding; undefined where no change explains the problem. */
  finding: number | undefined
}

export interface ClientReport {
  /** As the caller named it. */
  name: string
  kind: 'typescript' | 'recording'
  /** How many files were compiled, or exchanges read. */
  size: number
  sites: Site[]
}
