/**
 * Facts of the API model that no schema contains: the pagination style, default order and filters of a list,
 * and the identifier of a resource. A fact counts where both versions have it with reliable evidence, so that
 * a reworded or added description does not count as a change.
 */

import {
  allLists,
  type ListModel,
  type Pagination,
  type ResourceModel,
  resourcesIn,
} from '../../model/apiModel.ts'
import { type Evidence, RELIABLE } from '../../model/evidence.ts'
import { COMPARISONS, type Filter } from '../../model/filters.ts'
import { soundsLike } from '../../model/vocabulary.ts'
import { DocumentError, objectAt } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { listOperations, type Operation } from '../../openapi/operations.ts'
import { note } from '../differ.ts'
import type { Level, Where } from '../finding.ts'
import type { Pair } from '../graph.ts'
import type { LoadedDocument, Location } from '../location.ts'

/** The operations, lists and resources of a document, by the pointer of each operation. */
interface Facts {
  operations: ReadonlyMap<string, Operation>
  lists: ReadonlyMap<string, ListModel>
  resources: ReadonlyMap<string, Pick<ResourceModel, 'item' | 'id'>>
}

const known = new WeakMap<LoadedDocument, Facts>()

function factsOf(document: LoadedDocument): Facts {
  const facts = known.get(document) ?? readFacts(document)
  known.set(document, facts)
  return facts
}

function readFacts({ name, kind, root }: LoadedDocument): Facts {
  try {
    const contract = { source: name, kind, root, findings: [], positionOf: () => undefined }
    const operations = new Map(listOperations(contract).map((one) => [one.pointer, one]))
    const model = resourcesIn(contract)
    const ofItems = model.resources.flatMap((resource) =>
      resource.operations
        .filter(({ path }) => path === resource.item)
        .map(({ pointer }) => [pointer, resource] as const),
    )
    return {
      operations,
      lists: new Map(allLists(model).map((list) => [list.pointer, list])),
      resources: new Map(ofItems),
    }
  } catch (error) {
    // A model needs more of a document than its comparison, such as operationIds that are unique.
    if (error instanceof DocumentError)
      return { operations: new Map(), lists: new Map(), resources: new Map() }
    throw error
  }
}

/** Compares the model facts of an operation that both documents have. */
export function compareModelFacts(root: Pair, old: Location, now: Location): void {
  const [before, after] = [factsOf(old.document), factsOf(now.document)]
  const report = teller(root, old.document, now.document)
  const [was, is] = [before.lists.get(old.pointer), after.lists.get(now.pointer)]
  if (was !== undefined && is !== undefined) {
    const operation = after.operations.get(now.pointer)
    comparePagination(report, was.pagination, is.pagination, operation)
    comparePageSize(report, was.pagination.limit, is.pagination.limit)
    compareOrder(report, was, is)
    for (const filter of was.filters)
      compareFilter(
        report,
        filter,
        is.filters.find(({ parameter }) => parameter === filter.parameter),
      )
  }
  const [thing, other] = [before.resources.get(old.pointer), after.resources.get(now.pointer)]
  if (thing !== undefined && other !== undefined) compareIdentifier(report, thing, other)
}

interface Change {
  rule: string
  /** Default: breaking where both documents state the fact, risky where one is inferred. */
  level?: Level
  detail?: string
  evidence: readonly [old: Evidence, now: Evidence]
  say: (where: Where) => string
}
type Report = (change: Change) => void

/** Notes a change where the evidence is reliable on both sides. */
const teller =
  (root: Pair, old: LoadedDocument, now: LoadedDocument): Report =>
  ({ evidence, level, ...change }) => {
    const [was, is] = evidence
    if (was.confidence < RELIABLE || is.confidence < RELIABLE) return
    const isStated = was.confidence === 1 && is.confidence === 1
    note(root, {
      ...change,
      level: level ?? (isStated ? 'breaking' : 'risky'),
      direction: 'request',
      old: old.at(was.pointer),
      new: now.at(is.pointer),
    })
  }

const STYLES: Record<Pagination['style'], string> = {
  cursor: 'a cursor',
  page: 'page numbers',
  offset: 'an offset',
  'link-header': 'the `Link` header',
  none: 'no pages',
}
const named = ({ style, parameter }: Pagination): string =>
  `${STYLES[style]}${parameter === undefined ? '' : ` in \`${parameter}\``}`

/** A style that is added next to one that still works is a new parameter and no more. */
function comparePagination(
  report: Report,
  was: Pagination,
  is: Pagination,
  operation: Operation | undefined,
): void {
  const stillWorks = was.parameter !== is.parameter && operation !== undefined && offers(operation, was)
  // Where pages are gone, so is their parameter, which is reported.
  if (was.style === is.style || is.style === 'none' || stillWorks) return
  report({
    rule: was.style === 'none' ? 'pagination-added' : 'pagination-style-changed',
    ...(was.style === 'none' && { level: 'risky' }),
    evidence: [was.evidence, is.evidence],
    say: ({ use, who }) =>
      was.style === 'none'
        ? `${who} that read all items of ${use.label} in one request may get only the first page. The list had no pages and now has ${named(is)}.`
        : `${who} that read ${use.label} page by page do not get the next page. The pages had ${named(was)} and now have ${named(is)}.`,
  })
}

/** Whether the next page can be requested in this style too. */
function offers({ parameters, responses }: Operation, { style, parameter }: Pagination): boolean {
  if (style !== 'link-header') return parameters.some((one) => one.in === 'query' && one.name === parameter)
  return [...responses].some(
    ([status, { node }]) =>
      status.startsWith('2') && Object.keys(objectAt(node, 'headers')).some((name) => isHeader(name, 'Link')),
  )
}

/** Changes of one parameter are reported as such; these are of a parameter that has another name now. */
function comparePageSize(report: Report, was: Pagination['limit'], is: Pagination['limit']): void {
  if (was === undefined || is === undefined || was.parameter === is.parameter) return
  const evidence = [was.evidence, is.evidence] as const
  const [usual, largest] = [
    [was.default, is.default],
    [was.maximum, is.maximum],
  ]
  if (usual?.[0] !== undefined && usual[1] !== undefined && usual[0] !== usual[1])
    report({
      rule: 'page-size-default-changed',
      level: 'risky',
      evidence,
      say: ({ use, who }) =>
        `${who} that request no page size from ${use.label} get pages of ${usual[1]} items, where they got ${usual[0]}.`,
    })
  if (largest?.[0] !== undefined && largest[1] !== undefined && largest[0] !== largest[1])
    report({
      rule: 'page-size-maximum-changed',
      level: largest[1] < largest[0] ? 'risky' : 'compatible',
      evidence,
      say: ({ use, who }) =>
        `${who} can request pages of at most ${largest[1]} items from ${use.label}. The maximum was ${largest[0]}.`,
    })
}

type Order = NonNullable<NonNullable<ListModel['sorting']>['default']>

function compareOrder(report: Report, was: ListModel, is: ListModel): void {
  const [before, after] = [was.sorting?.default, is.sorting?.default]
  if (before === undefined || after === undefined || isSameOrder(before, after) || isReported(was, is)) return
  report({
    rule: 'default-order-changed',
    level: 'risky',
    evidence: [before.evidence, after.evidence],
    say: ({ use, who }) =>
      `${who} that request no order from ${use.label} get the items sorted by ${orderText(after)}, where they were sorted by ${orderText(before)}.`,
  })
}

/** Whether the change is one of the `default` of a parameter, which is reported as such. */
function isReported(was: ListModel, is: ListModel): boolean {
  const [before, after] = [was.sorting, is.sorting]
  if (before?.parameter !== after?.parameter || before?.direction !== after?.direction) return false
  const [one, other] = [before?.default, after?.default]
  if (one?.evidence.pointer === was.pointer || other?.evidence.pointer === is.pointer) return false
  const isDeclared = one?.evidence.source === 'schema' && other?.evidence.source === 'schema'
  return isDeclared || one?.key !== other?.key
}

const orderText = ({ key, descending }: Order): string =>
  `${key === 'creation' ? 'creation' : `\`${key}\``}${descending === undefined ? '' : descending ? ', descending' : ', ascending'}`

function isSameOrder(one: Order, other: Order): boolean {
  const isSameWay =
    one.descending === undefined || other.descending === undefined || one.descending === other.descending
  const isCreation = ({ key }: Order) => key === 'creation' || soundsLike('createdAt', key)
  const isVague = one.key === 'creation' || other.key === 'creation'
  return isSameWay && (one.key === other.key || (isVague && isCreation(one) && isCreation(other)))
}

function compareFilter(report: Report, was: Filter, is: Filter | undefined): void {
  if (is === undefined) return
  const [before, after] = [comparedBy(was), comparedBy(is)]
  if (before === undefined || after === undefined || before === after || isOneMeaning(was, is)) return
  report({
    rule: 'filter-changed',
    detail: was.parameter,
    evidence: [was.evidence, is.evidence],
    say: ({ use, who }) =>
      `${who} that send \`${was.parameter}\` to ${use.label} get other items. It matched items whose ${before} and now matches those whose ${after}.`,
  })
}

/** Undefined where only a description names the properties, which every rewording changes. */
function comparedBy({ properties, operator, evidence }: Filter): string | undefined {
  if (properties.length === 0 || evidence.source === 'description') return undefined
  return `${properties.map((path) => `\`${path.join('.')}\``).join(' or ')} ${COMPARISONS[operator]}`
}

/** Whether the documents leave so much open that both can mean the same. */
function isOneMeaning(was: Filter, is: Filter): boolean {
  if (String(was.properties) !== String(is.properties)) return false
  const isText = ({ operator }: Filter) => !/^[lg]t/.test(operator)
  const isOpen = (one: Filter) => one.open && (one.operator === 'eq' || !isText(one))
  return (isOpen(was) || isOpen(is)) && (isText(was) ? isText(is) : was.operator[0] === is.operator[0])
}

function compareIdentifier(
  report: Report,
  was: Pick<ResourceModel, 'item' | 'id'>,
  is: Pick<ResourceModel, 'item' | 'id'>,
): void {
  if (was.id.property === is.id.property || was.id.property === undefined || is.id.property === undefined)
    return
  report({
    rule: 'identifier-changed',
    evidence: [was.id.evidence, is.id.evidence],
    say: ({ who }) =>
      `${who} that put \`${was.id.property}\` of an item into the path ${is.item} may get 404. The identifier was \`${was.id.property}\` and is \`${is.id.property}\`.`,
  })
}
