/** Parts that the site renders once for many pages equal those of each page by itself. */
import { describe, expect, it } from 'vitest'
import { hljs } from '../../../src/toolkit/docs/highlighting.ts'
import { highlighted } from '../../../src/toolkit/docs/markdown.ts'
import { renderSite } from '../../../src/toolkit/docs/site.ts'

const UNSTYLED = /<span class="hljs-(?:punctuation|operator|params)">([^<]*)<\/span>/g

describe('JSON is colored as highlight.js does', () => {
  const values = [
    { text: 'x & <b> "q" \'it\'', list: [1, -2.5, 1e21, -5e-8, true, false, null], 'c:d': 'http://x: y' },
    { empty: {}, none: [], '': '', "k'": '\u0007\\n // no /* c */ \u2028', words: 'true 12 null' },
    'text',
    0,
    null,
  ]
  it.each(values.map((value) => [JSON.stringify(value, null, 2)]))('%s', (code) => {
    const theirs = hljs.highlight(code, { language: 'json' }).value.replaceAll(UNSTYLED, '$1')
    expect(highlighted(code, 'json')).toBe(theirs)
  })
})

describe('a text on two pages', () => {
  const pages = ['a.html', 'b.html'].map((path) => ({
    path,
    title: path,
    summary: path,
    blocks: [
      {
        kind: 'text' as const,
        markdown: '[place](site:a.html#p) `word` **plain**\n\n## Heading\n\n[it](#heading)',
      },
      { kind: 'table' as const, head: ['[place](site:a.html#p)'], rows: [['`word`']] },
    ],
  }))
  it.each([
    ['first', pages],
    ['last', pages.toReversed()],
  ])('has the links of its page, rendered %s', (_, ordered) => {
    const terms = new Map([['word', 'site:b.html']])
    const files = new Map(renderSite({ title: 'Site', summary: '', chapters: [], pages: ordered, terms }))
    const [a = '', b = ''] = ['a.html', 'b.html'].map((path) => files.get(path))
    expect(a.split('href="#p"').length - 1).toBe(2)
    expect(a.split('<a href="b.html"><code>word').length - 1).toBe(2)
    expect(b.split('href="a.html#p"').length - 1).toBe(2)
    expect(b).not.toContain('<a href="b.html"><code>word')
    for (const html of [a, b]) expect(html).toContain('<a href="#heading">it</a>')
  })
})
