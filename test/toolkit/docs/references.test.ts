/** References of documents that others wrote: 3.0 to 3.2, recursive, tagged or not, with markup of all kinds in their words. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildSite, namesOf } from '../../../src/toolkit/docs/build.ts'
import { sanitize } from '../../../src/toolkit/docs/sanitize.ts'
import { deadTwinLinks, faultsOf } from '../../docs/siteFiles.ts'

const here = import.meta.dirname
const others = join(here, '../openapi/others')
const documents = readdirSync(others)
  .filter((name) => /\.(ya?ml|json)$/.test(name))
  .map((name) => join(others, name))
const files = buildSite({ root: here, documents: namesOf([join(here, 'kennel.yaml'), ...documents]) })
const read = (path: string) => files.get(path) ?? `there is no ${path}`

test('lead nowhere dead, name no anchor twice, and ask no other host', () => {
  expect(faultsOf(files)).toEqual([])
  expect(deadTwinLinks(files)).toEqual([])
})

describe('documents that lean on other files and other renderers', () => {
  const root = mkdtempSync(join(tmpdir(), 'docs-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const put = (name: string, text: string) => writeFileSync(join(root, name), text)
  put(
    'shop.yaml',
    `openapi: 3.0.3
info:
  title: Shop
  version: '1'
  description: |
    See [the shelves](#tag/Shelf-Life), [how](#section/Shop/How-it-works) and [nothing](#tag/none).

    # How it works
    It does.
tags: [{name: Shelf Life}]
paths:
  /shelves/{shelfId}/goods:
    parameters: [{name: shelfId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: listGoods
      tags: [Shelf Life]
      responses: {'200': {description: Goods., content: {application/json: {schema: {$ref: good.yaml}}}}}
    put: {operationId: putGoods, tags: [Shelf Life], responses: {'204': {description: Done.}}}
components:
  schemas:
    Good: {$ref: good.yaml}
`,
  )
  put(
    'good.yaml',
    'type: object\nproperties: {name: {type: string}, parts: {type: array, items: {$ref: good.yaml}}}\n',
  )
  const site = buildSite({ root, documents: namesOf([join(root, 'shop.yaml')]) })
  const page = (path: string) => site.get(`reference/shop/${path}`) ?? `there is no ${path}`

  test('give a schema one page, by the name of its component', () => {
    const pages = [...site.keys()].filter((path) => /schemas\/.*\.html$/.test(path))
    expect(pages).toEqual(['reference/shop/schemas/index.html', 'reference/shop/schemas/Good.html'])
    expect(page('shelf-life.html')).toContain('href="schemas/Good.html"')
    expect(page('schemas/Good.md')).toContain('`parts` (array of [Good](Good.md))')
  })

  test('lead where the same links lead elsewhere', () => {
    expect(page('index.html')).toContain('<a href="shelf-life.html">the shelves</a>')
    expect(page('index.html')).toMatch(/<a href="#([\w-]+)">how<\/a>[\s\S]*<h\d id="\1">How it works/)
    expect(faultsOf(site)).toEqual([])
  })

  test('break addresses in narrow cells before a slash', () => {
    expect(page('shelf-life.html')).toContain('<code>GET <wbr>/shelves<wbr>/{shelfId}<wbr>/goods</code>')
  })
})

test('labels of the configuration are badges', () => {
  const root = mkdtempSync(join(tmpdir(), 'docs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(
    join(root, 'shop.yaml'),
    `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /goods: {get: {operationId: listGoods, summary: List goods, x-status: beta, responses: {'200': {description: All}}}}
`,
  )
  const documents = namesOf([join(root, 'shop.yaml')])
  const labels = { extension: 'x-status', title: 'Status', values: { beta: 'May change.' } }
  const configuration = { title: 'Shop', summary: 'A shop.', chapters: [], labels }
  const textOf = (site: Map<string, string>) =>
    [...site].map(([path, text]) => (path.endsWith('.md') ? text : '')).join('\n')
  const labelled = textOf(buildSite({ root, documents, configuration }))
  expect(labelled).toContain('## List goods (beta)')
  expect(labelled).toMatch(/## Status\n[\s\S]*`beta`[\s\S]*May change\./)
  expect(textOf(buildSite({ root, documents }))).not.toContain('beta')
})

describe('the reference of a kennel', () => {
  const pets = read('reference/kennel/pets.md')
  const reported: [what: string, where: string, words: string][] = [
    ['a deprecated operation', 'pets.md', '## List `pets` <now> (deprecated)'],
    [
      'alternatives of security, and none',
      'pets.md',
      'or [oauth](index.md#authentication) with [key](index.md#authentication) with the scopes `read`, `write`. Works without a credential too.',
    ],
    ['an operation without credential', 'other.md', 'Needs no credential.'],
    [
      'a deep object in the query',
      'pets.md',
      '- `filter` (object, required): Written as `filter[key]=value`.',
    ],
    ['a parameter of the path item', 'pets.md', '- `X-Trace` (string (uuid))'],
    [
      'a parameter with a media type',
      'pets.md',
      '- `meta` ([Tree](schemas/Tree.md)): Written as `application/json`.',
    ],
    ['a list written with commas', 'pets.md', 'Values are separated by commas. Example: `1,2`.'],
    ['a recursion, once', 'pets.md', '[Tree](schemas/Tree.md) again.'],
    ['forms by the discriminator', 'pets.md', '**cat**\n\n[Cat](schemas/Cat.md)'],
    ['bounds of 3.0', 'schemas/Cat.md', '- `lives` (integer): At least 0, less than 9.'],
    ['null of 3.0 beside a reference', 'schemas/Cat.md', '- `owner` ([Owner](Owner.md) or null)'],
    ['maps of lists', 'schemas/Dog.md', '- `tags` (map of array of string)'],
    ['members that one side alone sends', 'schemas/Owner.md', '- `secret` (string, write only)'],
    ['patterns with backticks', 'schemas/Owner.md', 'Matches `` ^[a-z`]+$ ``.'],
    ['names that differ by case', 'schemas/owner-2.md', '# owner'],
    ['names that are no file names', 'schemas/we-ird-na-me.md', '# we:ird/na me'],
    ['two media types of a body', 'pets.md', '**multipart/form-data**'],
    ['a callback', 'pets.md', '`POST {$request.body#/url}`'],
    ['a range of statuses', 'pets.md', '**`4XX` Client error**'],
    ['an operationId that is no name', 'unicode-tag.md', '`PUT /pets/{pet-id}/files/{name}`'],
    ['variables of a server', 'index.md', '| `{region}` | `eu` | Where. One of `eu`, `us`. |'],
    ['OpenID Connect', 'index.md', '| Discovery | `https://x.example/.well-known` |'],
  ]
  test.each(reported)('tells of %s', (_, where, words) => {
    expect(read(`reference/kennel/${where}`)).toContain(words)
  })

  test('shows a request as it goes over the wire', () => {
    expect(pets).toContain('curl "https://eu.example.com:443/v2/pets?filter%5Bcolor%5D=string')
    expect(read('reference/kennel/unicode-tag.md')).toContain('--data-binary @file')
    expect(read('reference/kennel/schemas/Pet.md')).toContain('"kind": "cat"')
  })

  test('keeps markup of the author and none of the scripts', () => {
    const html = read('reference/kennel/index.html')
    expect(html).not.toMatch(/<script>alert|onerror=|href="javascript|<iframe|<img/)
    expect(html).toContain('GET /users/&lt;userId&gt;')
    expect(html).toContain('<details><summary>More</summary>')
    expect(html).toContain('<a href="pets.html#listPets">op</a>')
    expect(html).toContain('<code>x|y</code>')
  })
})

describe('HTML in descriptions', () => {
  const link = (href: string) => (href.startsWith('#') ? href : undefined)
  const cases: [given: string, made: string][] = [
    ['<b>bold', '<b>bold</b>'],
    ['<p><i>a</p>b', '<p><i>a</i></p>b'],
    ['</div></main>x', 'x'],
    ['<a href="java&#115;cript:x">y</a>', '<a>y</a>'],
    ['<a href="#x" onclick="y()">z</a>', '<a href="#x">z</a>'],
    ['<ScRiPt>x</sCrIpT>y', 'y'],
    ['<scr<script></script>ipt>x', 'x'],
    ['<img src="https://x/y.png" alt="A picture">', 'A picture'],
    ['<svg/onload=alert(1)>', '&lt;svg/onload=alert(1)>'],
    ['a < b and <T> and <my-id>', 'a &lt; b and &lt;T&gt; and &lt;my-id>'],
    ['<table style="position:fixed"><tr><td>1</td></tr></table>', '<table><tr><td>1</td></tr></table>'],
    ['<!-- hidden --><br/>', '<br>'],
    ['<h2 id="x">y</h2><p id="x">z', '<h2 id="x">y</h2><p>z</p>'],
  ]
  test.each(cases)('%s', (given, made) => {
    expect(sanitize(given, link)).toBe(made)
  })
})
