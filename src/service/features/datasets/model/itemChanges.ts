import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewDatasetItem, ReplacingDatasetItem } from '../../../../../generated/openapi.v1.ts'
import { type Issue, validationError } from '../../../errors.ts'
import {
  compileUserSchema,
  TooCostly,
  UnacceptableSchema,
  type UserSchema,
} from '../../../schemas/userSchema.ts'
import type { Services } from '../../../server/handler.ts'
import type { WriteTransaction } from '../../../storage/database.ts'
import { issuesOfScorers } from '../../evaluations/queries.ts'
import type { DatasetRow } from './dataset.ts'
import * as itemStore from './item.ts'
import { contentOf, type ItemRow, OPEN } from './item.ts'

/** Issues that one rejection names. */
const MAX_ISSUES = 20
/**
 * Steps for one item. For each character of its variables there is one more, up to ten times as many. So a request for more
 * work is larger, and no item blocks the event loop for long. 110,000 take 25 ms at most.
 */
const STEPS = 10_000
const MAX_STEPS = 110_000

/** @throws ApiError VALIDATION_ERROR below `field` for a schema that is not accepted */
export function requireSchema(schema: object | null | undefined, field: string): void {
  if (schema === null || schema === undefined) return
  try {
    compileUserSchema(schema)
  } catch (error) {
    if (!(error instanceof UnacceptableSchema)) throw error
    throw validationError({ field: joined(field, error.path), issue: error.message })
  }
}

/** The validated parts of an item. */
type ValidatedParts = Pick<NewDatasetItem, 'variables' | 'scorers'>

/** Validates items: their variables by the input schema of the dataset, their scorers by whether a run could work with them. */
export interface ItemValidator {
  /** @returns what is wrong, each at its place in the item */
  issuesOf(item: ValidatedParts): Issue[]
}

/** @param inputSchema JSON of a schema that was accepted before; null accepts everything */
export function itemValidatorOf(
  inputSchema: string | null,
  tools: Pick<Services, 'clock' | 'models'>,
): ItemValidator {
  const variables = variablesValidatorOf(inputSchema)
  const scorers = scorersValidatorOf(tools)
  return { issuesOf: (item) => [...variables(item.variables), ...scorers(item.scorers)] }
}

/** Many items of a file have the same scorers. */
function scorersValidatorOf(
  tools: Pick<Services, 'clock' | 'models'>,
): (scorers: ValidatedParts['scorers']) => Issue[] {
  let last: { text: string; issues: Issue[] } | undefined
  return (scorers) => {
    if (scorers === null || scorers === undefined || scorers.length === 0) return []
    const text = JSON.stringify(scorers)
    if (last?.text !== text) last = { text, issues: issuesOfScorers(scorers, tools) }
    return last.issues
  }
}

function variablesValidatorOf(
  inputSchema: string | null,
): (variables: ValidatedParts['variables']) => Issue[] {
  if (inputSchema === null) return () => []
  const schema: UserSchema = compileUserSchema(JSON.parse(inputSchema), true)
  return (variables) => {
    try {
      const steps = Math.min(STEPS + JSON.stringify(variables).length, MAX_STEPS)
      return schema.check(variables, steps).map(({ path, issue }) => ({
        field: joined('variables', path),
        issue: `received ${receivedAt(variables, path)}; the input schema reports: ${issue}`,
      }))
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error
      const issue =
        'received values that the input schema cannot check within its step limit; expected shorter ones'
      return [{ field: 'variables', issue }]
    }
  }
}

/** The errors in the items of a request. */
export interface ItemValidation {
  /** The schema that they were checked against. */
  inputSchema: string | null
  /** Each at its place, `[2].variables.name`. */
  issues: readonly (Issue & { index: number })[]
}

/** Milliseconds of validation after which others have their turn. */
const SLICE_MS = 10

/**
 * Validates the items of a request before its transaction, which would block others: a thousand items may need seconds.
 * @param turn lets the event loop serve others
 */
export async function validateItems(
  inputSchema: string | null,
  items: readonly ValidatedParts[],
  tools: Pick<Services, 'clock' | 'models'>,
  turn: () => Promise<unknown> = () => nextTurn(),
): Promise<ItemValidation> {
  let since = performance.now()
  const validator = itemValidatorOf(inputSchema, tools)
  const issues: (Issue & { index: number })[] = []
  for (const [index, item] of items.entries()) {
    if (performance.now() - since > SLICE_MS) {
      await turn()
      since = performance.now()
    }
    for (const issue of validator.issuesOf(item)) issues.push({ ...issue, index })
    if (issues.length >= MAX_ISSUES) break
  }
  return { inputSchema, issues }
}

/**
 * @param validation of these items, made ahead; where the schema is another one by now, they are validated again
 * @throws ApiError VALIDATION_ERROR that names what is wrong, by `items[2].variables.name`
 */
export async function requireConforming(
  tx: WriteTransaction,
  validation: ItemValidation | undefined,
  inputSchema: string | null,
  items: readonly ValidatedParts[],
  tools: Pick<Services, 'clock' | 'models'>,
  at: (index: number) => string,
): Promise<void> {
  const { issues } =
    validation?.inputSchema === inputSchema
      ? validation
      : await validateItems(inputSchema, items, tools, () => tx.turn())
  const [first, ...others] = issues.map(({ index, field, issue }) => ({
    field: joined(at(index), field),
    issue,
  }))
  if (first) throw validationError(first, ...others.slice(0, MAX_ISSUES - 1))
}

/** The received value, short enough for a message. */
function receivedAt(variables: Record<string, string>, path: string): string {
  if (path === '') return `${Object.keys(variables).length} variables`
  const value = Object.hasOwn(variables, path) ? variables[path] : undefined
  if (value === undefined) return 'nothing'
  return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value)
}

const joined = (place: string, path: string): string =>
  place === '' ? path : path === '' ? place : `${place}.${path}`

/**
 * Writes items behind the last one; anyone who calls it makes the version that they belong to.
 *
 * @param dataset as it is before them
 * @param version the first one that has them
 * @returns their rows, in the order of `items`
 */
export async function appendItems(
  tx: WriteTransaction,
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  dataset: DatasetRow,
  version: number,
  items: readonly ReplacingDatasetItem[],
): Promise<ItemRow[]> {
  const now = clock.now()
  const rows: ItemRow[] = []
  for (const [index, item] of items.entries()) {
    const row: ItemRow = {
      dataset_id: dataset.id,
      position: dataset.next_position + index,
      id: item.id ?? ids.create('item'),
      version_from: version,
      version_to: OPEN,
      import_id: '',
      organization_id: dataset.organization_id,
      created_at: now,
      updated_at: now,
      ...contentOf(item),
    }
    await itemStore.insert(tx, row)
    rows.push(row)
  }
  return rows
}
