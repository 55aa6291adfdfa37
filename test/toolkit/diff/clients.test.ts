/**
 * `diff --client`: two sample applications, `clients/web` (openapi-typescript) and `clients/admin` (`specwright generate`).
 * Each line that a change affects ends with `// affected: RULE WORD`, where WORD is part of the finding's subject.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inCi, isDue } from '../../harness/thorough.ts'
import { inProcess, ROOT } from '../../scripts/project.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

const FOLDER = join(import.meta.dirname, 'clients')

interface JsonReport {
  findings: { rule: string; subject: string }[]
  clients: {
    name: string
    kind: string
    size: number
    sites: { file: string; line: number; problem: string; finding?: number }[]
  }[]
}

const compare = (...flags: string[]) => inProcess(FOLDER, 'diff', 'shop.yaml', 'shop.new.yaml', ...flags)

async function reportOf(...clients: string[]): Promise<JsonReport> {
  const { stdout, stderr } = await compare(
    '--format',
    'json',
    ...clients.flatMap((name) => ['--client', name]),
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout) as JsonReport
}

/** `web/cart.ts:10 request-type-narrowed quantity` */
function planted(client: string): string[] {
  return readdirSync(join(FOLDER, client))
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      readFileSync(join(FOLDER, client, name), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const [, mark] = / \/\/ affected: (.*)$/.exec(line) ?? []
          return mark === undefined ? [] : [`${client}/${name}:${index + 1} ${mark}`]
        }),
    )
    .sort()
}

test('every planted call site is found with its change, and no other', async () => {
  const { clients, findings } = await reportOf('web', 'admin')
  const marks = [...planted('web'), ...planted('admin')]
  expect(marks.length).toBeGreaterThanOrEqual(40)
  const found = clients.flatMap(({ sites }) =>
    sites.map(({ file, line, finding }) => {
      const { rule, subject } = findings[finding ?? -1] ?? { rule: 'none', subject: '' }
      const own = marks.find((mark) => mark.startsWith(`${file}:${line} ${rule} `))
      return own !== undefined && subject.includes(own.split(' ')[2] ?? '')
        ? own
        : `${file}:${line} ${rule} at ${subject}`
    }),
  )
  expect(found.sort()).toEqual(marks.sort())
})

test.runIf(isDue(5))(
  'a report for people names each place once, and has a table of several clients',
  async () => {
    const { code, stdout } = await compare('--client', 'web', '--client', 'admin')
    expect(code).toBe(1)
    expect(stdout).toContain('web (TypeScript, 6 files): ')
    expect(stdout).toMatch(
      /^ {6}web\/cart\.ts:11:7 {2}TS2322: Type 'string' is not assignable to type '\{ code: string; \}'\.$/m,
    )
    expect(stdout).toMatch(/^ {2}Change +web +admin$/m)
    expect(stdout).toMatch(/^ {2}operation-removed at DELETE \/reviews\/\{reviewId\} +2 +1$/m)
    const { stdout: markdown } = await compare('--client', 'web', '--client', 'admin', '--format', 'markdown')
    expect(markdown).toContain('| Change | `web` | `admin` |\n| --- | --- | --- |')
    expect(markdown).toMatch(/^\| Clients that call GET \/search .* \| `web\/products\.ts:27:37` \| – \|$/m)
  },
)

describe('a client of its own', () => {
  const types = readFileSync(join(FOLDER, 'web/api.d.ts'), 'utf8')
  const config =
    '{"compilerOptions": {"strict": true, "skipLibCheck": true, "types": []}, "include": ["*.ts"]}'

  function client(source: string, files: Record<string, string> = { 'api.d.ts': types }): string {
    const folder = temporaryDirectory()
    mkdirSync(join(folder, 'app'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries({ 'tsconfig.json': config, 'use.ts': source, ...files }))
      writeFileSync(join(folder, 'app', name), text)
    return join(folder, 'app')
  }

  test.runIf(inCi)('has no sites where nothing that it uses changes', async () => {
    const folder = client(`import type { components } from './api.d.ts'
export const name = (product: components['schemas']['Product']) => product.name`)
    const { stdout } = await compare('--client', folder)
    expect(stdout).toContain(`${folder} (TypeScript, 2 files): 0 of 28 changes affect it.`)
  })

  test.runIf(inCi)('keeps the errors that it has anyway to itself', async () => {
    const folder = client(`import type { components } from './api.d.ts'
export const a: number = 'text'
export const stock = (product: components['schemas']['Product']) => product.stock`)
    const { clients } = await reportOf(folder)
    expect(clients[0]?.sites.map(({ line }) => line)).toEqual([3])
  })

  test('is compiled as its tsconfig.json says, with the projects that it references', async () => {
    const folder = client('', {
      'tsconfig.json': '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
      'tsconfig.app.json': config.replace('"strict"', '"composite": true, "strict"'),
      'api.d.ts': types,
      'use.ts': `import type { components } from './api.d.ts'
export const zip = (address: components['schemas']['Address']) => address.zip`,
    })
    const { clients, findings } = await reportOf(folder)
    expect(clients[0]?.sites.map(({ finding }) => findings[finding ?? -1]?.rule)).toEqual([
      'response-property-removed',
    ])
  })

  test.each([
    ['does not exist', () => 'nowhere', 'nowhere does not exist'],
    ['has no configuration', () => temporaryDirectory(), 'has no tsconfig.json'],
    ['uses no types', () => client('export const a = 1', {}), 'uses no types of the documents'],
    [
      'has a broken configuration',
      () => client('', { 'tsconfig.json': '{"extends": "./nothing.json"}' }),
      'nothing.json',
    ],
  ])('that %s is a usage error', async (_, folder, words) => {
    const { code, stdout, stderr } = await compare('--client', folder())
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(words)
  })
})

describe('a recording', () => {
  const exchange = (method: string, path: string, status: number, sent?: object, received?: object) => ({
    request: {
      method,
      url: `https://shop.example.com${path}`,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [],
      content: { mimeType: 'application/json', text: received === undefined ? '' : JSON.stringify(received) },
    },
  })
  const product = { id: '1', name: 'Cup', price: 4, stock: 2, tags: ['blue'] }
  const cart = { id: '1', total: 4, lines: [{ productId: '1', quantity: 1, sum: 4 }] }

  const recorded = (...entries: object[]) => {
    const file = join(temporaryDirectory(), 'web.har')
    writeFileSync(file, JSON.stringify({ log: { entries } }))
    return file
  }

  test('shows the exchanges that the new contract does not allow, each with its change', async () => {
    const file = recorded(
      exchange('GET', '/products?currency=EUR&sort=newest', 200, undefined, [product]),
      exchange('GET', '/products?currency=EUR&sort=newest', 200, undefined, [product]),
      exchange('GET', '/search?q=cup', 200, undefined, []),
      exchange('POST', '/carts/1/items', 201, { productId: '1', quantity: 1, coupon: 'a' }, cart),
      exchange('GET', '/nothing', 404),
    )
    const { clients, findings } = await reportOf(file)
    expect(clients[0]).toMatchObject({ kind: 'recording', size: 4 })
    const found = clients[0]?.sites.map(({ file: place, problem, finding }) => {
      const { rule, subject } = findings[finding ?? -1] ?? {}
      return [place.replace(/^.* entry /, ''), `${rule} at ${subject}`, /in \d+ exchanges/.exec(problem)?.[0]]
    })
    expect(found).toEqual([
      ['1', 'request-enum-value-removed at GET /products > query sort > "newest"', 'in 2 exchanges'],
      ['1', 'response-property-removed at GET /products > 200 > [] > stock', 'in 2 exchanges'],
      ['1', 'response-type-widened at GET /products > 200 > [] > price', 'in 2 exchanges'],
      ['1', 'response-type-widened at GET /products > 200 > [] > tags > []', 'in 2 exchanges'],
      ['3', 'operation-removed at GET /search', undefined],
      ['4', 'request-type-narrowed at POST /carts/{cartId}/items > body > quantity', undefined],
      ['4', 'request-type-narrowed at POST /carts/{cartId}/items > body > coupon', undefined],
      ['4', 'response-type-widened at POST /carts/{cartId}/items > 201 > lines > [] > sum', undefined],
    ])
  })

  test.runIf(isDue(5))('can be what mock --record wrote, without credentials', async () => {
    const file = join(temporaryDirectory(), 'mock.har')
    const args = ['mock', 'shop.yaml', '--port', '0', '--record', file]
    const main = join(ROOT, 'dist/src/toolkit/cli/main.js')
    const child = spawn(process.execPath, [main, ...args], { cwd: FOLDER })
    const ended = once(child, 'close')
    try {
      let printed = ''
      for await (const text of child.stdout) {
        printed += String(text)
        if (/Mock of/.test(printed)) break
      }
      const origin = /Mock of \S+ at (\S+)/.exec(printed)?.[1]
      const headers = { Authorization: 'Bearer secret-of-the-client' }
      expect((await fetch(`${origin}/search?q=cup`, { headers })).status).toBe(200)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
    expect(readFileSync(file, 'utf8')).not.toContain('secret-of-the-client')
    const { clients, findings } = await reportOf(file)
    expect(clients[0]?.sites.map(({ finding }) => findings[finding ?? -1]?.subject)).toContain('GET /search')
  })

  test('of exchanges that stay valid has no sites', async () => {
    const { stdout } = await compare('--client', recorded(exchange('GET', '/orders/1', 404)))
    expect(stdout).toMatch(/web\.har \(recording, 1 exchange\): 0 of 28 changes affect it\./)
  })

  test.each([
    ['is not an HTTP Archive', '{}', 'is not an HTTP Archive'],
    ['is of another API', '{"log": {"entries": []}}', 'has no exchange of an operation'],
  ])('that %s is a usage error', async (_, text, words) => {
    const file = join(temporaryDirectory(), 'web.har')
    writeFileSync(file, text)
    const { code, stderr } = await compare('--client', file)
    expect(code).toBe(2)
    expect(stderr).toContain(words)
  })
})
