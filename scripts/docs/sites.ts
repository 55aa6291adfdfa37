/**
 * The two sites of this project, by one builder: specwright at the root, and the reference service below `service/`. Pages
 * of one link to pages of the other.
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'yaml'
import { buildSite } from '../../src/toolkit/docs/build.ts'
import { guideFiles, guidePaths, readConfiguration } from '../../src/toolkit/docs/guides.ts'
import { errorFacts } from './errorFacts.ts'

/** The menus of the sites, relative to the project. */
export const MENUS = { specwright: 'docs/site.yaml', service: 'docs/service/site.yaml' }

/** The folder of the service's site within that of specwright. */
const BELOW = 'service'

/** The documents that redocly.yaml lists, by name. */
export function listedDocuments(root: string): Record<string, string> {
  const { apis } = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8')) as {
    apis: Record<string, { root: string }>
  }
  return Object.fromEntries(Object.entries(apis).map(([name, { root: file }]) => [name, join(root, file)]))
}

/** The files of the site about specwright, by their paths. */
export const specwrightSite = (root: string): Map<string, string> =>
  buildSite({
    root,
    documents: {},
    configuration: menuOf(root, 'specwright'),
    elsewhere: pagesOf(root, 'service', BELOW),
  })

/** The files of the site about the reference service: its guides, its documents, and the facts of each error code. */
export function serviceSite(root: string): Map<string, string> {
  const site = buildSite({
    root,
    documents: listedDocuments(root),
    configuration: menuOf(root, 'service'),
    change: (file, markdown) => (file === 'docs/service/errors.md' ? errorFacts(markdown) : markdown),
    elsewhere: pagesOf(root, 'specwright', '..'),
  })
  site.set('SKILL.md', readFileSync(join(root, 'docs/service/SKILL.md'), 'utf8'))
  return site
}

/** Both sites in one folder. */
export const projectSites = (root: string, service = serviceSite(root)): Map<string, string> =>
  new Map([
    ...specwrightSite(root),
    ...[...service].map(([path, text]): [string, string] => [posix.join(BELOW, path), text]),
  ])

const menuOf = (root: string, name: keyof typeof MENUS) => readConfiguration(join(root, MENUS[name]))

const pagesOf = (root: string, name: keyof typeof MENUS, folder: string): Map<string, string> =>
  new Map(
    [...guidePaths(guideFiles(menuOf(root, name)))].map(([file, path]) => [file, posix.join(folder, path)]),
  )
