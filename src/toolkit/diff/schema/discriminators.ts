/** Discriminators: the property that distinguishes forms, and its value for each form. */
import type { SchemaComparison } from './comparison.ts'
import type { Discriminator, Shape } from './shape.ts'

/** For unions without matched alternatives: clients still read the discriminator property. */
export function compareMarks(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const [first, second] = [old.unions[0], now.unions[0]]
  if (first && second && !old.discriminator && !now.discriminator) return
  compareDiscriminators(
    comparison,
    old.discriminator ?? first?.discriminator,
    now.discriminator ?? second?.discriminator,
    { reported: (first === undefined) !== (second === undefined) },
  )
}

function noteMark(
  comparison: SchemaComparison,
  was: Discriminator | undefined,
  is: Discriminator | undefined,
): void {
  comparison.note({
    rule: is ? 'discriminator-added' : 'discriminator-removed',
    effect: 'other',
    ...(was && { old: was.location }),
    ...(is && { new: is.location }),
    say: ({ subject, context }) =>
      is
        ? `The form of ${subject} ${context} is now chosen by \`${is.propertyName}\`.`
        : `The form of ${subject} ${context} is no longer chosen by \`${was?.propertyName}\`.`,
  })
}

/**
 * @param matched the alternatives that were matched, where both sides list some
 * @param reported whether one side lists alternatives, so that added and removed ones are reported as forms
 */
export function compareDiscriminators(
  comparison: SchemaComparison,
  before: Discriminator | undefined,
  after: Discriminator | undefined,
  { matched = new Map(), reported = false }: { matched?: ReadonlyMap<Shape, Shape>; reported?: boolean },
): void {
  if (!before || !after) {
    // A discriminator that is added with its forms is reported as well; one that is removed with them is part
    // of their finding.
    if (after || (before && !reported)) noteMark(comparison, before, after)
    return
  }
  if (before.propertyName !== after.propertyName) {
    comparison.note({
      rule: 'discriminator-property-changed',
      effect: 'other',
      level: 'breaking',
      old: before.location,
      new: after.location,
      say: ({ subject, context }) =>
        `The form of ${subject} ${context} was chosen by \`${before.propertyName}\` and is chosen by \`${after.propertyName}\`.`,
    })
    return
  }
  if (before.rest !== after.rest) {
    comparison.note({
      rule: 'discriminator-changed',
      effect: 'other',
      old: before.location,
      new: after.location,
      say: ({ subject, context }) =>
        `The discriminator of ${subject} ${context} was ${before.rest} next to \`${before.propertyName}\` and is ${after.rest}.`,
    })
  }
  const names = new Map([...matched].map(([old, now]) => [old.name, now.name]))
  for (const [value, name] of before.mapping) {
    const now = after.mapping.get(value)
    // The removal of the whole form is reported already.
    const counterpart = names.get(name) ?? (matched.size === 0 ? name : undefined)
    if (now === counterpart || (now === undefined && (reported || !counterpart))) continue
    const report = { old: before.location, new: after.location, detail: value } as const
    const moved = now !== undefined
    comparison.note({
      rule: moved ? 'discriminator-value-moved' : 'discriminator-value-removed',
      effect: 'other',
      level: 'breaking',
      ...report,
      say: ({ subject, context, who, rejected }) =>
        moved
          ? `\`${before.propertyName}: ${value}\` of ${subject} ${context} stood for ${name} and stands for ${now}.`
          : comparison.direction === 'request'
            ? `${who} that send \`${before.propertyName}: ${value}\` for ${subject} ${context} ${rejected}.`
            : `${who} that look for \`${before.propertyName}: ${value}\` in ${subject} ${context} no longer find it.`,
    })
  }
  for (const [value, name] of after.mapping) {
    const known = matched.size === 0 || [...names.values()].includes(name)
    if (before.mapping.has(value) || reported || !known) continue
    comparison.note({
      rule: 'discriminator-value-added',
      effect: 'wider',
      level: comparison.direction === 'request' ? 'compatible' : 'risky',
      old: before.location,
      new: after.location,
      detail: value,
      say: ({ subject, context, who }) =>
        `${who} ${comparison.direction === 'request' ? 'may send' : 'can receive'} \`${before.propertyName}: ${value}\` for ${subject} ${context}.`,
    })
  }
}
