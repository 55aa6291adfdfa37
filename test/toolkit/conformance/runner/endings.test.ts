import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { readConfig, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { createBudget } from '../../../../src/toolkit/conformance/engine/budget.ts'
import type { CheckContext, Rule } from '../../../../src/toolkit/conformance/engine/rule.ts'
import { OutOfTime, type Transport } from '../../../../src/toolkit/conformance/engine/send.ts'
import type { ApiOperation } from '../../../../src/toolkit/model/api.ts'
import { written } from '../../mock/startMock.ts'
import { type BooksServer, startBooks } from './booksServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'conform-ends-'))
const config = join(folder, 'conform.yaml')
const document = join(import.meta.dirname, 'books.yaml')
writeFileSync(config, `openapi: ${document}\nidentities:\n  owner: { header: { X-Token: env:TOKEN } }\n`)
afterAll(() => rmSync(folder, { recursive: true }))

const given = ['dist/src/toolkit/cli/main.js', 'conform', '--config', config]

/** Runs the command as a process of its own; `after` is called once the server has responded to a few requests. */
async function run(
  server: BooksServer,
  flags: string[],
  after?: (child: { kill(signal: 'SIGINT'): void }) => void,
) {
  const child = spawn(process.execPath, [...given, '--target', server.url, ...flags], {
    env: { ...process.env, TOKEN: 'secret' },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  if (after !== undefined) server.afterRequests(40, () => after({ kill: (signal) => child.kill(signal) }))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text }
}

/** Runs the command in this process. */
async function runHere(server: Pick<BooksServer, 'url'>, flags: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const args = ['--config', config, '--target', server.url, ...flags]
  const code = await conform.run(args, { env: { TOKEN: 'secret' }, print })
  return { code, text: lines.join('\n') }
}

describe('specwright conform that ends before its end', () => {
  it('reports what it has after SIGINT, says that it is partial, cleans up and ends with 130', async () => {
    await using server = await startBooks()
    const { code, text } = await run(
      server,
      ['--skip', 'undeclared-media-type-rejected', '--skip', 'malformed-body-rejected'],
      (child) => child.kill('SIGINT'),
    )
    expect(text).toContain('This report is partial: the run was interrupted')
    expect(code).toBe(130)
    const count = (pattern: RegExp) => server.log.filter((line) => pattern.test(line)).length
    expect(count(/^DELETE .* 204$/)).toBe(count(/^POST \/books 201$/))
  })

  it('reports what it has when the target dies, says that it is partial, and ends with 3', async () => {
    await using server = await startBooks()
    const { code, text } = await run(
      server,
      ['--skip', 'undeclared-media-type-rejected', '--skip', 'malformed-body-rejected'],
      () => void server.die(),
    )
    expect(text).toContain('This report is partial: the target stopped responding')
    expect(code).toBe(3)
  })
})

/** A list at each path. */
const lists = (...paths: string[]) => {
  const schema = { type: 'array', items: { type: 'object' } }
  const responses = { 200: { description: 'All.', content: { 'application/json': { schema } } } }
  return {
    openapi: '3.1.0',
    info: { title: 'Lists', version: '1' },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { operationId: path.slice(1), responses } }]),
    ),
  }
}

describe('a run in code', () => {
  it('ends with its time budget although its transport does not', async () => {
    const transport: Transport = {
      send: ({ path }) =>
        path.startsWith('/never')
          ? new Promise<never>(() => {})
          : Promise.resolve({
              status: 200,
              headers: { 'content-type': 'application/json' },
              body: Buffer.from('[]'),
            }),
      close: async () => {},
    }
    const summary = await runConformance({
      document: written(lists('/always', '/never')),
      ...{ target: 'http://never.example', rules: runnerRules, transport, timeBudget: 100, subscribers: [] },
      identities: [{ name: 'nobody', credentials: [] }],
    })
    expect(summary.endedEarly).toEqual({ kind: 'time-budget' })
  })
})

describe('a run that ends early', () => {
  const document = lists('/things')
  const schema = { type: 'object', properties: { id: { type: 'string' } } }
  const made = { description: 'Created.', content: { 'application/json': { schema } } }
  Object.assign(document.paths['/things'] ?? {}, {
    post: { operationId: 'create', responses: { 201: made } },
  })
  Object.assign(document.paths, {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: made } },
    },
  })
  const plain = { params: {}, query: {}, headers: {} }

  it('reports no problem that another check may have caused', async () => {
    let release = () => {}
    const created = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasCreated = false
    const reader = rule('reader', 'things', async (context, list) => {
      await context.send(list, plain)
      await created
      const exchange = await context.send(list, plain)
      context.broken({ message: 'another list', exchange })
    })
    const writer = rule('writer', 'create', async (context, create) => {
      await context.send(create, plain)
      hasCreated = true
      release()
    })
    const transport: Transport = {
      send: async ({ method }) => ({
        status: method === 'POST' ? 201 : 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(method === 'POST' ? '{"id":"1"}' : '[]'),
      }),
      close: async () => {},
    }
    const summary = await runConformance({
      document: written(document),
      ...{ target: 'http://things.example', rules: [reader, writer], transport, subscribers: [] },
      identities: [{ name: 'nobody', credentials: [] }],
      enough: () => hasCreated,
    })
    expect(summary).toMatchObject({ failed: 0, endedEarly: { kind: 'enough' } })
  })
})

/** A rule with one check, of one operation. */
const rule = (
  id: string,
  operationId: string,
  run: (context: CheckContext, operation: ApiOperation) => Promise<void>,
): Rule => ({
  ...{ id, title: 'A title.', basis: 'the document', ruleSet: 'core' },
  *checks({ api }) {
    const operation = api.byId.get(operationId)
    if (operation !== undefined) yield { name: 'base', operation, run: (context) => run(context, operation) }
  },
})

describe('a limit for work', () => {
  it('is the end of the phase and a second', async () => {
    const budget = createBudget({ now: () => 0, wait: async () => {} }, -1000, () => false)
    await expect(budget.within(new Promise(() => {}))).rejects.toThrow(OutOfTime)
    expect(await budget.within(Promise.resolve('done'))).toBe('done')
  })
})

describe('a recording', () => {
  it('is judged by --har without a request: findings, coverage and no secret', async () => {
    await using server = await startBooks('names no challenge')
    const har = join(folder, 'run.har')
    await runHere(server, ['--only', 'missing-credential-rejected', '--report', `har=${har}`])
    const before = server.log.length
    const { code, text } = await runHere(server, ['--har', har])
    expect(server.log.length).toBe(before)
    expect(text).toContain('1. www-authenticate-with-401: ')
    expect(text).toMatch(/\d+ of 16 documented operation × status pairs/)
    expect(text).not.toContain('secret')
    expect(code).toBe(1)
    // Recorded below an address that the document does not name.
    const url = 'https://books.example/deep/v2'
    writeFileSync(har, readFileSync(har, 'utf8').replaceAll(server.url, url))
    const elsewhere = await runHere({ url }, ['--har', har])
    expect(elsewhere.text).toContain('1. www-authenticate-with-401: ')
  })

  it('is refused when it is none', async () => {
    await using server = await startBooks()
    await expect(runHere(server, ['--har', config])).rejects.toThrow('is not an HTTP Archive')
  })
})

describe('the pages about configuration', () => {
  const page = ['reference/configuration', 'how-to/credentials', 'reference/javascript-api']
    .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
    .join('\n')
  const blocks = [...page.matchAll(/^ *```yaml\n([\s\S]*?)^ *```/gm)]
    .map((match) => match[1] ?? '')
    .filter((text) => /^ *identities:/m.test(text))
  const env = new Proxy({}, { get: () => 'k', has: () => true }) as Record<string, string>

  it.each(blocks.map((text) => [text]))('shows a configuration that is taken: %s', (text) => {
    const indent = /^ */.exec(text)?.[0] ?? ''
    const config = readConfig(text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), {
      env,
      readFile: () => '',
    })
    expect(config.identities.length).toBeGreaterThan(0)
  })

  it('shows each form of credential', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(3)
    for (const kind of ['bearer', 'basic', 'header', 'query', 'cookie', 'none'])
      expect(
        blocks.some((text) => text.includes(`{ ${kind}: `)),
        kind,
      ).toBe(true)
  })

  it('shows TypeScript that runs', async () => {
    await using server = await startBooks()
    const block =
      [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)]
        .map((match) => match[1] ?? '')
        .find((text) => text.includes('runConformance')) ?? ''
    const file = join(folder, 'example.mts')
    const text = block
      .replace("'openapi.yaml'", JSON.stringify(document))
      .replace('http://localhost:8080', server.url)
      .replace(/name: 'Authorization', value: [^ ]+ [^ ]+/, "name: 'X-Token', value: 'secret'")
    writeFileSync(file, `${text}\nexport { findings }\n`)
    const { findings } = (await import(file)) as { findings: unknown[] }
    expect(findings).toHaveLength(2)
  })
})
