/** Which of several cases applies. */
import type { Expression } from './expressions.ts'

/** A value, or a change of the value, in one case. */
export interface Case {
  when: Expression
  value: Expression
}

interface Bounded {
  name: string
  operator: string
  value: number
}

const boundOf = (when: Expression): Bounded | undefined =>
  when.kind === 'operation' && when.left.kind === 'operand' && when.right.kind === 'number'
    ? { name: when.left.name, operator: when.operator, value: when.right.value }
    : undefined

/** Up to 500, and above 500: no other case is left. */
export function isComplete(cases: readonly Case[]): boolean {
  const bounds = cases.flatMap(({ when }) => boundOf(when) ?? [])
  return (
    cases.length > 1 &&
    bounds.length === cases.length &&
    bounds.some(({ operator, value }) =>
      bounds.some(
        (other) =>
          value === other.value && `${operator}${other.operator}`.match(/^(?:<=>|><=|<>=|>=<)$/) !== null,
      ),
    )
  )
}

/** The value of the first case that applies: of several bounds the strictest one; undefined where cases may overlap otherwise. */
export function chosen(cases: readonly Case[], otherwise: Expression | undefined): Expression | undefined {
  if (otherwise === undefined) return undefined
  const bounds = cases.map(({ when }) => boundOf(when))
  const [first] = bounds
  const isOne = first !== undefined && bounds.every((one) => one?.name === first.name)
  const flags = cases.map(({ when }) => (when.kind === 'operand' ? when.name.split(' ')[0] : undefined))
  const areFlags = flags.every((one) => one !== undefined && one === flags[0])
  if (cases.length > 1 && !isOne && !areFlags) return undefined
  const sorted = isOne ? sortedBounds(cases) : [...cases]
  return sorted?.reduceRight<Expression>(
    (rest, { when, value }) => ({ kind: 'choice', when, value, otherwise: rest }),
    otherwise,
  )
}

/** From above for lower bounds, then from below for upper bounds. */
function sortedBounds(cases: readonly Case[]): Case[] {
  const at = ({ when }: Case) => boundOf(when) as Bounded
  const lower = cases
    .filter((one) => at(one).operator.startsWith('>'))
    .sort((a, b) => at(b).value - at(a).value)
  const upper = cases
    .filter((one) => at(one).operator.startsWith('<'))
    .sort((a, b) => at(a).value - at(b).value)
  return [...upper, ...lower]
}
