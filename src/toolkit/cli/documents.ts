/** The documents of a command: those that were named, or those of the working directory. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isObject } from '../openapi/document.ts'
import { closest } from '../openapi/nearest.ts'
import { readSourceFile } from '../openapi/sourceFile.ts'
import { UsageError } from './program/command.ts'

/** Where an OpenAPI document lies in most repositories. */
const USUAL = ['openapi.yaml', 'openapi.yml', 'openapi.json']

const CONFIGURATION = 'redocly.yaml'

interface NamedDocument {
  file: string
  /** Its name in the configuration, where it is listed there. */
  alias?: string
}

/**
 * The entry files of the documents: each word is a file or a name below `apis` of the configuration. Without words, all
 * that the configuration lists, else `openapi.yaml`, `openapi.yml` or `openapi.json` of the working directory.
 * @param configuration the file of `--config`, or `redocly.yaml` where there is one
 * @throws UsageError when there is none, or one is missing
 */
export function documentsOf(
  words: readonly string[],
  configuration = presentConfiguration(),
): NamedDocument[] {
  const listed = configuration === undefined ? new Map<string, string>() : listedIn(configuration)
  const named: NamedDocument[] =
    words.length > 0
      ? words.map((word) => aliased(word, listed))
      : [...listed].map(([alias, file]) => ({ file, alias }))
  const documents =
    named.length > 0
      ? named
      : USUAL.filter((file) => existsSync(file))
          .slice(0, 1)
          .map((file) => ({ file }))
  if (documents.length === 0)
    throw new UsageError(
      `No document was named, and the working directory has neither ${USUAL[0]} nor a ${CONFIGURATION} with "apis". Name the file of a document.`,
    )
  const missing = documents.find(({ file }) => !existsSync(file))
  if (missing !== undefined)
    throw new UsageError(
      `There is no file ${missing.file}.${similarTo(missing.file)} Name the file of an OpenAPI or AsyncAPI document.`,
    )
  return documents
}

/** The file of the same folder that was probably meant, as a question. */
function similarTo(file: string): string {
  const folder = dirname(file)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const meant = closest(basename(file), names)
  return meant === undefined ? '' : ` Did you mean ${join(folder, meant)}?`
}

function aliased(word: string, listed: ReadonlyMap<string, string>): NamedDocument {
  const file = listed.get(word)
  return file === undefined ? { file: word } : { file, alias: word }
}

export const presentConfiguration = (): string | undefined =>
  existsSync(CONFIGURATION) ? CONFIGURATION : undefined

/** The entry file of each document that a configuration lists, by its name; from the working directory. */
function listedIn(configuration: string): Map<string, string> {
  if (!existsSync(configuration))
    throw new UsageError(`--config: there is no file ${configuration}. Name a Redocly configuration.`)
  const { apis } = readSourceFile(resolve(configuration)).tree
  const listed = new Map<string, string>()
  for (const [name, api] of Object.entries(isObject(apis) ? apis : {}))
    if (isObject(api) && typeof api.root === 'string')
      listed.set(name, relative('.', join(dirname(configuration), api.root)))
  return listed
}
