/** Ctrl+C, and how CI systems and containers end a process: commands clean up and end. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Calls `end` at the first signal of each kind; a second one of the kind ends the process.
 * @param process Node's own
 * @returns removes the listeners
 */
export function onEndingSignals(
  process: Pick<NodeJS.Process, 'once' | 'removeListener'>,
  end: () => void,
): () => void {
  for (const name of ENDING_SIGNALS) process.once(name, end)
  return () => {
    for (const name of ENDING_SIGNALS) process.removeListener(name, end)
  }
}
