import type { Random } from '../../../schema/values/random.ts'

/** Ids of the same form that nothing is likely to have, the likeliest first. */
export const unknownLike = (id: string, random: Random): string[] =>
  [beyondCount(id, random), withOtherEnd(id, random)].filter((one) => one !== undefined)

/** `n7` and `WEB2-7` are the seventh: a number that no count reaches; undefined for other ids. */
function beyondCount(id: string, random: Random): string | undefined {
  const [, name] = /^([^\d]*|.*[-_#])\d{1,7}$/.exec(id) ?? (/^\d+$/.test(id) ? [id, ''] : [])
  return name === undefined ? undefined : `${name}${900_000_000 + random.below(99_000_000)}`
}

/** The same with other letters and digits at its end. */
function withOtherEnd(id: string, random: Random): string | undefined {
  if (/^\d+$/.test(id)) return undefined
  const letters = [...id].filter((one) => /[a-z]/i.test(one))
  const points = [...id]
  let changed = 0
  for (let index = points.length - 1; index >= 0 && changed < 12; index--) {
    const one = points[index] ?? ''
    if (/\d/.test(one)) points[index] = String(random.below(8))
    else if (/[a-z]/i.test(one) && /[0-9_-]/.test(id)) points[index] = random.pick(letters.slice(-16)) ?? one
    else if (/[a-z]/.test(one)) points[index] = random.word(1)
    else if (/[A-Z]/.test(one)) points[index] = random.word(1).toUpperCase()
    else break
    changed++
  }
  return points.join('')
}
