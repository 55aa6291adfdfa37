/** The schema is not accepted; the message states the received and the expected value at `path`. */
export class UnacceptableSchema extends Error {
  override readonly name = 'UnacceptableSchema'
  /** Keys from the root of the schema on, joined by dots; empty for the schema itself. */
  readonly path: string

  constructor(keys: readonly string[], issue: string) {
    super(issue)
    this.path = keys.join('.')
  }
}
