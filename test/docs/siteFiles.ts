/** The files of a site as its tests read them: without a browser, so that every page can be gone through. */
import { posix } from 'node:path'
import MiniSearch from 'minisearch'
import { searchEngine } from '../../src/toolkit/docs/search.ts'

/** The search of a site, which reads its parts as a browser does. */
export function searchOf(files: ReadonlyMap<string, string>) {
  const self: { searchIndex?: unknown; searchParts: Record<string, unknown> } = { searchParts: {} }
  const read: string[] = []
  const run = (path: string): void => {
    read.push(path)
    new Function('self', files.get(path) ?? '')(self)
  }
  run('assets/search-index.js')
  const find = searchEngine().open(MiniSearch, self.searchIndex, (part) => {
    run(`assets/search/${part}.js`)
    return self.searchParts[part]
  })
  return { find, read }
}

export interface Fault {
  page: string
  what: string
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const idsOf = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => unescaped(id))

/** Links and resources that lead nowhere, anchors that are there twice, and whatever a page would fetch from elsewhere. */
export function faultsOf(files: ReadonlyMap<string, string>): Fault[] {
  const ids = new Map(
    [...files].filter(([path]) => path.endsWith('.html')).map(([path, html]) => [path, idsOf(html)]),
  )
  const known = new Map([...ids].map(([path, list]) => [path, new Set(list)]))
  const faults: Fault[] = []
  for (const [page, html] of files) {
    if (!page.endsWith('.html')) continue
    const list = ids.get(page) ?? []
    for (const id of new Set(list.filter((one, at) => list.indexOf(one) !== at)))
      faults.push({ page, what: `the anchor ${id} is there twice` })
    for (const [, tag = '', name = '', value = ''] of html.matchAll(/<(\w+)[^>]*? (href|src)="([^"]*)"/g)) {
      const target = unescaped(value)
      if (/^data:/.test(target)) continue
      if (/^(https?:|mailto:|tel:|\/\/)/.test(target)) {
        if (tag !== 'a') faults.push({ page, what: `<${tag} ${name}="${target}"> asks the network` })
        continue
      }
      const [path = '', fragment] = target.split('#', 2)
      const file =
        path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(path)))
      if (!files.has(file)) faults.push({ page, what: `${target} is no file` })
      else if (fragment !== undefined && !known.get(file)?.has(decodeURIComponent(fragment)))
        faults.push({ page, what: `${target} is no anchor` })
    }
  }
  return faults
}

/** The links of Markdown twins that lead to no file. */
export function deadTwinLinks(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [page, markdown] of files) {
    if (!page.endsWith('.md') && page !== 'llms.txt') continue
    const prose = markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|#)/.test(target)) continue
      const file = posix.normalize(posix.join(posix.dirname(page), target.split('#', 1)[0] ?? ''))
      if (!files.has(file)) faults.push({ page, what: target })
    }
  }
  return faults
}
