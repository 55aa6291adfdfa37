import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { PageFormat } from '../../../../../src/service/features/reports/exports/render.ts'
import renderPages from '../../../../../src/service/features/reports/exports/renderPages.ts'
import { chart, column, section, table } from '../../../../../src/service/features/reports/figures/section.ts'
import { inCi } from '../../../../harness/thorough.ts'
import { pageOf } from './pageOf.ts'

const page = pageOf([
  section('s', 'Section', {
    charts: [
      chart({
        id: 'c',
        title: 'Chart',
        kind: 'columns',
        stacked: false,
        unit: 'milliseconds',
        categories: ['a', 'b'],
        series: [
          { label: 'One', tone: 'main', values: [1, null] },
          { label: 'Two', tone: 'second', values: [2000, 3] },
        ],
      }),
    ],
    tables: [
      table(
        't',
        'Table',
        [column('text', 'Text', 'text'), column('number', 'Number', 'count')],
        [
          ['x'.repeat(500), 1],
          ['', null],
        ],
      ),
    ],
  }),
])

test.each<PageFormat>(['pdf', 'docx'])(
  '%s is the same bytes, made anew in the same process',
  async (format) => {
    const [first, second] = [await renderPages({ page, format }), await renderPages({ page, format })]
    expect(Buffer.compare(first, second)).toBe(0)
  },
)

test.runIf(inCi)(
  'Word holds the first two thousand rows of a table, and says where the others are',
  async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`case ${index}`, index])
    const columns = [column('text', 'Text', 'text'), column('number', 'Number', 'count')]
    const long = pageOf([section('s', 'Section', { tables: [table('t', 'Table', columns, rows)] })])
    const xml = Buffer.from(
      unzipSync(await renderPages({ page: long, format: 'docx' }))['word/document.xml'] ?? [],
    ).toString()
    expect(xml.match(/<w:tr>/g)).toHaveLength(2001)
    expect(xml).toContain('The first 2,000 of 20,000 rows. The exports as CSV and JSON have them all.')
    expect(xml).not.toContain('case 2000<')
  },
)
