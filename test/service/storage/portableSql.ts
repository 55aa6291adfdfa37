/** The portable subset of SQL that `src/service/storage/database.ts` describes, as a check of one statement. */

/** Functions that every engine has, with the same meaning. */
const FUNCTIONS = new Set([
  'coalesce',
  'lower',
  'length',
  'substr',
  'sum',
  'count',
  'min',
  'max',
  'avg',
  'abs',
  'round',
])

/** Words that a parenthesis may follow without being functions. */
const KEYWORDS = new Set(
  `and any as between by case check conflict delete distinct else end except exists filter foreign from group having
   in insert intersect into join key like limit not null offset on or order over partition primary references
   returning select set then union unique update using values when where with`.split(/\s+/),
)

/** Syntax that one engine has and others lack, or read in another way. */
const FOREIGN: readonly [pattern: RegExp, fault: string][] = [
  [/\browid\b|\boid\b|\b_rowid_\b/i, 'a row number of SQLite alone'],
  [
    /\b(?:INSERT|UPDATE)\s+OR\s+\w+|\bREPLACE\s+INTO\b/i,
    'a conflict clause of SQLite alone; use ON CONFLICT',
  ],
  [
    /\b(?:GLOB|REGEXP|MATCH|ISNULL|NOTNULL|COLLATE|INDEXED\s+BY|PRAGMA|ATTACH|AUTOINCREMENT)\b/i,
    'a word of SQLite alone',
  ],
  [/\bLIMIT\s+\S+\s*,/i, 'LIMIT with a comma'],
  [/==|<<|>>|->|\?\d|[:@$]\w/, 'an operator or a placeholder that engines disagree about'],
  [/`|\[/, 'a name in the quotes of one engine'],
  [/"[^"]*"/, 'a quoted name or a text in double quotes'],
  [/\bcurrent_(?:timestamp|date|time)\b/i, "the engine's clock"],
  [/\bnow\s*\(|\bdatetime\s*\(|\bstrftime\s*\(|\brandom\s*\(/i, "the engine's clock or chance"],
]

/** @returns the problems of the statement; none within the subset */
export function portabilityFaults(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*/g, ' ').replace(/'(?:[^']|'')*'/g, "''")
  const faults = FOREIGN.filter(([pattern]) => pattern.test(bare)).map(([pattern, fault]) => {
    return `${fault}: ${pattern.exec(bare)?.[0]}`
  })
  // One engine folds an unquoted name to lower case, another does not: rows would come back under another name.
  for (const [name] of bare.matchAll(/\b[A-Za-z_]\w*\b/g)) {
    if (/[a-z]/.test(name) && /[A-Z]/.test(name)) faults.push(`a name with capital letters: ${name}`)
  }
  for (const [, name = ''] of bare.matchAll(/\b([a-z_]\w*)\s*\(/gi)) {
    const called = name.toLowerCase()
    if (KEYWORDS.has(called) || FUNCTIONS.has(called)) continue
    // A table or a CTE with its columns.
    if (new RegExp(`\\b(?:INTO|WITH|RECURSIVE|TABLE|REFERENCES|ON|,)\\s+${name}\\s*\\(`, 'i').test(bare))
      continue
    faults.push(`a function beyond those of every engine: ${name}`)
  }
  return [...new Set(faults)]
}
