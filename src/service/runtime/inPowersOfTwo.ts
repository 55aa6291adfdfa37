/**
 * Parts of 1, 2, 4 … entries, the longest first: statements of few lengths, so that few are prepared.
 * @param most entries of a part, a power of two
 */
export function* inPowersOfTwo<Entry>(entries: readonly Entry[], most: number): Generator<readonly Entry[]> {
  for (let from = 0, size = most; from < entries.length; from += size) {
    while (size > entries.length - from) size /= 2
    yield entries.slice(from, from + size)
  }
}
