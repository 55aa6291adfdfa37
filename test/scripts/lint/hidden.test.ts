/** `lint` reports everything: no problem hides another, and none is left out in silence. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { inProcess } from '../project.ts'

const HEAD = `openapi: 3.1.0
info: {title: Trips, version: 1.0.0, license: {name: MIT, url: 'https://example.com/mit'}}
servers: [{url: 'https://trips.dev'}]
security: []
`

/** An operation that reads one resource by a schema. */
const operation = (name: string, schema: string, example = ''): string => `  /${name}:
    get:
      operationId: read${name}
      summary: Read ${name}.
      responses:
        '200':
          description: Found.
          content: {application/json: {schema: ${schema}${example}}}
        '404': {description: None.}
`

interface Found {
  ruleId: string
  severity: string
  message: string
  location: { source: { ref: string }; start: { line: number; col: number } }[]
}

async function json(files: Record<string, string>, ...args: string[]) {
  const folder = folderOf(files)
  const { code, stdout, stderr } = await inProcess(folder, 'lint', ...args, '--format', 'json')
  expect(stderr).toMatch(args.includes('--max-problems') ? /^\d+ more problems are hidden\..*\n$/ : /^$/)
  const { problems, totals } = JSON.parse(stdout) as { problems: Found[]; totals: { errors: number } }
  const said = problems.map(({ ruleId, message, location: [place] }) => {
    const { line, col } = place?.start ?? { line: 0, col: 0 }
    return `${place?.source.ref}:${line}:${col} ${ruleId}: ${message}`
  })
  return { code, said, totals, problems }
}

function folderOf(files: Record<string, string>): string {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const manyWrong = (count: number): string =>
  `${HEAD}paths:\n${Array.from({ length: count }, (_, index) => operation(`T${index}`, '{type: integer}', ', example: a')).join('')}`

describe('lint', { timeout: 60_000 }, () => {
  it('writes every problem as JSON, and with --max-problems those that were asked for', async () => {
    expect((await json({ 'api.yaml': manyWrong(130) }, 'api.yaml')).said).toHaveLength(130)
    const few = await json({ 'api.yaml': manyWrong(12) }, 'api.yaml', '--max-problems', '5')
    expect([few.said.length, few.totals.errors]).toEqual([5, 12])
  })

  it('shows 100 problems to people, or as many as they ask for', async () => {
    const folder = folderOf({ 'api.yaml': manyWrong(103) })
    const linesOf = async (...args: string[]) =>
      (await inProcess(folder, 'lint', 'api.yaml', ...args)).stdout.match(/no-invalid/g)?.length
    expect(await linesOf()).toBe(100)
    expect(await linesOf('--max-problems', '0')).toBe(103)
    expect(await linesOf('--max-problems', '7')).toBe(7)
    const rejected = await inProcess(folder, 'lint', 'api.yaml', '--max-problems', 'all')
    expect(rejected).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--max-problems received "all"'),
    })
  })

  it('checks examples beside an unrelated error', async () => {
    const text = `${HEAD}paths:\n${operation('A', '{type: integer}', ', example: a')}${operation('B', '{type: arry}')}`
    const { said } = await json({ 'api.yaml': text }, 'api.yaml')
    expect(said).toEqual([
      expect.stringMatching(/api\.yaml:13:.* no-invalid-media-type-examples: .*type must be integer/),
      expect.stringMatching(/api\.yaml:22:.* struct: `type`/),
    ])
  })

  it('reports a broken reference beside everything else', async () => {
    const text = `${HEAD}paths:\n${operation('A', '{type: integer}', ', example: a')}${operation('B', "{$ref: '#/components/schemas/Nobody'}")}`
    const { code, said } = await json({ 'api.yaml': text }, 'api.yaml')
    expect(code).toBe(1)
    expect(said.sort()).toEqual([
      expect.stringMatching(/:13:.* no-invalid-media-type-examples/),
      expect.stringMatching(
        /:22:.* no-unresolved-refs: \$ref "#\/components\/schemas\/Nobody" leads nowhere/,
      ),
    ])
  })

  it('reports a file that cannot be parsed beside the problems of the others', async () => {
    const files = {
      'api.yaml': `${HEAD}paths:\n${operation('A', '{type: integer}', ', example: a')}${operation('B', '{$ref: ./b.yaml}')}`,
      'b.yaml': 'type: object\n\tproperties: {}\n',
      'other.yaml': `${HEAD}paths:\n${operation('C', '{type: integer}', ', example: c')}`,
      'torn.yaml': 'openapi: [3.1.0\n',
    }
    const { code, said } = await json(files, 'api.yaml', 'torn.yaml', 'other.yaml')
    expect(code).toBe(1)
    expect(said.sort()).toEqual([
      expect.stringMatching(/^api\.yaml:13:.* no-invalid-media-type-examples/),
      expect.stringMatching(/^b\.yaml:2:1 readable: cannot be parsed: /),
      expect.stringMatching(/^other\.yaml:13:.* no-invalid-media-type-examples/),
      expect.stringMatching(/^torn\.yaml:\d+:\d+ readable: cannot be parsed: /),
    ])
  })

  it('checks a document whose flow collections end where their key begins', async () => {
    const text = `${HEAD}paths:\n${operation('A', '{type: integer}', ', example: a')}components:
  schemas:
    B:
      type: object
      example: {
        "b": 1
      }
      properties: {b: {type: string}}
`
    const { said } = await json({ 'api.yaml': text }, 'api.yaml')
    expect(said).toContainEqual(expect.stringMatching(/:13:.* no-invalid-media-type-examples/))
    expect(said).toContainEqual(expect.stringMatching(/:20:14 no-invalid-schema-examples: .*`b` property/))
    expect(said.filter((line) => line.includes('readable'))).toEqual([])
  })

  it('writes workflow commands for what cannot be parsed, and none that a document forges', async () => {
    const folder = folderOf({
      'torn.yaml': 'openapi: "3.1.0\n',
      'api.yaml': `${HEAD}paths:\n${operation('A', '{type: string, enum: [a]}', ', example: "x\\n::error::forged\\n\\e[31m"')}`,
      'bad.yaml': `${HEAD}paths:\n${operation('A', '{$ref: "#/x\\n::error::forged"}')}`,
    })
    const torn = await inProcess(folder, 'lint', 'torn.yaml', '--format', 'github-actions')
    expect(torn).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^::error .*file=torn\.yaml,line=1,.*cannot be parsed/),
    })
    for (const format of ['github-actions', 'stylish', 'codeframe', 'markdown'])
      for (const name of ['api.yaml', 'bad.yaml']) {
        const { stdout } = await inProcess(folder, 'lint', name, '--format', format)
        expect(stdout).not.toMatch(/^\s*::error::forged/m)
        // Without a terminal there are no colours.
        expect(stdout).not.toContain('\u001b')
      }
  })

  const schemas: [why: string, schema: string, want: RegExp][] = [
    ['a pattern without its end', "{type: string, pattern: '^[a'}", /invalid-pattern: .*Unterminated/],
    ['bounds that nothing fits', '{type: integer, minimum: 9, maximum: 3}', /minimum.*9.*maximum.*3/],
    [
      'bounds that exclude all',
      '{type: number, minimum: 3, exclusiveMaximum: 3}',
      /minimum.*3.*exclusiveMaximum/,
    ],
    ['lengths that nothing fits', '{type: string, minLength: 5, maxLength: 2}', /minLength.*5.*maxLength.*2/],
    [
      'counts that nothing fits',
      '{type: array, items: {}, minItems: 5, maxItems: 2}',
      /minItems.*5.*maxItems/,
    ],
    ['a default of another type', '{type: integer, default: ten}', /default "ten" .*expected integer/],
    ['an enum of another type', '{type: string, enum: [a, 2]}', /enum/],
  ]
  it.each(schemas)('reports %s', async (_, schema, want) => {
    const { code, said } = await json({ 'api.yaml': `${HEAD}paths:\n${operation('A', schema)}` }, 'api.yaml')
    expect([code, said]).toEqual([1, [expect.stringMatching(want)]])
  })

  it('takes as right what the older dialect means by its bounds and its null', async () => {
    const head = HEAD.replace('3.1.0', '3.0.3')
    const schema = '{type: string, nullable: true, default: null, enum: [a, null]}'
    const bound = '{type: integer, minimum: 3, maximum: 3, exclusiveMinimum: false, default: 3}'
    const text = `${head}paths:\n${operation('A', schema)}${operation('B', bound)}`
    expect((await json({ 'api.yaml': text }, 'api.yaml')).said).toEqual([])
  })

  it('places an open quote where it begins', async () => {
    const tail = operation('A', '{type: string}')
    const yaml = `${HEAD.replace('{title: Trips,', '{title: "Trips,')}paths:\n${tail}`
    const block = `openapi: 3.1.0\ninfo:\n  title: "Trips\n  version: 1.0.0\npaths:\n${tail}`
    const closed = `openapi: 3.1.0\ninfo:\n  title: "Trips\n  version: "1.0.0"\npaths:\n${tail}`
    const folder = {
      'flow.yaml': yaml,
      'block.yaml': block,
      'closed.yaml': closed,
      'a.json': '{\n  "openapi": "3.1.0,\n  "info": {}\n}\n',
    }
    const { said } = await json(folder, 'flow.yaml', 'block.yaml', 'closed.yaml', 'a.json')
    expect(said).toEqual([
      expect.stringMatching(/^flow\.yaml:2:15 /),
      expect.stringMatching(/^block\.yaml:3:10 /),
      expect.stringMatching(/^closed\.yaml:3:10 /),
      expect.stringMatching(/^a\.json:2:14 /),
    ])
  })

  it('reports every broken reference after a rename, each with the name that is new', async () => {
    const use = (reference: string) => `{$ref: '${reference}'}`
    const inOne = `${HEAD}paths:\n${['A', 'B', 'C', 'D'].map((name) => operation(name, use('#/components/schemas/Order'))).join('')}${operation('E', use('#/components/schemas/Orders'))}components: {schemas: {Orders: {type: array}, Orderr: {type: object}}}\n`
    expect((await json({ 'api.yaml': inOne }, 'api.yaml')).said).toEqual(
      [13, 22, 31, 40].map((line) =>
        expect.stringMatching(new RegExp(`:${line}:.*Did you mean #/components/schemas/Orderr\\?$`)),
      ),
    )
    const files = {
      'api.yaml': `${HEAD}paths:\n${['A', 'B', 'C', 'D'].map((name) => operation(name, use('./schemas/Order.yaml'))).join('')}${operation('E', use('./schemas/Orders.yaml'))}`,
      'schemas/Orders.yaml': 'type: array\n',
      'schemas/OrderOne.yaml': 'type: object\n',
    }
    expect((await json(files, 'api.yaml')).said).toEqual(
      [13, 22, 31, 40].map((line) =>
        expect.stringMatching(new RegExp(`:${line}:.*Did you mean \\./schemas/OrderOne\\.yaml\\?$`)),
      ),
    )
  })

  it('leaves out what .redocly.lint-ignore.yaml names', async () => {
    const files = {
      'api.yaml': `${HEAD}paths:\n${operation('A', '{type: integer, minimum: 4, maximum: 3}', ', example: a')}`,
      '.redocly.lint-ignore.yaml': `api.yaml:
  no-invalid-media-type-examples: ['#/paths/~1A/get/responses/200/content/application~1json/example']
  document/contradiction: ['#/paths/~1A/get/responses/200/content/application~1json/schema/minimum']
`,
    }
    expect(await json(files, 'api.yaml')).toMatchObject({ code: 0, said: [] })
  })

  it('ends with a clear message on thousands of references in a row', { timeout: 60_000 }, async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `T${index}`)
    const schemas = names.map((name, at) => [name, { $ref: `#/components/schemas/T${at + 1}` }])
    const document = {
      openapi: '3.1.0',
      info: { title: 'Deep', version: '1' },
      paths: {
        '/deep': {
          get: {
            operationId: 'getDeep',
            responses: {
              200: {
                description: 'Found.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/T0' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: Object.fromEntries([
          ...schemas.map(([name, next]) => [name, { type: 'object', properties: { next } }]),
          ['T5000', { type: 'string' }],
        ]),
      },
    }
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'deep.json'), JSON.stringify(document))
    const WORDS = 'too many times in a row'
    const lint = await inProcess(folder, 'lint', 'deep.json')
    expect([lint.code, lint.stdout + lint.stderr]).toEqual([1, expect.stringContaining(WORDS)])
    const generate = await inProcess(folder, 'generate', 'deep.json', '--output', 'made')
    expect([generate.code, generate.stderr]).toEqual([2, expect.stringContaining(WORDS)])
    const diff = await inProcess(folder, 'diff', 'deep.json', 'deep.json')
    expect([diff.code, diff.stderr]).toEqual([2, expect.stringContaining(WORDS)])
  })

  it('ends with a clear message on what nests without end', async () => {
    const files = {
      'self.yaml': `${HEAD}x-self: &self\n  again: *self\npaths: {}\n`,
      'deep.yaml': `${HEAD}x-deep: ${'['.repeat(3000)}${']'.repeat(3000)}\npaths: {}\n`,
      'deep.json': `{"openapi": "3.1.0", "x-deep": ${'['.repeat(3000)}${']'.repeat(3000)}}`,
      'uses.yaml': `${HEAD}paths:\n${operation('A', '{$ref: ./self.yaml}')}`,
    }
    const { said } = await json(files, 'self.yaml', 'deep.yaml', 'deep.json', 'uses.yaml')
    expect(said).toEqual([
      expect.stringMatching(/^self\.yaml.*alias refers to a node that contains it/),
      expect.stringMatching(/^deep\.yaml.*nested more than 500 levels/),
      expect.stringMatching(/^deep\.json.*nested more than 500 levels/),
    ])
  })

  it('reads regular files only', async () => {
    const folder = folderOf({
      'api.yaml': `${HEAD}paths:\n${operation('A', '{$ref: ./zero.yaml}')}${operation('B', '{$ref: ./pipe.yaml}')}`,
    })
    symlinkSync('/dev/zero', join(folder, 'zero.yaml'))
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
    const { code, stdout } = await inProcess(folder, 'lint', 'api.yaml', '--format', 'json')
    const { problems } = JSON.parse(stdout) as { problems: Found[] }
    expect([code, problems.map(({ message }) => message)]).toEqual([
      1,
      [expect.stringContaining('not a regular file'), expect.stringContaining('not a regular file')],
    ])
    expect(await inProcess(folder, 'generate', 'api.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a regular file'),
    })
  })

  it.each(['^(a+)+$', '^(?=a)(a+)+$', '^(a|a)*\\\\1$'])(
    'checks examples by the pattern %s without end',
    async (pattern) => {
      const text = 'a'.repeat(40)
      const schema = `{type: string, pattern: '${pattern.replace('\\\\', '\\')}'}`
      const files = { 'api.yaml': `${HEAD}paths:\n${operation('A', schema, `, example: ${text}b`)}` }
      const before = process.cpuUsage()
      const { said } = await json(files, 'api.yaml')
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
      // Look-around and back-references have no linear time; within repetitions they are not checked.
      expect(said).toEqual(pattern === '^(a+)+$' ? [expect.stringContaining('must match pattern')] : [])
    },
  )
})
