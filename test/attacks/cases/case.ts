/** An attack case, and the tests that show what becomes of it. */

/** A test file and a part of a title in it. */
type Proof = readonly [file: string, title: string]

export interface AttackCase {
  number: number
  attempt: string
  proofs: readonly Proof[]
}

/** A case with its tests. */
export const attack = (number: number, attempt: string, ...proofs: Proof[]): AttackCase => ({
  number,
  attempt,
  proofs,
})
