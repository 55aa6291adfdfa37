/** The search of the specwright site finds pages by the words of the field. */
import { expect, test } from 'vitest'
import { specwrightSite } from '../../scripts/docs/sites.ts'
import { FIELD_SEARCHES } from './fieldSearches.ts'
import { searchOf } from './siteFiles.ts'

const { find } = searchOf(specwrightSite(process.cwd()))

test.each(FIELD_SEARCHES)('"%s" finds the right page first or second', async (search, page) => {
  const found = (await find(search)).map(({ href }) => href)
  expect(
    found.slice(0, 2).some((href) => page.test(href)),
    found.slice(0, 6).join('\n'),
  ).toBe(true)
})
