/** The operations that `--operation`, `--tag`, `--path` and `--method` select. */
import { closest } from '../../openapi/nearest.ts'
import { UsageError } from '../program/command.ts'

/** The properties that select an operation. */
interface Selectable {
  operationId: string
  /** Upper case. */
  method: string
  /** As the document writes it, such as `/books/{id}`. */
  path: string
  operation: { tags?: unknown }
}

const SELECTORS = ['operation', 'tag', 'path', 'method'] as const

type Selectors = Readonly<Record<(typeof SELECTORS)[number], readonly string[]>>

const VALUES: Record<(typeof SELECTORS)[number], (one: Selectable) => string[]> = {
  operation: ({ operationId }) => [operationId],
  tag: ({ operation: { tags } }) =>
    Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  path: ({ path }) => [path],
  method: ({ method }) => [method],
}

/**
 * The ids of the selected operations. Patterns may have `*` for any characters; a pattern after `!` excludes. An operation
 * is selected when every given flag selects it: by one of its patterns, or by none where all exclude, and by no `!` pattern.
 * @param nameOf names of the flags, for messages
 * @returns undefined where nothing was given
 * @throws UsageError for a pattern that matches no operation, and where nothing is left
 * @example selectOperations(operations, { operation: ['*Book', '!deleteBook'], tag: [], path: [], method: ['get'] })
 */
export function selectOperations(
  operations: readonly Selectable[],
  patterns: Selectors,
  nameOf: (flag: keyof Selectors) => string = (flag) => `--${flag}`,
): ReadonlySet<string> | undefined {
  const given = { ...patterns, method: patterns.method.map((one) => one.toUpperCase()) }
  const flags = SELECTORS.filter((flag) => given[flag].length > 0)
  if (flags.length === 0) return undefined
  for (const flag of flags)
    for (const pattern of given[flag]) requireMatch(operations, flag, pattern, nameOf(flag))
  const selected = operations.filter((one) =>
    flags.every((flag) => isSelected(given[flag], VALUES[flag](one))),
  )
  if (selected.length === 0)
    throw new UsageError(
      `No operation is left: ${flags.map((flag) => `${nameOf(flag)} ${given[flag].join(', ')}`).join(' and ')} exclude each other.`,
    )
  return new Set(selected.map(({ operationId }) => operationId))
}

/** Whether one of the values matches a pattern, and none a pattern after `!`. Without other patterns, all match. */
export function isSelected(patterns: readonly string[], values: readonly string[]): boolean {
  const matches = (pattern: string) => values.some((value) => globOf(pattern).test(value))
  const [excluding, including] = divide(patterns)
  return !excluding.some(matches) && (including.length === 0 || including.some(matches))
}

/** Patterns without `!`, in two lists. */
function divide(patterns: readonly string[]): [excluding: string[], including: string[]] {
  const excluding = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  return [excluding, patterns.filter((one) => !one.startsWith('!'))]
}

function requireMatch(
  operations: readonly Selectable[],
  flag: keyof Selectors,
  pattern: string,
  shown: string,
): void {
  const name = pattern.replace(/^!/, '')
  const known = [...new Set(operations.flatMap(VALUES[flag]))]
  const glob = globOf(name)
  if (known.some((value) => glob.test(value))) return
  const meant = closest(name, known)
  throw new UsageError(
    `${shown} ${pattern} matches no operation.${meant === undefined ? '' : ` Did you mean ${meant}?`} The document has ${known.length === 0 ? 'none' : known.slice(0, 12).join(', ')}${known.length > 12 ? ` and ${known.length - 12} more` : ''}.`,
  )
}

const globOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '.*')}$`, 's')
