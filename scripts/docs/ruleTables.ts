/** Part of `npm run commands`: the tables of the rules of `lint` and `diff`, between two comments of their pages. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { compareDocuments } from '../../src/toolkit/diff/compare.ts'
import { LEVELS, type Level } from '../../src/toolkit/diff/finding.ts'
import { load } from '../../src/toolkit/diff/source.ts'
import { lintRules } from '../../src/toolkit/lint/ruleCatalogue.ts'
import { type Case, filesOf } from '../../test/toolkit/diff/slots.ts'

const ROOT = join(import.meta.dirname, '../..')
const START = '<!-- rules: written by `npm run commands` -->'
const END = '<!-- end of rules -->'

/** The pages with their tables as they should be. */
export function tablePages(): [file: string, text: string][] {
  return [
    withTable('docs/reference/lint-rules.md', lintTable()),
    withTable('docs/reference/diff-rules.md', diffTable()),
  ]
}

function withTable(name: string, table: string): [file: string, text: string] {
  const file = join(ROOT, name)
  const page = readFileSync(file, 'utf8')
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${name} has no place for its table: ${START} … ${END}`)
  return [file, `${page.slice(0, start)}${START}\n\n${table}\n\n${page.slice(end)}`]
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const code = (text: string): string => `\`${text.replaceAll('`', '').replaceAll('|', '\\|')}\``

function lintTable(): string {
  const rows = Object.entries(lintRules).map(([rule, { severity, requires, fails, fix }]) => [
    code(rule),
    severity,
    requires,
    code(fails),
    fix,
  ])
  return tableOf(['Rule', 'Default', 'Requires', 'Fails', 'Fix'], rows)
}

interface Observed {
  levels: Set<Level>
  /** The shortest edit that shows the worst level. */
  example: string
  worst: Level
}

let observedOnce: Map<string, Observed> | undefined

/** The rules as the cases of `test/toolkit/diff/verdicts` show them, compared once in a process. */
export const observedDiffRules = (): Map<string, Observed> => {
  observedOnce ??= observeDiffRules()
  return observedOnce
}

function observeDiffRules(): Map<string, Observed> {
  const observed = new Map<string, Observed>()
  const folder = mkdtempSync(join(tmpdir(), 'diff-rules-'))
  try {
    for (const one of verdictCases()) {
      const example = editOf(one)
      for (const { rule, level } of findingsOf(one, folder)) {
        const known = observed.get(rule)
        const isBetter =
          known === undefined ||
          LEVELS.indexOf(level) < LEVELS.indexOf(known.worst) ||
          (level === known.worst && example.length < known.example.length)
        observed.set(rule, {
          levels: new Set([...(known?.levels ?? []), level]),
          ...(isBetter ? { example, worst: level } : { example: known.example, worst: known.worst }),
        })
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return observed
}

const TABLES = ['requests', 'responses', 'operations', 'spellings', 'events', 'lists', 'further', 'remaining']

const verdictCases = (): Case[] =>
  TABLES.flatMap(
    (name) => parse(readFileSync(join(ROOT, `test/toolkit/diff/verdicts/${name}.yaml`), 'utf8')) as Case[],
  )

function findingsOf(one: Case, folder: string) {
  const [before, after] = (['old', 'new'] as const).map((side) => {
    const files = Object.entries(filesOf(one, side))
    mkdirSync(join(folder, side), { recursive: true })
    for (const [name, tree] of files) writeFileSync(join(folder, side, name), JSON.stringify(tree))
    return files.map(([name]) => join(folder, side, name)).filter((file) => !file.endsWith('shared.json'))
  })
  const pairs = (before ?? []).map((file, index) => ({ old: load(file), new: load(after?.[index] ?? '') }))
  return compareDocuments(pairs, Date.parse(one.today ?? '2026-11-22')).findings
}

const PLACES: Readonly<Record<string, string>> = {
  reqBody: 'request body',
  reqProp: 'request property',
  resBody: 'response body',
  resProp: 'response property',
  op: 'operation',
  parameters: 'parameters',
  query: 'query parameter',
  body: 'request body',
  responses: 'responses',
  header: 'response header',
  schemes: 'security schemes',
  event: 'event payload',
  command: 'command payload',
  message: 'message',
  async: 'AsyncAPI document',
}

const MAX_EDIT = 70

function editOf({ at, old, new: now }: Case): string {
  const { path, before, after } = differingPart(old, now)
  const place = [PLACES[at] ?? 'document', ...path.map(code)].join(', ')
  return `${place}: ${shown(before)} to ${shown(after)}`
}

/** Descends as long as two objects differ in one key only. */
function differingPart(before: unknown, after: unknown): { path: string[]; before: unknown; after: unknown } {
  if (!isTree(before) || !isTree(after)) return { path: [], before, after }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const [key, ...more] = keys.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (key === undefined || more.length > 0) return { path: [], before, after }
  const inner = differingPart(before[key], after[key])
  return { ...inner, path: [key, ...inner.path] }
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
  return code(text.length > MAX_EDIT ? `${text.slice(0, MAX_EDIT)}…` : text)
}

/** How a change can be made without breaking clients, by the end of the rule's name. */
const REMEDIES: readonly [RegExp, string][] = [
  [/became-required$/, 'Leave it optional, with a default.'],
  [/(removed|dropped)$/, 'Deprecate it with a sunset date, and remove it in the next major version.'],
  [/(tightened|narrowed|introduced|specialized)$/, 'Accept the old values, too, or add a new property.'],
  [/(added|widened|loosened|generalized)$/, 'Announce it. Clients must handle the new form first.'],
  [/./, 'Add the new form next to the old one, and deprecate the old one.'],
]

function diffTable(): string {
  const rows = [...observedDiffRules()]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([rule, { levels, example, worst }]) => [
      code(rule),
      LEVELS.filter((level) => levels.has(level)).join(', '),
      example,
      worst === 'breaking' || worst === 'risky'
        ? (REMEDIES.find(([pattern]) => pattern.test(rule))?.[1] ?? '')
        : 'Not necessary.',
    ])
  return tableOf(['Rule', 'Levels', 'Example of an edit', 'Instead'], rows)
}
