/** The order of a list that only prose declares, read where it can mean one thing alone. */

import type { ApiOperation, Parameter } from '../../model/api.ts'
import { normal } from '../../model/resources.ts'
import { isObject, type Json } from '../../openapi/index.ts'

export interface SpokenOrder {
  /** What the items are ordered by: when they were made, or one of their members. */
  by: 'creation' | { member: string }
  down: boolean
  /** The words that say so. */
  words: string
}

/** A sentence about a case says nothing of the others. */
const CONDITIONAL = /\b(if|when|whenever|unless|with|where|otherwise|except|but|then|may|can|could|either)\b/i
const NEWEST =
  /\b(?:newest|latest|most recent(?:ly (?:created|added|made))?)(?: \w+)?(?: (?:comes?|is|are))?[ -]first\b/i
const OLDEST =
  /\b(?:oldest|earliest)(?: \w+)?(?: (?:comes?|is|are))?[ -]first\b|\bin (?:the )?order of (?:their )?creation\b|\bin the order in which they were (?:created|made|added)\b/i
/** `sorted by name, ascending`, ``ordered by `createdAt` descending``. */
const SORTED =
  /\b(?:sorted|ordered)(?: (?:alphabetically|numerically))? by [`"]?(\w+)[`"]?(?:,? ?\(?(?:in )?(ascending|descending|rising|falling)\b)/i

/**
 * What the document says of a list's order: its description, its summary, its success, and a parameter that sorts.
 * Undefined where nothing is said, or where two things are.
 */
export function spokenOrder(
  list: ApiOperation,
  sort: Parameter | undefined,
  members: readonly string[],
): SpokenOrder | undefined {
  const success = list.responses.get('200')?.node
  const texts: (Json | undefined)[] = [
    list.operation.description,
    list.operation.summary,
    success?.description,
  ]
  const ofSort =
    isObject(sort?.node) && typeof sort.node.description === 'string' ? sort.node.description : ''
  const said = [
    ...texts.flatMap(sentencesOf),
    ...sentencesOf(ofSort).filter((one) => /\bdefault\b/i.test(one)),
  ].flatMap((sentence) => {
    const order = orderIn(sentence, members)
    return order === undefined ? [] : [order]
  })
  const [first] = said
  const same = said.every(
    (one) =>
      one !== 'unclear' && first !== 'unclear' && one.down === first?.down && keyOf(one) === keyOf(first),
  )
  return first === undefined || first === 'unclear' || !same ? undefined : first
}

const keyOf = ({ by }: SpokenOrder): string => (by === 'creation' ? '' : by.member)

const sentencesOf = (text: Json | undefined): string[] =>
  typeof text === 'string' ? text.split(/[.;:](?:\s|$)|\n\s*\n/).filter((one) => one.trim() !== '') : []

function orderIn(sentence: string, members: readonly string[]): SpokenOrder | 'unclear' | undefined {
  const [newest, oldest, sorted] = [NEWEST, OLDEST, SORTED].map((pattern) => pattern.exec(sentence))
  const hits = [newest, oldest, sorted].filter((hit) => hit !== null && hit !== undefined)
  const [hit] = hits
  if (hit === undefined) return undefined
  const several = hits.length > 1 || sentence.split(/\bfirst\b/i).length > 2
  if (several || CONDITIONAL.test(sentence)) return 'unclear'
  const words = hit[0]
  if (hit === newest || hit === oldest) return { by: 'creation', down: hit === newest, words }
  const member = members.find((one) => normal(one) === normal(hit[1] ?? ''))
  if (member === undefined) return 'unclear'
  return { by: { member }, down: /^(desc|fall)/i.test(hit[2] ?? ''), words }
}
