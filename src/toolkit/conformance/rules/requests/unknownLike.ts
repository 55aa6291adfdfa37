import type { Random } from '../../../schema/values/random.ts'

/** An id of the same form with other letters and digits at its end. */
export function unknownLike(id: string, random: Random): string {
  if (/^\d+$/.test(id)) return String(900_000_000 + random.below(99_000_000))
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
