import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report, ReportExport, ReportFormat } from '../../../../generated/openapi.v1.ts'
import { type Fixture, findProgram, openFixture, TEMPLATES } from './fixture.ts'

let fixture: Fixture
let report: Report
const folder = mkdtempSync(join(tmpdir(), 'exports-'))
beforeAll(async () => {
  fixture = await openFixture()
  const { id } = await fixture.prompt('=HYPERLINK("https://x.example") Καλημέρα, Привет')
  for (const name of ['Ada', 'Grace']) await fixture.execute(id, name)
  await fixture.execute(id, 'Ada', { model: 'mock/error-500' })
  await fixture.execute((await fixture.prompt('<script>alert(1)</script> | *x*')).id, 'Ada')
  report = await fixture.report({ templateId: TEMPLATES.usage, name: 'Use in "Q4": Άννα/Анна' })
  await fixture.events()
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true })
})

const fileOf = async (format: ReportFormat) =>
  (await fixture.download(await fixture.export(report.id, format))).body
const textOf = async (format: ReportFormat) => (await fileOf(format)).toString()

const canRun = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
const pdftotext = findProgram('pdftotext', canRun)
const why =
  pdftotext === undefined ? ' (skipped, for no pdftotext is installed: apt-get install poppler-utils)' : ''

const types: [ReportFormat, string][] = [
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['html', 'text/html; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
]

describe.each(types)('an export to %s', (format, contentType) => {
  test(`is a download of ${contentType}, the same bytes each time`, async () => {
    const first = await fixture.export(report.id, format)
    const second = await fixture.export(report.id, format)
    expect(second.id).not.toBe(first.id)
    expect([second.sha256, second.size]).toEqual([first.sha256, first.size])
    const [one, two] = [await fixture.download(first), await fixture.download(second)]
    expect(one.header('content-type')).toBe(contentType)
    expect(one.header('content-disposition')).toBe(
      `attachment; filename="Use in Q4 ____ ____.${format}"; filename*=UTF-8''Use%20in%20Q4%20%CE%86%CE%BD%CE%BD%CE%B1%20%D0%90%D0%BD%D0%BD%D0%B0.${format}`,
    )
    expect(one.header('x-content-type-options')).toBe('nosniff')
    expect(one.body.length).toBe(first.size)
    expect(one.body.equals(two.body)).toBe(true)
  })

  test('belongs to its organization alone', async () => {
    const made = await fixture.export(report.id, format)
    const path = `/reports/${report.id}/exports`
    for (const foreign of [path, `${path}/${made.id}`, made.downloadPath]) {
      expect((await fixture.send('GET', foreign, undefined, fixture.server.b.key)).status).toBe(404)
    }
    expect((await fixture.send('POST', path, { format }, fixture.server.b.key)).status).toBe(404)
  })
})

test('PDF and Word are told of, with their format; the others are not', async () => {
  await fixture.events()
  for (const [format] of types) await fixture.export(report.id, format)
  expect((await fixture.events()).map(({ type, data }) => [type, data.format, data.id])).toEqual([
    ['report.exported', 'pdf', report.id],
    ['report.exported', 'docx', report.id],
  ])
})

test('the exports of a report are listed, the newest first, by format too', async () => {
  const { id } = await fixture.report({ templateId: TEMPLATES.cost })
  const made = [
    await fixture.export(id, 'csv'),
    await fixture.export(id, 'md'),
    await fixture.export(id, 'csv'),
  ]
  const list = async (query = '') =>
    (await fixture.call<{ exports: ReportExport[] }>('GET', `/reports/${id}/exports${query}`)).exports
  expect(await list()).toEqual(made.toReversed())
  expect((await list('?format=csv')).map((one) => one.id)).toEqual([made[2]?.id, made[0]?.id])
})

test('a client that has the file already gets 304', async () => {
  const { downloadPath } = await fixture.export(report.id, 'pdf')
  const etag = (await fixture.send('GET', downloadPath)).header('etag') ?? ''
  const headers = { 'If-None-Match': etag }
  const again = await fixture.server.wire.send({
    method: 'GET',
    path: downloadPath,
    key: fixture.server.a.key,
    headers,
  })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

describe('what the files hold', () => {
  test.skipIf(pdftotext === undefined)(`PDF: figures, Greek and Cyrillic${why}`, async () => {
    const file = join(folder, 'report.pdf')
    writeFileSync(file, await fileOf('pdf'))
    const text = execFileSync(pdftotext ?? '', ['-layout', file, '-']).toString()
    expect(text).toContain('Άννα/Анна')
    expect(text).toContain('Καλημέρα, Привет')
    expect(text).toMatch(/Executions\s+Success rate\s+Failed\s+4\s+75\.0 %\s+1/)
    expect(text).toMatch(/Page 1 of \d+/)
  })

  test('Word: figures, Greek and Cyrillic, and a chart of its own', async () => {
    const entries = unzipSync(await fileOf('docx'))
    const text = (name: string) => Buffer.from(entries[name] ?? []).toString()
    const words = [...text('word/document.xml').matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, word]) => word)
    expect(words).toEqual(expect.arrayContaining(['Executions', '4', 'Success rate', '75.0 %']))
    expect(words.join(' ')).toContain('Καλημέρα, Привет')
    expect(text('word/charts/chart1.xml')).toContain('<c:v>Succeeded</c:v>')
    expect(text('docProps/core.xml')).toContain('2026-11-02T10:00:00Z')
  })

  test('HTML: a chart, and nothing that a browser would run or fetch', async () => {
    const html = await textOf('html')
    expect(html).toContain('<svg ')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toMatch(/<script|<link|<img|src=|href=/)
    expect(html).toContain('Καλημέρα, Привет')
  })

  test('Markdown: tables whose cells stay cells', async () => {
    const markdown = await textOf('md')
    expect(markdown).toContain('- Success rate: **75.0 %**')
    expect(markdown).toContain(
      '| \\<script\\>alert(1)\\</script\\> \\| \\*x\\* | 1 | 0 | 100.0 % | 4 | $0.00 |',
    )
  })

  test('CSV: text that a spreadsheet would take for a formula is neutralised, numbers are plain', async () => {
    const csv = await textOf('csv')
    expect(csv.startsWith('\ufeffReport,"Use in ""Q4"": Άννα/Анна"\r\n')).toBe(true)
    expect(csv).toContain(`"'=HYPERLINK(""https://x.example"") Καλημέρα, Привет",3,1,0.6667,`)
    expect(csv.split('\r\n').filter((line) => /^["']?[=+@-]/.test(line))).toEqual([])
  })

  test('JSON: the report as it is read', async () => {
    expect(JSON.parse(await textOf('json'))).toEqual(report)
  })
})
