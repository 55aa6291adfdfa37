/** Descriptions of values that stay as they were at some moment: "The price at the time of booking". */
import { inEitherNumber, momentNamed, namesExceptions } from './description.ts'

const CHANGES = '(?:later|subsequent|future|further) (?:price )?(?:changes|updates|edits|modifications)'
const OCCASION = '(?:when|(?:even )?if) (?:the|its) [\\w ]{1,30} (?:changes|is (?:changed|updated))'
const AT_TIME =
  /\b(?:at the (?:time|moment) of|(?:as it was )?when (?:the|this|it)\b|fixed at|frozen at|at) /i
const OPEN =
  /\b(?:may|might|can|could|if|unless|until|except|estimated?|expected|usually|or|plus|minus|times|converted|including|excluding|rounded|current(?:ly)?)\b/i
/** Words of sentences that may contradict the first one. */
const STATEMENT =
  /\b(?:it|this|they|which|is|are|was|were|has|have|will|when|follows?|changes?|changed|updates?|updated|edits|modifications)\b/i

/** The end of a sentence that states that a value of the item stays. */
function staying(noun: string): RegExp {
  const item = inEitherNumber(noun)
  const forms = [
    `\\b${CHANGES}\\b[^.;]{0,40}? (?:do|does|will|have|has) (?:not|no) (?:affect|change|alter|influence|apply|effect)(?: it| this| them| (?:the |existing )?${item})?`,
    `\\b(?:not|never|un) ?-?(?:affected|changed|influenced) by (?:any )?${CHANGES}(?: (?:of|to|in) (?:the|its) (?!${item}\\b)[\\w-]+)?`,
    `\\b(?:(?:does not|never) (?:change|follow)s?|stays (?:the same|as it is|unchanged)) ${OCCASION}`,
  ]
  return new RegExp(`(?:${forms.join('|')})\\W*$`, 'i')
}

const sentencesIn = (text: string): string[] =>
  text.split(
    /[.;](?:\s|$)|, (?:and )?(?=(?:later|subsequent|future|further)\b)| and (?=(?:later|subsequent|future|further)\b)/i,
  )

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
  const form = staying(noun)
  const occasion = new RegExp(OCCASION, 'i')
  const sentences = sentencesIn(plain).map((one) => ({ text: one, stays: form.test(one) }))
  if (sentences.some((one) => OPEN.test(one.stays ? one.text.replace(occasion, '') : one.text)))
    return undefined
  const [first, ...others] = sentences
  if (first === undefined || others.some((one) => !one.stays && STATEMENT.test(one.text))) return undefined
  const words = first.text.replace(form, '').trim()
  const time = AT_TIME.exec(words)
  if (time !== null) return { moment: momentNamed(words.slice(time.index), noun), text: plain }
  return sentences.some(({ stays }) => stays) ? { moment: 'creation', text: plain } : undefined
}
