/** Changes of values in sentences: "10 % off", "a surcharge of 5.00", "half". */
import { numberOf } from './conditions.ts'
import { type Expression, product } from './expressions.ts'

/** A change of a value: "10 % off". */
export type Change = (base: Expression) => Expression

const UP =
  /^(?:plus|surcharge|more|extra|added|add|adds|increase[ds]?|supplement|rises?|up|higher|additional|charged|markup)$/i
const DOWN =
  /^(?:less|minus|discount|off|reduced|reduction|reduces|rebate|cheaper|deducted|subtracted|drops?|falls?|lower|lowered|decreased?)$/i
const CHANGE_FILLER =
  /^(?:a|an|of|by|the|is|are|be|then|get|gets|with|it|price|fee|total|amount|cost|costs|pay|applies|apply|granted|applied|given|on|top|additionally|and|vat|gst|tax|sales|commission|levy|service|handling)$/i

/** @param before the change of the same sentence before it, whose direction it has: "less 10 % for …, 20 % for …" */
export function changeIn(text: string, before?: Change): Change | undefined {
  const plain = text.replace(/[\s.,;:]+$/, '').trim()
  if (/^(?:(?:is|are|pay|pays|it is|for) )?(?:free(?: of charge)?|nothing)$/i.test(plain))
    return () => numberOf(0)
  if (/^(?:pays? |costs? |is |are )?half(?: (?:the|of the) (?:price|fee|amount|total))?$/i.test(plain))
    return (base) => product(base, numberOf(0.5))
  if (
    /^(?:pays? |costs? |is )?(?:doubled?|twice)(?: (?:the|of the) (?:price|fee|amount|total)| as much)?$/i.test(
      plain,
    )
  )
    return (base) => product(base, numberOf(2))
  const [whole, amount = '', percent] = /(\d+(?:\.\d+)?) ?(%|per ?cent)?/i.exec(plain) ?? []
  if (
    whole === undefined ||
    plain.includes('§') ||
    / of \d|% of /.test(plain.replace(/\b(?:discount|surcharge|reduction|rebate|supplement) of /i, ''))
  )
    return undefined
  const words =
    plain
      .replace(whole, ' ')
      .toLowerCase()
      .match(/[a-z]+|\d+|[^\s\w,-]/g) ?? []
  const [ups, downs] = [UP, DOWN].map((kind) => words.some((word) => kind.test(word)))
  const isClear = words.every((word) => UP.test(word) || DOWN.test(word) || CHANGE_FILLER.test(word))
  if (!isClear || (ups && downs)) return undefined
  const value = Number(amount)
  const isSame = !ups && !downs && before !== undefined && percent !== undefined
  if (!ups && !downs && !isSame) return undefined
  const isUp = isSame ? isRise(before) : ups === true
  return (base) =>
    percent === undefined
      ? { kind: 'operation', operator: isUp ? '+' : '-', left: base, right: numberOf(value) }
      : product(base, numberOf((100 + (isUp ? value : -value)) / 100))
}

const isRise = (change: Change): boolean => {
  const one = change(numberOf(100))
  return (
    one.kind === 'operation' && (one.operator === '+' || (one.right.kind === 'number' && one.right.value > 1))
  )
}
