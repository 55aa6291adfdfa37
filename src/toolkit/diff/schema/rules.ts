/** Rules of arrays and objects that only one of the two sides may have. */
import type { SchemaComparison } from './comparison.ts'

/** A rule that one side has and the other has not. */
export function noteRule(
  comparison: SchemaComparison,
  keyword: string,
  added: boolean,
  what: string,
  detail?: string,
): void {
  comparison.note({
    rule: `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${added ? 'added' : 'removed'}`,
    effect: added ? 'narrower' : 'wider',
    keyword,
    ...(detail !== undefined && { detail }),
    say: ({ subject, context, who, rejected }) =>
      comparison.direction === 'request'
        ? added
          ? `${who} that send ${what} in ${subject} ${context} can be rejected: they ${rejected} where the new rule fails.`
          : `${who} may send ${what} in ${subject} ${context}, because a rule was removed.`
        : added
          ? `A rule now applies to ${what} in ${subject} ${context}.`
          : `${who} can receive ${what} in ${subject} ${context} that a rule excluded.`,
  })
}
