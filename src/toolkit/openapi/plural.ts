/**
 * A number with its noun.
 * @example plural(1, 'property', 'properties') // "1 property"
 */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
