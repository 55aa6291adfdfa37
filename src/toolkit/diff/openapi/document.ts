/** An OpenAPI document as a whole. */
import { compareRest, type Differ } from '../differ.ts'
import { type Location, members, step } from '../location.ts'
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
  compareLists(differ, itemsOf(step(old, 'paths')), itemsOf(step(now, 'paths')), {
    way: 'inward',
    label: (method, path) => `${method.toUpperCase()} ${path}`.trim(),
    renamedSchemes: renamed,
    owners: [step(old, 'paths'), step(now, 'paths')],
    keyOf: (path) => path.replace(/\{[^}]*\}/g, '{}'),
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
  compareServers(root, serversOf([old]), serversOf([now]), [old, now])
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

/** The version is what the advice is about, and no change of its own. */
export function compareInfo({ graph, old, new: now }: Differ): void {
  const root = graph.root({ label: now.document.name, kind: 'document' })
  compareRest(root, step(old, 'info'), step(now, 'info'), ['version'], () => 'the document')
}
