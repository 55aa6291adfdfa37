/** Tells readers of the reference since when something is deprecated and when it ends; Redoc shows only that it is. */
import { isObject, type Json, type JsonObject } from './document.ts'
import { isData, isNameMap } from './walk.ts'

/** Begins the description with both days, and gives an operation a badge; what has neither day stays as it is. */
function reportDeprecation(node: JsonObject): void {
  const since = node['x-deprecated-at']
  const until = node['x-sunset']
  if (node.deprecated !== true || (typeof since !== 'string' && typeof until !== 'string')) return
  const start = typeof since === 'string' ? ` since ${since.slice(0, 10)}` : ''
  const end = typeof until === 'string' ? `, ends on ${until.slice(0, 10)}` : ''
  const days = `Deprecated${start}${end}`
  const reported = `**${days}.**`
  const description = typeof node.description === 'string' ? node.description : ''
  if (description.startsWith(reported)) return
  node.description = `${reported} ${description}`.trimEnd()
  if (isObject(node.responses)) node['x-badges'] = [{ name: days, color: '#b42318' }]
}

/** A copy of a bundled document that tells it everywhere. */
export function withDeprecations(tree: JsonObject): JsonObject {
  const copy = structuredClone(tree)
  // The keys of `properties` or `responses` are names, which may be called as the document calls values.
  const walk = (node: Json | undefined, names = false): void => {
    if (Array.isArray(node)) for (const item of node) walk(item)
    if (!isObject(node)) return
    if (!names) reportDeprecation(node)
    for (const [key, child] of Object.entries(node))
      if (names || !isData(key, child)) walk(child, !names && isNameMap(key, child))
  }
  walk(copy)
  return copy
}

/** The same for Redocly, as a decorator: `redocly build-docs` and `bundle` run it. */
export const reportDeprecations = () => ({
  Operation: { leave: reportDeprecation },
  Parameter: { leave: reportDeprecation },
  Schema: { leave: reportDeprecation },
})
