/** Security requirements that combine schemes, and that offer alternatives. */
import { createMock } from 'specwright/mock'
import { describe, expect, it } from 'vitest'

const apiKey = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
const documentWith = (security: object[]) => ({
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  security,
  paths: { '/accounts': { get: { operationId: 'listAccounts', responses: { 200: { description: '' } } } } },
  components: {
    securitySchemes: {
      id: apiKey('header', 'Client-Id'),
      secret: apiKey('header', 'Client-Secret'),
      key: apiKey('query', 'key'),
      session: apiKey('cookie', 'session'),
      login: { type: 'http', scheme: 'basic' },
      token: { type: 'http', scheme: 'bearer' },
      certificate: { type: 'mutualTLS' },
    },
  },
})

const BOTH = [{ id: [], secret: [] }]
const [id, secret] = [{ 'Client-Id': 'a' }, { 'Client-Secret': 'b' }]
const login = { Authorization: `Basic ${btoa('a:b')}` }

describe('the mock', () => {
  it.each<[security: object[], path: string, headers: Record<string, string>, words: string | undefined]>([
    [BOTH, '/accounts', { ...id, ...secret }, undefined],
    [
      BOTH,
      '/accounts',
      id,
      'Only the header Client-Id was received; expected the header Client-Id with the header Client-Secret.',
    ],
    [BOTH, '/accounts', secret, 'Only the header Client-Secret was received'],
    [
      [
        { id: [], secret: [] },
        { id: [], session: [] },
      ],
      '/accounts',
      id,
      'Only the header Client-Id was received; also expected the header Client-Secret or the cookie session.',
    ],
    [
      BOTH,
      '/accounts',
      {},
      'No credential was received; expected the header Client-Id with the header Client-Secret.',
    ],
    [BOTH, '/accounts', { ...id, 'Client-Secret': 'invalid' }, 'The credential is unknown.'],
    [[{ secret: [], login: [] }], '/accounts', { ...secret, ...login }, undefined],
    [
      [{ secret: [], login: [] }],
      '/accounts',
      login,
      'Only the header Authorization: Basic <user:password> was received',
    ],
    [[{ key: [], session: [] }], '/accounts?key=1', { Cookie: 'a=b; session=c' }, undefined],
    [
      [{ key: [], session: [] }],
      '/accounts?key=1',
      { Cookie: 'a=b' },
      'Only the query parameter key was received',
    ],
    [[...BOTH, { token: [] }], '/accounts', { Authorization: 'Bearer a' }, undefined],
    [[...BOTH, { token: [] }], '/accounts', { ...id, Authorization: 'Bearer a' }, undefined],
    [[...BOTH, { token: [] }], '/accounts', { ...id, ...login }, 'Only the header Client-Id was received'],
    [[{}, ...BOTH], '/accounts', {}, undefined],
    [[{ certificate: [], id: [] }], '/accounts', id, undefined],
    [
      [{ certificate: [], id: [] }],
      '/accounts',
      {},
      'No credential was received; expected a client certificate with the header Client-Id.',
    ],
  ])('with %j responds to %s %j with %s', async (security, path, headers, words) => {
    const response = await createMock(documentWith(security)).fetch(
      new Request(`https://mock.test${path}`, { headers }),
    )
    expect(response.status).toBe(words === undefined ? 200 : 401)
    if (words !== undefined) expect(await response.text()).toContain(words)
  })

  it('counts the requests of each pair of credentials, also of one application', async () => {
    const mock = createMock(documentWith(BOTH), { rateLimit: 1 })
    const statusOf = async (user: string) => {
      const headers = { ...id, 'Client-Secret': user }
      return (await mock.fetch(new Request('https://mock.test/accounts', { headers }))).status
    }
    expect([await statusOf('ann'), await statusOf('bob'), await statusOf('ann')]).toEqual([200, 200, 429])
  })
})
