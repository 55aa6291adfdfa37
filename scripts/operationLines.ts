/**
 * `npx tsx scripts/operationLines.ts [REVISION] [--all]`: the lines of YAML for each operation of the service, in the
 * working tree and at a revision of Git; examples are counted apart. A Markdown table.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch'])
const FOLDERS = ['openapi/v1', 'openapi/oauth']

interface Lines {
  all: number
  /** Of them, those of examples. */
  examples: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})
const [revision] = positionals

/** Lines by operationId, of the files whose root is a path. */
function linesOf(texts: Iterable<string>): Map<string, Lines> {
  const found = new Map<string, Lines>()
  for (const text of texts) {
    const lines = new LineCounter()
    const { contents } = parseDocument(text, { lineCounter: lines })
    if (!isMap(contents)) continue
    for (const { key, value } of contents.items) {
      if (!isScalar(key) || !METHODS.has(String(key.value)) || !isMap(value)) continue
      const id = value.get('operationId')
      if (typeof id !== 'string') continue
      const first = lines.linePos(key.range?.[0] ?? 0).line
      found.set(id, {
        all: lastLine(value, lines, text) - first + 1,
        examples: examplesIn(value, lines, text),
      })
    }
  }
  return found
}

/** The last line that a node has something on. */
function lastLine(node: Node, lines: LineCounter, text: string): number {
  const written = text.slice(0, node.range?.[1] ?? 0).trimEnd()
  return lines.linePos(written.length - 1).line
}

function examplesIn(node: YAMLMap, lines: LineCounter, text: string): number {
  let count = 0
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    if (name === 'example' || name === 'examples') {
      const last = value === null ? undefined : lastLine(value as Node, lines, text)
      const first = lines.linePos(key.range?.[0] ?? 0).line
      count += (last ?? first) - first + 1
    } else if (isMap(value)) count += examplesIn(value, lines, text)
  }
  return count
}

function* now(): Generator<string> {
  for (const folder of FOLDERS)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.yaml')) yield readFileSync(join(folder, file), 'utf8')
}

function* then(commit: string): Generator<string> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 })
  for (const file of git('ls-tree', '-r', '--name-only', commit, ...FOLDERS).split('\n'))
    if (file.endsWith('.yaml')) yield git('show', `${commit}:${file}`)
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const after = linesOf(now())
const before = revision === undefined ? undefined : linesOf(then(revision))
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
const contract = ({ all, examples }: Lines) => all - examples
const columns = before === undefined ? [after] : [before, after]
const named =
  before === undefined
    ? ['lines', 'without examples']
    : ['lines before', 'after', 'without examples before', 'after']
row('operation', ...named)
row('---', ...named.map(() => '---:'))
if (values.all)
  for (const [id] of [...after].toSorted(([a], [b]) => a.localeCompare(b)))
    row(
      id,
      ...columns.map((lines) => lines.get(id)?.all ?? 'new'),
      ...columns.map((lines) => (lines.has(id) ? contract(lines.get(id) as Lines) : 'new')),
    )
const both = columns.map((lines) => [...lines].filter(([id]) => columns.every((one) => one.has(id))))
const total = (measure: (numbers: readonly number[]) => number) => [
  ...both.map((lines) => measure(lines.map(([, { all }]) => all))),
  ...both.map((lines) => measure(lines.map(([, one]) => contract(one)))),
]
row(`median of ${both[0]?.length ?? 0}`, ...total(median))
row('sum', ...total(sum))
