/** Valid values of a member that a server is most likely to get wrong: bounds, every choice, unusual letters. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../contract/index.ts'
import { isNullable, membersOf, typesOf, viewOf, withoutNull } from '../api/schemaView.ts'
import type { Random } from './random.ts'
import { fits, numberOr, ofLength, stringFor } from './strings.ts'
import { boundsOf, validValue } from './valid.ts'

export interface Variant {
  /** In words: `the longest text`. */
  what: string
  value: Json
}

/** Longer texts are load, not a check. */
const LONGEST = 5_000
const UNUSUAL = ['Zażółć 漢字 🚀', `It's "quoted" <b>&amp;</b> \\ 100%`, 'a  b', 'ÀÉÎõü']

export function variantsOf(
  document: ContractDocument,
  schema: Json,
  random: Random,
  name: string,
): Variant[] {
  const raw = viewOf(document, schema)
  const view = withoutNull(document, raw)
  const variants: Variant[] = []
  const add = (what: string, value: Json | undefined) => {
    if (value === undefined || variants.some((one) => JSON.stringify(one.value) === JSON.stringify(value)))
      return
    variants.push({ what, value })
  }
  if (view.const !== undefined) return [{ what: 'its one value', value: view.const }]
  if (Array.isArray(view.enum)) for (const one of view.enum) add(`the choice ${JSON.stringify(one)}`, one)
  else addByType(document, schema, view, random, name, add)
  if (isNullable(document, raw)) add('null', null)
  return variants
}

function addByType(
  document: ContractDocument,
  schema: Json,
  view: JsonObject,
  random: Random,
  name: string,
  add: (what: string, value: Json | undefined) => void,
): void {
  const type = typesOf(view).find((one) => one !== 'null')
  if (type === 'string') {
    strings(view, random, name, add)
    return
  }
  if (type === 'boolean') {
    add('true', true)
    add('false', false)
    return
  }
  if (type === 'integer' || type === 'number') {
    const { least, most } = boundsOf(view, type)
    add('the least number', least)
    if (most !== undefined && most <= Number.MAX_SAFE_INTEGER) add('the greatest number', most)
    if (type === 'number' && view.multipleOf === undefined) add('a fraction', (least ?? 0) + 0.37)
    return
  }
  const made = validValue(schema, { document, random, extent: 'full', examples: true }, name)
  if (type === 'array') {
    if (numberOr(view.minItems, 0) === 0) add('no items', [])
    const second = validValue(view.items, { document, random, extent: 'full' }, name)
    if (
      Array.isArray(made) &&
      made[0] !== undefined &&
      second !== undefined &&
      numberOr(view.maxItems, 2) >= 2
    ) {
      // The later first, for a server that sorts what it should keep.
      const pair = [made[0], second].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? 1 : -1))
      add('two items', JSON.stringify(pair[0]) === JSON.stringify(pair[1]) ? [made[0]] : pair)
    } else if (Array.isArray(made)) add('one item', made)
    return
  }
  if (type === 'object' || isObject(made)) {
    const free = membersOf(view).length === 0
    add(free ? 'a member of its own' : 'all members', made)
  }
}

function strings(
  view: JsonObject,
  random: Random,
  name: string,
  add: (what: string, value: Json | undefined) => void,
): void {
  const some = stringFor(view, random, name)
  add('a text', some)
  if (view.format !== undefined || some === undefined) return
  const least = numberOr(view.minLength, 0)
  const most = numberOr(view.maxLength, Number.POSITIVE_INFINITY)
  add('the shortest text', ofLength(view, some, least))
  if (most <= LONGEST) add('the longest text', ofLength(view, some, most))
  for (const text of UNUSUAL) {
    const own = `${text} ${random.word(5)}`
    if (fits(view, own)) add('unusual letters', own)
  }
}
