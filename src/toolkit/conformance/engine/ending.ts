/** Why a run ends before all of its checks were run. */
export type EndReason =
  | { kind: 'interrupted' }
  /** The time of `--time-budget` is over. */
  | { kind: 'time-budget' }
  /** The caller has found what it was looking for. */
  | { kind: 'enough' }
  | { kind: 'target-lost'; error: string }
