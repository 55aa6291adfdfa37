import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Evaluation, Prompt, Report, ReportFormat } from '../../../../generated/openapi.v1.ts'
import { type Fixture, findProgram, openFixture, TEMPLATES } from './fixture.ts'

let fixture: Fixture
const folder = mkdtempSync(join(tmpdir(), 'readable-'))
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true })
})

const fileOf = async ({ id }: Report, format: ReportFormat) =>
  (await fixture.download(await fixture.export(id, format))).body

const pdftotext = findProgram('pdftotext', (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
})
const why =
  pdftotext === undefined ? ' (skipped, for no pdftotext is installed: apt-get install poppler-utils)' : ''

describe('the report of an evaluation of a thousand cases, in Greek and Cyrillic', () => {
  const CASES = 1000
  const names = Array.from({ length: CASES }, (_, index) => `${index % 2 ? 'Άννα' : 'Дмитрий'} ${index + 1}`)
  let report: Report
  beforeAll(async () => {
    const content = `Добро пожаловать, {{name}}! ${'Καλώς ήρθατε. '.repeat(40)}`
    const prompt = await fixture.call<Prompt>('POST', '/prompts', {
      name: 'Приветствие',
      content,
      model: 'mock/echo',
    })
    const items = names.map((name, index) => ({
      variables: { name },
      expectedOutput: index % 10 === 0 ? 'нет' : 'Καλώς',
    }))
    const dataset = await fixture.call<{ id: string }>('POST', '/datasets', { name: 'Клиенты', items })
    const { id } = await fixture.call<Evaluation>('POST', '/evaluations', {
      name: 'Ночная',
      promptId: prompt.id,
      datasetId: dataset.id,
      model: 'mock/echo',
      scorers: [{ type: 'contains' }],
    })
    await fixture.server.services.jobs.idle()
    const parameters = { evaluationId: id }
    report = await fixture.report({
      templateId: TEMPLATES.evaluation,
      name: 'Οι πελάτες — Клиенты',
      parameters,
    })
  }, 60_000)

  test('quotes three hundred letters of a text, and says that it goes on', () => {
    const output = report.data?.sections.at(-1)?.tables[0]?.rows[0]?.[5]
    expect(output).toMatch(/^Добро пожаловать, Дмитрий 1! Καλώς/)
    expect([...String(output)].length).toBe(301)
    expect(String(output).endsWith('…')).toBe(true)
  })

  test.skipIf(pdftotext === undefined)(
    `is a PDF of every case on at most 60 pages, the same bytes twice${why}`,
    async () => {
      const bytes = await fileOf(report, 'pdf')
      expect((await fileOf(report, 'pdf')).equals(bytes)).toBe(true)
      const file = join(folder, 'evaluation.pdf')
      writeFileSync(file, bytes)
      const text = execFileSync(pdftotext ?? '', ['-layout', file, '-']).toString()
      for (const shown of [
        'Οι πελάτες — Клиенты',
        'Приветствие, version 1, on mock/echo',
        '900 passed, 100 failed',
        '90.0 %',
      ])
        expect(text).toContain(shown)
      const [, pages] = /Page 1 of (\d+)/.exec(text) ?? []
      expect(Number(pages)).toBeLessThanOrEqual(60)
      const listed = [...text.matchAll(/^\s*([\d,]+)\s+(passed|failed)\s/gm)].map(([, place = '']) =>
        Number(place.replace(',', '')),
      )
      expect(new Set(listed).size).toBe(CASES)
    },
  )
})

describe('a report of executions that cost nothing and took a millisecond', () => {
  let report: Report
  beforeAll(async () => {
    const { id } = await fixture.prompt('Бесплатно')
    for (const name of ['Ada', 'Grace']) await fixture.execute(id, name)
    await fixture.server.services.database.write((tx) => tx.run('UPDATE executions SET latency_ms = 1'))
    report = await fixture.report({ templateId: TEMPLATES.cost, parameters: { promptId: id } })
  })

  test('says so, where a chart would be empty', async () => {
    const [, cost] = report.data?.sections ?? []
    expect(cost).toMatchObject({ id: 'cost', charts: [] })
    expect(cost?.paragraphs).toEqual([
      'Nothing was charged in this period: every execution whose price is known cost $0.00.',
    ])
    for (const format of ['html', 'md', 'csv'] as const)
      expect((await fileOf(report, format)).toString()).not.toContain('Nothing to show')
  })

  test('labels its axis 0 ms and 1 ms, each once', async () => {
    const html = (await fileOf(report, 'html')).toString()
    expect([...html.matchAll(/>(\d+ ms)<\/text>/g)].map(([, label]) => label)).toEqual(['0 ms', '1 ms'])
  })

  test('has its name once when it is that of the type', async () => {
    expect(report.name).toBe('Cost and latency')
    const html = (await fileOf(report, 'html')).toString()
    expect(html.match(/<body>[\s\S]*<\/header>/)?.[0].match(/Cost and latency/g)).toHaveLength(1)
    expect((await fileOf(report, 'md')).toString().match(/Cost and latency/g)).toHaveLength(1)
  })

  test('has one heading for what stands alone, and one blue in every drawing', async () => {
    const html = (await fileOf(report, 'html')).toString()
    const headings = [...html.matchAll(/<(?:h2|figcaption|caption)>(.*?)</g)].map(([, text]) => text)
    expect(headings).toEqual([
      'Overview',
      'Cost over time',
      'Latency by day, since 27 Oct 2026',
      'Models',
      'Versions',
    ])
    const markdown = (await fileOf(report, 'md')).toString()
    expect([...markdown.matchAll(/^#{2,3} (.*)$/gm)].map(([, text]) => text)).toEqual(headings)
    const blues = new Set(html.match(/#2[0-9a-f]{5}\b/g)?.filter((colour) => colour.slice(5) > '90'))
    expect([...blues]).toEqual(['#2f66b8'])
  })

  test('names its days with the year where there is no page around them', async () => {
    const chart = (await fileOf(report, 'csv')).toString()
    expect(chart).toContain('\r\n2026-11-02,1,1\r\n')
    expect((await fileOf(report, 'md')).toString()).toContain('| 2 Nov 2026 | 1 ms | 1 ms |')
    expect((await fileOf(report, 'html')).toString()).toContain('>27 Oct</text>')
  })
})

test('a report of nothing says that nothing was executed', async () => {
  const { id } = await fixture.prompt('Unused')
  for (const templateId of [TEMPLATES.cost, TEMPLATES.usage]) {
    const report = await fixture.report({ templateId, parameters: { promptId: id } })
    const text = (await fileOf(report, 'html')).toString()
    expect(text).toContain('Nothing was executed in this period.')
    expect(text).not.toContain('Nothing to show')
  }
})
