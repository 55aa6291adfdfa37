/** A response ready for the wire. */
export interface Rendered {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** In place of `body`, what is made while it is sent. */
  pieces?: AsyncIterable<Buffer>
  /** It is not held to the document. */
  outsideContract?: true
}
