/** Filters by a prefix, by a nested property, or by a string that several properties may contain. */

import type { Parameter } from '../../../model/api.ts'
import { ignoresCase, saysEveryWord } from '../../../model/description.ts'
import { type Filter, statementsOn } from '../../../model/filters.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { fits } from '../../../schema/values/strings.ts'
import { viewOf } from '../../../schema/view.ts'
import { itemsOf, parentOf } from '../../engine/items.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'
import { withValue } from './filters.ts'
import { findListed } from './several.ts'

type Way = readonly string[]

const valueAt = (item: JsonObject, way: Way): Json | undefined =>
  way.reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), item)

const folded = (value: Json | undefined): string => String(value ?? '').toLowerCase()

export async function tryText(
  context: CheckContext,
  resource: Resource,
  input: Parameter,
  filter: Filter,
): Promise<void> {
  const { operator, properties: ways } = filter
  if (ways.length === 0) return tryAnyText(context, resource, input)
  let tried = 0
  for (const way of ways) {
    const found = await itemWith(context, resource, way)
    if (found === undefined) continue
    tried++
    const reported: Reported = { ...found, resource, input, way }
    if (operator === 'prefix') await tryBeginning(context, reported)
    else if (operator === 'search') await trySearch(context, reported, ways)
    else await tryInside(context, reported)
  }
  if (tried === 0) context.notObserved({ code: 'no-item-with', what: `a ${ways[0]?.join('.')} to look for` })
}

/** A search over properties that the document does not name: only what no item contains is certain. */
async function tryAnyText(context: CheckContext, resource: Resource, input: Parameter): Promise<void> {
  const item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  await expectNothing(context, { item, input })
}

interface Reported {
  resource: Resource
  input: Parameter
  way: Way
  item: Item
  seen: JsonObject
  value: string
}

async function itemWith(
  context: CheckContext,
  resource: Resource,
  way: Way,
): Promise<Pick<Reported, 'item' | 'seen' | 'value'> | undefined> {
  let item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const has = (one: JsonObject) => folded(valueAt(one, way)) !== ''
  if (!has(item.body) && way[0] !== undefined) item = (await withValue(context, item, way[0])) ?? item
  const seen = (await context.findInList(item)).found ?? item.body
  return has(seen) ? { item, seen, value: String(valueAt(seen, way)) } : undefined
}

const allows = (context: CheckContext, { schema }: Parameter, text: string): boolean => {
  const view = viewOf(context.api.document, schema)
  return view.format === undefined && view.enum === undefined && fits(view, text)
}

/** The item must be in the list for the value, and its property must match. */
async function expectListed(
  context: CheckContext,
  { item, input, way, value }: Reported,
  text: string,
): Promise<boolean> {
  const { found, last, complete } = await findListed(context, item, { query: { [input.name]: text } })
  if (last.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: 'the filter',
      status: last.status,
      body: last.body.toString(),
    })
  if (found === undefined && complete)
    context.broken({
      code: 'missing-from-filtered',
      subject: input.name,
      details: { id: item.params[item.resource.parameter], property: way.join('.'), is: value, value: text },
      exchange: last,
      with: [item.made],
      place: input.pointer,
    })
  return found !== undefined
}

/** Nothing is listed for the text that does not fit it. */
async function expectNoStray(
  context: CheckContext,
  { item, resource, input, way }: Reported,
  text: string,
  isFit: (value: Json) => boolean,
): Promise<void> {
  if (resource.list === undefined) return
  const query = { [input.name]: text }
  const page = await context.send(resource.list, { params: parentOf(item), query, headers: {} })
  if (page.status >= 300) return
  // A property that the list does not show cannot be checked.
  const stray = itemsOf(context, resource, page).find((one) => {
    const holder = valueAt(one, way.slice(0, -1))
    const value = valueAt(one, way)
    return (value !== undefined || holder === null) && !isFit(value ?? null)
  })
  if (stray === undefined) return
  context.broken({
    code: 'unfiltered-item',
    subject: input.name,
    received: valueAt(stray, way),
    details: { property: way.join('.'), value: text },
    exchange: page,
    with: [item.made],
    place: input.pointer,
  })
}

async function tryBeginning(context: CheckContext, reported: Reported): Promise<void> {
  const { value, input } = reported
  const head = value.slice(0, Math.max(3, Math.ceil(value.length / 2))).trimEnd()
  const begins = (text: string) => (one: Json) => folded(one).startsWith(folded(text))
  if (!allows(context, input, head)) return context.notObserved({ code: 'not-made', what: 'valid beginning' })
  if (await expectListed(context, reported, head)) await expectNoStray(context, reported, head, begins(head))
  // Not the beginning of a word either.
  const inside = /^\S{2}(\S{2}.*)$/s.exec(value)?.[1]
  if (inside !== undefined && allows(context, input, inside))
    await expectNoStray(context, reported, inside, begins(inside))
}

async function tryInside(context: CheckContext, reported: Reported): Promise<void> {
  const { value, input } = reported
  const is = (text: string) => (one: Json) => folded(one) === folded(text)
  if (await expectListed(context, reported, value)) await expectNoStray(context, reported, value, is(value))
  const other = otherThan(context, input, value)
  if (other !== undefined) await expectNoStray(context, reported, other, is(other))
}

/** A value of the same form that hardly any item has. */
function otherThan(context: CheckContext, { schema }: Parameter, value: string): string | undefined {
  const view = viewOf(context.api.document, schema)
  const turned = value.replace(/[A-Za-z]/g, (one) => {
    const letter = context.random.word(1)
    return one === one.toUpperCase() ? letter.toUpperCase() : letter
  })
  const texts = [`zq${context.random.word(10)}`, turned]
  return view.enum === undefined && view.format === undefined
    ? texts.find((text) => text !== value && fits(view, text))
    : undefined
}

async function trySearch(context: CheckContext, reported: Reported, ways: readonly Way[]): Promise<void> {
  const { seen, value, input, way } = reported
  const others = ways.filter((one) => one !== way).map((one) => folded(valueAt(seen, one)))
  const [word] = (value.match(/[\p{L}\p{N}]{4,}/gu) ?? [])
    .filter((one) => !others.some((other) => other.includes(folded(one))) && allows(context, input, one))
    .sort((a, b) => b.length - a.length)
  if (word === undefined) return
  const isThere = await expectListed(context, reported, word)
  const turned = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase()
  if (isThere && turned !== word && ignoresCase(statementsOn(context.api, input)))
    await expectListed(context, reported, turned)
  await expectNothing(context, reported)
  if (isThere && saysEveryWord(statementsOn(context.api, input))) await expectNothing(context, reported, word)
}

/**
 * A text that no item contains leads to no item.
 * @param word a word that the item contains, where each word of the search must match
 */
async function expectNothing(
  context: CheckContext,
  { item, input }: Pick<Reported, 'item' | 'input'>,
  word = '',
): Promise<void> {
  const nothing = `${word} zq${context.random.word(12)}`.trim()
  if (!allows(context, input, nothing))
    return context.notObserved({ code: 'not-made', what: 'valid string that no item contains' })
  const { found, last } = await context.findInList(item, { query: { [input.name]: nothing } })
  if (found === undefined || last.status >= 300) return
  context.broken({
    code: 'search-ignored',
    subject: input.name,
    details: { value: nothing },
    exchange: last,
    with: [item.made],
    place: input.pointer,
  })
}
