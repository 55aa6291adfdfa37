/** The output of `specwright diff`: one line for each cause, and no line that a document has written. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { times } from '../../harness/thorough.ts'
import { put, run, useFolder } from './inFolder.ts'

vi.setConfig({ testTimeout: 120_000 })
useFolder()

const FORMATS = ['text', 'markdown', 'html', 'json', 'github'] as const
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** A parameter, a property and an operation of that name, with a type. */
const documentWith = (name: string, type: string) => ({
  openapi: '3.1.0',
  info: { title: 'Names', version: '1.0.0' },
  paths: {
    '/names': {
      get: {
        operationId: `${name}${type}`,
        summary: `${name}${type}`,
        parameters: [{ name, in: 'query', schema: { type } }],
        responses: {
          '200': {
            description: name + type,
            content: { 'application/json': { schema: { type: 'object', properties: { [name]: { type } } } } },
          },
        },
      },
    },
  },
})

test('names of documents write no line, no escape sequence and no workflow command, in any format', async () => {
  const piece = fc.constantFrom(
    '\n',
    '\r\n',
    '::error file=a::',
    '##vso[x]',
    '\u001b[2J',
    '\u009b1m',
    '\u202e',
    'a',
    '`',
  )
  const names = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => `n${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom(...FORMATS), async (name, format) => {
      const linesOf = async (of: string) => {
        put('old.json', documentWith(of, 'string'))
        put('new.json', documentWith(of, 'integer'))
        const { code, text } = await run('old.json', 'new.json', '--format', format)
        expect(code).toBe(1)
        return text.split('\n')
      }
      const [plain, given] = [await linesOf('name'), await linesOf(name)]
      expect(given.length).toBe(plain.length)
      expect(given.join('\n')).not.toMatch(CONTROLS)
      const commands = (lines: string[]) =>
        lines.filter((line) => /^\s*(::|##)|##\w*\[/.test(line.replace(/^## (?=\w+$)/, '')))
      expect(commands(given).length).toBe(commands(plain).length)
      if (format === 'json')
        expect(JSON.stringify(JSON.parse(given.join('\n')))).toContain(JSON.stringify(name).slice(1, -1))
    }),
    { numRuns: times(1000, 60), seed: 26 },
  )
})

test('an edit of one schema counts once, with the places that it reaches', async () => {
  const document = (leaf: object) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const owners = names.map((name) => [
      `Of-${name}`,
      {
        type: 'object',
        properties: { leaf: { anyOf: [{ $ref: '#/components/schemas/Leaf' }, { type: 'null' }] } },
      },
    ])
    const paths = names.map((name) => [
      `/${name}`,
      {
        get: {
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/Of-${name}` } } },
            },
          },
        },
      },
    ])
    return {
      openapi: '3.1.0',
      info: { title: 'Leaves', version: '1.0.0' },
      paths: Object.fromEntries(paths),
      components: { schemas: { ...Object.fromEntries(owners), Leaf: leaf } },
    }
  }
  const form = (kind: string) => ({
    type: 'object',
    properties: { kind: { const: kind } },
    required: ['kind'],
  })
  put('old.json', document(form('a')))
  put('new.json', document({ oneOf: [form('a'), form('b')] }))
  const { text } = await run('old.json', 'new.json')
  expect(text).toContain('1 breaking, 0 risky')
  expect(text).toMatch(/The same in 5 other places: GET \/b > 200 > leaf/)
  const json = JSON.parse((await run('old.json', 'new.json', '--format', 'json')).text)
  const breaking = json.findings.filter(({ level }: { level: string }) => level === 'breaking')
  expect(
    breaking.map(({ subject }: { subject: string }) => subject).filter((one: string) => one.includes('/f >')),
  ).toHaveLength(1)
  expect(json.causes).toBeLessThan(json.findings.length)
})

test.each([
  ['added', {}, { format: 'int32' }],
  ['removed', { format: 'int32' }, {}],
  ['changed', { format: 'int64' }, { format: 'int32' }],
])('a format that excludes no value is no break where it is %s', async (_what, before, after) => {
  const bounded = { type: 'integer', minimum: 0, maximum: 1000 }
  const document = (schema: object) => ({
    ...documentWith('n', 'string'),
    paths: {
      '/n': {
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: { '200': { description: 'It.', content: { 'application/json': { schema } } } },
        },
      },
    },
  })
  put('old.json', document({ ...bounded, ...before }))
  put('new.json', document({ ...bounded, ...after }))
  const { code, text } = await run('old.json', 'new.json')
  expect(text).toContain('0 breaking, 0 risky, 0 compatible')
  expect(text).toContain('the same values are allowed')
  expect(code).toBe(0)
  // Without a bound the format is what limits the values.
  put('old.json', document({ type: 'integer', ...before }))
  put('new.json', document({ type: 'integer', ...after }))
  expect((await run('old.json', 'new.json')).code).toBe(1)
})

test('a form that no value has is no change where it is added or removed', async () => {
  const document = (...forms: object[]) => ({
    ...documentWith('n', 'string'),
    paths: {
      '/n': {
        get: {
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { type: 'string', anyOf: forms } } },
            },
          },
        },
      },
    },
  })
  const [short, long, impossible] = [{ maxLength: 3 }, { minLength: 9 }, { type: 'integer' }]
  put('old.json', document(short, long, impossible))
  put('new.json', document(short, long))
  for (const [before, after] of [
    ['old.json', 'new.json'],
    ['new.json', 'old.json'],
  ] as const) {
    const { code, text } = await run(before, after)
    expect(text).toMatch(/0 breaking, 0 risky|nothing changed/)
    expect(code).toBe(0)
  }
})

test('a changed operationId is risky for generated clients', async () => {
  put('old.json', documentWith('a', 'string'))
  const changed = documentWith('a', 'string')
  changed.paths['/names'].get.operationId = 'other'
  put('new.json', changed)
  const { text } = await run('old.json', 'new.json')
  expect(text).toContain(
    'Clients generated from the document rename their function for GET /names from astring to other.',
  )
  expect(text).toContain('0 breaking, 1 risky')
})

test('prints what docs/reference/diff-rules.md shows of a change that no schema has', async () => {
  const page = readFileSync(new URL('../../../docs/reference/diff-rules.md', import.meta.url), 'utf8')
  const [, edit = ''] = /```diff\n([\s\S]*?)```/.exec(page) ?? []
  const [, output] = /```console\n\$ specwright diff old\.yaml new\.yaml\n([\s\S]*?)\n```/.exec(page) ?? []
  const without = (sign: string) =>
    edit
      .split('\n')
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n')
  put('old.yaml', without('+'))
  put('new.yaml', without('-'))
  expect(await run('old.yaml', 'new.yaml')).toEqual({ code: 0, text: output })
})

test('compares documents without a model where none can be inferred', async () => {
  const twice = (description: string) => ({
    ...documentWith('name', 'string'),
    paths: Object.fromEntries(
      ['/a', '/b'].map((path) => [
        path,
        { get: { operationId: 'same', description, responses: { 200: { description: 'All.' } } } },
      ]),
    ),
  })
  put('old.json', twice('The newest come first.'))
  put('new.json', twice('The oldest come first.'))
  const { code, text } = await run('old.json', 'new.json')
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('2 docs') })
})
