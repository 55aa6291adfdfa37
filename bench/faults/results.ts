/** Results of the runs, a line each, so that an interrupted measurement continues where it was. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lines } from './coverage.ts'
import { cache } from './install.ts'
import type { Reach } from './observe.ts'
import type { Complaint } from './tools/tool.ts'

export interface Result {
  tool: string
  /** `right 1` and `right 2` without a fault, `none` the run that is counted as if it had one, else its name. */
  fault: string
  complaints: Complaint[]
  reach: Reach
  /** In how many exchanges the fault acted. */
  acted: number
  seconds: number
  /** Lines of the server that the run executed, of a run for its coverage. */
  lines?: Lines
  /** Why the tool could not run. */
  failure?: string
}

const folder = join(cache, 'results')

export const pathOf = (target: string, kind: string): string => join(folder, `${target}.${kind}`)

export function readResults(target: string): Result[] {
  const file = pathOf(target, 'jsonl')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result)
}

export function addResult(target: string, result: Result): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(pathOf(target, 'jsonl'), `${JSON.stringify(result)}\n`)
}

/** Complaints of the run that none of the runs on the right server had. */
export function freshIn(results: readonly Result[], { tool, complaints }: Result): string[] {
  const known = new Set(
    results
      .filter((one) => one.tool === tool && isRight(one))
      .flatMap((one) => one.complaints.map(({ key }) => key)),
  )
  return [...new Set(complaints.map(({ key }) => key))].filter((key) => !known.has(key))
}

export const isRight = ({ fault }: Result): boolean => fault.startsWith('right ')

/** The run without a fault whose fresh complaints show how often chance looks like a detection. */
export const NONE = 'none'

/** The run without a fault for the coverage of the server, which makes it slower. */
export const COVERAGE = 'coverage'
