/** Quotients, rounding and shorter names in descriptions of computed values. */
import { describe, expect, it } from 'vitest'
import { saysInclusive, unitStated } from '../../../src/toolkit/model/description.ts'
import { evaluated, propertyOperand } from '../../../src/toolkit/model/expressions.ts'
import { statedCalculation } from '../../../src/toolkit/model/formulas.ts'

const VALUES: Readonly<Record<string, number>> = {
  units_wanted: 3,
  units_reserved: 2,
  planned_l: 30,
  capacity_l: 40,
  totalSeconds: 100,
  episodeCount: 3,
}
const operands = Object.keys(VALUES).map(propertyOperand)

const read = (property: string, text: string, isWhole: boolean): string | undefined => {
  const found = statedCalculation(text, property, operands, isWhole)
  if (found === undefined) return undefined
  const { digits, mode = '' } = found.rounding ?? { digits: '' }
  return `${evaluated(found.expression, (name) => VALUES[name])?.toFixed(1)} ${digits} ${mode}`.trim()
}

describe('a quotient', () => {
  it.each<[property: string, text: string, isWhole: boolean, expected: string]>([
    [
      'averageSeconds',
      '`totalSeconds` over `episodeCount`, rounded to the nearest second; null when nothing is published',
      true,
      '33.3 0',
    ],
    ['averageSeconds', 'Total seconds over episode count', false, '33.3'],
    ['load_percent', 'planned_l / capacity_l, one decimal.', false, '75.0 1'],
    ['load_percent', 'planned_l / capacity_l, at most 100.', false, '75.0'],
    ['load_percent', 'planned_l / capacity_l, at most 1.', false, '0.8'],
    ['load_percent', '100 * planned_l / capacity_l, to two decimals', false, '75.0 2'],
    [
      'fill_percent',
      'Share of the wanted units that is reserved, as a whole percentage, fractions discarded',
      true,
      '66.7 0 down',
    ],
    ['fill_percent', 'Percentage of the wanted units which are reserved.', false, '66.7'],
    ['fill_share', 'Share of the wanted units that is reserved.', false, '0.7'],
    ['fill_rate', '`units_reserved` over `units_wanted`', false, '0.7'],
  ])('%s, "%s"', (property, text, isWhole, expected) => expect(read(property, text, isWhole)).toBe(expected))

  it.each<[property: string, text: string]>([
    ['surplus', '`planned_l` over `capacity_l`'],
    ['load_percent', '`planned_l` over `capacity_l` for large trucks'],
    ['fill_percent', 'Share of the wanted units that is rejected.'],
    ['fill_percent', 'Share of the units that is reserved.'],
    ['fill_percent', 'Share of the wanted units that is reserved or handed out.'],
    ['fill_percent', 'Share of the wanted units that is reserved. Urgent ones count double.'],
  ])('%s, "%s": none', (property, text) => expect(read(property, text, true)).toBeUndefined())
})

it.each<[text: string, expected: boolean]>([
  ['Inclusive of both ends', true],
  ['Both days inclusive.', true],
  ['First and last day included', true],
  ['Start and end both count', true],
  ['Including both dates', true],
  ['Inclusive of VAT', false],
  ['Exclusive of both ends', false],
  ['Including the first day', false],
])('"%s" counts both ends: %s', (text, expected) => expect(saysInclusive(text)).toBe(expected))

it.each<[text: string, expected: string | undefined]>([
  ['Minutes', 'minute'],
  ['In whole days.', 'day'],
  ['Minutes of the meeting', undefined],
  ['Up to 30 minutes', undefined],
])('"%s" is the unit %s', (text, expected) => expect(unitStated(text)).toBe(expected))
