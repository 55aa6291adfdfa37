/** The JSON Schemas of the configuration files accept what the readers accept, and `conform --init` writes such a file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { conform } from '../../../src/toolkit/cli/conform.ts'
import { readConfig } from '../../../src/toolkit/conformance/config/readConfig.ts'
import { readWebhookSettings } from '../../../src/toolkit/conformance/events/settings.ts'
import { readBaseline } from '../../../src/toolkit/conformance/report/baseline.ts'
import { readWaivers } from '../../../src/toolkit/diff/waivers.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { BUNDLED_SHELF } from '../openapi/shelf.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
const validators = Object.fromEntries(
  ['conform', 'diff-waivers', 'baseline', 'site'].map((name) => [
    name,
    ajv.compile(JSON.parse(readFileSync(`src/toolkit/schemas/${name}.json`, 'utf8')) as object),
  ]),
)
const problemsOf = (name: string, text: string) => {
  const validate = validators[name]
  if (validate === undefined) throw new Error(name)
  validate(parse(text))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
const env = new Proxy({}, { get: () => 'k', has: () => true }) as Record<string, string>
const surroundings = { env, readFile: () => 'k' }

const pages = ['reference/configuration', 'how-to/credentials', 'how-to/webhooks', 'how-to/oauth']
  .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  .join('\n')
const blocks = [...pages.matchAll(/^ *```yaml\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => {
  const indent = /^ */.exec(text)?.[0] ?? ''
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
})

describe('the schema of conform.yaml', () => {
  const configurations = [
    ...blocks.filter((text) => /^(identities|webhooks|oauth):/m.test(text)),
    ...['templates/project', 'examples/lending-desk', 'scripts/conform'].map((folder) =>
      readFileSync(`${folder}/conform.yaml`, 'utf8'),
    ),
    ...['orders', 'issues'].map((name) =>
      readFileSync(`test/toolkit/conformance/events/${name}-conform.yaml`, 'utf8'),
    ),
    ...['express', 'fastify', 'python'].map((name) =>
      readFileSync(`test/toolkit/conformance/servers/${name}/conform.yaml`, 'utf8'),
    ),
  ]
  it.each(configurations.map((text, index) => [index, text] as const))(
    'accepts configuration %i',
    (_index, text) => {
      expect(problemsOf('conform', text)).toEqual([])
    },
  )

  it.each([
    'apiKey: x',
    'identities: { owner: { token: env:A } }',
    'identities: { owner: { bearer: env:A, basic: env:B } }',
    'identities: { owner: { scopes: [a] } }',
    'identities: { owner: { none: true, header: { X-Key: env:A } } }',
    'identities: { owner: { basic: env:A, client-credentials: { token-url: https://a.test, client-id: b, client-secret: env:C } } }',
    'identities: { owner: { bearer: env:A, may: write } }',
    'hints: { head: always }',
    'hints: { unknown: 1 }',
    'hints: { excused: [{ rule: head-matches-get }] }',
    'closed: sometimes',
    'openapi: 3',
  ])('rejects %s, as the reader does', (text) => {
    expect(problemsOf('conform', text)).not.toEqual([])
    expect(() => readConfig(text, surroundings)).toThrow()
  })

  const schema = JSON.parse(readFileSync('src/toolkit/schemas/conform.json', 'utf8'))
  it('has the keys of the readers', () => {
    const keysOf = (read: () => unknown) => {
      try {
        read()
      } catch (error) {
        return /Use one of: (.*)$/
          .exec((error as Error).message)?.[1]
          ?.split(', ')
          .sort()
      }
      return undefined
    }
    const { properties } = schema
    const sorted = (tree: { properties: object }) => Object.keys(tree.properties).sort()
    const config = (text: string) => () => readConfig(text, surroundings)
    expect(keysOf(config('no: 1'))).toEqual(sorted(schema))
    expect(keysOf(config('hints: { no: 1 }'))).toEqual(sorted(properties.hints))
    expect(keysOf(config('identities: { a: { no: 1 } }'))).toEqual(
      sorted(properties.identities.additionalProperties),
    )
    expect(keysOf(() => readWebhookSettings({ no: 1 }, surroundings))).toEqual(sorted(properties.webhooks))
  })
})

test.each([
  ['diff-waivers', 'diff-waivers.yaml', (text: string) => readWaivers(text, 'file')],
  [
    'baseline',
    'accepted: [{ rule: a, operation: b, reason: c, expires: "2027-01-31" }]',
    (text: string) => readBaseline(text),
  ],
])('the schema of %s agrees with the reader', (name, given, read) => {
  const text = given.endsWith('.yaml') ? readFileSync(given, 'utf8') : given
  expect(problemsOf(name, text)).toEqual([])
  expect(read(text)).not.toEqual([])
  const tree = parse(text) as { accepted?: object[] } | object[]
  const list = (Array.isArray(tree) ? tree : tree.accepted) as Record<string, unknown>[]
  for (const key of ['rule', 'reason', 'expires']) {
    const { [key]: _, ...rest } = list[0] ?? {}
    const without = JSON.stringify(name === 'baseline' ? { accepted: [rest] } : [rest])
    expect([key, problemsOf(name, without).length > 0]).toEqual([key, true])
    expect(() => read(without)).toThrow(key)
  }
})

test('the schema of site.yaml accepts our own', () => {
  for (const menu of ['docs/site.yaml', 'docs/service/site.yaml'])
    expect(problemsOf('site', readFileSync(menu, 'utf8'))).toEqual([])
  expect(problemsOf('site', 'title: a')).not.toEqual([])
})

const PATHS = { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A' } } } } }

describe('conform --init', () => {
  const run = async (folder: string, parts: object, ...args: string[]) => {
    const document = join(folder, 'openapi.yaml')
    writeFileSync(document, JSON.stringify({ ...(parse(BUNDLED_SHELF) as object), ...parts }))
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const file = join(folder, 'conform.yaml')
    const code = await conform.run([document, ...args, '--init', '--config', file], { env: {}, print })
    return { code, text: readFileSync(file, 'utf8'), said: lines.join('\n') }
  }

  it('writes a configuration that the reader and the schema accept, and replaces none', async () => {
    const folder = temporaryDirectory()
    const { code, text, said } = await run(folder, {}, 'http://localhost:3000')
    expect(code).toBe(0)
    expect(said).toContain('Wrote ')
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=.*conform\.json\nopenapi: openapi.yaml\ntarget: http:\/\/localhost:3000\n/,
    )
    expect(problemsOf('conform', text)).toEqual([])
    const uncommented = text.replaceAll(/^( *)# (?=(other|read)[\w-]*: \{)/gm, '$1')
    expect(problemsOf('conform', uncommented)).toEqual([])
    expect(readConfig(uncommented, surroundings).openapi).toEqual(['openapi.yaml'])
    await expect(run(folder, {})).rejects.toThrow('conform.yaml exists')
  })

  it('does not name a server of another machine', async () => {
    const server = (url: string) => ({ servers: [{ url }] })
    const { text } = await run(temporaryDirectory(), server('https://api.example.com'))
    expect(text).toMatch(/^target: http:\/\/localhost:8080$/m)
    const local = await run(temporaryDirectory(), server('http://127.0.0.1:4000/v1'))
    expect(local.text).toMatch(/^target: http:\/\/127\.0\.0\.1:4000\/v1$/m)
  })

  it.each([
    [{ type: 'http', scheme: 'basic' }, '{ basic: env:API_USER_AND_PASSWORD }'],
    [{ type: 'http', scheme: 'bearer' }, '{ bearer: env:API_TOKEN }'],
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, '{ header: { X-Key: env:API_KEY } }'],
    [{ type: 'apiKey', in: 'cookie', name: 'sid' }, '{ cookie: { sid: env:API_KEY } }'],
    [
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.test/token', scopes: {} } } },
      '{ client-credentials: { token-url: https://a.test/token, client-id: env:API_CLIENT_ID, client-secret: env:API_CLIENT_SECRET } }',
    ],
  ])('writes the credential of %j', async (scheme, credential) => {
    const parts = { components: { securitySchemes: { key: scheme } }, security: [{ key: [] }], paths: PATHS }
    const { text } = await run(temporaryDirectory(), parts)
    expect(text).toContain(`  owner: ${credential}\n`)
    expect(problemsOf('conform', text)).toEqual([])
  })

  const oauth = (tokenUrl: string) => ({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl, scopes: {} } },
  })
  const bearer = { type: 'http', scheme: 'bearer' }
  const certificate = { type: 'mutualTLS' }
  it.each<[schemes: Record<string, object>, identities: string]>([
    [{ code: { type: 'oauth2', flows: {} }, bearer }, '  owner: { bearer: env:API_TOKEN }'],
    [{ bearer, oauth: oauth('https://a.test/token') }, '  owner: { bearer: env:API_TOKEN }'],
    [{ oauth: oauth('https://a.test/token'), bearer }, '  owner: { client-credentials: '],
    [{ certificate, bearer }, '  owner: { bearer: env:API_TOKEN }'],
    [{ certificate }, 'identities: {}'],
  ])('writes one credential for each place of %j together', async (schemes, identities) => {
    const security = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))]
    const parts = { components: { securitySchemes: schemes }, security, paths: PATHS }
    const { text } = await run(temporaryDirectory(), parts)
    expect(text).toContain(`\n${identities}`)
    expect(text.split('\n').find((line) => line.startsWith('  owner')) ?? '').not.toMatch(
      /bearer.*bearer|client.*bearer/,
    )
    expect(problemsOf('conform', text)).toEqual([])
    expect(() =>
      readConfig(text, {
        ...surroundings,
        env: { API_TOKEN: 'a', API_CLIENT_ID: 'b', API_CLIENT_SECRET: 'c' },
      }),
    ).not.toThrow()
  })
})
