/** Several runs of one topic as one text: each figure as its median, the upper one of two, with the smallest and the largest. */
const FIGURE = /\d[\d,]*(?:\.\d+)?k?/g

/**
 * @param texts of the runs, which differ in their figures only
 * @returns the text with `median (least–most)` wherever the runs differ
 * @throws Error where other words differ as well
 */
export function merged(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  const frame = first.replaceAll(FIGURE, '0')
  if (others.some((one) => one.replaceAll(FIGURE, '0') !== frame))
    throw new Error(
      `The runs differ in more than figures, so they cannot be merged:\n\n${texts.join('\n\n')}`,
    )
  const figures = texts.map((text) => text.match(FIGURE) ?? [])
  let at = -1
  return first.replaceAll(FIGURE, () => {
    at += 1
    return spread(figures.map((one) => one[at] ?? ''))
  })
}

function spread(figures: readonly string[]): string {
  const sorted = [...figures].sort((one, other) => numberOf(one) - numberOf(other))
  const [least, most] = [sorted[0] ?? '', sorted.at(-1) ?? '']
  if (least === most) return least
  const middle = sorted[Math.floor(sorted.length / 2)]
  return `${middle} (${least}–${most})`
}

const numberOf = (figure: string): number =>
  Number(figure.replaceAll(/[,k]/g, '')) * (figure.endsWith('k') ? 1000 : 1)
