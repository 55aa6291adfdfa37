/** Values that descriptions show: `Name of the zone (e.g. "example.com.")`, `Set to "Zone"`. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { typesOf } from '../schema/view.ts'
import { descriptionOf } from './description.ts'

const QUOTED = String.raw`(?:"([^"\n]+)"|“([^”\n]+)”|\`([^\`\n]+)\`|(?<!\w)'([^'\n]+)'(?!\w))`
const LEAD = String.raw`(?:\be\.?g\.?|\bfor (?:example|instance)|\bexamples?(?: values?)?(?= ?:| is| are)(?: is| are)?|\bsuch as)`
const EXAMPLE = new RegExp(String.raw`${LEAD}[:,]?\s+${QUOTED}`, 'i')
/** A single word in brackets, such as `(e.g. eu-west-1)`. */
const BRACKETED = new RegExp(String.raw`\(${LEAD}[:,]?\s+([^\s"“\`'(),;]+)(?:,[^()]*)?\)`, 'i')
const FIXED = new RegExp(String.raw`^\W*(?:(?:is |must be )?(?:always )?)?set to ${QUOTED}\.?\W*$`, 'i')
/** `<name>`, `{id}`, and `…` stand for a value. */
const PLACEHOLDER = /[<>{}…]|\.\.\./

/** "The special value `me` can be used to indicate the authenticated user." */
const SPECIAL = /\b(?:special|reserved) (?:value|keyword|id|name),? ["“`']([^\s"”`']+)["”`']/i

/** A value of a parameter that stands for what exists in any case, such as the caller. */
export const specialValue = (parameter: Json | undefined): string | undefined =>
  SPECIAL.exec(descriptionOf(parameter))?.[1]

/** An absolute domain name (RFC 1034, 3.1) is the only value that ends so. */
const TRAILING_DOT =
  /\b(?:with|including|include|includes|have|has|needs?|ends? (?:with|in)) (?:a|the) trailing (?:dot|period)\b/i
/** The end of a sentence, and not that of an abbreviation. */
const SENTENCE_END = /(?<=[.!?])(?<!\be\.g\.|\bi\.e\.|\beg\.)\s+(?=[\p{Lu}("“`])/u
/** A sentence with one of these words may show what is not allowed, or what something else is. */
const NEGATIVE =
  /\b(?:not|never|no|without|except|unlike|reserved|invalid|illegal|rejected|refused|ignored|removed|instead of|cannot|was|were)\b|n[’']t\b/i
/** Words that stand for a kind of value, or for several values. */
const UNFIT = /^(?:null|none|true|false|undefined|etc\.?)$|^[^/|\s]+[/|][^/|\s]+$/i

/**
 * @param view schema of a text, a number, or a list of them, without `enum`
 * @returns the value that its description gives as the only one or as the first example; undefined if it shows none
 */
export function shownValue(view: JsonObject): Json | undefined {
  const { items } = view
  if (isObject(items)) {
    const shown = shownValue({ ...items, description: descriptionOf(items) || descriptionOf(view) })
    return shown === undefined || Number(view.minItems ?? 1) > 1 ? undefined : [shown]
  }
  return view.enum !== undefined || view.format !== undefined ? undefined : shownText(view)
}

function shownText(view: JsonObject): Json | undefined {
  const text = descriptionOf(view)
    .split(SENTENCE_END)
    .filter((one) => !NEGATIVE.test(one))
    .join(' ')
  const [, ...groups] = FIXED.exec(text) ?? EXAMPLE.exec(text) ?? BRACKETED.exec(text) ?? []
  const shown = groups.find((one) => one !== undefined)?.trim()
  if (shown === undefined && TRAILING_DOT.test(text)) return 'www.example.org.'
  if (shown === undefined || shown === '' || PLACEHOLDER.test(shown) || UNFIT.test(shown)) return undefined
  const [type] = typesOf(view).filter((one) => one !== 'null')
  if (type === 'string') return shown
  if (type !== 'integer' && type !== 'number') return undefined
  const number = Number(shown)
  return Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)) ? undefined : number
}
