/** The model of an API as lines for people. */
import type { ApiModel, ListModel, ResourceModel } from '../../model/apiModel.ts'
import type { Evidence } from '../../model/evidence.ts'
import type { Filter } from '../../model/filters.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { foreignText } from '../../openapi/foreignText.ts'
import { plural } from '../../openapi/plural.ts'

/** A fact of a resource, its value and its evidence. */
type Row = readonly [fact: string, value: string, evidence?: Evidence]

/** @param whole also print the other lists, the errors and the conventions */
export function* modelLines(document: ContractDocument, model: ApiModel, whole: boolean): Generator<string> {
  for (const resource of model.resources) {
    yield foreignText(`${resource.name}  ${resource.item}`)
    yield* table(document, resourceRows(resource))
    yield ''
  }
  if (!whole) return
  for (const list of model.lists) {
    yield foreignText(`${list.operationId} (a list of no resource)`)
    yield* table(document, listRows(list))
    yield ''
  }
  const { errors, conventions } = model
  const rows: Row[] = [
    ...Object.entries(errors).map(([name, { at, evidence }]): Row => [`error ${name}`, at, evidence]),
    ...Object.entries(conventions).map(([name, { value, evidence }]): Row => [name, value, evidence]),
  ]
  if (rows.length > 0) {
    yield 'All operations'
    yield* table(document, rows)
    yield ''
  }
  yield `${plural(model.resources.length, 'resource')}, ${plural(model.lists.length, 'other list')}.`
}

function resourceRows({ id, operations, parent, envelope, list, properties }: ResourceModel): Row[] {
  return [
    ['id', `${id.property === undefined ? '' : `${id.property} = `}{${id.parameter}}`, id.evidence],
    ...operations.map(
      ({ role, method, path, operationId }): Row => [role, `${method} ${path} (${operationId})`],
    ),
    ...(parent === undefined ? [] : [['within', parent] as const]),
    ...(envelope === undefined ? [] : [['wrapped in', envelope] as const]),
    ...(list === undefined ? [] : listRows(list)),
    ...properties.map(
      ({ property, role, refersTo, writable, evidence }): Row => [
        refersTo === undefined ? role : 'reference',
        `${property}${refersTo === undefined ? '' : ` → ${refersTo}`}${writable ? '' : ' (set by the server)'}`,
        evidence,
      ],
    ),
  ]
}

function listRows({ items, pagination, sorting, filters, unknown, total }: ListModel): Row[] {
  const { style, parameter, others = [], cursor, limit, evidence } = pagination
  const range = [limit?.minimum ?? '', limit?.maximum ?? ''].join('–')
  const size =
    limit === undefined
      ? ''
      : `, ${limit.parameter}${range === '–' ? '' : ` ${range}`}${limit.default === undefined ? '' : `, default ${limit.default}`}`
  const from =
    cursor === undefined ? '' : ` from ${cursor.in === 'item' ? 'the id of the last item' : cursor.at}`
  return [
    ['items', items === '' ? 'the response' : items],
    ['pagination', `${style}${parameter === undefined ? '' : `: ${parameter}${from}`}${size}`, evidence],
    ...others.map((other): Row => ['also', `${other.style}: ${other.parameter}`]),
    ...(total === undefined ? [] : [['total', total] as const]),
    ...(sorting === undefined ? [] : [['sorting', sortingText(sorting), sorting.evidence] as const]),
    ...filters.map((filter): Row => ['filter', filterText(filter), filter.evidence]),
    ...unknown.map((name): Row => ['not understood', name]),
  ]
}

function sortingText({
  parameter,
  direction,
  keys,
  freeKey,
  default: byDefault,
}: NonNullable<ListModel['sorting']>): string {
  const asked = [parameter, direction].filter((one) => one !== undefined).join(' with ')
  const choices = freeKey
    ? ': any property'
    : keys.length > 0
      ? `: ${keys.map(({ key }) => key).join(', ')}`
      : ''
  const way = byDefault?.descending === undefined ? '' : byDefault.descending ? ' descending' : ' ascending'
  const usual = byDefault === undefined ? '' : `default ${byDefault.key}${way}`
  return [`${asked}${choices}`, usual].filter((one) => one !== '').join('; ')
}

const SIGNS = {
  eq: '=',
  contains: 'contains',
  prefix: 'begins with',
  search: 'contains',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

function filterText({ parameter, properties, operator, each, open }: Filter): string {
  const compared =
    properties.length === 0 ? 'any text' : properties.map((path) => path.join('.')).join(' or ')
  const sign =
    operator === 'eq' && open
      ? 'equals or contains'
      : open && /^[lg]te$/.test(operator)
        ? `${SIGNS[operator]} or ${SIGNS[operator].slice(0, 1)}`
        : SIGNS[operator]
  return `${parameter}: ${each ? 'an entry of ' : ''}${compared} ${sign} the value`
}

function* table(document: ContractDocument, rows: readonly Row[]): Generator<string> {
  const width = Math.max(...rows.map(([fact]) => fact.length))
  for (const [fact, value, evidence] of rows)
    yield foreignText(
      `  ${fact.padEnd(width)}  ${value}${evidence === undefined ? '' : `  [${reason(document, evidence)}]`}`,
    )
}

/** `name, 80 %, openapi.yaml:12` */
function reason(document: ContractDocument, { source, confidence, pointer }: Evidence): string {
  const place = document.positionOf(pointer)
  const percent = confidence === 1 ? '' : `, ${Math.round(confidence * 100)} %`
  return `${source}${percent}${place === undefined ? '' : `, ${place.file}:${place.line}`}`
}
