/**
 * What has to be mended before anything else is worth saying of documents: files that cannot be parsed, references
 * that lead nowhere, each told once however often it is met, and then examples that break their own schemas.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { type ContractDocument, DocumentError, isObject, type Json, readDocument } from '../contract/index.ts'
import { nearest } from '../contract/nearest.ts'
import { pointerOfFragment, tokensOf, valueAt } from '../contract/pointer.ts'
import { referencesIn } from '../contract/references.ts'
import { readSourceFile } from '../contract/sourceFile.ts'
import { withoutConsequences } from './consequences.ts'
import { expandShared } from './expand.ts'
import { LocalResolver } from './localResolver.ts'
import { withMeantBranches } from './meantBranch.ts'

/** Schemas say `additionalProperties: false` themselves; the rule's own way of adding it breaks `dependentSchemas`. */
export const EXAMPLE_RULES = {
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

/**
 * The files of the documents that cannot be parsed or hold no object: one line of text for each, in the order in
 * which they are met.
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
      if (error.code === 'MALFORMED') faults.push(error.message.replace(file, `${relative(root, file)}:1:1`))
    }
  }
  return faults
}

/**
 * References that lead nowhere: one line of text for each target. What stands on the network is not looked for, nor
 * what stands in members of the author's own.
 */
export function referenceFaults(pages: readonly string[], root: string): string[] {
  const faults = new Map<string, string>()
  for (const page of pages) {
    const entry = resolve(root, page)
    if (!existsSync(entry)) continue
    const document = documentAt(entry)
    for (const { code, message, position } of document?.findings ?? []) {
      const reference = /^(?:.*\$ref )?"([^"]*)"/.exec(message)?.[1]
      if (reference === undefined || position === undefined) continue
      if (code === 'circular-reference') {
        const place = `${relative(root, resolve(entry, '..', position.file))}:${position.line}:${position.column}`
        faults.set(place, `${place}: $ref ${message}.`)
      }
      if (code !== 'unresolved-reference') continue
      const file = resolve(entry, '..', position.file)
      const [path = '', fragment] = reference.split('#', 2)
      const target = path === '' ? file : resolve(file, '..', path)
      const lost = existsSync(target) ? `${target}#${fragment ?? ''}` : target
      if (faults.has(lost)) continue
      const hint =
        path !== '' && !existsSync(target) ? nearestFile(path, target) : nearestName(target, fragment)
      const place = `${relative(root, file)}:${position.line}:${position.column}`
      const why = existsSync(target) ? '' : `: there is no ${relative(root, target)}`
      faults.set(
        lost,
        `${place}: $ref "${reference}" leads nowhere${why}.${hint && ` Did you mean ${hint}?`}`,
      )
    }
  }
  return [...faults.values()]
}

/** Undefined for what is no document; whoever reads it says so. */
function documentAt(entry: string): ContractDocument | undefined {
  try {
    return readDocument(entry)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

function nearestFile(path: string, target: string): string {
  const folder = dirname(target)
  if (!existsSync(folder)) return ''
  const name = basename(target)
  const close = nearest(name, readdirSync(folder), 2)
  // Two names may differ in their case alone.
  const best = close.find((one) => one[0] === name[0] && one.length === close[0]?.length) ?? close[0]
  return best === undefined ? '' : `${path.slice(0, path.length - basename(target).length)}${best}`
}

function nearestName(file: string, fragment: string | undefined): string {
  if (!fragment?.startsWith('/')) return ''
  const tokens = tokensOf(pointerOfFragment(fragment))
  const parent = fragment.slice(0, fragment.lastIndexOf('/'))
  const siblings: Json | undefined = valueAt(readSourceFile(file).tree, pointerOfFragment(parent))
  const [best] = nearest(tokens.at(-1) ?? '', isObject(siblings) ? Object.keys(siblings) : [], 1)
  return best === undefined ? '' : `#${parent}/${best}`
}

function placed(file: string, root: string, error: DocumentError): string {
  const [first = ''] = error.message.replace(`${file} cannot be parsed: `, '').split('\n')
  const [, text = first, line, column] = /^(.*?) at line (\d+), column (\d+):?$/.exec(first) ?? []
  const place = line === undefined ? '' : `:${line}:${column}`
  return `${relative(root, file)}${place}: cannot be parsed: ${text}${text.endsWith('.') ? '' : '.'}`
}

/** Files that cannot be parsed; where all can, references that lead nowhere. */
export function readingFaults(pages: readonly string[], root: string): string[] {
  const syntax = syntaxFaults(pages, root)
  return syntax.length > 0 ? syntax : referenceFaults(pages, root)
}

/** The examples of a document that its schemas refuse, in the words of lint: one line of text for each. */
export async function exampleFaults(page: string, root: string): Promise<string[]> {
  const shared = { id: 'shared', preprocessors: { oas3: { expand: expandShared } } }
  const config = await createConfig({
    plugins: [shared],
    preprocessors: { 'shared/expand': 'on' },
    rules: EXAMPLE_RULES,
  } as never)
  const file = resolve(root, page)
  const problems = (await lint({ ref: file, config, externalRefResolver: new LocalResolver() })).filter(
    ({ ruleId }) => Object.hasOwn(EXAMPLE_RULES, ruleId),
  )
  const lines = withoutConsequences(withMeantBranches(problems, file)).map(
    ({ message, location: [location] }) => {
      if (location === undefined) return `${page}: ${message}`
      const { line, col } = getLineColLocation(location).start
      return `${relative(root, location.source.absoluteRef)}:${line}:${col}: ${message}`
    },
  )
  return [...new Set(lines)]
}

/**
 * @param pages the entry files of documents
 * @throws Error that lists what to mend, as `lint` says it
 */
export async function refuseFaults(pages: readonly string[], root: string): Promise<void> {
  const reading = readingFaults(pages, root)
  const faults =
    reading.length > 0 ? reading : (await Promise.all(pages.map((page) => exampleFaults(page, root)))).flat()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
