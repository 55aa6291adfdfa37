import { expect, test } from 'vitest'
import type { PageFormat } from '../../../../../src/service/features/reports/exports/render.ts'
import renderPages from '../../../../../src/service/features/reports/exports/renderPages.ts'
import { chart, column, section, table } from '../../../../../src/service/features/reports/figures/section.ts'
import { pageOf } from './pageOf.ts'

const page = pageOf([
  section('s', 'Section', {
    charts: [
      chart({
        ...{ id: 'c', title: 'Chart', kind: 'columns', stacked: false, unit: 'milliseconds' },
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
