/** Deprecation and sunset of an operation, a parameter, a header or a property. */
import { isObject, type Json } from '../openapi/document.ts'
import type { Direction, Level, Where } from './finding.ts'
import type { Pair } from './graph.ts'
import { type Location, step } from './location.ts'

interface Aged {
  location: Location
  deprecated: boolean
  extensions: ReadonlyMap<string, Json>
}

interface Ages {
  old: Aged
  new: Aged
  direction: Direction | 'none'
  named: (where: Where) => string
}

/** The date of `x-sunset` in milliseconds; undefined without `x-sunset`, NaN for an invalid date. */
export const sunsetOf = (extensions: ReadonlyMap<string, Json>): number | undefined => {
  const value = extensions.get('x-sunset')
  return value === undefined ? undefined : Date.parse(String(value))
}

export function compareLifecycle(pair: Pair, { old, new: now, direction, named }: Ages): void {
  const note = (rule: string, level: Level, member: string, say: (name: string) => string) =>
    pair.observe({
      rule,
      level,
      effect: 'other',
      direction,
      old:
        isObject(old.location.value) && member in old.location.value
          ? step(old.location, member)
          : old.location,
      new:
        isObject(now.location.value) && member in now.location.value
          ? step(now.location, member)
          : now.location,
      sentence: (where) => say(named(where)),
    })
  const until = now.extensions.has('x-sunset') ? ` and ends on ${String(now.extensions.get('x-sunset'))}` : ''
  if (!old.deprecated && now.deprecated) {
    note('deprecated', 'compatible', 'deprecated', (name) => `${name} is deprecated${until}.`)
  }
  if (old.deprecated && !now.deprecated) {
    note('no-longer-deprecated', 'compatible', 'deprecated', (name) => `${name} is no longer deprecated.`)
    return
  }
  const [before, after] = [sunsetOf(old.extensions), sunsetOf(now.extensions)]
  if (Number.isNaN(after) && !Number.isNaN(before)) {
    const text = String(now.extensions.get('x-sunset'))
    note(
      'sunset-unreadable',
      'risky',
      'x-sunset',
      (name) => `The sunset of ${name} is ${text}, expected a date.`,
    )
  }
  if (before === after || (!old.deprecated && !now.deprecated) || !old.deprecated) return
  const [was, is] = [old, now].map(({ extensions }) => String(extensions.get('x-sunset')))
  if (before !== undefined && after === undefined) {
    note(
      'sunset-removed',
      'breaking',
      'x-sunset',
      (name) => `${name} was promised until ${was}, and no longer has an expiry date.`,
    )
  } else if (before === undefined) {
    note('sunset-set', 'compatible', 'x-sunset', (name) => `${name} ends on ${is}.`)
  } else if ((after ?? 0) < before) {
    note(
      'sunset-moved-forward',
      'breaking',
      'x-sunset',
      (name) => `${name} ends on ${is}, although it was promised until ${was}.`,
    )
  } else if ((after ?? 0) > before) {
    note(
      'sunset-moved-back',
      'compatible',
      'x-sunset',
      (name) => `${name} stays until ${is}, longer than ${was}.`,
    )
  }
}
