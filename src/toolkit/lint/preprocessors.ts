/** Preprocessors change documents before the rules run. Redocly reads and visits a document twice if there is one. */
import type { Config } from '@redocly/openapi-core'
import { textOf } from '../openapi/sourceFile.ts'

/** `expandShared`, by its names in the configurations of this package and of users. */
const EXPANSIONS = new Set(['shared/expand', 'house/expand-shared'])
const EXPANDED = ['x-shared-headers', 'x-implied-responses']

/**
 * @param config of a document
 * @param file the entry file, absolute
 * @returns the same configuration without the expansion of parts that the document does not have
 */
export function withoutIdleExpansion(config: Config, file: string): Config {
  if (hasExpanded(file)) return config
  const settingsOf = config.getPreprocessorSettings.bind(config) as (id: string, ...more: unknown[]) => object
  const getPreprocessorSettings = (id: string, ...more: unknown[]) =>
    EXPANSIONS.has(id) ? { severity: 'off' } : settingsOf(id, ...more)
  return Object.create(config, { getPreprocessorSettings: { value: getPreprocessorSettings } }) as Config
}

/** Whether the rules see other trees than the files contain. */
export function changesTrees({ preprocessors }: Config, file: string): boolean {
  const active = Object.values(preprocessors).flatMap((all) =>
    Object.entries(all ?? {}).flatMap(([id, setting]) => (isOff(setting) ? [] : [id])),
  )
  return active.some((id) => !EXPANSIONS.has(id) || hasExpanded(file))
}

export const isOff = (setting: unknown): boolean =>
  setting === 'off' || (setting as { severity?: string } | null)?.severity === 'off'

/** Of the text that a file had the last time: a run needs it several times. */
const known = new Map<string, { text: string; expanded: boolean }>()

function hasExpanded(file: string): boolean {
  try {
    const text = textOf(file)
    const before = known.get(file)
    const expanded = before?.text === text ? before.expanded : EXPANDED.some((name) => text.includes(name))
    // Another copy of the text each time that a thread gets it: the last one is compared by identity.
    known.set(file, { text, expanded })
    return expanded
  } catch {
    return true // Redocly reports why the file cannot be read.
  }
}
