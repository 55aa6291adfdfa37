import { bundle as bundleWithRedocly, createConfig } from '@redocly/openapi-core'
import { expandDiscriminators } from '../discriminators.ts'
import type { JsonObject } from '../document.ts'
import { readSourceFile } from '../sourceFile.ts'
import { isSwagger, upgraded } from '../upgrade.ts'
import { expandShared } from './expandShared.ts'
import { LocalResolver, undisguised } from './localResolver.ts'

/**
 * Joins a multi-file OpenAPI or AsyncAPI document into one.
 *
 * @param path the contents page, absolute
 * @throws Error that lists every reference that leads nowhere
 */
export const bundle = (path: string): Promise<object> => bundleFiles(path, new LocalResolver())

/** The same, with the files read through a resolver that may remember them. */
export async function bundleFiles(path: string, externalRefResolver: LocalResolver): Promise<object> {
  const shared = { id: 'shared', preprocessors: { oas3: { expand: expandShared } } }
  const config = await createConfig({ plugins: [shared], preprocessors: { 'shared/expand': 'on' } } as never)
  const result = await bundleWithRedocly({ ref: path, config, externalRefResolver })
  const faults = result.problems.filter((problem) => problem.severity === 'error')
  if (faults.length > 0) {
    const lines = faults.map(
      (fault) => `  ${fault.location[0]?.source.absoluteRef ?? path}: ${fault.message}`,
    )
    throw new Error(`${path} cannot be bundled:\n${lines.join('\n')}`)
  }
  const joined = preserveLocalReferences(
    readSourceFile(path).tree,
    undisguised(result.bundle.parsed),
  ) as JsonObject
  const whole = isSwagger(joined) ? upgraded(joined).root : joined
  try {
    expandDiscriminators(whole)
  } catch (error) {
    throw new Error(`${path} cannot be bundled:\n  ${(error as Error).message}`)
  }
  return whole
}

/**
 * Restores references of the entry file to itself. Redocly inlines their targets if these are in another file, but in
 * AsyncAPI 3.0 the messages of an operation must be references (section "Operation Object").
 */
function preserveLocalReferences(written: unknown, bundled: unknown): unknown {
  if (typeof written !== 'object' || written === null || typeof bundled !== 'object' || bundled === null) {
    return bundled
  }
  if ('$ref' in written) return String(written.$ref).startsWith('#/') ? written : bundled
  if (Array.isArray(bundled)) {
    return bundled.map((item, index) => preserveLocalReferences((written as unknown[])[index], item))
  }
  return Object.fromEntries(
    Object.entries(bundled).map(([key, value]) => [
      key,
      preserveLocalReferences(
        Object.hasOwn(written, key) ? (written as Record<string, unknown>)[key] : undefined,
        value,
      ),
    ]),
  )
}
