/** The table of the page of measurements, from the results in the cache. */
import { CLASSES, classify } from './findings.ts'
import { freshIn, isRight, NONE, type Result, readResults } from './results.ts'
import { tools } from './tools/index.ts'

/** Prints how each tool did on each target, then what is behind the findings of `conform`. */
export function printTable(targets: readonly string[]): void {
  const measured = targets.filter((name) => readResults(name).length > 0)
  console.log(
    '| Target | Tool | Faults found | Never met | By chance | Complaints | Operations with 2xx | Pairs | Requests | Seconds |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
  )
  for (const name of measured)
    for (const { name: tool } of tools) {
      const row = rowOf(readResults(name), tool)
      if (row !== undefined) console.log(`| ${name} | ${tool} | ${row.join(' | ')} |`)
    }
  console.log(
    `\n| Target | Findings | ${CLASSES.join(' | ')} | Unclassified | Precision |\n|---|---:|${'---:|'.repeat(CLASSES.length + 2)}`,
  )
  for (const name of measured) console.log(`| ${name} | ${classesOf(name).join(' | ')} |`)
}

function rowOf(results: readonly Result[], tool: string): string[] | undefined {
  const own = results.filter((one) => one.tool === tool)
  const right = own.find(isRight)
  if (right === undefined) return undefined
  if (right.failure !== undefined) return ['does not run', '', '', '', '', '', '', '']
  const acting = actingIn(results)
  const planted = own.filter(({ fault }) => acting.has(fault))
  const found = planted.filter((one) => freshIn(results, one).length > 0)
  const unmet = planted.filter((one) => one.acted === 0 && !watches(tool))
  const none = own.find(({ fault }) => fault === NONE)
  const { operations, reached, pairs, covered, requests } = right.reach
  const isWatching = watches(tool)
  return [
    `${found.length} of ${planted.length}`,
    isWatching ? '' : `${unmet.length}`,
    none === undefined ? '' : `${freshIn(results, none).length}`,
    `${new Set(right.complaints.map(({ key }) => key)).size}`,
    isWatching ? '' : `${reached} of ${operations}`,
    isWatching ? '' : `${covered} of ${pairs}`,
    isWatching ? '' : `${requests}`,
    `${right.seconds}`,
  ]
}

const watches = (tool: string): boolean => tools.some(({ name, isWatcher }) => name === tool && isWatcher)

/** Faults that acted under `conform`. */
const actingIn = (results: readonly Result[]): Set<string> =>
  new Set(
    results
      .filter((one) => one.tool === 'conform' && one.acted > 0 && !isRight(one) && one.fault !== NONE)
      .map(({ fault }) => fault),
  )

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
