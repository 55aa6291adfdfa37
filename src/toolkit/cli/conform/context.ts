/** Data of reports in addition to the run: the baseline, earlier runs and the commit. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PastRun, ReportContext, Subscriber } from '../../conformance/conform.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { readGivenFile } from '../program/givenFile.ts'
import { note } from '../program/output.ts'

type Kit = typeof import('../../conformance/conform.ts')

/** Earlier runs that are read, the newest. */
const MAX_RUNS = 50

interface Given {
  baseline: string | undefined
  history: string | undefined
}

/**
 * @param copy the local copy of a document that was read from a URL
 * @throws UsageError where a file cannot be read
 */
export function contextOf(
  { baseline, history }: Given,
  copy: string | undefined,
  { terminal, kit }: { terminal: Terminal; kit: Kit },
): ReportContext {
  const commit = commitOf(terminal.env)
  return {
    ...(commit !== undefined && { commit }),
    ...(baseline !== undefined && { baseline: readGivenFile('baseline', baseline, kit.readBaseline) }),
    ...(copy !== undefined && { folder: dirname(copy) }),
    today: new Date().toISOString().slice(0, 10),
    ...(history !== undefined && { history: readHistory(history, kit) }),
  }
}

function readHistory(folder: string, kit: Kit): PastRun[] {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(
      `--history ${folder} is not a directory that can be written: ${(error as Error).message}.`,
    )
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const newest = files.sort().slice(-MAX_RUNS)
  return newest.map((name) => {
    try {
      return readGivenFile('history', join(folder, name), kit.readPastRun)
    } catch (error) {
      throw new UsageError(`${(error as Error).message}. Move the file out of ${folder}.`)
    }
  })
}

/** The commit that a CI system names, else that of the working directory; undefined outside of both. */
function commitOf(env: Terminal['env']): string | undefined {
  const named = env.GITHUB_SHA ?? env.CI_COMMIT_SHA
  if (named !== undefined && named !== '') return named
  if (!existsSync('.git')) return undefined
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // A folder called .git without a commit, or no Git on this machine.
    return undefined
  }
}

/** Stores the run for those after it, and prints what changed since the one before; nothing without `--history`. */
export function historyOf(
  folder: string | undefined,
  context: ReportContext,
  terminal: Terminal,
  kit: Kit,
): Subscriber[] {
  if (folder === undefined) return []
  const store = (run: PastRun) => {
    const file = join(folder, `${run.startedAt.replace(/[:.]/g, '-')}.json`)
    writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
    for (const line of kit.historyLines(context.history ?? [], run)) note(terminal, line)
  }
  return [kit.historyReport(store, context)]
}
