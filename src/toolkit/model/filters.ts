/** Filters of a list: the properties of the items that each query parameter compares, and the operator. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, operationsAround, type Parameter } from './api.ts'
import {
  aboutOf,
  type Bound,
  boundOf,
  hasSign,
  isOtherEnd,
  saysBothEnds,
  sideOfName,
  unitOf,
} from './bounds.ts'
import {
  descriptionOf,
  inclusiveIn,
  mentions,
  names,
  namesPlainly,
  partIn,
  saysCaller,
  saysCase,
  saysComposed,
  saysForm,
  saysLanguage,
  saysOutOfSight,
  saysOwnPart,
  saysRegion,
  searchedParts,
  searches,
  sentencesAbout,
  sideIn,
  strictnessIn,
} from './description.ts'
import { type Evidence, evidence, RELIABLE } from './evidence.ts'
import { listItems } from './listPlace.ts'
import { limitOf, pagingOf } from './paging.ts'
import { queryInputs } from './queryInputs.ts'
import { choicesIn } from './roles.ts'
import { type Operator, statedFilter, statedPaging, statedSort } from './statements.ts'
import {
  beginningOf,
  COMMON_WORDS,
  CURSORS,
  EXACT_SUFFIX,
  isAfterItem,
  isBeforeItem,
  isBeginning,
  isEverything,
  isFilter,
  isGeneralEnding,
  isIdList,
  isIdName,
  isSearch,
  isSearchOnly,
  isShape,
  isSummaryOf,
  KIND_SUFFIX,
  lastSegment,
  mayBeShape,
  NAMING,
  normal,
  OFFSETS,
  ownerOfId,
  PAGES,
  PART_SUFFIX,
  SORT_DIRECTIONS,
  SORTS,
  singularOf,
  soundsLike,
} from './vocabulary.ts'
import { partsOf, shownMembers, thingSchema } from './wrapping.ts'

/** Property names from an item to a value. */
type PropertyPath = readonly string[]

export interface Filter {
  /** Name of the query parameter, with the property if it is a `deepObject` parameter: `filter[state]`. */
  parameter: string
  /** The compared properties: one, or several for a search. Empty if a search compares every string of an item. */
  properties: readonly PropertyPath[]
  operator: Operator
  /** The property is an array or a map: one entry must match. */
  each: boolean
  /** The document does not state whether a string must equal or contain the value, or whether a bound is inclusive. */
  open: boolean
  /** Type of a bounded property. */
  unit?: Bound['unit']
  /** The document states that partial matches are case-sensitive. */
  caseSensitive?: true
  /** Values such as `all`, which no item has, match every item. */
  acceptsAll: boolean
  evidence: Evidence
}

type Members = readonly (readonly [name: string, schema: Json])[]

/** The properties of a list's items, with their schemas. */
export const itemProperties = (api: Api, list: ApiOperation | undefined): [string, Json][] =>
  list === undefined ? [] : shownMembers(api.document, listItems(api, list))

/** The description of a parameter, and the sentences of the description of the API that name it. */
export const statementsOn = ({ document }: Api, { name, node }: Parameter): string =>
  [
    descriptionOf(node),
    ...sentencesAbout(descriptionOf(document.root.info), name).filter((one) =>
      ['`', '"', "'"].some((sign) => one.includes(sign + name + sign)),
    ),
  ].join('\n\n')

/** Query parameters of a list that may filter: not pagination, sorting, the form of the response, or credentials. */
export function filterInputs(api: Api, list: ApiOperation): Parameter[] {
  const paging = pagingOf(api, list)
  const others = paging?.others.flatMap(({ next, limit }) => [next.name, limit?.name]) ?? []
  const steering = new Set([paging?.next.name, ...others, paging?.limit?.name, limitOf(api, list)?.name])
  const properties = new Set(itemProperties(api, list).map(([name]) => normal(name)))
  return queryInputs(api, list).filter(
    (input) =>
      !steering.has(input.name) &&
      !isOfOrder(input) &&
      !isOfPages(input, properties) &&
      !isShape(input.name) &&
      (!mayBeShape(input.name) || properties.has(normal(input.name))) &&
      !isCredential(api, list, input.name),
  )
}

/** Whether a parameter is about pagination, where the items have no property of its name. */
const isOfPages = (input: Parameter, properties: ReadonlySet<string>): boolean =>
  statedPaging(input) === undefined &&
  statedFilter(input) === undefined &&
  !properties.has(normal(input.name)) &&
  !/^date/.test(String(isObject(input.schema) ? input.schema.format : '')) &&
  (isAfterItem(input.name) ||
    isBeforeItem(input.name) ||
    [...CURSORS, ...PAGES, ...OFFSETS].includes(normal(input.name)))

/** Whether a parameter is about the order of the list. */
function isOfOrder(input: Parameter): boolean {
  const stated = statedSort(input)
  return stated === undefined
    ? [...SORTS, ...SORT_DIRECTIONS].includes(normal(input.name))
    : stated !== 'none'
}

const isCredential = ({ document }: Api, { security }: ApiOperation, name: string): boolean => {
  const { components } = document.root
  const schemes =
    isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {}
  return security.flat().some(({ scheme }) => {
    const one = schemes[scheme]
    return isObject(one) && one.in === 'query' && one.name === name
  })
}

/** The filters of a list, without parameters of unknown meaning. */
export const filtersOf = (api: Api, list: ApiOperation): { input: Parameter; filter: Filter }[] =>
  filterInputs(api, list).flatMap((input) => {
    const filter = filterOf(api, list, input)
    return filter === undefined ? [] : [{ input, filter }]
  })

/**
 * Finds what a query parameter of a list filters by.
 * @param members the properties of the items. Default: those of the list's schema
 * @returns undefined if the meaning is unknown, or if the spec denies that it filters
 * @throws DocumentError for an invalid statement in `x-conformance`
 */
export function filterOf(
  api: Api,
  list: ApiOperation,
  input: Parameter,
  members?: Members,
): Filter | undefined {
  const stated = statedFilter(input)
  if (stated === 'none') return undefined
  const text = descriptionOf(input.node)
  const isUnclear =
    saysForm(text) || saysComposed(text) || saysCaller(text) || saysOwnPart(text) || isAdding(api, input)
  if (stated === undefined && (isUnclear || isLanguage(api, input) || isNegated(input))) return undefined
  const shown = members ?? itemProperties(api, list)
  const filter = filterAmong(api, list, input, stated, shown)
  if (members === undefined && (filter?.evidence.confidence ?? 0) < RELIABLE) {
    const inner = filterInContent(api, list, input)
    if (inner !== undefined) return inner
  }
  if (filter !== undefined || members !== undefined) return filter
  // Lists may show less than an item has.
  const names = new Set(shown.map(([name]) => name))
  const hidden = membersOf(viewOf(api.document, readItem(api, list))).filter(([name]) => !names.has(name))
  const found = hidden.length === 0 ? undefined : filterAmong(api, list, input, stated, hidden)
  return (
    found && { ...found, evidence: evidence('name', input.pointer, Math.min(0.5, found.evidence.confidence)) }
  )
}

/** Whether a flag adds items to the list: "Archived plans are kept out of sight; pass `true` to get them as well." */
const isAdding = ({ document }: Api, { schema, node }: Parameter): boolean =>
  typesOf(withoutNull(document, viewOf(document, schema))).join() === 'boolean' &&
  saysOutOfSight(descriptionOf(node))

/** A filter by one of the `attributes` (JSON:API). */
function filterInContent(api: Api, list: ApiOperation, input: Parameter): Filter | undefined {
  const object = partsOf(api.document, listItems(api, list))
  const found = object && filterAmong(api, list, input, undefined, membersOf(object.attributes))
  if (found === undefined || found.evidence.confidence < RELIABLE) return undefined
  return { ...found, properties: found.properties.map((path) => ['attributes', ...path]) }
}

/** Whether the parameter accepts a query language, such as `filter={"status":"open"}`. */
const isLanguage = ({ document }: Api, { name, schema, node }: Parameter): boolean =>
  (isFilter(name) && node.style !== 'deepObject' && typesOf(viewOf(document, schema)).join() === 'object') ||
  ((isFilter(name) || isSearch(name)) && saysLanguage(descriptionOf(node)))

/** `state!` is in a query as `state!=open`. */
const isNegated = ({ name }: Parameter): boolean => name.endsWith('!')

/** The response schema of the item's GET. */
const readItem = (api: Api, { path }: ApiOperation): Json | undefined => {
  const read = operationsAround(api, path).find(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${path}/{`) &&
      !one.path.slice(path.length + 1).includes('/'),
  )
  return read && thingSchema(api, read)
}

function filterAmong(
  api: Api,
  list: ApiOperation,
  input: Parameter,
  stated: Exclude<ReturnType<typeof statedFilter>, 'none'>,
  members: Members,
): Filter | undefined {
  const { document } = api
  const known: Known[] = members.map(([name, schema]) => {
    const view = withoutNull(document, viewOf(document, schema))
    return { name, schema, view, types: typesOf(view) }
  })
  const lookup: Lookup = {
    api,
    input,
    collection: normal(singularOf(lastSegment(list.path))),
    inputs: list.inputs.map((one) => normal(one.name)),
    known,
    name: normal(aboutOf(input.name).replace(EXACT_SUFFIX, '')),
    isExact: EXACT_SUFFIX.test(input.name),
    text: descriptionOf(input.node),
  }
  if (stated !== undefined) return statedAs(lookup, stated)
  return (
    byBeginning(lookup) ??
    byInner(lookup) ??
    byRelationship(lookup) ??
    bySearch(lookup) ??
    byName(lookup) ??
    byBound(lookup, list) ??
    byOtherBound(lookup, list) ??
    byLikeness(lookup)
  )
}

interface Known {
  name: string
  schema: Json
  view: JsonObject
  types: string[]
}

interface Lookup {
  api: Api
  input: Parameter
  known: readonly Known[]
  /** The singular of the collection, in its `normal` form. */
  collection: string
  /** The names of all parameters of the list, in their `normal` form. */
  inputs: readonly string[]
  /** The parameter's name in its `normal` form, without a wrapper such as `filter[…]`. */
  name: string
  /** The name ends in a comparison such as `[eq]`. */
  isExact: boolean
  text: string
}

const isText = ({ types, view }: Known): boolean => types.includes('string') && view.enum === undefined

function createFilter(
  lookup: Lookup,
  filter: Pick<Filter, 'properties' | 'operator' | 'evidence'> & Partial<Filter>,
): Filter {
  return {
    parameter: lookup.input.name,
    each: false,
    open: false,
    acceptsAll: false,
    ...(saysCase(lookup.text) && { caseSensitive: true }),
    ...filter,
  }
}

function statedAs(lookup: Lookup, { property, operator }: { property: string; operator: Operator }): Filter {
  const path = property.split('.')
  const own = lookup.known.find(({ name }) => name === path[0])
  const by = evidence('override', lookup.input.pointer)
  // The statement decides the comparison, so the filter is not `open`.
  const filter = own !== undefined && path.length === 1 ? compared(lookup, own, by) : undefined
  const unit = /^[lg]t/.test(operator) && { unit: (own && unitOf(own.view)) ?? 'number' }
  return {
    ...createFilter(lookup, { properties: [path], evidence: by, ...filter, operator }),
    open: false,
    ...unit,
  }
}

/** `namePrefix` is about `name`, otherwise about `firstName` and `lastName`; `prefix` is about the properties in the description. */
function byBeginning(lookup: Lookup): Filter | undefined {
  const about = aboutOf(lookup.input.name)
  const begun = beginningOf(about)
  const texts = lookup.known.filter(isText)
  const exact = texts.filter(({ name }) => normal(name) === begun)
  const endings = texts.filter(({ name }) => begun !== undefined && normal(name).endsWith(begun))
  const spoken = isBeginning(about) ? texts.filter(({ name }) => names(lookup.text, name)) : []
  for (const [found, source, confidence] of [
    [exact, 'name', undefined],
    [endings, 'name', 0.5],
    [spoken, 'description', undefined],
  ] as const) {
    if (found.length === 0) continue
    return createFilter(lookup, {
      properties: found.map(({ name }) => [name]),
      operator: 'prefix',
      evidence: evidence(source, lookup.input.pointer, confidence),
    })
  }
  return undefined
}

/** `ownerId` and `owner` are about `owner.id`. */
function byInner(lookup: Lookup): Filter | undefined {
  const { document } = lookup.api
  const inner = lookup.known.flatMap(({ name: outer, view, types: outerTypes }) =>
    membersOf(outerTypes.includes('object') ? view : {}).flatMap(([member, schema]) => {
      const types = typesOf(withoutNull(document, viewOf(document, schema)))
      const isPlain = types.some((type) => ['string', 'integer', 'boolean'].includes(type))
      return isPlain ? [[outer, member, types] as const] : []
    }),
  )
  const same = inner.filter(([outer]) => normal(outer) === lookup.name)
  const spoken = same.filter(([, member]) => namesPlainly(lookup.text, member))
  const fitting = same.filter(([, , types]) => isComparable(lookup, types))
  const naming = fitting.filter(([, member]) => NAMING.includes(normal(member)))
  const calling = fitting.filter(
    ([outer, member]) => normal(outer).endsWith(normal(member)) || soundsLike('name', member),
  )
  const isOwn = lookup.known.some(({ name }) => normal(name) === lookup.name)
  const together = isOwn ? [] : inner.filter(([outer, member]) => normal(`${outer}${member}`) === lookup.name)
  // A common word may be the name of a property that the response does not contain.
  const isSaid = (COMMON_WORDS.includes(lookup.name) && !saysRegion(lookup.text)) || isOwn
  const single = isSaid ? [] : inner.filter(([, member]) => normal(member) === lookup.name)
  // `network` is about `network_summary.id`, and `cities` is about `address.city`.
  const summaries = isOwn
    ? []
    : inner.filter(([outer, member]) => isIdName(member) && isSummaryOf(outer, lookup.name))
  const several = isSaid ? [] : inner.filter(([, member]) => normal(member) === singularOf(lookup.name))
  for (const [found, source, confidence] of [
    [together, 'name', undefined],
    [spoken, 'description', undefined],
    [naming, 'name', undefined],
    [naming.filter(([, member]) => isIdName(member)), 'name', 0.5],
    [calling, 'name', 0.5],
    [summaries, 'name', 0.5],
    [single, 'name', undefined],
    [several, 'name', 0.5],
  ] as const) {
    const [way] = found
    if (way === undefined || found.length !== 1) continue
    return createFilter(lookup, {
      properties: [[way[0], way[1]]],
      operator: way[2].includes('string') && !/id$/i.test(way[1]) ? (partOf(lookup) ?? 'eq') : 'eq',
      evidence: evidence(source, lookup.input.pointer, confidence),
    })
  }
  return undefined
}

/** Whether a value of the parameter can equal a value of these types. A string never equals a number. */
function isComparable({ api: { document }, input }: Lookup, types: readonly string[]): boolean {
  const view = viewOf(document, input.schema)
  const own = typesOf(
    withoutNull(document, typesOf(view).includes('array') ? viewOf(document, view.items) : view),
  )
  return own.length === 0 || types.includes('string') === own.includes('string')
}

/** `filter[app]` is about `relationships.app.data.id` (JSON:API). */
function byRelationship(lookup: Lookup): Filter | undefined {
  const holder = lookup.known.find(({ name }) => name === 'relationships')
  const found = membersOf(holder?.view ?? {}).find(([member]) =>
    [lookup.name, lookup.name.replace(/ids?$/, '')].includes(normal(member)),
  )
  if (holder === undefined || found === undefined) return undefined
  return createFilter(lookup, {
    properties: [[holder.name, found[0], 'data', 'id']],
    operator: 'eq',
    evidence: evidence('name', lookup.input.pointer),
  })
}

/** A string that any of the properties in the description may contain. */
function bySearch(lookup: Lookup): Filter | undefined {
  const about = aboutOf(lookup.input.name)
  // A whole chapter about a filter language is not a list of properties.
  const isChapter = isFilter(about) && lookup.text.length > 500
  if ((!isSearch(about) && !isFilter(about)) || isChapter) return byParts(lookup)
  const searched = lookup.known.filter(
    (one) =>
      isText(one) &&
      one.view.format === undefined &&
      !isSearchOnly(one.name) &&
      normal(one.name) !== lookup.collection &&
      (isSearch(about) ? mentions : searches)(lookup.text, one.name),
  )
  if (searched.length === 0) return undefined
  // `prefix` may also be one of the properties.
  const isByPrefix = partIn(lookup.text) === 'prefix' && !searched.some(({ name }) => isBeginning(name))
  return createFilter(lookup, {
    properties: searched.map(({ name }) => [name]),
    operator: isByPrefix ? 'prefix' : 'search',
    evidence: evidence('description', lookup.input.pointer),
  })
}

/** `address` is about `street` and `postcode`: "Substring of street or postcode." */
function byParts(lookup: Lookup): Filter | undefined {
  const isOwn = lookup.known.some(({ name }) => normal(name) === lookup.name)
  const texts = lookup.known.filter((one) => isText(one) && one.view.format === undefined)
  const meant = isOwn
    ? []
    : searchedParts(
        lookup.text,
        texts.map(({ name }) => name),
      )
  return meant.length < 2
    ? undefined
    : createFilter(lookup, {
        properties: meant.map((name) => [name]),
        operator: 'search',
        evidence: evidence('description', lookup.input.pointer),
      })
}

/** A property of the same name, or an array or a map of that name in the plural. */
function byName(lookup: Lookup): Filter | undefined {
  if (hasSign(lookup.input.name) || isSearchOnly(lookup.name)) return undefined
  const isList = ({ types }: Known) => types.includes('array') || types.includes('object')
  const found = lookup.known.find(
    (one) =>
      normal(one.name) === lookup.name || (isList(one) && normal(singularOf(one.name)) === lookup.name),
  )
  if (found === undefined) return undefined
  return bySide(lookup, found) ?? asFlag(lookup, found, evidence('name', lookup.input.pointer, 0.9))
}

/** A time property whose description makes the parameter of the same name a bound: "on or after this date". */
function bySide(lookup: Lookup, { name, view, types }: Known): Filter | undefined {
  const unit = unitOf(view)
  const spoken = sideIn(lookup.text)
  // If items have a property `start`, the parameter `start` is the beginning of a range.
  const side = spoken ?? (unit === 'number' ? undefined : sideOfName(lookup.name))
  if (side === undefined || unit === undefined || types.includes('array')) return undefined
  const inclusive = inclusiveIn(lookup.text)
  return createFilter(lookup, {
    properties: [[name]],
    operator: operatorOf(side, inclusive),
    open: inclusive === undefined,
    unit,
    evidence: evidence(spoken === undefined ? 'name' : 'description', lookup.input.pointer, 0.7),
  })
}

/** A boolean parameter compares a boolean: `autoResponder=true` is about `autoResponder.active`. */
function asFlag(lookup: Lookup, found: Known, by: Evidence): Filter | undefined {
  const { document } = lookup.api
  const isBoolean = (schema: Json | undefined) =>
    typesOf(withoutNull(document, viewOf(document, schema))).join() === 'boolean'
  if (isOther(viewOf(document, lookup.input.schema), found)) return undefined
  if (!isBoolean(lookup.input.schema) || found.types.length === 0 || found.types.includes('boolean'))
    return compared(lookup, found, by)
  const flag = membersOf(found.view).find(
    ([name, schema]) => soundsLike('liveFlag', name) && isBoolean(schema),
  )
  return flag && createFilter(lookup, { properties: [[found.name, flag[0]]], operator: 'eq', evidence: by })
}

/** Whether no choice of the parameter is a value of the property: `hidden=yes` for a boolean, `type=live` for a number. */
function isOther({ enum: choices }: JsonObject, { types }: Known): boolean {
  const value = types.includes('boolean') ? /^(true|false|[01])$/ : /^-?\d/
  const isPlain = types.every((type) => ['boolean', 'integer', 'number', 'null'].includes(type))
  return (
    isPlain && types.length > 0 && Array.isArray(choices) && !choices.some((one) => value.test(String(one)))
  )
}

/** @param found the property that the parameter compares */
function compared(lookup: Lookup, found: Known, by: Evidence): Filter {
  const { types, view, name } = found
  const each = types.includes('array') || types.includes('object')
  const isFixed = view.enum !== undefined || view.format !== undefined || !types.includes('string')
  const open = !each && !isFixed && !lookup.isExact && !/id$/i.test(name)
  const own = types.includes('array')
    ? withoutNull(lookup.api.document, viewOf(lookup.api.document, view.items))
    : view
  const acceptsAll = !Array.isArray(own.enum) || !own.enum.some(isEverything)
  return createFilter(lookup, {
    properties: [[name]],
    operator: open ? (partOf(lookup) ?? 'eq') : 'eq',
    each,
    open,
    acceptsAll: acceptsAll && own.const === undefined,
    evidence: by,
  })
}

/** The part of a string that the parameter compares, from its suffix or its description. */
function partOf({ api, input, text }: Lookup): 'contains' | 'prefix' | undefined {
  const view = viewOf(api.document, input.schema)
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const [, , suffix = ''] = PART_SUFFIX.exec(input.name) ?? []
  return (
    partIn(`${suffix} ${text} ${descriptionOf(view)}`) ??
    (/^(like|ic)$/i.test(suffix) ? 'contains' : /^isw$/i.test(suffix) ? 'prefix' : undefined)
  )
}

function byBound(lookup: Lookup, list: ApiOperation): Filter | undefined {
  const members = lookup.known.map(({ name, schema }): [string, Json] => [name, schema])
  const bound = boundOf(lookup.api.document, members, lookup.input)
  if (bound !== undefined) return bounding(lookup, withEnds(bound, lookup, list), [])
  const inner = lookup.known.flatMap(({ name, view, types }) => {
    const found = types.includes('object') && boundOf(lookup.api.document, membersOf(view), lookup.input)
    return found ? [bounding(lookup, found, [name])] : []
  })
  return inner.length === 1 ? inner[0] : undefined
}

/** "Both bounds are part of the range" in the description of one of them is about the other one, too. */
function withEnds(bound: Bound, { input, text }: Lookup, list: ApiOperation): Bound {
  if (bound.inclusive !== undefined) return bound
  const texts = list.inputs.flatMap((one) =>
    one.in === 'query' && one.name !== input.name && isOtherEnd(one.name, input.name)
      ? [descriptionOf(one.node)]
      : [],
  )
  const ends = [text, ...texts].map(saysBothEnds).find((one) => one !== undefined)
  return ends === undefined ? bound : { ...bound, inclusive: ends }
}

const OTHER_END: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  minimum: 'maximum',
  maximum: 'minimum',
}

/** `maxRate` bounds the property that the description of `minRate` names: "Lower bound for `hourlyRate`". */
function byOtherBound(lookup: Lookup, list: ApiOperation): Filter | undefined {
  const end = /^(?:min|max)(?:imum)?(?=[-_A-Z])|(?<=[-_])(?:min|max)(?:imum)?$/.exec(lookup.input.name)?.[0]
  if (end === undefined) return undefined
  const name = normal(lookup.input.name.replace(end, OTHER_END[end] ?? end))
  const other = list.inputs.find((one) => one.in === 'query' && normal(one.name) === name)
  const members = lookup.known.map(({ name: member, schema }): [string, Json] => [member, schema])
  const bound = other && boundOf(lookup.api.document, members, other)
  if (bound === undefined) return undefined
  const side = bound.side === 'from' ? 'until' : 'from'
  return bounding(lookup, { ...bound, side, inclusive: strictnessIn(lookup.text) }, [])
}

/** @param outer path of the object with the property. An object that contains all values of the item, such as `attributes`, does not lower the confidence. */
function bounding(lookup: Lookup, bound: Bound, outer: PropertyPath): Filter {
  const { property, side, inclusive, unit, isGuess } = bound
  const isOwn = !isGuess && outer.every((name) => soundsLike('content', name))
  return createFilter(lookup, {
    properties: [[...outer, property]],
    operator: operatorOf(side, inclusive),
    open: inclusive === undefined,
    unit,
    evidence: evidence('name', lookup.input.pointer, isOwn ? undefined : 0.5),
  })
}

const operatorOf = (side: Bound['side'], inclusive: boolean | undefined): Operator =>
  side === 'from' ? (inclusive === false ? 'gt' : 'gte') : inclusive === false ? 'lt' : 'lte'

/** Weak matches: the name without its suffix, and a search over every string. */
function byLikeness(lookup: Lookup): Filter | undefined {
  const about = aboutOf(lookup.input.name)
  const weak = evidence('name', lookup.input.pointer, 0.4)
  const said = evidence('description', lookup.input.pointer)
  const key = normal(about.replace(PART_SUFFIX, '').replace(EXACT_SUFFIX, ''))
  const kind = normal(about.replace(KIND_SUFFIX, ''))
  const called = (wanted: string) => lookup.known.find(({ name }) => normal(name) === wanted)
  const lists = lookup.known.filter(({ types }) => types.includes('array'))
  const found = isSearchOnly(about)
    ? undefined
    : (called(key) ??
      called(`${key}s`) ??
      called(normal(singularOf(key))) ??
      called(`${key}id`) ??
      called(key.replace(/^(is|has)(?=[a-z]{3})/, '')) ??
      called(`is${key}`) ??
      ownId(lookup, key) ??
      ownGeneral(lookup, key) ??
      called(`${lookup.collection}${key}`) ??
      called(`${key}${lookup.collection}`) ??
      onlyEnding(lookup, key) ??
      ownShort(lookup, key) ??
      withChoices(lookup, called(key.replace(/^filterby|filter$/, ''))) ??
      (kind === '' ? undefined : lists.find(({ name }) => normal(singularOf(name)) === kind)))
  if (found !== undefined) return asFlag(lookup, found, isStated(lookup, about, found) ? said : weak)
  const entry = inEntry(lookup)
  if (entry !== undefined)
    return createFilter(lookup, { properties: [entry], operator: 'eq', each: true, evidence: weak })
  const [, outer, inner] = /^([^[\].]+)[[.]([^[\].]+)\]?$/.exec(about) ?? []
  const holder = outer === undefined ? undefined : called(normal(outer))
  if (holder !== undefined && inner !== undefined)
    return createFilter(lookup, { properties: [[holder.name, inner]], operator: 'eq', evidence: weak })
  if (!isSearch(about)) return undefined
  return createFilter(lookup, { properties: [], operator: 'search', evidence: weak })
}

/** `channelGroup` is about `channel_group` of each entry of `access`; an id only where the description names an entry. */
function inEntry({ api: { document }, known, name, text }: Lookup): PropertyPath | undefined {
  const found = known.flatMap(({ name: outer, view, types }) =>
    types.includes('array')
      ? membersOf(viewOf(document, view.items)).flatMap(([member]) =>
          [normal(member), normal(singularOf(member))].includes(name) ? [[outer, member]] : [],
        )
      : [],
  )
  const [only] = found
  if (only === undefined || found.length !== 1 || COMMON_WORDS.includes(name)) return undefined
  return ownerOfId(name) === undefined || namesPlainly(text, singularOf(only[0] ?? '')) ? only : undefined
}

/** Whether the description confirms what the name suggests: "Only items with a name that contains this" for `name_like`, and "The IDs" for `ids`. */
const isStated = ({ text, collection }: Lookup, about: string, { name }: Known): boolean =>
  isIdList(about)
    ? isIdName(name) && mentions(text, 'id')
    : names(text, name) &&
      ((PART_SUFFIX.test(about) && partIn(text) !== undefined && normal(about).startsWith(normal(name))) ||
        (isGeneralEnding(name) && normal(about) === `${collection}${normal(name)}`))

/** `orderStatus` of `/orders` is about `status` if both have a value in common. */
function ownGeneral({ api, input, known, collection }: Lookup, key: string): Known | undefined {
  const rest = key.startsWith(collection) ? key.slice(collection.length) : ''
  const choices = new Set(choicesIn(api.document, input.schema))
  return isGeneralEnding(rest)
    ? known.find(
        ({ name, schema }) =>
          normal(name) === rest && choicesIn(api.document, schema).some((one) => choices.has(one)),
      )
    : undefined
}

/** `orderIds` of `/orders` is about `id`. */
function ownId({ known, collection }: Lookup, key: string): Known | undefined {
  const rest = key.startsWith(collection) ? singularOf(key.slice(collection.length)) : ''
  return isIdName(rest) ? known.find(({ name }) => normal(name) === rest) : undefined
}

/** `orderCountry` of `/orders` is about `country`. */
function ownShort(lookup: Lookup, key: string): Known | undefined {
  const { known, collection } = lookup
  const rest = collection !== '' && key.startsWith(collection) ? key.slice(collection.length) : ''
  if (rest.length < 4) return undefined
  return withChoices(
    lookup,
    known.find(({ name }) => normal(name) === rest),
  )
}

/** The property, if it has one of the parameter's choices, or the parameter has none. */
function withChoices({ api, input }: Lookup, found: Known | undefined): Known | undefined {
  const choices = choicesIn(api.document, input.schema)
  const own = found === undefined ? [] : choicesIn(api.document, found.schema)
  return choices.length === 0 || own.some((one) => choices.includes(one)) ? found : undefined
}

/** `type` is about `actionType` if no other property has this ending and no parameter has this name. */
function onlyEnding({ known, inputs }: Lookup, key: string): Known | undefined {
  const found = known.filter(({ name }) => normal(name).endsWith(key))
  const [only] = found
  const isMeant = isGeneralEnding(key) && found.length === 1 && !inputs.includes(normal(only?.name ?? ''))
  return isMeant ? only : undefined
}

/** The values of an item at a path, through the entries of arrays. */
function valuesAt(item: JsonObject, path: PropertyPath): Json[] {
  let values: Json[] = [item]
  for (const name of path)
    values = values
      .flat()
      .flatMap((one) => (isObject(one) && one[name] !== undefined ? [one[name] as Json] : []))
  return values
}

const entriesOf = (value: Json): Json[] =>
  Array.isArray(value)
    ? value.flatMap((one) => (isObject(one) ? (Object.values(one) as Json[]) : [one]))
    : isObject(value)
      ? [...Object.keys(value), ...(Object.values(value) as Json[])]
      : [value]

const folded = (value: Json, { caseSensitive }: Filter): string =>
  caseSensitive === true ? String(value ?? '') : String(value ?? '').toLowerCase()

/**
 * Whether an item matches a filter.
 * @param value the parameter's value; of several values, also comma-separated, at least one must match
 * @param reading for `open` filters: `strict` compares whole strings and includes the bound; `tolerant` accepts
 *   every possible meaning
 */
export function matches(
  filter: Filter,
  item: JsonObject,
  value: Json,
  reading: 'strict' | 'tolerant' = 'strict',
): boolean {
  const { operator, properties, acceptsAll } = filter
  if (acceptsAll && isEverything(value)) return true
  const paths = properties.length > 0 ? properties : Object.keys(item).map((name) => [name])
  const found = paths.flatMap((path) => valuesAt(item, path)).flatMap(entriesOf)
  if (/^[lg]t/.test(operator))
    return found.length === 0 || found.some((one) => within(filter, one, value, reading))
  const wanted = [value].flat().flatMap((one) => [String(one), ...String(one).split(',')])
  const isLenient = filter.open && reading === 'tolerant'
  return found.some((one) =>
    wanted.some((text) => {
      if (operator === 'eq' && !isLenient) return String(one) === text
      if (operator === 'search' && typeof one !== 'string') return false
      if (operator === 'prefix' && !isLenient) return folded(one, filter).startsWith(folded(text, filter))
      return folded(one, filter).includes(folded(text, filter))
    }),
  )
}

/** Whether a value that equals the bound matches. */
export const isInclusive = (operator: Operator): boolean => operator === 'lte' || operator === 'gte'

/** -1 below the bound, 0 at it or in its day, 1 above it; undefined if the values cannot be compared. */
function compareToBound(one: Json, value: Json): number | undefined {
  const isDay = typeof value === 'string' && value.length === 10
  const moment = isDay ? String(one).slice(0, 10) : String(one)
  const [a, b] =
    typeof one === 'number' ? [one, Number(value)] : [Date.parse(moment), Date.parse(String(value))]
  return Number.isNaN(a) || Number.isNaN(b) ? undefined : Math.sign(a - b)
}

function within({ operator, open }: Filter, one: Json, value: Json, reading: 'strict' | 'tolerant'): boolean {
  const order = compareToBound(one, value)
  // Values that cannot be compared may match.
  if (order === undefined) return true
  // The day of a time may be that of its beginning.
  const isDayOfTime = typeof value === 'string' && value.length === 10 && String(one).length > 10
  if (order === 0) return isInclusive(operator) || ((open || isDayOfTime) && reading === 'tolerant')
  return operator.startsWith('g') ? order > 0 : order < 0
}

/** The name of the compared property for messages: `owner.id`. */
export const propertyOf = ({ properties }: Filter): string => properties[0]?.join('.') ?? 'text'

/** The comparison of each operator, for messages and pages. */
export const COMPARISONS: Readonly<Record<Operator, string>> = {
  eq: 'equals the value',
  contains: 'contains the value',
  prefix: 'begins with the value',
  search: 'contains the value',
  lt: 'is less than the value',
  lte: 'is at most the value',
  gt: 'is greater than the value',
  gte: 'is at least the value',
}
