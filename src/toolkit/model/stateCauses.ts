/** Causes of error responses that are about the state of the item of a request: "The order is not open", not "A payment is open". */
import { inEitherNumber, statePattern } from './description.ts'

const CHAIN =
  "(?:(?:is|are|was|were|has(?! (?:an?|the) )|have(?! (?:an?|the) )|must|should|needs?|expected|to|be|been|not|(?:is|are|was|were|has|have|must)n[’']t|no longer|already|currently|still|yet|now|only|either|neither|in|that|which|an?|one of|set|marked|as|the (?:status|state)|status|state) )*"
const DETERMINER = '(?:(?:the|an?|this|that|such an?) )?'
const LATER = '(?: (?:already|yet|now|any ?more|any longer|again|here|to it|first))?'
/** The words that may follow "closed orders". Others limit the sentence to some requests or some orders. */
const AFTER_ITEM = `(?:(?: (?:is|are|was|were)\\b.*)?|,? (?:so|hence|thus)\\b.*| (?:can|may|could)(?: ?not|n?[’']t)?(?: \\w+)?${LATER}| (?:accepts?|allows?|takes?|permits?) .*| whose .*| only)`

/**
 * A test of clauses: whether a clause is about the state of an item of these names.
 * @example causeTest(['order'], ['open'])('a payment is open') // false
 */
export function causeTest(nouns: readonly string[], states: readonly string[]): (clause: string) => boolean {
  const one = `(?:${states.map(statePattern).join('|')})`
  const list = `${one}s?(?:(?:,? (?:or|and|nor)|,)(?: (?:is|are|was|not|already|still|an?|in))* ${one}s?)*`
  const item = `(?:${[...nouns.map(inEitherNumber), 'resource'].join('|')})`
  const state = `(?:(?:the|its|current) )*(?:${item} )?(?:status|state)(?: of ${DETERMINER}${item})?`
  const subject = `(?:(?:it|they|this|one|${DETERMINER}${item}|${DETERMINER}${item}['’]s (?:status|state)|${state}) )?`
  const forms = [
    `(?:only )?${subject}${CHAIN}${list}(?: (?:status|state|one|ones))?${LATER}(?:,? (?:so|hence|thus)\\b.*)?`,
    `(?:(?:only|not|for|from|on|in) )*${DETERMINER}(?:already |still )?${list} ${item}${AFTER_ITEM}`,
    `only (?:for )?${DETERMINER}${list} ${item} (?!exist|remain|left\\b|found\\b|present\\b)\\w+`,
    `only (?:[\\w-]+ ){0,2}[a-z]+s (?:[\\w-]+ ){0,6}?(?:an?|the) ${list}(?: ${item}(?!['’])\\b.*)?`,
  ]
  const pattern = new RegExp(
    `^\\W*(?:conflict\\W+)?(?:.*\\b(?:because|since) )?(?:(?:if|when|where|that) )?(?:${forms.join('|')})\\W*$`,
    'i',
  )
  return (clause) => !/\bbefore\b/i.test(clause) && pattern.test(clause.replaceAll(/\s+/g, ' ').trim())
}

/** A text without the explanations of its words: "It is not open, i.e. it was closed before" is "It is not open". */
export const withoutExplanations = (text: string): string =>
  text.replace(/[,;:]? (?:[([–—-] ?)?(?:i\.? ?e\.|that is,|in other words,?)[^.;]*/gi, '')

/**
 * A text without the sentences in which "can" and "cannot" are only about a part of the requests: "Draft orders cannot be
 * shipped abroad".
 * @param made words for the item that the request creates
 */
export function withoutParts(text: string, made: readonly string[]): string {
  const nouns = made.map(inEitherNumber).join('|')
  const object = made.length === 0 ? '' : `(?: (?:to |in |on )?(?:(?:an?|any|new|the) )*(?:${nouns}))?`
  const whole = new RegExp(`^(?: only)?(?: be)?(?: only)?(?: (?!be\\b)\\w+)?${object}${LATER}$`, 'i')
  const isWhole = (tail: string): boolean => whole.test((tail.split(NEXT)[0] ?? '').trimEnd())
  return text
    .split(/(?<=[.;])\s+/)
    .filter((sentence) =>
      [...sentence.replaceAll(/[`*"]/g, '').replaceAll(CONSEQUENCE, '').matchAll(ABILITY)].every(
        ([, tail = '']) => isWhole(tail),
      ),
    )
    .join(' ')
}

/** "…, so it cannot be taught" */
const CONSEQUENCE =
  /,? (?:and|(?:so|hence|thus)(?: [\w-]+){0,3}) (?:can(?:not| not|.t)|may not|must not)\b[^.;]*/gi
const ABILITY = /\b(?:can|may|could)(?: ?not| no longer|n?[’']t)?\b([^.;,:()\n]*)/gi
const NEXT = /\b(?:and|while|when|whenever|if|once|after|until|because|since|so|as)\b/i
