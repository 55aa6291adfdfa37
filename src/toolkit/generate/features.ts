import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Operation } from '../openapi/operations.ts'

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
