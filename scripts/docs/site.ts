/** The readers' site of this project: its documents, its guides, and what the registry says of each error. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { buildSite } from '../../src/toolkit/docs/build.ts'
import { readConfiguration } from '../../src/toolkit/docs/guides.ts'
import { errorFacts } from './errorFacts.ts'

/** The documents that redocly.yaml lists, by name. */
export function listedDocuments(root: string): Record<string, string> {
  const { apis } = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8')) as {
    apis: Record<string, { root: string }>
  }
  return Object.fromEntries(Object.entries(apis).map(([name, { root: file }]) => [name, join(root, file)]))
}

/** The files of the site, by their paths. */
export function projectSite(root: string): Map<string, string> {
  const configuration = join(root, 'docs/site.yaml')
  const site = buildSite({
    root,
    documents: listedDocuments(root),
    ...(existsSync(configuration) && { configuration: readConfiguration(configuration) }),
    change: (file, markdown) => (file === 'docs/guides/errors.md' ? errorFacts(markdown) : markdown),
  })
  site.set('SKILL.md', readFileSync(join(root, 'docs/SKILL.md'), 'utf8'))
  return site
}
