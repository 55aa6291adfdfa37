/** APIs that require several credentials in one request: from the command line and from the configuration. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../../../src/toolkit/cli/conform/callerOf.ts'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { readConfig } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { temporaryDirectory } from '../../../service/storage/temporaryDirectory.ts'
import { listening } from './jsonServer.ts'

const SCHEMES = {
  id: { type: 'apiKey', in: 'header', name: 'Client-Id' },
  secret: { type: 'apiKey', in: 'header', name: 'Client-Secret' },
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'query', name: 'key' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  region: { type: 'apiKey', in: 'cookie', name: 'region' },
} as const
type Scheme = keyof typeof SCHEMES

/** The credentials of a tenant, as the server receives them. */
const of = (tenant: string): Record<Scheme, string> => ({
  ...{ id: `id-of-${tenant}`, secret: `secret-of-${tenant}`, login: `${tenant}:password-of-${tenant}` },
  ...{ token: `token-of-${tenant}`, key: `key-of-${tenant}` },
  ...{ session: `session-of-${tenant}`, region: `region-of-${tenant}` },
})

function received({ headers, url = '' }: IncomingMessage, scheme: Scheme): string | undefined {
  const [kind = '', text = ''] = (headers.authorization ?? '').split(' ')
  if (scheme === 'login') return /^basic$/i.test(kind) ? Buffer.from(text, 'base64').toString() : undefined
  if (scheme === 'token') return /^bearer$/i.test(kind) ? text : undefined
  const { in: place, name } = SCHEMES[scheme]
  if (place === 'query') return new URL(url, 'http://x').searchParams.get(name) ?? undefined
  if (place === 'header') return [headers[name.toLowerCase()]].flat()[0]
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
}

type Security = Partial<Record<Scheme, string[]>>[]

const account = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
}
const json = (schema: unknown) => ({ 'application/json': { schema } })
const problems = { 401: { description: 'Not signed in' } }
const path = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
const documentWith = (security: Security) => ({
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  security,
  paths: {
    '/accounts': {
      get: {
        operationId: 'listAccounts',
        responses: {
          200: { description: '', content: json({ type: 'array', items: account }) },
          ...problems,
        },
      },
      post: {
        operationId: 'createAccount',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string', maxLength: 40 } },
          }),
        },
        responses: {
          201: { description: '', content: json(account) },
          400: { description: '' },
          415: { description: '' },
          ...problems,
        },
      },
    },
    '/accounts/{id}': {
      parameters: path,
      get: {
        operationId: 'getAccount',
        responses: {
          200: { description: '', content: json(account) },
          404: { description: '' },
          ...problems,
        },
      },
      delete: {
        operationId: 'deleteAccount',
        responses: { 204: { description: '' }, 404: { description: '' }, ...problems },
      },
    },
  },
  components: { securitySchemes: SCHEMES },
})

/**
 * @param trusts the schemes whose credential the server does not require (`missing`), or does not compare (`value`), and
 *   the status for some of the required credentials
 */
async function startAccounts(
  security: Security,
  trusts: { missing?: Scheme[]; value?: Scheme[]; partial?: 403 } = {},
) {
  const accounts = new Map<string, { id: string; name: string; tenant: string }>()
  let count = 0
  const isKnown = (request: IncomingMessage, tenant: string, scheme: Scheme) => {
    const text = received(request, scheme)
    if (text === undefined || text === '') return trusts.missing?.includes(scheme) === true
    return text === of(tenant)[scheme] || trusts.value?.includes(scheme) === true
  }
  const tenantOf = (request: IncomingMessage) =>
    ['one', 'two'].find((tenant) =>
      security.some((all) => {
        const schemes = Object.keys(all) as Scheme[]
        const isAnyThere = schemes.some((scheme) => received(request, scheme) === of(tenant)[scheme])
        return isAnyThere && schemes.every((scheme) => isKnown(request, tenant, scheme))
      }),
    )
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const send = (status: number, value?: unknown) => {
      const headers = {
        ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="accounts"' }),
        Allow: request.url?.startsWith('/accounts/') ? 'GET, DELETE' : 'GET, POST',
      }
      response.writeHead(status, {
        ...headers,
        ...(value !== undefined && { 'Content-Type': 'application/json' }),
      })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const [, collection, id, ...more] = pathname.split('/').map(decodeURIComponent)
    if (collection !== 'accounts' || more.length > 0) return send(404)
    const tenant = tenantOf(request)
    const schemes = security.flatMap((all) => Object.keys(all) as Scheme[])
    const isPartial = schemes.some((scheme) => received(request, scheme) === of('one')[scheme])
    if (tenant === undefined) return send((isPartial ? trusts.partial : undefined) ?? 401)
    const found = accounts.get(id ?? '')
    const shown = ({ tenant: _, ...rest }: { tenant: string }) => rest
    if (id === undefined && request.method === 'GET')
      return send(200, [...accounts.values()].filter((one) => one.tenant === tenant).map(shown))
    if (id === undefined && request.method === 'POST') {
      if (!/json/.test(request.headers['content-type'] ?? '')) return send(415)
      const name = nameIn(body)
      if (name === undefined) return send(400)
      const made = { id: `a${++count}`, name, tenant }
      accounts.set(made.id, made)
      return send(201, shown(made))
    }
    if (id === undefined || !['GET', 'DELETE'].includes(request.method ?? '')) return send(405)
    if (found?.tenant !== tenant) return send(404)
    if (request.method === 'GET') return send(200, shown(found))
    accounts.delete(id)
    return send(204)
  })
  return listening(server)
}

function nameIn(body: string): string | undefined {
  try {
    const { name } = JSON.parse(body) as { name?: unknown }
    return typeof name === 'string' && [...name].length <= 40 ? name : undefined
  } catch {
    return undefined
  }
}

async function run(
  security: Security,
  args: readonly string[],
  trusts?: Parameters<typeof startAccounts>[1],
) {
  await using server = await startAccounts(security, trusts)
  const folder = temporaryDirectory()
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(documentWith(security)))
  const reports = ['json', 'html', 'har', 'junit'].map((kind) => join(folder, `report.${kind}`))
  const lines: string[] = []
  const code = await conform.run(
    [
      document,
      server.url,
      ...args,
      ...reports.flatMap((file) => ['--report', `${file.split('.').at(-1)}=${file}`]),
    ],
    { env: {}, print: (line) => void lines.push(line) },
  )
  const written = reports.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  return { code, text: lines.join('\n'), written: [...written, lines.join('\n')].join('\n') }
}

const flagsFor = (schemes: readonly Scheme[], tenant = 'one'): string[] => {
  const { login, ...own } = of(tenant)
  const cookies = schemes.filter((scheme) => scheme === 'session' || scheme === 'region')
  return [
    ...schemes.flatMap((scheme) => {
      if (scheme === 'login') return ['--auth', login]
      if (scheme === 'token') return ['-H', `Authorization: Bearer ${own.token}`]
      return scheme === 'id' || scheme === 'secret' ? ['-H', `${SCHEMES[scheme].name}: ${own[scheme]}`] : []
    }),
    ...(cookies.length === 0
      ? []
      : [
          '-H',
          `Cookie: theme=dark; ${cookies.map((name) => `${SCHEMES[name].name}=${own[name]}`).join('; ')}`,
        ]),
  ]
}

const PLAID: Security = [{ id: [], secret: [] }]

describe('an API that requires several credentials in one request', () => {
  const right: [Security, Scheme[]][] = [
    [PLAID, ['id', 'secret']],
    [[{ secret: [], login: [] }], ['secret', 'login']],
    [[{ id: [], token: [] }], ['id', 'token']],
    [[{ secret: [], session: [], region: [] }], ['secret', 'session', 'region']],
    [
      [{ id: [], secret: [] }, { token: [] }],
      ['id', 'secret', 'token'],
    ],
  ]
  it.each(casesOf(right, 5, 1))(
    'has no findings where its server requires %j',
    { timeout: 60_000 },
    async (security, schemes) => {
      const { code, text } = await run(security, flagsFor(schemes))
      expect(text).toContain('no findings')
      expect(code).toBe(0)
    },
  )

  const wrong: [string, Security, Parameters<typeof startAccounts>[1]][] = [
    ['Client-Id without Client-Secret', PLAID, { missing: ['secret'] }],
    ['Client-Secret without Client-Id', PLAID, { missing: ['id'] }],
    ['an invalid Client-Secret with Client-Id', PLAID, { value: ['secret'] }],
    ['an invalid Client-Id with Client-Secret', PLAID, { value: ['id'] }],
    ['Client-Secret without Authorization', [{ secret: [], login: [] }], { missing: ['login'] }],
    ['Authorization without Client-Secret', [{ secret: [], login: [] }], { missing: ['secret'] }],
    [
      'Client-Secret and session without region',
      [{ secret: [], session: [], region: [] }],
      { missing: ['region'] },
    ],
    ['Client-Id without Client-Secret', [{ token: [] }, ...PLAID], { missing: ['secret'] }],
  ]
  it.each(casesOf(wrong, 4, 1))(
    'has a finding where its server accepts %s',
    { timeout: 60_000 },
    async (what, security, trusts) => {
      const schemes = security.flatMap((all) => Object.keys(all) as Scheme[])
      const flags = [...flagsFor(schemes), '--only', 'missing-credential-rejected']
      const { code, text, written } = await run(security, flags, trusts)
      expect(text).toContain(what)
      expect(code).toBe(1)
      for (const secret of Object.values(of('one'))) expect(written).not.toContain(secret)
      expect(written).not.toContain(Buffer.from(of('one').login).toString('base64'))
    },
  )

  it('has no findings where its server returns 403 for one of them', { timeout: 60_000 }, async () => {
    const flags = [...flagsFor(['secret', 'login']), '--only', 'missing-credential-rejected']
    const { text } = await run([{ secret: [], login: [] }], flags, { partial: 403 })
    expect(text).toContain('no findings')
  })

  it('has one check of a place that several schemes share', { timeout: 60_000 }, async () => {
    const flags = [...flagsFor(['token']), '--only', 'missing-credential-rejected', '--dry-run']
    const single = await run([{ token: [] }], flags)
    expect((await run([{ token: [], login: [] }], flags)).text).toBe(single.text)
  })

  it('leaves no credential out that another alternative does not need', { timeout: 60_000 }, async () => {
    const flags = [...flagsFor(['id', 'secret']), '--only', 'missing-credential-rejected', '--dry-run']
    const { text } = await run([{ id: [] }, { id: [], secret: [] }], flags)
    expect(text).not.toContain('without Client-Secret')
  })
})

describe('the configuration', () => {
  const config = (text: string) => {
    const file = join(temporaryDirectory(), 'conform.yaml')
    writeFileSync(file, text)
    return ['--config', file]
  }
  const form = (tenant: string) => {
    const { id, secret, key, session, region, login } = of(tenant)
    return `{ basic: '${login}', header: { Client-Id: ${id}, Client-Secret: ${secret} }, query: { key: ${key} }, cookie: { session: ${session}, region: ${region} }, organization: ${tenant} }`
  }
  const ALL: Security = [{ login: [], id: [], secret: [], key: [], session: [], region: [] }]

  it('has several for each identity, and no value of them is in a report', { timeout: 60_000 }, async () => {
    const text = `identities:\n  first: ${form('one')}\n  second: ${form('two')}\n`
    const right = await run(ALL, config(text))
    expect(right.text).toContain('no findings')
    const wrong = await run(ALL, [...config(text), '--only', 'missing-credential-rejected'], {
      missing: ['key'],
    })
    expect(wrong.text).toContain('without key')
    for (const tenant of ['one', 'two'])
      for (const secret of Object.values(of(tenant))) expect(wrong.written).not.toContain(secret)
  })

  it.each([
    ['{ none: true, bearer: a }', /first has none and bearer/],
    ['{ basic: a:b, bearer: a }', /first has bearer and basic, and all of them use the header Authorization/],
    ['{ bearer: a, header: { authorization: b } }', /first has the header authorization twice/],
    ['{ header: { X-A: a, x-a: b } }', /first has the header x-a twice/],
    ['{ header: {} }', /first\.header is empty/],
    ['{ scopes: [a] }', /first has no credential; expected one or more of bearer, basic/],
  ])('%s is an error', (identity, message) => {
    const read = () => readConfig(`identities: { first: ${identity} }`, { env: {}, readFile: () => '' })
    expect(read).toThrow(message)
  })

  it('is written with every credential that operations require together', async () => {
    const folder = temporaryDirectory()
    const [document, file] = [join(folder, 'openapi.json'), join(folder, 'conform.yaml')]
    writeFileSync(document, JSON.stringify(documentWith([{ id: [], secret: [], login: [] }])))
    await conform.run([document, '--init', '--config', file], { env: {}, print: () => undefined })
    expect(readFileSync(file, 'utf8')).toContain(
      '  owner: { header: { Client-Id: env:API_CLIENT_ID, Client-Secret: env:API_CLIENT_SECRET }, basic: env:API_USER_AND_PASSWORD }',
    )
  })
})

describe('the command line', () => {
  const document = documentOf(documentWith(PLAID) as never)
  it('has one caller with all of them, each with a variable of its own', () => {
    const caller = callerOf(['Client-Id: a', 'Cookie: theme=dark; session=b', 'X-Other: c'], 'd:e', document)
    expect(caller.headers).toEqual({ Cookie: 'theme=dark', 'X-Other': 'c' })
    expect(caller.identity?.credentials).toEqual([
      {
        kind: 'header',
        name: 'Authorization',
        value: 'Basic ZDpl',
        isBasic: true,
        variable: '$CALLER_AUTHORIZATION',
      },
      { kind: 'header', name: 'Client-Id', value: 'a', variable: '$CALLER_CLIENT_ID' },
      { kind: 'cookie', name: 'session', value: 'b', variable: '$CALLER_SESSION' },
    ])
  })

  it('names the credential that the caller lacks, where every request is rejected', async () => {
    await expect(run(PLAID, ['-H', `Client-Id: ${of('one').id}`])).rejects.toThrow(
      'caller lacks the header Client-Secret, which the document requires.',
    )
  })
})
