/** A statement of the portable subset in PostgreSQL's form. */
import { createHash } from 'node:crypto'
import type { Value } from '../database.ts'

interface Statement {
  /** With `$1`, `$2` … in place of the question marks. */
  text: string
  /** Under which a connection retains it prepared; undefined for statements that may come in many lengths. */
  name: string | undefined
}

/** Texts, names and comments stay as they are; a question mark anywhere else is a placeholder. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** A comment that begins with `/*!` is a clause for only this engine; every other engine ignores it. */
const OWN = /^\/\*!([\s\S]*)\*\/$/

function numberPlaceholders(sql: string): string {
  let count = 0
  return sql.replace(TOKEN, (token) => (token === '?' ? `$${++count}` : (OWN.exec(token)?.[1] ?? token)))
}

/** Statements with lists of placeholders come in many lengths, and each connection retains every one that has a name. */
const MAX_PREPARED = 500

const known = new Map<string, Statement>()
const MAX_KNOWN = 2_000

/** The same statement for the same text. The first 500 texts are stored prepared: no plan is made for them again. */
export function statementOf(sql: string): Statement {
  const found = known.get(sql)
  if (found !== undefined) return found
  const text = numberPlaceholders(sql)
  const name =
    known.size < MAX_PREPARED ? createHash('sha256').update(text).digest('base64url').slice(0, 24) : undefined
  const statement = { text, name }
  if (known.size < MAX_KNOWN) known.set(sql, statement)
  return statement
}

/** PostgreSQL's texts contain every character but U+0000; the replacement character replaces it, as for invalid UTF-8. */
export const parametersOf = (values: readonly Value[]): Value[] =>
  values.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  )
