/** The pages, the order and the filters of a list, as the model of the API has them. */
import { type ListModel, listsIn, type Pagination } from '../../model/apiModel.ts'
import { RELIABLE } from '../../model/evidence.ts'
import { COMPARISONS, type Filter } from '../../model/filters.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import { type Block, table, text } from '../blocks.ts'
import { code } from './constraints.ts'

/** The lists of a document, by their operationId. */
export const listsOf = (document: ContractDocument): ReadonlyMap<string, ListModel> =>
  new Map(listsIn(document).map((list) => [list.operationId, list]))

/** Facts with weak evidence are left out. */
export function listBlocks(list: ListModel | undefined): Block[] {
  if (list === undefined) return []
  const { pagination, sorting, filters, total } = list
  const lines = [
    ...pageLines(pagination),
    ...orderLines(sorting),
    ...(total === undefined ? [] : [`Total: ${place(total)} is the number of items on all pages.`]),
  ]
  const rows = filters
    .filter(({ evidence }) => evidence.confidence >= RELIABLE)
    .map((filter) => [code(filter.parameter), matchedBy(filter)])
  if (lines.length === 0 && rows.length === 0) return []
  return [
    ...text(
      ['**Pagination, sorting, filters**', lines.map((line) => `- ${line}`).join('\n')].join('\n\n').trim(),
    ),
    ...table(['Filter', 'Matches items whose'], rows),
  ]
}

/** `nextCursor` or `page.next` of the response, or a header. */
const place = (at: string): string => code(at.startsWith('/') ? tokensOf(at).join('.') : at)

function pageLines({ style, parameter, others = [], cursor, limit, evidence }: Pagination): string[] {
  const lines: string[] = []
  if (evidence.confidence >= RELIABLE) {
    if (style === 'link-header') lines.push('Next page: follow the `Link` header with `rel="next"`.')
    else if (parameter !== undefined) lines.push(nextPage(style, code(parameter), cursor))
    for (const other of others) lines.push(nextPage(other.style, code(other.parameter), undefined))
  }
  if (limit !== undefined && limit.evidence.confidence >= RELIABLE) {
    const { minimum, maximum, default: usual } = limit
    const range =
      minimum !== undefined && maximum !== undefined
        ? `${minimum} to ${maximum}`
        : maximum !== undefined
          ? `at most ${maximum}`
          : minimum !== undefined && minimum > 1
            ? `at least ${minimum}`
            : ''
    const facts = [code(limit.parameter), range, usual === undefined ? '' : `default ${usual}`]
    lines.push(`Page size: ${facts.filter((fact) => fact !== '').join(', ')}.`)
  }
  return lines
}

function nextPage(style: Pagination['style'], parameter: string, cursor: Pagination['cursor']): string {
  if (style === 'page') return `Next page: ${parameter} is the number of the page.${further(cursor)}`
  if (style === 'offset') return `Next page: ${parameter} is the number of items to skip.${further(cursor)}`
  if (cursor === undefined) return `Next page: ${parameter} is the position to continue from.`
  if (cursor.in === 'item') return `Next page: send the id of the last item as ${parameter}.`
  const source = cursor.in === 'header' ? 'of the response headers' : 'of the response'
  return `Next page: send ${place(cursor.at)} ${source} as ${parameter}.`
}

const further = (cursor: Pagination['cursor']): string =>
  cursor?.in === 'body' ? ` ${place(cursor.at)} of the response leads there too.` : ''

function orderLines(sorting: ListModel['sorting']): string[] {
  if (sorting === undefined) return []
  const { parameter, direction, keys, freeKey, default: usual, evidence } = sorting
  const lines: string[] = []
  if (evidence.confidence >= RELIABLE && parameter !== undefined) {
    const choices = freeKey
      ? 'names a property of the items'
      : keys.length > 0
        ? `accepts ${keys.map(({ key }) => code(key)).join(', ')}`
        : 'names the order'
    const way = direction === undefined ? '' : `, and ${code(direction)} the direction`
    lines.push(`Sorting: ${code(parameter)} ${choices}${way}.`)
  } else if (evidence.confidence >= RELIABLE && direction !== undefined)
    lines.push(`Sorting: ${code(direction)} is the direction.`)
  if (usual !== undefined && usual.evidence.confidence >= RELIABLE) {
    const way = usual.descending === undefined ? '' : usual.descending ? ', descending' : ', ascending'
    lines.push(`Default order: by ${usual.key === 'creation' ? 'time of creation' : code(usual.key)}${way}.`)
  }
  return lines
}

function matchedBy({ properties, operator, each, open }: Filter): string {
  const compared =
    properties.length === 0 ? 'text' : properties.map((path) => code(path.join('.'))).join(' or ')
  // Whether the value itself matches, or only a whole string, is for the document to state.
  const meaning = !open
    ? COMPARISONS[operator]
    : operator === 'eq'
      ? 'matches the value'
      : /^g/.test(operator)
        ? 'is bounded below by the value'
        : /^l/.test(operator)
          ? 'is bounded above by the value'
          : COMPARISONS[operator]
  return each ? `${compared} has an entry that ${meaning}` : `${compared} ${meaning}`
}
