/** Suggestions for unknown names. */

/** The names closest to `word`, best first, at most `most`. Excludes names that differ in more than half of the characters. */
export function nearest(word: string, names: readonly string[], most = 3): string[] {
  return names
    .map((name) => ({ name, distance: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance, name }) => distance <= Math.max(word.length, name.length) / 2)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name)
}

/** The known word that a mistyped one is closest to, if any is close: at most a third of it wrong. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: name.startsWith(word) && word.length > 2 ? 0 : distance(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.name : undefined
}

/** Edits from one word to the other (Levenshtein), a swap of neighbours counting as one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1)
      rows[i]?.push(least)
    }
  }
  return at(a.length, b.length)
}
