import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

/** The Biome rule of each limit; functionLimits.json has the numbers. */
const LIMITS = {
  lines: 'lint/complexity/noExcessiveLinesPerFunction',
  complexity: 'lint/complexity/noExcessiveCognitiveComplexity',
  parameters: 'lint/complexity/useMaxParams',
} as const
export type Limit = keyof typeof LIMITS
const LIMIT_NAMES = Object.keys(LIMITS) as Limit[]

/** How many functions of a file exceed each limit. */
export type Excesses = Partial<Record<Limit, number>>
export interface Measured {
  excesses: Excesses
  /** Each function that exceeds a limit, as "lines at src/a.ts:12". */
  places: string[]
}
export interface ExceptionGroup {
  reason: string
  files: Record<string, Excesses>
}

/**
 * Lets Biome measure every function.
 * @param paths files and folders, from the root of the repository
 * @throws Error when Biome cannot read a file
 */
export function measureFunctions(...paths: string[]): Map<string, Measured> {
  const config = `--config-path=${join(import.meta.dirname, 'functionLimits.json')}`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'lint', config, '--max-diagnostics=none', '--reporter=json', ...paths],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 27 },
  )
  const { diagnostics } = parsed(stdout, stderr)
  const measured = new Map<string, Measured>()
  for (const { category, message, location } of diagnostics) {
    // Comments in the sources suppress rules that this configuration does not turn on.
    if (category.startsWith('suppressions/')) continue
    const limit = LIMIT_NAMES.find((name) => LIMITS[name] === category)
    if (limit === undefined) throw new Error(`${location.path}: ${category}: ${message}`)
    const path = location.path.replaceAll('\\', '/')
    const file = measured.get(path) ?? { excesses: {}, places: [] }
    file.excesses[limit] = (file.excesses[limit] ?? 0) + 1
    file.places.push(`${limit} at ${path}:${location.start.line}`)
    measured.set(path, file)
  }
  return measured
}

interface Report {
  summary: { unchanged: number }
  diagnostics: {
    category: string
    message: string
    location: { path: string; start: { line: number } }
  }[]
}

function parsed(stdout: string, stderr: string): Report {
  const isReport = stdout.startsWith('{')
  const report = isReport ? (JSON.parse(stdout) as Report) : undefined
  if (report === undefined || report.summary.unchanged === 0)
    throw new Error(`Biome measured no file: ${stderr || stdout}`)
  return report
}

/** Differences between what was measured and what the exceptions allow, each with what to do. */
export function compareWithExceptions(
  measured: ReadonlyMap<string, Measured>,
  groups: readonly ExceptionGroup[],
): string[] {
  const listed = groups.flatMap(({ files }) => Object.keys(files))
  const repeated = listed.filter((path, index) => listed.indexOf(path) !== index)
  const allowed = Object.assign({}, ...groups.map(({ files }) => files)) as Record<string, Excesses>
  const paths = [...new Set([...measured.keys(), ...listed])].sort()
  return [
    ...repeated.map((path) => `${path} is listed twice. Keep one entry.`),
    ...paths.flatMap((path) => compareFile(path, measured.get(path), allowed[path] ?? {})),
  ]
}

function compareFile(path: string, file: Measured | undefined, allowed: Excesses): string[] {
  return LIMIT_NAMES.flatMap((limit) => {
    const found = file?.excesses[limit] ?? 0
    const expected = allowed[limit] ?? 0
    if (found === expected) return []
    if (found < expected)
      return `${path}: ${limit}: ${found} of ${expected} listed exceptions are left. Lower the number in test/architecture/functionExceptions.ts${found === 0 ? ', or remove it' : ''}.`
    const places = file?.places.filter((place) => place.startsWith(`${limit} `)).join(', ')
    return `${path}: ${limit}: ${found} functions exceed the limit, ${expected} may (${places}). Split them, or list the exception with its reason in test/architecture/functionExceptions.ts.`
  })
}
