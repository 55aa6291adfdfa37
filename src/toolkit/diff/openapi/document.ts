/** An OpenAPI document as a whole. */
import { compareRest, type Differ, note } from '../differ.ts'
import type { Pair } from '../graph.ts'
import { type Location, members, step } from '../location.ts'
import { type BasePaths, movedBasePath } from './basePath.ts'
import { compareLists, type Item, itemOf } from './operations.ts'
import { compareSchemes, renamedSchemes } from './security.ts'
import { compareServers, serversOf } from './servers.ts'

export function compareOpenapi(differ: Differ): void {
  const { old, new: now, graph } = differ
  const root = graph.root({ label: now.document.name, kind: 'document' })
  const schemesOf = (location: Location) => step(step(location, 'components'), 'securitySchemes')
  const renamed = renamedSchemes(schemesOf(old), schemesOf(now))
  const itemsOf = (location: Location) =>
    members(location)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([path, at]): Item => ({ path, at: itemOf(at) }))
  const [oldPaths, newPaths] = [itemsOf(step(old, 'paths')), itemsOf(step(now, 'paths'))]
  const keyOf = pathKeys([oldPaths, newPaths])
  const [oldServers, newServers] = [serversOf([old]), serversOf([now])]
  const moved = movedBasePath([oldServers, oldPaths], [newServers, newPaths], keyOf)
  compareLists(differ, oldPaths, newPaths, {
    way: 'inward',
    label: (method, path) => `${method.toUpperCase()} ${path}`.trim(),
    renamedSchemes: renamed,
    owners: [step(old, 'paths'), step(now, 'paths')],
    keyOf: (path, side) => keyOf(moved?.[side] ?? '') + keyOf(path),
  })
  compareLists(differ, itemsOf(step(old, 'webhooks')), itemsOf(step(now, 'webhooks')), {
    way: 'outward',
    label: (method, path) =>
      `webhook ${path}${method === '' || method === 'post' ? '' : ` (${method.toUpperCase()})`}`,
    renamedSchemes: renamed,
    owners: [old, now],
    keyOf: (path) => path,
  })
  compareSchemes(differ, root, renamed)
  if (moved?.servers) noteMoved(root, moved, [step(old, 'servers'), step(now, 'servers')])
  compareServers(root, ...(moved?.servers ?? [oldServers, newServers]), [old, now])
  compareInfo(differ)
  const known = [
    'openapi',
    'info',
    'paths',
    'webhooks',
    'components',
    'servers',
    'security',
    'tags',
    'x-files',
  ]
  compareRest(root, old, now, known, () => 'the document')
  compareRest(
    root,
    { ...old, value: { tags: step(old, 'tags').value ?? [] } },
    { ...now, value: { tags: step(now, 'tags').value ?? [] } },
    [],
    () => 'the document',
  )
}

/**
 * Parameters of paths may be renamed, so a path is recognized without their names. Where a document has two paths that
 * differ in these names only, the whole path is the key.
 */
function pathKeys(documents: readonly (readonly Item[])[]): (path: string) => string {
  const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}')
  const ambiguous = new Set<string>()
  for (const items of documents) {
    const seen = new Set<string>()
    for (const { path } of items) {
      const key = withoutNames(path)
      if (seen.has(key)) ambiguous.add(key)
      seen.add(key)
    }
  }
  return (path) => (ambiguous.has(withoutNames(path)) ? path : withoutNames(path))
}

function noteMoved(root: Pair, { old, new: now }: BasePaths, [before, after]: [Location, Location]): void {
  const named = (base: string) => (base === '' ? 'nothing' : `\`${base}\``)
  note(root, {
    rule: 'base-path-moved',
    level: 'risky',
    direction: 'request',
    detail: `${old} ${now}`.trim(),
    old: before,
    new: after,
    say: () =>
      `Requests go to the same addresses: the server URLs end with ${named(now)} instead of ${named(old)}, and the paths changed accordingly. Give generated clients the new server URL.`,
  })
}

/** The version is what the advice is about, and no change of its own. */
export function compareInfo({ graph, old, new: now }: Differ): void {
  const root = graph.root({ label: now.document.name, kind: 'document' })
  compareRest(root, step(old, 'info'), step(now, 'info'), ['version'], () => 'the document')
}
