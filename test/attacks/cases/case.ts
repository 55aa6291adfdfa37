/** An attack case, and the tests that show what becomes of it. */

/** A test file and a part of a title in it. */
type Proof = readonly [file: string, title: string]

export interface AttackCase {
  number: number
  attempt: string
  /** None as long as what would be attacked is not built; then `open` says what is missing. */
  proofs: readonly Proof[]
  open?: string
}

/** A case with its tests. */
export const attack = (number: number, attempt: string, ...proofs: Proof[]): AttackCase => ({
  number,
  attempt,
  proofs,
})
/** A case that waits for what would be attacked. */
export const open = (number: number, attempt: string, reason: string): AttackCase => ({
  ...{ number, attempt, proofs: [] },
  open: reason,
})
