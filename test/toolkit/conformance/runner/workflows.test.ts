/** `conform --workflows`: third-party Arazzo descriptions, run against a server, and used as examples. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { type BooksMistake, type BooksServer, startBooks } from './booksServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'workflows-'))
const config = join(folder, 'conform.yaml')
const document = join(import.meta.dirname, 'books.yaml')
const file = join(folder, 'library.arazzo.yaml')

let books: BooksServer
beforeAll(async () => {
  writeFileSync(config, `openapi: ${document}\nidentities:\n  owner: { header: { X-Token: env:TOKEN } }\n`)
  books = await startBooks()
})
afterAll(async () => {
  await books[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const step = (stepId: string, operationPath: string, more: object = {}) => ({
  stepId,
  operationPath: `{$sourceDescriptions.library.url}#/paths/${operationPath}`,
  ...more,
})
const named = [{ name: 'book_id', in: 'path', value: '$steps.make.outputs.id' }]
const says = (...conditions: (string | object)[]) => ({
  successCriteria: conditions.map((one) => (typeof one === 'string' ? { condition: one } : one)),
})
const payload = { title: 'Moby Dick', genre: 'novel', pages: 635 }
const make = step('make', '~1books/post', {
  requestBody: { contentType: 'application/json', payload },
  ...says('$statusCode == 201', '$response.header.Location != null'),
  outputs: { id: '$response.body#/id', title: '$response.body#/title' },
})
const read = (...conditions: (string | object)[]) =>
  step('read', '~1books~1{book_id}/get', { parameters: named, ...says(...conditions) })
const change = (title: string) =>
  step('change', '~1books~1{book_id}/put', {
    parameters: named,
    requestBody: { payload, replacements: [{ target: '/title', value: title }] },
  })
const remove = step('remove', '~1books~1{book_id}/delete', { parameters: named })

const describeWorkflows = (...workflows: object[]) =>
  stringify({
    arazzo: '1.0.1',
    info: { title: 'Library', version: '1' },
    sourceDescriptions: [{ name: 'library', url: document, type: 'openapi' }],
    workflows,
  })
const workflow = (...steps: object[]) => ({ workflowId: 'lend', steps })

async function run(text: string, url = books.url, ...flags: string[]) {
  writeFileSync(file, text)
  const lines: string[] = []
  const code = await conform.run(
    ['--config', config, '--target', url, '--workflows', file, '--seed', '1', ...flags],
    { env: { TOKEN: 'secret' }, print: (line) => void lines.push(line) },
  )
  return { code, text: lines.join('\n') }
}
const only = ['--only', 'workflow-succeeds', '--verbose']

describe('a workflow', () => {
  it('that comes about is held, whatever its conditions are written like', async () => {
    const { code, text } = await run(
      describeWorkflows(
        workflow(
          make,
          read(
            '$statusCode == 200',
            "$response.body#/title == 'moby dick' && $response.body#/pages > 600",
            "($response.body#/genre == 'poetry' || !($response.body#/pages <= 10)) && $response.body#/id == $steps.make.outputs.id",
            { context: '$response.body#/created_at', condition: '^\\d{4}-', type: 'regex' },
            { context: '$response.body', condition: '$.title', type: 'jsonpath' },
          ),
          remove,
          { ...read('$statusCode == 404'), stepId: 'gone' },
        ),
      ),
      books.url,
      ...only,
    )
    expect({ code, text: text.match(/^\d+ passed.*/m)?.[0] }, text).toEqual({
      code: 0,
      text: expect.stringMatching(/^1 passed, 0 failed, 0 skipped/),
    })
    expect(books.log.slice(-4).map((line) => line.replace(/\d{3,} /, ' '))).toEqual([
      expect.stringMatching(/^POST \/books 201$/),
      expect.stringMatching(/^GET .* 200$/),
      expect.stringMatching(/^DELETE .* 204$/),
      expect.stringMatching(/^GET .* 404$/),
    ])
  })

  it.each([
    [
      'a condition does not hold',
      'keeps the title at a PUT',
      workflow(make, change('Billy Budd'), read("$response.body#/title == 'Billy Budd'")),
      "received 200 at step read of workflow lend; expected $response.body#/title == 'Billy Budd'",
    ],
    [
      'a later step finds nothing at an expression',
      undefined,
      workflow({ ...make, outputs: { id: '$response.body#/number' } }, read()),
      'received nothing at $steps.make.outputs.id, which step read of the workflow needs',
    ],
    [
      'a success is expected, for nothing else is said',
      undefined,
      workflow(make, remove, read()),
      'received 404 at step read of workflow lend; expected a success',
    ],
  ] as [string, BooksMistake | undefined, object, string][])(
    'is broken where %s',
    async (_, mistake, one, message) => {
      await using server = await startBooks(mistake)
      const { code, text } = await run(describeWorkflows(one), server.url, ...only)
      expect(code, text).toBe(1)
      expect(text).toContain(message)
      expect(text).toContain('curl')
    },
  )

  it('goes on in another, takes steps again, and gives its inputs their defaults', async () => {
    const again = { name: 'again', type: 'retry', retryAfter: 0, retryLimit: 2 }
    const { code, text } = await run(
      describeWorkflows(
        {
          workflowId: 'make',
          inputs: {
            type: 'object',
            required: ['title'],
            properties: { title: { type: 'string', default: 'Typee' } },
          },
          steps: [
            {
              ...make,
              requestBody: { payload: { ...payload, title: '$inputs.title' } },
              ...says("$response.body#/title == 'Typee' || $response.body#/title == 'Omoo'"),
            },
          ],
          outputs: { id: '$steps.make.outputs.id', title: '$steps.make.outputs.title' },
        },
        {
          workflowId: 'lend',
          dependsOn: ['make'],
          steps: [
            {
              stepId: 'make',
              workflowId: 'make',
              parameters: [{ name: 'title', value: 'Omoo' }],
              outputs: { id: '$steps.make.id' },
            },
            {
              ...read('$response.body#/title == $workflows.make.outputs.title'),
              parameters: [{ ...named[0], value: '$workflows.make.outputs.id' }],
              onFailure: [again],
            },
          ],
        },
      ),
      books.url,
      ...only,
    )
    expect(code, text).toBe(0)
    expect(text).toContain('2 passed, 0 failed, 0 skipped')
  })
})

it('gives what its steps send to all checks as examples', async () => {
  const without = (await run(describeWorkflows(workflow(remove)), books.url, '--dry-run')).text
  const withIt = (await run(describeWorkflows(workflow(make)), books.url, '--dry-run')).text
  const checks = (text: string) =>
    text.split('\n').filter((line) => /^valid-request-succeeds:POST/.test(line)).length
  expect(checks(withIt)).toBe(checks(without) + 1)
})

it.each([
  ['is none', 'openapi: 3.1.0', /has arazzo: undefined; expected an Arazzo description of version 1/],
  [
    'names an operation that is not there',
    describeWorkflows({ workflowId: 'w', steps: [{ stepId: 's', operationId: 'POST /book' }] }),
    /workflow w, step s: operationId is "POST \/book", which the document has not; did you mean POST \/books\?/,
  ],
  [
    'names a path that is not there',
    describeWorkflows(workflow(step('s', '~1cars/get'))),
    /the document has no GET \/cars/,
  ],
  [
    'names a workflow that is not there',
    describeWorkflows({ ...workflow(make), dependsOn: ['none'] }),
    /workflow lend names the workflow "none"; there is lend/,
  ],
  [
    'depends on itself',
    describeWorkflows(
      { ...workflow(make), dependsOn: ['after'] },
      { ...workflow(make), workflowId: 'after', dependsOn: ['lend'] },
    ),
    /workflow lend depends on itself/,
  ],
  [
    'sends a message',
    describeWorkflows(workflow({ stepId: 'tell', channelPath: '#/channels/events', action: 'send' })),
    /step tell: action is "send"; expected receive: the target sends webhooks and receives only requests/,
  ],
  [
    'has an action of no kind',
    describeWorkflows(workflow({ ...make, onFailure: [{ name: 'a', type: 'stop' }] })),
    /type of an action is "stop"; expected end, goto or retry/,
  ],
])('a description that %s is refused', async (_, text, message) => {
  await expect(run(text)).rejects.toThrow(message)
})

describe('a description of a stranger', () => {
  const around = (more: string) =>
    `arazzo: 1.0.1\ninfo: {title: a, version: "1"}\nsourceDescriptions: []\nworkflows:\n  - workflowId: lend\n    steps:\n      - stepId: one\n        operationPath: '#/paths/~1books/get'\n${more}`

  it.each([
    ['contains itself', around('        x-a: &a [*a]\n'), /an anchor \(&\) contains its own alias/],
    [
      'is nested deeply',
      around(`        x-a: ${'['.repeat(500)}${']'.repeat(500)}\n`),
      /nested more than 200 levels/,
    ],
    [
      'has an odd pointer',
      around("        onFailure: [{$ref: '#/%zz'}]\n"),
      /the reference #\/%zz leads nowhere/,
    ],
    [
      'refers to a prototype',
      around('        onFailure: [{reference: $__proto__}]\n'),
      /the reference \$__proto__ leads nowhere/,
    ],
    [
      'waits for ever',
      around('        onFailure: [{name: r, type: retry, retryAfter: 1.0e+300, retryLimit: 9}]\n'),
      /retryAfter is 1e\+300; expected a number from 0 to 86400/,
    ],
  ])('that %s is rejected with the place', async (_, text, words) => {
    await expect(run(text)).rejects.toThrow(words)
  })

  const criterion = (type: string, condition: string) =>
    describeWorkflows(
      workflow(make, read({ context: '$response.body#/title', condition, type }), remove),
    ).replaceAll('Moby Dick', 'a'.repeat(40))

  it.each([
    ['a costly pattern', 'regex', '^(a+)+b$', /to satisfy the regex/],
    ['an invalid pattern', 'regex', '(', /the pattern \( is invalid/],
    ['a pattern with look-ahead', 'regex', '^(?=a)a', /needs look-around/],
    ['a condition beyond all bounds', 'simple', '!'.repeat(50_000), /a condition has 50000 characters/],
  ])('with %s ends, with the reason', async (_, type, condition, words) => {
    const { text } = await run(
      criterion(type, condition),
      books.url,
      ...only,
      '--explain',
      'workflow-succeeds',
    )
    expect(text).toMatch(words)
    expect(text).not.toMatch(/TypeError|RangeError|SyntaxError/)
  })

  it('whose workflow runs itself ends, with the reason', async () => {
    const again = { stepId: 'again', workflowId: 'lend' }
    const { text } = await run(
      describeWorkflows(workflow(again)),
      books.url,
      ...only,
      '--explain',
      'workflow-succeeds',
    )
    expect(text).toMatch(/has more than 100 steps/)
  })
})
