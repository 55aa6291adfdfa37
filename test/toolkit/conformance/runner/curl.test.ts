import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Identity } from '../../../../src/toolkit/conformance/conform.ts'
import { curlLines } from '../../../../src/toolkit/conformance/engine/curl.ts'
import type { Recorded } from '../../../../src/toolkit/conformance/engine/events.ts'
import { isDue } from '../../../harness/thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'conform-curl-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TARGET = 'http://127.0.0.1:8112/v1'

/** The values of one response, on the day of the recording or on another one. */
interface Day {
  book: string | number
  author: number
  cursor: string
  etag: string
  slug: string
}

interface Step {
  method: string
  path: string
  template: string
  headers?: Record<string, string>
  body?: unknown
  response: unknown
  fields?: Record<string, string>
}

/** A sequence with values from earlier responses in every place, next to equal values from other sources. */
const conversation = (day: Day, text: string, number: number): Step[] => [
  {
    method: 'POST',
    path: '/authors',
    template: '/authors',
    body: { name: text, rank: number },
    // A slug that happens to equal a path segment is not a reason to replace the segment.
    response: { id: day.author, rank: number, slug: day.slug },
  },
  {
    method: 'POST',
    path: `/books?limit=${number}&note=${encodeURIComponent(text)}`,
    template: '/books',
    body: { authorId: day.author, title: text, pages: number, ids: [text, `x${number}`], id_note: text },
    response: { data: { id: day.book, pages: number } },
    fields: { etag: day.etag, location: `/v1/books/${encodeURIComponent(day.book)}` },
  },
  {
    method: 'GET',
    path: `/authors/${day.author}/books/${encodeURIComponent(day.book)}?book_id=${encodeURIComponent(day.book)}&page=${number}`,
    template: '/authors/{authorId}/books/{bookId}',
    headers: { 'If-None-Match': day.etag, 'X-Number': String(number) },
    response: { next_cursor: day.cursor },
  },
  {
    method: 'PATCH',
    path: `/books/${encodeURIComponent(day.book)}/tags/${number}?cursor=${encodeURIComponent(day.cursor)}`,
    template: '/books/{bookId}/tags/{tag}',
    headers: { Authorization: 'Bearer secret-of-mine' },
    body: { bookIds: [day.book], etag: day.etag, pages: number, note: `${text} '${number}'` },
    response: {},
  },
]

const recorded = (step: Step, index: number): Recorded => ({
  number: index + 1,
  check: 'check',
  identity: null,
  operationId: null,
  method: step.method,
  url: step.path,
  path: step.path,
  template: step.template,
  requestHeaders: step.headers ?? {},
  requestBody: step.body === undefined ? undefined : Buffer.from(JSON.stringify(step.body)),
  status: 200,
  headers: step.fields ?? {},
  body: Buffer.from(JSON.stringify(step.response)),
  json: step.response,
  startedAt: 0,
  milliseconds: 1,
})

/** The arguments that a shell passes to `curl` when the lines are pasted on another day. */
function pasted(lines: string, steps: readonly Step[]): string[][] {
  for (const [index, { response, fields = {} }] of steps.entries()) {
    writeFileSync(join(folder, `answer${index + 1}`), JSON.stringify(response))
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    writeFileSync(join(folder, `head${index + 1}`), `HTTP/1.1 200 OK\r\n${head.join('')}\r\n`)
  }
  const curl = `n=0
curl() {
  n=$((n+1)); printf '%s\\0' "$@" > args$n
  while [ $# -gt 0 ]; do
    case "$1" in -o) cp answer$n "$2"; shift;; -D) cp head$n "$2"; shift;; esac
    shift
  done
}
`
  execFileSync('sh', ['-c', curl + lines], { cwd: folder, env: { ...process.env, KEY: 'secret-of-mine' } })
  return steps.map((_, index) =>
    readFileSync(join(folder, `args${index + 1}`), 'utf8')
      .split('\0')
      .slice(0, -1),
  )
}

/** Headers, body and URL among the arguments. */
function asked(args: readonly string[]) {
  const after = (flag: string) => args.flatMap((one, index) => (args[index - 1] === flag ? one : []))
  const [body] = after('--data-binary')
  return { headers: after('-H'), body, url: args.at(-1) }
}

const text = fc.constantFrom('1', '12', `it's "1"`, '127', '8112', 'a\\', "''", '$V1 `x`', 'v1', 'Zürich 1')
const number = fc.constantFrom(1, 12, 127, 8, 8112)
const small = fc.constantFrom(1, 2, 12, 127, 8112)
const book = fc.oneof(small, fc.constantFrom('book_0123456789ab', 'b%2F/1 x', 'slug-of-1'))
const day = fc.record({
  book,
  author: small,
  cursor: fc.base64String({ minLength: 12 }).map((one) => `eyJp${one}`),
  etag: fc.constantFrom('"1"', 'W/"12"'),
  slug: fc.constantFrom('authors', 'writers'),
})

describe('the lines for a shell', () => {
  it.runIf(isDue(4))(
    'take from earlier answers whole values in their places, and leave all else as it was sent',
    () => {
      const options = { target: TARGET, identities: [] }
      fc.assert(
        fc.property(day, day, text, number, (then, now, some, value) => {
          // Ids are of one kind on all days.
          const kind = ({ book }: Day) => `${typeof book} ${encodeURIComponent(book) === String(book)}`
          fc.pre(kind(then) === kind(now) && then.cursor !== now.cursor)
          const lines = curlLines(conversation(then, some, value).map(recorded), options)
          const today = conversation(now, some, value)
          for (const [index, args] of pasted(lines, today).entries()) {
            const { path, body, headers = {} } = today[index] as Step
            expect(asked(args)).toEqual({
              headers: Object.entries(headers).map(([name, one]) => `${name}: ${one}`),
              body: body === undefined ? undefined : JSON.stringify(body),
              url: TARGET + path,
            })
          }
        }),
        { numRuns: 6, seed: 20_261_122 },
      )
    },
  )

  it.each(['', '/'])('take an id from an address alone that ends in "%s"', (end) => {
    const steps = (id: string): Step[] => [
      {
        method: 'POST',
        path: '/books/',
        template: '/books/',
        response: {},
        fields: { location: `/v1/books/${id}${end}` },
      },
      { method: 'GET', path: `/books/${id}${end}`, template: `/books/{bookId}${end}`, response: {} },
    ]
    const lines = curlLines(steps('book_0123456789ab').map(recorded), { target: TARGET, identities: [] })
    const [, args = []] = pasted(lines, steps('book_cdef01234567'))
    expect(asked(args).url).toBe(`${TARGET}/books/book_cdef01234567${end}`)
  })

  it('name the variable of a secret in a header, in the query and in a cookie', () => {
    const [, , , last] = conversation({ book: 1, author: 1, cursor: 'c', etag: '"1"', slug: 'a' }, 'x', 1)
    const exchange = {
      ...recorded(last as Step, 0),
      requestHeaders: {
        Authorization: 'Bearer secret-of-mine',
        Cookie: 'a=$(id); s=secret-of-mine; t=secret-of-yours',
      },
      secretQuery: 'api_key=secret-of-mine&app=secret-of-ours',
    }
    const lines = (...credentials: Identity['credentials']) =>
      curlLines([exchange], { target: TARGET, identities: [{ name: 'me', credentials }] })
    const [value, variable] = ['secret-of-mine', '$KEY']
    const header = lines({ kind: 'header', name: 'Authorization', value: `Bearer ${value}`, variable })
    expect(header).toContain(`-H "Authorization: Bearer \${KEY}"`)
    const query = lines(
      { kind: 'query', name: 'app', value: 'secret-of-ours', variable: '$APP' },
      { kind: 'query', name: 'api_key', value, variable },
    )
    expect(query).toContain(`&api_key='"\${KEY}"'&app='"\${APP}"`)
    const cookie = lines(
      { kind: 'cookie', name: 's', value, variable },
      { kind: 'cookie', name: 't', value: 'secret-of-yours', variable: '$OTHER' },
    )
    expect(cookie).toContain(`-H "Cookie: a=\\$(id); s=\${KEY}; t=\${OTHER}"`)
  })

  it('replace a secret of one letter, and no letter of its scheme', () => {
    const [, , , last] = conversation({ book: 1, author: 1, cursor: 'c', etag: '"1"', slug: 'a' }, 'x', 1)
    const exchange = { ...recorded(last as Step, 0), requestHeaders: { Authorization: 'Bearer e' } }
    const place = { kind: 'header', name: 'Authorization' } as const
    const identities = [{ name: 'me', credentials: [{ ...place, value: 'Bearer e', variable: '$KEY' }] }]
    expect(curlLines([exchange], { target: TARGET, identities })).toContain(
      `-H "Authorization: Bearer \${KEY}"`,
    )
  })
})
