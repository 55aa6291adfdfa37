import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { portabilityFaults } from './portableSql.ts'

const ROOT = join(import.meta.dirname, '../../../src')
/** The engine's own files speak its own language. */
const ENGINE = /^service\/storage\/(?:sqlite|postgres|migrations)/

/** The statements in the sources: every text that begins as one, with `?` for what is filled in. */
function statementsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('')
        : undefined
    if (text !== undefined && /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/.test(text))
      found.push(text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.startsWith('service/') && name.endsWith('.ts') && !ENGINE.test(name))
const statements = files.flatMap((file) => statementsIn(file).map((sql) => ({ file, sql })))

describe('SQL', () => {
  test('keeps to the portable subset in every statement of the service', () => {
    expect(statements.length).toBeGreaterThan(100)
    const faults = statements.flatMap(({ file, sql }) =>
      portabilityFaults(sql).map(
        (fault) => `${file}: ${fault}\n    ${sql.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      ),
    )
    expect(faults.join('\n')).toBe('')
  })

  const planted: [sql: string, fault: string][] = [
    ['SELECT g.created_at AS createdAt FROM oauth_grants g', 'a name with capital letters: createdAt'],
    ["SELECT group_concat(name, ',') FROM prompts", 'a function beyond those of every engine: group_concat'],
    ['SELECT json_extract(data, ?) FROM reports', 'a function beyond those of every engine: json_extract'],
    ['INSERT OR IGNORE INTO jobs (id) VALUES (?)', 'a conflict clause of SQLite alone'],
    ['DELETE FROM jobs WHERE rowid IN (SELECT 1)', 'a row number of SQLite alone'],
    ['SELECT id FROM jobs WHERE name GLOB ?', 'a word of SQLite alone'],
    ['SELECT id FROM jobs LIMIT 1, 2', 'LIMIT with a comma'],
    ['SELECT id FROM jobs WHERE id = :id', 'an operator or a placeholder'],
    ['SELECT id FROM jobs WHERE id == ?', 'an operator or a placeholder'],
    ['SELECT "name" FROM jobs', 'a quoted name'],
    ["SELECT id FROM jobs WHERE at < strftime('%s')", "the engine's clock"],
  ]
  test.each(planted)('%s is found', (sql, fault) => {
    expect(portabilityFaults(sql)).toContainEqual(expect.stringContaining(fault))
  })

  test.each([
    "SELECT count(*) AS n, coalesce(max(at), 0) AS last FROM jobs WHERE name_key LIKE ? ESCAPE '\\' AND kind IN (?, ?)",
    'INSERT INTO jobs (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id',
    'WITH due (id) AS (SELECT id FROM jobs) DELETE FROM jobs WHERE (id, name) IN (SELECT id, ? FROM due)',
    "SELECT CASE WHEN (a = 'X y') THEN 1 ELSE 0 END AS done FROM jobs -- Never more than that",
  ])('%s is within it', (sql) => expect(portabilityFaults(sql)).toEqual([]))
})
