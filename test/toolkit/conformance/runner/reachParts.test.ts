/** Actions on an item whose entries each need a part of their own: the receipts of the lines of a report. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const at = (...names: string[]) => ({ parameters: names.map(parameter) })
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Expenses', version: '1' },
  paths: {
    ...collection('/reports', 'Report', { title: text }),
    '/reports/{id}/lines': { ...at('id'), post: sending({ name: text }, 'Line') },
    '/reports/{id}/lines/{line_id}': { ...at('id', 'line_id'), get: sending(undefined, 'Line', 200) },
    '/reports/{id}/lines/{line_id}/receipt': {
      ...at('id', 'line_id'),
      put: sending({ file: text }, 'Line', 200),
    },
    '/reports/{id}/submit': { ...at('id'), post: sending(undefined, 'Report', 200) },
    '/reports/{id}/approve': { ...at('id'), post: sending(undefined, 'Report', 200) },
  },
  components: {
    schemas: {
      Report: object({ title: text, status: { enum: ['draft', 'submitted', 'approved'] } }),
      Line: object({ name: text, file: text }),
    },
  },
})

function createServer() {
  const all = new Map<string, Thing>()
  const add = (thing: object): Response => {
    const one = { id: crypto.randomUUID(), ...thing }
    all.set(one.id, one)
    return [201, one]
  }
  const act = (report: Thing, action: string): Response => {
    const lines = [...all.values()].filter((one) => one.report === report.id)
    if (action === 'approve' && report.status !== 'submitted') return fail(409, 'state', 'It is a draft.')
    if (action === 'submit' && lines.length === 0) return fail(422, 'empty', 'The report has no lines.')
    const bare = lines.find((one) => one.file === undefined)
    if (bare !== undefined) return fail(422, 'receipt', `Line ${bare.id} needs a receipt.`)
    report.status = action === 'submit' ? 'submitted' : 'approved'
    return [200, report]
  }
  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const [, , id = '', part, lineId, further] = url.split('/')
    const sent = body === '' ? {} : JSON.parse(body)
    const [report, line] = [all.get(id), all.get(lineId ?? '')]
    if (id === '') return add({ ...sent, status: 'draft' })
    if (report === undefined || (lineId !== undefined && line === undefined)) return [404, {}]
    if (method === 'GET') return [200, line ?? report]
    if (further === 'receipt') return [200, Object.assign(line ?? {}, sent)]
    return part === 'lines' ? add({ ...sent, report: id }) : act(report, part ?? '')
  }
}

it('are reached with the parts that the error names', { timeout: 60_000 }, async () => {
  const { unreached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
})
