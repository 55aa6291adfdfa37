/** The files that decide which rules check a document. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json } from '../openapi/document.ts'
import { readSourceFile, type SourceFile } from '../openapi/sourceFile.ts'

/** Problems that the project ignores, next to the configuration. */
export const IGNORE_FILE = '.redocly.lint-ignore.yaml'

/**
 * @param config a redocly.yaml, absolute; undefined for the recommended rules
 * @returns it, the files that it extends and the list of ignored problems, whether they exist or not. Plugins are not
 *   among them: a process loads a module once.
 * @example
 * configFiles('/project/redocly.yaml') // ['/project/redocly.yaml', '/project/.redocly.lint-ignore.yaml']
 */
export function configFiles(
  config: string | undefined,
  read: (file: string) => SourceFile = readSourceFile,
): string[] {
  if (config === undefined) return [resolve(IGNORE_FILE)]
  const files = new Set([config])
  // A set that grows is iterated to its new end.
  for (const file of files) for (const one of extended(file, read)) files.add(one)
  return [...files, join(dirname(config), IGNORE_FILE)]
}

/** The plugin of this package as configurations name it; it need not be installed next to them. */
export const OWN_PLUGIN = 'specwright/lint'

/** Presets of Redocly that contain rules only. */
const KNOWN_PRESETS: readonly string[] = ['minimal', 'recommended', 'recommended-strict', 'spec', 'all']

/** Redocly loads it from the folder of the configuration, which need not name it. */
const THEME_PLUGINS = ['js', 'cjs', 'mjs'].map((ending) => `@theme/plugin.${ending}`)

/**
 * Whether a configuration needs more than files: plugins of others, whose code may read anything, or presets of such a
 * plugin or of a URL.
 * @param config a redocly.yaml, absolute; undefined for the recommended rules
 */
export function usesForeignCode(config: string | undefined): boolean {
  const folder = config === undefined ? process.cwd() : dirname(config)
  if (THEME_PLUGINS.some((name) => existsSync(join(folder, name)))) return true
  if (config === undefined) return false
  return configFiles(config)
    .filter((file) => existsSync(file))
    .some((file) =>
      sectionsOf(file, readSourceFile).some(
        (section) =>
          (isObject(section) &&
            section.plugins !== undefined &&
            !isDeepStrictEqual(section.plugins, [OWN_PLUGIN])) ||
          presetsOf(section).some((name) => !KNOWN_PRESETS.includes(name) && !isFile(name)),
      ),
    )
}

const isFile = (preset: string): boolean => /\.ya?ml$/i.test(preset) && !/^https?:/.test(preset)

/** Files that a configuration extends, itself or for one document. */
function extended(file: string, read: (file: string) => SourceFile): string[] {
  try {
    const names = sectionsOf(file, read).flatMap(presetsOf)
    return names.filter(isFile).map((name) => resolve(dirname(file), name))
  } catch {
    return [] // `configOf` reports why it cannot be read.
  }
}

/** A configuration, and what it has for single documents. */
function sectionsOf(file: string, read: (file: string) => SourceFile): Json[] {
  const { tree } = read(file)
  return [tree, ...Object.values(isObject(tree.apis) ? tree.apis : {})]
}

const presetsOf = (section: Json): string[] =>
  isObject(section) && Array.isArray(section.extends)
    ? section.extends.filter((one) => typeof one === 'string')
    : []
