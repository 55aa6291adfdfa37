/** Descriptions of values that stay as they were at some moment: "The price at the time of booking". */
import { momentNamed, namesExceptions } from './description.ts'

const CHANGES = '(?:later|subsequent|future|further) (?:price )?(?:changes|updates|edits|modifications)'
const STAYS = new RegExp(
  `\\b${CHANGES}\\b[^.;]{0,40}? (?:do|does|will|have|has) (?:not|no) (?:affect|change|alter|influence|apply|effect)|\\b(?:not|never|un) ?-?(?:affected|changed|influenced) by (?:any )?${CHANGES}|\\b(?:does not|never) (?:change|follow)s? (?:when|if) (?:the|its) [\\w ]{1,30} (?:changes|is (?:changed|updated))\\W*$|\\bstays (?:the same|as it is|unchanged) (?:when|if|even if) (?:the|its) [\\w ]{1,30} (?:changes|is (?:changed|updated))\\W*$`,
  'i',
)
const AT_TIME =
  /\b(?:at the (?:time|moment) of|(?:as it was )?when (?:the|this|it)\b|fixed at|frozen at|at) /i
const OPEN =
  /\b(?:may|might|can|could|if|unless|until|except|estimated?|expected|usually|or|plus|minus|times|converted|including|excluding|rounded|current(?:ly)?)\b/i

/**
 * The moment at which a value is fixed.
 * @param noun of the item that shows it
 * @returns undefined where the text does not state that the value stays
 */
export function fixedIn(
  text: string,
  noun: string,
): { moment: ReturnType<typeof momentNamed>; text: string } | undefined {
  if (namesExceptions(text)) return undefined
  const plain = text.replaceAll(/[`*]/g, '').trim()
  const stays = STAYS.test(plain)
  const [first = ''] = plain.split(/[.;](?:\s|$)|,? (?:and )?(?=later|subsequent|future|further)/i)
  const words = first.replace(new RegExp(STAYS.source, 'gi'), '').trim()
  const time = AT_TIME.exec(words)
  if (OPEN.test(words)) return undefined
  if (time === null) return stays ? { moment: 'creation', text: plain } : undefined
  return { moment: momentNamed(words.slice(time.index), noun), text: plain }
}
