/** Expands documents for Redocly as `toolkit/openapi` does: shared and implied parts are copied into every operation. */
import { dirname, relative, resolve } from 'node:path'
import { isObject, type JsonObject } from '../openapi/document.ts'
import { type Access, expand } from '../openapi/expand.ts'

interface Resolved {
  node: JsonObject | undefined
  location: { source: { absoluteRef: string } } | undefined
}

interface Context {
  location: { source: { absoluteRef: string } }
  resolve(node: unknown, from?: string): Resolved
  report(problem: { message: string; location?: unknown }): void
}

export function expandShared() {
  return {
    Root: {
      enter(root: JsonObject, context: Context): void {
        const page = context.location.source.absoluteRef
        const access: Access = {
          follow(node, file) {
            if (!isObject(node) || typeof node.$ref !== 'string')
              return { node: isObject(node) ? node : {}, file }
            const { node: target, location } = context.resolve(node, file)
            return { node: target ?? {}, file: location?.source.absoluteRef ?? file }
          },
          refer(reference, file) {
            const [path = '', fragment] = reference.split('#', 2)
            const target = path === '' ? page : resolve(dirname(page), path)
            const local = relative(dirname(file), target).replaceAll('\\', '/')
            const written = target === file ? '' : local.startsWith('.') ? local : `./${local}`
            return fragment === undefined ? written : `${written}#${fragment}`
          },
        }
        try {
          expand(root, page, access)
        } catch (error) {
          context.report({ message: (error as Error).message })
        }
      },
    },
  }
}
