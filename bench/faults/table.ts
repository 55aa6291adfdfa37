/** The tables of the page of measurements, from the results in the cache. */
import { CLASSES, classify } from './findings.ts'
import { COVERAGE, freshIn, isRight, NONE, type Result, readResults } from './results.ts'
import { tools } from './tools/index.ts'

/** How one tool did on one target. */
interface Row {
  target: string
  tool: string
  isWatcher: boolean
  /** Why the tool does not run there. */
  failure: string | undefined
  planted: number
  found: number
  /** Faults that did not act, because the tool sent no request that they change. */
  unmet: number
  /** Complaints of the run that is counted as if it had a fault, which neither of the two others had. */
  chance: number
  /** Complaints that only one of the two runs on the right server has. */
  unstable: number
  complaints: number
  reach: Result['reach']
  seconds: number
}

/** Prints the sums of each tool, how it did on each target, and the classes of the findings of `conform`. */
export function printTable(targets: readonly string[]): void {
  const rows = targets.flatMap(rowsOf)
  const totals = tools.flatMap(({ name }) => totalOf(rows.filter(({ tool }) => tool === name)))
  print(
    ['Tool', 'Targets', 'Faults found', 'Never met', ...FIGURES],
    totals.map((row) => [row.tool, row.target, found(row), watched(row, row.unmet), ...figuresOf(row)]),
  )
  print(
    ['Target', 'Tool', 'Faults found', ...FIGURES],
    rows.map((row, i) => {
      const name = rows[i - 1]?.target === row.target ? '' : row.target
      const cells = row.failure === undefined ? figuresOf(row) : FIGURES.map(() => '')
      return [name, row.tool, row.failure === undefined ? found(row) : 'does not run', ...cells]
    }),
  )
  for (const { target, tool, failure } of rows)
    if (failure !== undefined) console.log(`- ${tool} on ${target}: ${failure.split('\n')[0]}`)
  printCoverage(targets)
  print(
    ['Target', 'Findings', ...CLASSES, 'Unclassified', 'Precision'],
    [...new Set(rows.map(({ target }) => target))].map((name) => [name, ...classesOf(name)]),
  )
}

const FIGURES = [
  'By chance',
  'Unstable',
  'Complaints',
  'Operations with 2xx',
  'Pairs',
  'Requests',
  'Seconds',
] as const

const found = ({ found, planted }: Row): string => `${found} of ${planted}`

const watched = ({ isWatcher }: Row, figure: number | string): string => (isWatcher ? '' : `${figure}`)

function figuresOf(row: Row): string[] {
  const { operations, reached, pairs, covered, requests } = row.reach
  return [
    `${row.chance}`,
    `${row.unstable}`,
    row.complaints.toLocaleString('en'),
    watched(row, `${reached} of ${operations}`),
    watched(row, `${covered} of ${pairs}`),
    watched(row, requests.toLocaleString('en')),
    Math.round(row.seconds).toLocaleString('en'),
  ]
}

function rowsOf(target: string): Row[] {
  const results = readResults(target)
  const acting = actingIn(results)
  return tools.flatMap(({ name: tool, isWatcher = false }) => {
    const own = results.filter((one) => one.tool === tool)
    const [right, second] = own.filter(isRight)
    if (right === undefined) return []
    const planted = own.filter(({ fault }) => acting.has(fault))
    // Its runs are not complete.
    if (right.failure === undefined && planted.length < acting.size) return []
    const none = own.find(({ fault }) => fault === NONE)
    const row: Row = {
      target,
      tool,
      isWatcher,
      failure: right.failure,
      planted: right.failure === undefined ? planted.length : acting.size,
      // A fault that did not act is not found: what is new is chance.
      found: planted.filter((one) => (isWatcher || one.acted > 0) && freshIn(results, one).length > 0).length,
      unmet: planted.filter(({ acted }) => acted === 0).length,
      chance: none === undefined ? 0 : freshIn(results, none).length,
      unstable: second === undefined ? 0 : differenceOf(right, second),
      complaints: keysOf(right).size,
      reach: right.reach,
      seconds: right.seconds,
    }
    return [row]
  })
}

/** The sums over all targets, on some of which the tool may not run and finds nothing. */
function totalOf(rows: readonly Row[]): Row[] {
  const [first] = rows
  if (first === undefined) return []
  const sum = (figure: (row: Row) => number): number => rows.reduce((total, row) => total + figure(row), 0)
  const running = rows.filter(({ failure }) => failure === undefined)
  return [
    {
      ...first,
      target: `${running.length} of ${rows.length}`,
      planted: sum(({ planted }) => planted),
      found: sum(({ found }) => found),
      unmet: sum(({ unmet }) => unmet),
      chance: sum(({ chance }) => chance),
      unstable: sum(({ unstable }) => unstable),
      complaints: sum(({ complaints }) => complaints),
      reach: {
        operations: sum(({ reach }) => reach.operations),
        reached: sum(({ reach }) => reach.reached),
        pairs: sum(({ reach }) => reach.pairs),
        covered: sum(({ reach }) => reach.covered),
        requests: sum(({ reach }) => reach.requests),
      },
      seconds: sum(({ seconds }) => seconds),
    },
  ]
}

const keysOf = ({ complaints }: Result): Set<string> => new Set(complaints.map(({ key }) => key))

function differenceOf(one: Result, other: Result): number {
  const [first, second] = [keysOf(one), keysOf(other)]
  return (
    [...first].filter((key) => !second.has(key)).length + [...second].filter((key) => !first.has(key)).length
  )
}

/** Faults that acted under `conform`. */
const actingIn = (results: readonly Result[]): Set<string> =>
  new Set(
    results
      .filter((one) => one.tool === 'conform' && one.acted > 0 && !isRight(one) && one.fault !== NONE)
      .map(({ fault }) => fault),
  )

/** Lines of the server that each tool executed, where `--coverage` measured them. */
function printCoverage(targets: readonly string[]): void {
  const measured = targets.flatMap((target) => {
    const own = readResults(target).filter(({ fault }) => fault === COVERAGE)
    return own.length === 0 ? [] : [{ target, own }]
  })
  if (measured.length === 0) return
  const names = tools.filter(({ isWatcher }) => !isWatcher).map(({ name }) => name)
  print(
    ['Lines of the server', ...names],
    measured.map(({ target, own }) => [
      target,
      ...names.map((name) => {
        const lines = own.find(({ tool }) => tool === name)?.lines
        return lines === undefined ? '' : `${Math.round((100 * lines.covered) / lines.total)} %`
      }),
    ]),
  )
}

function classesOf(name: string): string[] {
  const findings = classify(name)
  const count = (kind: string) => findings.filter((one) => one.class === kind).length
  const classified = findings.length - count('unclassified')
  const right = classified - count('false alarm')
  return [
    `${findings.length}`,
    ...CLASSES.map((kind) => `${count(kind)}`),
    `${count('unclassified')}`,
    classified === 0 ? '' : `${Math.round((100 * right) / classified)} %`,
  ]
}

/** Prints a table of Markdown; columns of figures are to the right. */
function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll(/\|\s+(?=\|)/g, '| ')
  const isText = (name: string) => ['Target', 'Tool', 'Lines of the server'].includes(name)
  const ruler = `|${head.map((name) => (isText(name) ? '---|' : '---:|')).join('')}`
  console.log([line(head), ruler, ...rows.map(line), ''].join('\n'))
}
