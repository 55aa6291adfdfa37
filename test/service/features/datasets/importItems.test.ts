import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, openFixture, outcomeOf, texts, type Upload } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ validator: 'strict' })
})
afterAll(() => fixture.server.close())

const lines = (...values: string[]) => values.map((v) => `${JSON.stringify({ variables: { v } })}\n`).join('')
const ID = 'item_01m6f0b9q0e5tskm4n7xw2c8pv'
const rowsIn = (table: string) =>
  fixture.server.services.database.read(
    async (tx) => (await tx.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n,
  )

describe('importDatasetItems: POST /datasets/{datasetId}/import', () => {
  test('appends, and replaces', async () => {
    const { id } = await fixture.dataset({ items: [{ variables: { v: 'a' } }] })
    expect(await fixture.accepted(id, lines('b', 'c'))).toEqual({
      object: 'dataset_import',
      datasetId: id,
      mode: 'append',
      version: 2,
      importedCount: 2,
      itemCount: 3,
    })
    expect(await fixture.accepted(id, 'variables.v\r\nd\r\n', { mode: 'replace', csv: true })).toMatchObject({
      version: 3,
      importedCount: 1,
      itemCount: 1,
    })
    expect(texts(await fixture.items(id))).toEqual(['d'])
    expect(texts(await fixture.items(id, 2))).toEqual(['a', 'b', 'c'])
    expect(texts(await fixture.items(id, 1))).toEqual(['a'])
  })

  const json = '{"variables":{"v":"x"}}\n'
  const acceptedFiles: [string, { given: string | Buffer; upload?: Upload; want: unknown[] }][] = [
    ['a file without a last line feed', { given: json.trim(), want: ['x'] }],
    ['empty lines and CR LF', { given: `\r\n${json.trim()}\r\n\n${json}`, want: ['x', 'x'] }],
    ['gzip', { given: gzipSync(json), upload: { headers: { 'Content-Encoding': 'gzip' } }, want: ['x'] }],
    ['CSV with a byte order mark', { given: '\ufeffvariables.v\nx\n', upload: { csv: true }, want: ['x'] }],
    [
      'cells in quotes',
      { given: 'variables.v\n"a,""b""\r\nc"\n', upload: { csv: true }, want: ['a,"b"\r\nc'] },
    ],
    [
      'nothing and the empty text',
      { given: 'status,variables.v\nactive,\nactive,""\n', upload: { csv: true }, want: [undefined, ''] },
    ],
    [
      'variables in one column',
      { given: 'variables\n"{""v"":""x""}"\n', upload: { csv: true }, want: ['x'] },
    ],
    [
      'cells that begin with = + - @',
      { given: 'variables.v\n=1+1\n+1\n-1\n@x\n', upload: { csv: true }, want: ['=1+1', '+1', '-1', '@x'] },
    ],
    [
      'placeholders as they are',
      { given: 'variables.v\n{{constructor}}\n', upload: { csv: true }, want: ['{{constructor}}'] },
    ],
    ['a file of nothing', { given: '', want: [] }],
    ['a header alone', { given: 'variables.v\n', upload: { csv: true }, want: [] }],
  ]
  test.each(acceptedFiles)('takes %s', async (_, { given, upload, want }) => {
    const { id } = await fixture.dataset()
    expect(await fixture.accepted(id, given, upload)).toMatchObject({ importedCount: want.length })
    expect(texts(await fixture.items(id))).toEqual(want)
  })

  const invalid = (field: string, line: number, row?: number) => ({
    status: 400,
    code: 'VALIDATION_ERROR',
    field,
    line,
    ...(row !== undefined && { row }),
  })
  const csv: Upload = { csv: true }
  const rejected: [string, { given: string | Buffer; upload?: Upload; want: object }][] = [
    [
      'a line that is no JSON',
      {
        given: `${json}{"variables":\n`,
        want: { status: 400, code: 'INVALID_JSON', field: 'variables', line: 2 },
      },
    ],
    [
      'a key twice',
      {
        given: '{"variables":{"v":"a","v":"b"}}',
        want: { status: 400, code: 'INVALID_JSON', field: 'variables.v', line: 1 },
      },
    ],
    [
      '__proto__',
      {
        given: '{"variables":{"__proto__":"a"}}',
        want: { status: 400, code: 'INVALID_JSON', field: 'variables.__proto__', line: 1 },
      },
    ],
    [
      'bytes that are not UTF-8',
      {
        given: Buffer.from('7b22c3280a', 'hex'),
        want: { status: 400, code: 'INVALID_JSON', field: 'body', line: 1 },
      },
    ],
    [
      'deep nesting',
      {
        given: `{"variables":{},"metadata":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
        want: { status: 400, code: 'INVALID_JSON', line: 1 },
      },
    ],
    ['a list', { given: `\n\n${json}[]\n`, want: invalid('body', 4) }],
    ['a wrong type', { given: `${json}{"variables":{"v":1}}\n`, want: invalid('variables.v', 2) }],
    ['an unknown member', { given: '{"variables":{},"colour":"red"}', want: invalid('colour', 1) }],
    ['an item twice', { given: `{"id":"${ID}","variables":{}}\n`.repeat(2), want: invalid('id', 2) }],
    ['a line without end', { given: `{"variables":{}}${' '.repeat(1_048_577)}`, want: invalid('body', 1) }],
    ['many empty lines', { given: '\n'.repeat(20_000), want: invalid('body', 10_001) }],
    ['an unknown column', { given: 'colour\nred\n', upload: csv, want: invalid('header', 1, 0) }],
    ['semicolons', { given: 'variables.v;status\na;active\n', upload: csv, want: invalid('header', 1, 0) }],
    ['quoted semicolons', { given: '"variables.v";"status"\n', upload: csv, want: invalid('body', 1, 0) }],
    [
      'a column twice',
      { given: 'variables.v,variables.v\na,b\n', upload: csv, want: invalid('header', 1, 0) },
    ],
    [
      'two ways to name variables',
      { given: 'variables,variables.v\n', upload: csv, want: invalid('header', 1, 0) },
    ],
    [
      'the column __proto__',
      { given: 'variables.__proto__\na\n', upload: csv, want: invalid('header', 1, 0) },
    ],
    ['a cell too many', { given: 'variables.v\n"a\nb"\nc,d\n', upload: csv, want: invalid('body', 4, 2) }],
    ['a cell of JSON that is none', { given: 'metadata\n{\n', upload: csv, want: invalid('metadata', 2, 1) }],
    ['a wrong status', { given: 'status\nactive\nold\n', upload: csv, want: invalid('status', 3, 2) }],
    [
      'a wrong name of a variable',
      { given: 'variables.a-b\nx\n', upload: csv, want: { status: 400, code: 'VALIDATION_ERROR', line: 2 } },
    ],
    ['an open quote', { given: 'variables.v\n"a\nb\n', upload: csv, want: invalid('body', 2, 1) }],
    ['text behind a quote', { given: 'variables.v\n"a"b\n', upload: csv, want: invalid('body', 2, 1) }],
    ['a quote within', { given: 'variables.v\na"b"\n', upload: csv, want: invalid('body', 2, 1) }],
    ['CR alone', { given: 'variables.v\ra\r', upload: csv, want: invalid('body', 1, 0) }],
    ['NUL', { given: 'variables.v\na\0\n', upload: csv, want: invalid('body', 2, 1) }],
    [
      'CSV that is not UTF-8',
      {
        given: Buffer.from('variables.v\na\xff\n', 'latin1'),
        upload: csv,
        want: { status: 400, code: 'VALIDATION_ERROR', field: 'body' },
      },
    ],
    [
      'another media type',
      {
        given: json,
        upload: { headers: { 'Content-Type': 'application/json' } },
        want: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', field: 'header.Content-Type' },
      },
    ],
  ]
  test.each(rejected)('refuses %s, and keeps nothing', async (_, { given, upload, want }) => {
    const { id } = await fixture.dataset({ items: [{ variables: { v: 'a' } }] })
    const before = [await rowsIn('dataset_items'), await rowsIn('dataset_imports')]
    expect(outcomeOf(await fixture.upload(id, given, upload))).toMatchObject(want)
    expect([await rowsIn('dataset_items'), await rowsIn('dataset_imports')]).toEqual(before)
    expect(await fixture.call(200, 'GET', `/datasets/${id}`)).toMatchObject({ version: 1, itemCount: 1 })
  })

  test.each([
    ['variables.v;expectedOutput\na;b\n', /columns?, not semicolons$/],
    ['variables.v\texpectedOutput\na\tb\n', /columns?, not tabs$/],
    ['"variables.v";"expectedOutput"\n', /cells with semicolons between them; expected commas$/],
    ['variables.v\n"a";"b"\n', /cells with semicolons between them; expected commas$/],
  ])('says that %j is separated by something else than commas', async (given, want) => {
    const { id } = await fixture.dataset()
    const { error } = (await fixture.upload(id, given, csv)).json() as { error: { message: string } }
    expect(error.message).toMatch(want)
  })

  test('refuses a request without a media type', async () => {
    const { id } = await fixture.dataset()
    expect(outcomeOf(await fixture.send('POST', `/datasets/${id}/import`))).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      field: 'header.Content-Type',
    })
  })

  test('a fault in the last of many rows leaves nothing behind', async () => {
    const { id } = await fixture.dataset({ inputSchema: { properties: { v: { maxLength: 4 } } } })
    const before = await rowsIn('dataset_items')
    const file = lines(...Array.from({ length: 5000 }, (_, i) => `${i}`), 'longer')
    expect(outcomeOf(await fixture.upload(id, file))).toEqual(invalid('variables.v', 5001))
    expect(await rowsIn('dataset_items')).toBe(before)
  })

  test('a full disk half-way leaves nothing to be seen, and the sweeper takes away what is there', async () => {
    const { id } = await fixture.dataset()
    const { server } = fixture
    const before = await rowsIn('dataset_items')
    let batches = 0
    const { database } = server.services
    const write = database.write
    database.write = (work) =>
      ++batches > 3 ? server.faults.during('storage', () => write(work)) : write(work)
    const response = await fixture.upload(id, lines(...Array(2000).fill('x')))
    database.write = write
    expect(outcomeOf(response)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(await rowsIn('dataset_items')).toBeGreaterThan(before ?? 0)
    expect(await fixture.items(id)).toEqual([])
    expect(await fixture.call(200, 'GET', `/datasets/${id}`)).toMatchObject({ version: 1, itemCount: 0 })

    expect(await fixture.accepted(id, lines('later'))).toMatchObject({ version: 2, itemCount: 1 })
    await server.clock.advance(60 * 60 * 1000)
    await server.services.jobs.idle()
    expect(await rowsIn('dataset_items')).toBe((before ?? 0) + 1)
    expect(texts(await fixture.items(id))).toEqual(['later'])
  })

  test('ids: kept when all is replaced, new ones taken, known ones refused', async () => {
    const { id } = await fixture.dataset({ items: [{ variables: { v: 'a' } }] })
    const [a] = await fixture.items(id)
    const file = (itemId: string | undefined) => `{"id":"${itemId}","variables":{"v":"b"}}\n`
    expect(outcomeOf(await fixture.upload(id, file(a?.id)))).toEqual(invalid('id', 1))
    await fixture.accepted(id, file(ID))
    await fixture.accepted(id, file(a?.id), { mode: 'replace' })
    expect((await fixture.items(id)).map((item) => [item.id, item.variables.v])).toEqual([[a?.id, 'b']])
  })

  test('the same key gives the first answer for the same file, and refuses another', async () => {
    const { id } = await fixture.dataset()
    const upload = { headers: { 'Idempotency-Key': `import ${id}` } }
    const first = await fixture.upload(id, lines('a'), upload)
    const second = await fixture.upload(id, lines('a'), upload)
    expect([second.status, second.header('idempotent-replayed'), second.body.toString()]).toEqual([
      200,
      'true',
      first.body.toString(),
    ])
    expect(outcomeOf(await fixture.upload(id, lines('b'), upload))).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(outcomeOf(await fixture.upload(id, lines('a'), { ...upload, mode: 'replace' }))).toMatchObject({
      status: 409,
    })
    expect(texts(await fixture.items(id))).toEqual(['a'])
    const another = { headers: { 'Idempotency-Key': `another ${id}` } }
    expect((await fixture.upload(id, '{', another)).status).toBe(400)
    expect((await fixture.upload(id, lines('c'), another)).status).toBe(200)
  })

  test('two files at once: both are appended, and only one replaces', async () => {
    const { id } = await fixture.dataset({ items: [{ variables: { v: 'a' } }] })
    const [one, two] = [lines(...Array(300).fill('1')), lines(...Array(300).fill('2'))]
    await Promise.all([fixture.accepted(id, one), fixture.accepted(id, two)])
    const all = texts(await fixture.items(id))
    expect(all).toHaveLength(601)
    const statuses = await Promise.all([
      fixture.upload(id, one, { mode: 'replace' }),
      fixture.upload(id, two, { mode: 'replace' }),
    ])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(new Set(texts(await fixture.items(id))).size).toBe(1)
    expect(await fixture.items(id)).toHaveLength(300)
  })
})
