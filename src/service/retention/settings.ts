/** How long each kind of data is stored, as the database and the administrator define it. */
import type { ReadTransaction } from '../storage/database.ts'

/**
 * executions: of prompts, with their texts · results: the cases of evaluations. The summaries of evaluations stay. · audit:
 * the entries of the audit log · deleted: deleted prompts and datasets with their versions and items.
 */
export const kinds = ['executions', 'results', 'audit', 'deleted'] as const

export type Kind = (typeof kinds)[number]

/** Days; null retains everything. */
export type RetentionDays = Record<Kind, number | null>

/** Longer is as good as for ever, and retains times within the range of a date. */
const MAX_DAYS = 36_500

/**
 * Reads a file of `--retention`: a JSON object of kinds, each with its days or null. An omitted kind stays as the
 * database has it.
 * @throws Error that names the property, the received and the expected value
 * @example parseRetention('{"executions":30,"audit":null}')
 */
export function parseRetention(json: string): Partial<RetentionDays> {
  const given: unknown = JSON.parse(json)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error(
      `received ${JSON.stringify(given)}; expected an object such as {"executions":90,"audit":null}.`,
    )
  }
  for (const [kind, days] of Object.entries(given)) {
    if (!(kinds as readonly string[]).includes(kind)) {
      throw new Error(`received the kind ${JSON.stringify(kind)}; expected one of ${kinds.join(', ')}.`)
    }
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS)) {
      const expected = `a whole number of days from 1 to ${MAX_DAYS}, or null to retain everything`
      throw new Error(`${kind}: received ${JSON.stringify(days)}; expected ${expected}.`)
    }
  }
  return given
}

/** The effective retention: the administrator's present setting, else the database's. */
export async function readRetention(
  tx: ReadTransaction,
  said: Partial<RetentionDays> = {},
): Promise<RetentionDays> {
  const rows = await tx.all<{ kind: Kind; days: number | null }>('SELECT kind, days FROM retention')
  const stored = Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) as RetentionDays
  return { ...stored, ...said }
}
