/** Where a project has its documents, and how what is generated from them is named. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Operation } from './operations.ts'

/** The contents pages of the documents at `root`, by the name of what is made from them. */
export function documentsAt(root: string): [name: string, source: string][] {
  if (!existsSync(join(root, 'openapi'))) return []
  const apis = readdirSync(join(root, 'openapi'))
    .filter((api) => existsSync(join(root, 'openapi', api, 'openapi.yaml')))
    .sort()
  return [
    ...apis.map((api): [string, string] => [`openapi.${api}`, `openapi/${api}/openapi.yaml`]),
    ...(existsSync(join(root, 'asyncapi/asyncapi.yaml'))
      ? [['asyncapi', 'asyncapi/asyncapi.yaml'] as [string, string]]
      : []),
  ]
}

/** The name of what is made from a page: its own, with its folder's where two pages share one. */
export function nameOfPage(page: string, pages: readonly string[]): string {
  const stem = (path: string) => basename(path).replace(/\.(ya?ml|json)$/i, '')
  const single = pages.filter((other) => stem(other) === stem(page)).length === 1
  return single ? stem(page) : `${stem(page)}.${basename(dirname(resolve(page)))}`
}

/** From an operation to its feature: the folder of `src/service/features` that does it, and of the path item that describes it. */
export type FeatureOf = (operation: Operation) => string

/**
 * Reads the contents page: each path is one `$ref` to `./<feature>/<file>.yaml`, and that folder names the feature.
 * @throws Error for a path whose entry is anything else
 */
export function featuresOf(contentsPage: string): FeatureOf {
  const { paths = {} } = parse(readFileSync(contentsPage, 'utf8')) as {
    paths?: Record<string, { $ref?: unknown }>
  }
  return ({ path }) => {
    const reference = paths[path]?.$ref
    const feature = typeof reference === 'string' ? /^\.\/([a-z][A-Za-z]*)\//.exec(reference)?.[1] : undefined
    if (feature === undefined) {
      throw new Error(
        `${contentsPage}: ${path} is ${JSON.stringify(paths[path])}, expected {$ref: ./<feature>/<file>.yaml}.`,
      )
    }
    return feature
  }
}

/** The command that generates files for documents without our project layout. */
export const ANYWHERE = 'specwright generate'

/**
 * The first line of a generated file.
 * @param by the command
 * @param source path of the document, relative to the root of the project
 */
export const headingOf = (by: string, source: string): string =>
  `// Made by \`${by}\` from ${source}; change that instead.`

/** Whether a file with this first line is made by `generate DOCUMENT` from the document. */
export const isHeadingOf = (line: string, source: string): boolean => line === headingOf(ANYWHERE, source)
