/**
 * Opaque list cursors: unforgeable, and bound to the operation, organization, sort and filters that they were
 * made for (docs/decisions.md, "list parameters").
 */
export interface Cursors {
  /** A cursor that continues `list` after the row whose sort key is `position`. */
  encode(list: ListIdentity, position: readonly (string | number | null)[]): string
  /** The position in `cursor`; throws a VALIDATION_ERROR at `query.cursor` when it is not one of ours for `list`. */
  decode(list: ListIdentity, cursor: string): (string | number | null)[]
}

/** What a cursor is bound to: any JSON value that names the list, its order and its filters. */
export type ListIdentity = readonly unknown[]
