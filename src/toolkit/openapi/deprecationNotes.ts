/** Adds deprecation and sunset dates to descriptions of the API reference, since Redoc only shows a deprecation mark. */
import { isObject, type Json, type JsonObject } from './document.ts'
import { isData, isNameMap } from './walk.ts'

/** Adds the dates to the start of the description, and a badge to operations. Nodes without dates stay unchanged. */
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

/** A copy of a bundled document with the dates in all descriptions. */
export function withDeprecations(tree: JsonObject): JsonObject {
  const copy = structuredClone(tree)
  // The keys of `properties` or `responses` are names and may look like keywords.
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
