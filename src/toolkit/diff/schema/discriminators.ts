/** Discriminators: the member that tells forms apart, and the values that stand for them. */
import type { Scene } from './scene.ts'
import type { Discriminator, Shape } from './shape.ts'

/** Where one side or both tell no listed alternatives apart: the member still decides what a reader looks for. */
export function compareMarks(scene: Scene): void {
  const { old, new: now } = scene
  const [first, second] = [old.unions[0], now.unions[0]]
  if (first && second && !old.discriminator && !now.discriminator) return
  compareDiscriminators(
    scene,
    old.discriminator ?? first?.discriminator,
    now.discriminator ?? second?.discriminator,
  )
}

function noteMark(scene: Scene, was: Discriminator | undefined, is: Discriminator | undefined): void {
  scene.note({
    rule: is ? 'discriminator-added' : 'discriminator-removed',
    effect: 'other',
    ...(was && { old: was.place }),
    ...(is && { new: is.place }),
    say: ({ subject, context }) =>
      is
        ? `The form of ${subject} ${context} is now told by \`${is.propertyName}\`.`
        : `The form of ${subject} ${context} is no longer told by \`${was?.propertyName}\`.`,
  })
}

/** @param matched the alternatives that were brought together, where both sides list some */
export function compareDiscriminators(
  scene: Scene,
  before: Discriminator | undefined,
  after: Discriminator | undefined,
  matched: ReadonlyMap<Shape, Shape> = new Map(),
): void {
  if (!before || !after) {
    if (before || after) noteMark(scene, before, after)
    return
  }
  if (before.propertyName !== after.propertyName) {
    scene.note({
      rule: 'discriminator-property-changed',
      effect: 'other',
      level: 'breaking',
      old: before.place,
      new: after.place,
      say: ({ subject, context }) =>
        `The form of ${subject} ${context} was told by \`${before.propertyName}\` and is told by \`${after.propertyName}\`.`,
    })
    return
  }
  if (before.rest !== after.rest) {
    scene.note({
      rule: 'discriminator-changed',
      effect: 'other',
      old: before.place,
      new: after.place,
      say: ({ subject, context }) =>
        `What tells the forms of ${subject} ${context} apart was ${before.rest} beside \`${before.propertyName}\` and is ${after.rest}.`,
    })
  }
  const names = new Map([...matched].map(([old, now]) => [old.name, now.name]))
  for (const [value, name] of before.mapping) {
    const now = after.mapping.get(value)
    // A form that was removed as a whole was told of already.
    const counterpart = names.get(name) ?? (matched.size === 0 ? name : undefined)
    if (now === counterpart || (now === undefined && !counterpart)) continue
    const tell = { old: before.place, new: after.place, detail: value } as const
    const moved = now !== undefined
    scene.note({
      rule: moved ? 'discriminator-value-moved' : 'discriminator-value-removed',
      effect: 'other',
      level: 'breaking',
      ...tell,
      say: ({ subject, context, who, refused }) =>
        moved
          ? `\`${before.propertyName}: ${value}\` of ${subject} ${context} stood for ${name} and stands for ${now}.`
          : scene.direction === 'request'
            ? `${who} that send \`${before.propertyName}: ${value}\` for ${subject} ${context} ${refused}.`
            : `${who} that look for \`${before.propertyName}: ${value}\` in ${subject} ${context} no longer find it.`,
    })
  }
  for (const [value, name] of after.mapping) {
    const known = matched.size === 0 || [...names.values()].includes(name)
    if (before.mapping.has(value) || !known) continue
    scene.note({
      rule: 'discriminator-value-added',
      effect: 'wider',
      level: scene.direction === 'request' ? 'compatible' : 'risky',
      old: before.place,
      new: after.place,
      detail: value,
      say: ({ subject, context, who }) =>
        `${who} ${scene.direction === 'request' ? 'may send' : 'can receive'} \`${before.propertyName}: ${value}\` for ${subject} ${context}.`,
    })
  }
}
