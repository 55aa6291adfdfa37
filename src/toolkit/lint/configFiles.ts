/** The files that decide which rules check a document. */
import { dirname, join, resolve } from 'node:path'
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

/** Files that a configuration extends, itself or for one document. */
function extended(file: string, read: (file: string) => SourceFile): string[] {
  try {
    const { tree } = read(file)
    const sections = [tree, ...Object.values(isObject(tree.apis) ? tree.apis : {})]
    return sections.flatMap(presetsOf).flatMap((name) => {
      const isFile = /\.ya?ml$/i.test(name) && !/^https?:/.test(name)
      return isFile ? [resolve(dirname(file), name)] : []
    })
  } catch {
    return [] // `configOf` reports why it cannot be read.
  }
}

const presetsOf = (section: Json): string[] =>
  isObject(section) && Array.isArray(section.extends)
    ? section.extends.filter((one) => typeof one === 'string')
    : []
