/** The search of the specwright site finds pages by the words of the field. */
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { specwrightSite } from '../../scripts/docs/sites.ts'
import { searchEngine } from '../../src/toolkit/docs/search.ts'
import { FIELD_SEARCHES } from './fieldSearches.ts'

const engine = searchEngine()
const script = specwrightSite(process.cwd()).get('assets/search-index.js') ?? ''
const index = MiniSearch.loadJSON(
  JSON.parse(script.slice(script.indexOf('=') + 1)) as string,
  engine.options as never,
)

test.each(FIELD_SEARCHES)('"%s" finds the right page first or second', (search, page) => {
  const found = engine.query(index as never, search).map(({ href }) => href)
  expect(
    found.slice(0, 2).some((href) => page.test(href)),
    found.slice(0, 6).join('\n'),
  ).toBe(true)
})
