/** Shorter names of the values that a description computes with: "claimed" for `claimed_cents`, "the desk's rate" for `hourly_rate`. */
import { escaped } from '../openapi/templates.ts'
import { asWords } from './description.ts'
import type { Known, NamedValues, Source } from './namedValues.ts'
import { holderNouns } from './singles.ts'
import { hasSameUnit, withoutUnit, wordsOf } from './vocabulary.ts'

/**
 * The values with their shorter names, where only one of them can have the name.
 * @param property the computed one
 */
export const withShortNames = (names: NamedValues, property: string): NamedValues => {
  const owns = names.operands.filter(({ source }) => source.kind === 'own')
  const own = unique(owns).flatMap((one) => bareNames(one, owns, property))
  const related = unique(names.operands).flatMap((one) => lastWords(one, names.operands))
  return { ...names, operands: [...names.operands, ...own, ...related] }
}

const unique = (all: readonly Known[]): Known[] =>
  all.filter((one, index) => all.findIndex(({ name }) => name === one.name) === index)

/** "claimed", where no other property begins with that word, and both values are in one unit */
function bareNames(one: Known, owns: readonly Known[], property: string): Known[] {
  const bare = withoutUnit(one.name)
  const first = wordsOf(bare).join(' ')
  const isClear = owns.every(({ name }) => name === one.name || !wordsOf(name).join(' ').startsWith(first))
  return bare === '' || bare === one.name || !isClear || !hasSameUnit(property, one.name)
    ? []
    : [{ ...one, phrase: new RegExp(`(?<![\\w§-])(?:${escaped(bare)}|${asWords(bare)})(?![\\w§-])`, 'gi') }]
}

/** "the desk's rate", where no other number of a desk has that word */
function lastWords(one: Known, all: readonly Known[]): Known[] {
  const { source } = one
  if (source.kind !== 'related') return []
  const { relation, property } = source
  const words = wordsOf(withoutUnit(property))
  const last = words.at(-1) ?? ''
  const others = all.flatMap((other) =>
    other.source.kind === 'related' &&
    other.source.relation === relation &&
    other.source.property !== property
      ? [other.source.property]
      : [],
  )
  const isClear = words.length > 1 && others.every((name) => !wordsOf(name).includes(last))
  const nouns = holderNouns(relation).map(asWords).join('|')
  return isClear && last.length > 3
    ? [{ ...one, phrase: new RegExp(`(?<![\\w§])(?:${nouns})['’]s ${escaped(last)}(?![\\w§-])`, 'gi') }]
    : []
}

/** The first words of a moment: "start" for `starts_at`, "ready date" for `ready_on`. */
const bareMoment = (name: string): string =>
  wordsOf(name)
    .filter((word, index, { length }) => index < length - 1 || !/^(?:at|on|date|time)$/.test(word))
    .join('[ -]')
    .replace(/s$/, 's?')

/**
 * The moments and the lengths of time of a sum with their shorter names: "Start plus runtime", "Ready date plus transit".
 * @param unitIn the unit of a number by its description
 */
export function shortSum(
  names: NamedValues,
  unitIn: (source: Source) => string | undefined,
): Pick<NamedValues, 'operands' | 'moments'> {
  const ways = (known: readonly Known[], wordsFor: (name: string) => string, end: string): Known[] =>
    known.flatMap((one) => {
      const words = wordsFor(nameOf(one))
      const isClear = unique(known).every(
        (other) => other.name === one.name || wordsFor(nameOf(other)) !== words || isNearer(one, other),
      )
      return words === '' || !isClear ? [] : [{ ...one, phrase: new RegExp(`${words}${end}`, 'gi') }]
    })
  return {
    moments: ways(
      unique(names.moments),
      (name) => (bareMoment(name) === '' ? '' : `^(?:the )?${bareMoment(name)}`),
      '(?: (?:date|time|day))?(?= (?:plus|\\+|minus|−))',
    ),
    operands: ways(
      unique(names.operands).filter(({ source }) => source.kind === 'own' || source.kind === 'related'),
      (name) => `(?<=(?:plus|\\+|minus|−) (?:the )?)${asWords(withoutUnit(name))}`,
      '(?: time)?(?=[\\s.;]*$)',
    ).map((one) => ({ ...one, ...unitFor(unitIn(one.source)) })),
  }
}

const nameOf = ({ source, name }: Known): string => ('property' in source ? source.property : name)

/** Whether one is the item's own value, and the other one that of a related item. */
const isNearer = (one: Known, other: Known): boolean =>
  one.source.kind === 'own' && other.source.kind === 'related'

const unitFor = (unit: string | undefined): { unit?: string } => (unit === undefined ? {} : { unit })
