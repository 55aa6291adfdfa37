/**
 * What has to be mended before anything else is worth saying of documents: files that cannot be parsed, each told
 * once however often it is referred to, and then examples that break their own schemas.
 */
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { DocumentError } from '../contract/index.ts'
import { referencesIn } from '../contract/references.ts'
import { readSourceFile } from '../contract/sourceFile.ts'
import { expandShared } from './expand.ts'

/** Schemas say `additionalProperties: false` themselves; the rule's own way of adding it breaks `dependentSchemas`. */
export const EXAMPLE_RULES = {
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

/**
 * The files of the documents that cannot be parsed: one line of text for each, in the order in which they are met.
 *
 * @param pages the entry files; those that are not there are left to whoever reads them
 */
export function syntaxFaults(pages: readonly string[], root: string): string[] {
  const files = new Set(pages.map((page) => resolve(root, page)))
  const faults: string[] = []
  // A set that grows is iterated to its new end.
  for (const file of files) {
    if (!existsSync(file)) continue
    try {
      for (const { reference } of referencesIn(readSourceFile(file).tree)) {
        const [target = ''] = reference.split('#', 1)
        if (/\.(ya?ml|json)$/i.test(target) && !/^[a-z][a-z0-9+.-]+:/i.test(target))
          files.add(resolve(file, '..', target))
      }
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      if (error.code === 'UNPARSABLE') faults.push(placed(file, root, error))
    }
  }
  return faults
}

function placed(file: string, root: string, error: DocumentError): string {
  const [first = ''] = error.message.replace(`${file} cannot be parsed: `, '').split('\n')
  const [, text = first, line, column] = /^(.*?) at line (\d+), column (\d+):?$/.exec(first) ?? []
  const place = line === undefined ? '' : `:${line}:${column}`
  return `${relative(root, file)}${place}: cannot be parsed: ${text}${text.endsWith('.') ? '' : '.'}`
}

/** The examples of a document that its schemas refuse, in the words of lint: one line of text for each. */
export async function exampleFaults(page: string, root: string): Promise<string[]> {
  const shared = { id: 'shared', preprocessors: { oas3: { expand: expandShared } } }
  const config = await createConfig({
    plugins: [shared],
    preprocessors: { 'shared/expand': 'on' },
    rules: EXAMPLE_RULES,
  } as never)
  const problems = await lint({ ref: resolve(root, page), config })
  const lines = problems
    .filter(({ ruleId }) => Object.hasOwn(EXAMPLE_RULES, ruleId))
    .map(({ message, location: [location] }) => {
      if (location === undefined) return `${page}: ${message}`
      const { line, col } = getLineColLocation(location).start
      return `${relative(root, location.source.absoluteRef)}:${line}:${col}: ${message}`
    })
  return [...new Set(lines)]
}

/**
 * @param pages the entry files of documents
 * @throws Error that lists what to mend, as `lint` says it
 */
export async function refuseFaults(pages: readonly string[], root: string): Promise<void> {
  const syntax = syntaxFaults(pages, root)
  const faults =
    syntax.length > 0 ? syntax : (await Promise.all(pages.map((page) => exampleFaults(page, root)))).flat()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
