/** Tables in descriptions that list what is possible in each state: states with their actions, or actions with their states. */

import { isObject } from '../openapi/document.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, statePattern } from './description.ts'
import { actionOn } from './paths.ts'
import type { Resource } from './resources.ts'
import { surroundingTexts } from './surroundings.ts'
import { normal } from './vocabulary.ts'

/** An action, and the states in which it is possible. */
export interface ListedAction {
  operation: ApiOperation
  from: readonly string[]
  /** The row or rows, for messages. */
  text: string
}

/** Headers of columns with the states in which an action is possible. */
const FROM =
  /\b(?:from|when|while|allowed|permitted|possible|valid|available|requires?|required|only|before|current|starting)\b/i
/** Headers of columns with the actions that are possible in a state. */
const ACTIONS =
  /\b(?:actions?|operations?|allowed|permitted|possible|available|endpoints?|requests?|calls?)\b/i
/** Headers of columns with other states than those before an action. */
const OTHERS = /\b(?:not|forbidden|rejected|after(?:wards)?|to|result\w*|new|next|becomes?|then)\b/i

/**
 * The actions on an item of which a table around the operations lists all states where they are possible.
 * @param states values of the status of the item
 */
export function listedActions(
  api: Api,
  { item, update }: Resource,
  states: readonly string[],
): ListedAction[] {
  const actions = actionsOn(api, item)
  const texts = textsAbout(api, [...actions, ...[update].flatMap((one) => one ?? [])])
  const found = [...texts]
    .flatMap((text) => tablesIn(text))
    .map((table) => listedIn(table, item, actions, states))
  const listed = found.flat()
  // Two tables about one action may be about different cases.
  return listed.filter((one) => listed.every((other) => other === one || other.operation !== one.operation))
}

/** Actions that end what happens by itself: their states are not those that wait for a request. */
const ENDING = /^(?:cancel|abort|stop|terminate|kill|interrupt|pause|retry|restart|refresh)/i

/** Whether an item waits in a state for an action: "Confirms a pending booking." */
export const waitsForAction = (api: Api, { item }: Resource, state: string): boolean => {
  const form = new RegExp(`^\\W*\\w+ (?:an?|the) [\`"']?${statePattern(state)}[\`"']? \\w`, 'i')
  return actionsOn(api, item).some(({ operation, path }) => {
    const summary = isObject(operation) ? String(operation.summary ?? '') : ''
    return (
      !ENDING.test(actionOn(item, path) ?? '') &&
      [summary, descriptionOf(operation)].some((one) => form.test(one))
    )
  })
}

/** The descriptions of operations, and those around them. */
const textsAbout = (api: Api, operations: readonly ApiOperation[]): Set<string> =>
  new Set(operations.flatMap((one) => [...surroundingTexts(api, one), descriptionOf(one.operation)]))

/** An action, and the state that it leads to. */
export interface ListedResult {
  operation: ApiOperation
  to: string
  /** The row, for messages. */
  text: string
}

/** Headers of columns with the states after an action. */
const RESULTS = /\b(?:to|after(?:wards)?|result\w*|new|next|becomes?|then|target|outcome|leads? to)\b/i
/** "`confirm`: `booked` → `confirmed`" */
const STEP = /^(?:[-*•+] )?(?<action>[^:→]+?) ?[:–—-] (?<from>[^:→]+?) ?(?:→|->|=>) ?(?<to>[^→(.]+?)\.?$/

/**
 * The actions on an item of which a table or a list around the operations shows the state that they lead to.
 * @param states values of the status of the item
 */
export function listedResults(
  api: Api,
  { item }: Pick<Resource, 'item'>,
  states: readonly string[],
  more: readonly string[],
): ListedResult[] {
  const actions = actionsOn(api, item)
  const stateIn = (cell: string) => states.find((state) => normal(state) === normal(cell))
  const rows = [...textsAbout(api, actions), ...more].flatMap((text) => [
    ...tablesIn(text).flatMap((table) => resultRows(table, stateIn)),
    ...text.split('\n').flatMap((line) => stepIn(line.replaceAll(/[`*"]/g, '').trim(), stateIn)),
  ])
  const listed = rows.flatMap(({ cells, to, text }): ListedResult[] => {
    const named = cells.flatMap((cell) => actionNamed(cell, item, actions) ?? [])
    const [operation, ...others] = named
    return operation === undefined || others.length > 0 ? [] : [{ operation, to, text }]
  })
  // Two rows about one action are about different cases.
  return listed.filter((one) =>
    listed.every((other) => other.operation !== one.operation || other.to === one.to),
  )
}

interface ResultRow {
  /** The cells that may name the action. */
  cells: string[]
  to: string
  text: string
}

/** The rows of a table in which one column shows the state after an action. */
function resultRows({ headers, rows }: Table, stateIn: (cell: string) => string | undefined): ResultRow[] {
  const at = only(
    headers.flatMap((header, index) => {
      const isResult = RESULTS.test(header) && !/\b(?:from|allowed|permitted|possible|not)\b/i.test(header)
      return isResult && rows.every((row) => stateIn(row[index] ?? '') !== undefined) ? [index] : []
    }),
  )
  if (at === undefined) return []
  return rows.flatMap((row) => {
    const to = stateIn(row[at] ?? '')
    const cells = row.filter((cell, index) => index !== at && stateIn(cell) === undefined)
    return to === undefined ? [] : [{ cells, to, text: row.filter((cell) => cell !== '').join(' | ') }]
  })
}

function stepIn(line: string, stateIn: (cell: string) => string | undefined): ResultRow[] {
  const { action, from = '', to: end = '' } = STEP.exec(line)?.groups ?? {}
  const to = stateIn(end)
  const isOfStates = partsOf(from).length > 0 && partsOf(from).every((one) => stateIn(one) !== undefined)
  return action === undefined || to === undefined || !isOfStates ? [] : [{ cells: [action], to, text: line }]
}

interface Table {
  headers: string[]
  rows: string[][]
}

/** The tables of Markdown in a text. */
function tablesIn(text: string): Table[] {
  const lines = text.split('\n').map((line) => line.trim())
  const tables: Table[] = []
  for (const [index, line] of lines.entries()) {
    if (!/^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?$/.test(line)) continue
    const headers = cellsOf(lines[index - 1] ?? '')
    const end = lines.findIndex((one, at) => at > index && !one.includes('|'))
    const rows = lines.slice(index + 1, end < 0 ? undefined : end).map(cellsOf)
    if (headers.length > 1 && rows.every((row) => row.length === headers.length))
      tables.push({ headers, rows })
  }
  return tables
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(/[`*"]/g, '').trim())

function listedIn(
  { headers, rows }: Table,
  item: string,
  actions: readonly ApiOperation[],
  states: readonly string[],
): ListedAction[] {
  const stateIn = (cell: string) => states.find((state) => normal(state) === normal(cell))
  const actionIn = (cell: string) => actionNamed(cell, item, actions)
  const column = (at: number) => rows.map((row) => row[at] ?? '')
  const all = headers.map((_, at) => at)
  const isIn = (at: number, find: (cell: string) => unknown) =>
    column(at).every((cell) => partsOf(cell).every((part) => find(part) !== undefined))
  const key = all.find((at) =>
    column(at).every((cell) => stateIn(cell) !== undefined || actionIn(cell) !== undefined),
  )
  if (key === undefined) return []
  const others = all.filter((at) => at !== key)
  const textOf = (chosen: readonly string[][]) =>
    chosen.map((row) => row.filter((cell) => cell !== '').join(' | ')).join('; ')
  if (isIn(key, stateIn)) {
    const at = only(
      others.filter(
        (one) => ACTIONS.test(headers[one] ?? '') && !NOT.test(headers[one] ?? '') && isIn(one, actionIn),
      ),
    )
    if (at === undefined) return []
    return actions.flatMap((operation): ListedAction[] => {
      const chosen = rows.filter((row) => partsOf(row[at] ?? '').some((part) => actionIn(part) === operation))
      const from = chosen.flatMap((row) => stateIn(row[key] ?? '') ?? [])
      return from.length === 0 ||
        !isWhole(
          rows.map((row) => row[key] ?? ''),
          states,
        )
        ? []
        : [{ operation, from, text: textOf(chosen) }]
    })
  }
  const listing = others.filter((one) => isIn(one, stateIn) && column(one).every((cell) => cell !== ''))
  const at = only(listing.filter((one) => FROM.test(headers[one] ?? '') && !OTHERS.test(headers[one] ?? '')))
  if (at === undefined || !isIn(key, actionIn)) return []
  return rows.flatMap((row): ListedAction[] => {
    const operation = actionIn(row[key] ?? '')
    const from = partsOf(row[at] ?? '').flatMap((part) => stateIn(part) ?? [])
    const isOnce = rows.filter((other) => actionIn(other[key] ?? '') === operation).length === 1
    const isPlain = row.every((cell, one) => one === key || one === at || !MORE.test(cell))
    return operation === undefined || !isOnce || !isPlain ? [] : [{ operation, from, text: textOf([row]) }]
  })
}

/** Words of remarks that allow more than the states of a row. */
const MORE =
  /\b(?:also|too|as well|later|may|can|could|unless|except\w*|forced?|regardless|otherwise|any|every|always|optional\w*|usually)\b/i

const NOT = /\b(?:not|forbidden|rejected|impossible)\b/i

/** Whether every state has a row, so that an action is not possible in the others. */
const isWhole = (cells: readonly string[], states: readonly string[]): boolean =>
  states.every((state) => cells.some((cell) => normal(cell) === normal(state)))

const only = (found: readonly number[]): number | undefined => (found.length === 1 ? found[0] : undefined)

/** The entries of a cell; none for "–" and "none". */
const partsOf = (cell: string): string[] =>
  cell
    .split(/,|;|\/(?!\w*\{)|<br ?\/?>|\bor\b|\band\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:[-–—]+|none|nothing|n\/?a)$/i.test(part))

/** The action that a cell names: `cancel`, `cancelOrder` or `POST /orders/{id}/cancel`. */
function actionNamed(cell: string, item: string, actions: readonly ApiOperation[]): ApiOperation | undefined {
  const name = normal(cell.replace(/^POST\s+.*\//i, ''))
  return actions.find(
    ({ operationId, path }) => name === normal(actionOn(item, path) ?? '') || name === normal(operationId),
  )
}
