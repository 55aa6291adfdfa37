/** The faults by name: where each is planted, and the rule that must object to it. */
import type { Fault, PlainResponse } from './server.ts'

export interface PlantedFault {
  method: string
  url: string
  /** The error response that the server is to send. */
  want?: string
  fault: Fault
  /** Rules that object, the own one first. */
  rules: string[]
  /** Whether an implementation of the bare source is at fault too. */
  core: boolean
}

const header =
  (name: string, value?: string): Fault =>
  (response) => {
    const { [name]: _, ...rest } = response.headers
    return { ...response, headers: value === undefined ? rest : { ...rest, [name]: value } }
  }
const body =
  (change: (value: Record<string, unknown>) => unknown): Fault =>
  (response: PlainResponse) => ({
    ...response,
    body: JSON.stringify(change(JSON.parse(String(response.body)))),
  })
const inError = (change: object): Fault =>
  body((value) => ({ ...value, error: { ...(value.error as object), ...change } }))
const status =
  (code: number): Fault =>
  (response) => ({ ...response, status: code })
const bytes =
  (content: Buffer | string): Fault =>
  (response) => ({ ...response, body: content })

const list = { method: 'GET', url: '/v1/notes' }
const create = { method: 'POST', url: '/v1/notes' }
const get = { method: 'GET', url: '/v1/notes/note_1' }
const remove = { method: 'DELETE', url: '/v1/notes/note_1' }
const usage = { method: 'GET', url: '/v1/usage' }
const put = { method: 'PUT', url: '/v1/notes' }

export const faults: [string, PlantedFault][] = [
  [
    'announces another day for the end of a deprecated operation',
    {
      ...remove,
      fault: header('Sunset', 'Sat, 01 Jan 2028 00:00:00 GMT'),
      rules: ['deprecation-announced'],
      core: false,
    },
  ],
  [
    'announces no deprecation',
    { ...remove, fault: header('Deprecation'), rules: ['deprecation-announced'], core: false },
  ],
  [
    'answers 203 where 200 is declared',
    { ...list, fault: status(203), rules: ['status-declared'], core: false },
  ],
  [
    'carries out an undeclared method',
    { ...put, fault: status(200), rules: ['undeclared-method-rejected'], core: false },
  ],
  [
    'forgets a method in Allow',
    { ...put, fault: header('Allow', 'GET'), rules: ['undeclared-method-rejected'], core: false },
  ],
  [
    'sends JSON as text/html',
    { ...list, fault: header('Content-Type', 'text/html'), rules: ['content-type-declared'], core: false },
  ],
  [
    'sends no body and no type',
    {
      ...list,
      fault: (a) => header('Content-Type')(bytes('')(a)),
      rules: ['content-type-declared'],
      core: false,
    },
  ],
  [
    'sends Latin-1',
    { ...list, fault: bytes(Buffer.from([0x22, 0xe9, 0x22])), rules: ['json-is-utf8'], core: true },
  ],
  [
    'begins with a byte order mark',
    { ...list, fault: bytes('\uFEFF{"notes":[]}'), rules: ['json-is-utf8'], core: true },
  ],
  [
    'declares another charset',
    {
      ...list,
      fault: header('Content-Type', 'application/json; charset=latin1'),
      rules: ['json-is-utf8'],
      core: true,
    },
  ],
  ['cuts the body short', { ...list, fault: bytes('{"notes":['), rules: ['json-is-utf8'], core: true }],
  [
    'leaves a specified member out',
    { ...get, fault: body(({ text: _, ...rest }) => rest), rules: ['body-matches-schema'], core: true },
  ],
  [
    'leaves an extension out',
    { ...get, fault: body(({ colour: _, ...rest }) => rest), rules: ['body-matches-schema'], core: false },
  ],
  [
    'gives a member another type',
    { ...get, fault: body((note) => ({ ...note, text: 7 })), rules: ['body-matches-schema'], core: true },
  ],
  [
    'gives an identifier of another form',
    { ...get, fault: body((note) => ({ ...note, id: '17' })), rules: ['body-matches-schema'], core: false },
  ],
  [
    'adds an undeclared member',
    {
      ...get,
      fault: body((note) => ({ ...note, owner: 'me' })),
      rules: ['body-matches-schema'],
      core: false,
    },
  ],
  [
    'gives a value outside the set',
    {
      ...get,
      fault: body((note) => ({ ...note, colour: 'green' })),
      rules: ['body-matches-schema'],
      core: false,
    },
  ],
  [
    'creates without Location',
    { ...create, fault: header('Location'), rules: ['headers-match'], core: false },
  ],
  [
    'sends Location of another form',
    { ...create, fault: header('Location', 'note_1'), rules: ['headers-match'], core: false },
  ],
  [
    'drops a rate-limit header',
    {
      ...list,
      fault: header('X-RateLimit-Reset'),
      rules: ['rate-limit-headers', 'headers-match'],
      core: true,
    },
  ],
  [
    'drops the rate limit from an unknown path',
    {
      method: 'GET',
      url: '/v1/none',
      fault: header('X-RateLimit-Limit'),
      rules: ['rate-limit-headers'],
      core: true,
    },
  ],
  [
    'has more left than the limit',
    { ...list, fault: header('X-RateLimit-Remaining', '61'), rules: ['rate-limit-headers'], core: true },
  ],
  [
    'names another policy than its limit',
    { ...list, fault: header('X-RateLimit-Policy', '61/minute'), rules: ['rate-limit-headers'], core: false },
  ],
  [
    'names a policy of another form',
    { ...list, fault: header('X-RateLimit-Policy', '60;w=60'), rules: ['rate-limit-headers'], core: true },
  ],
  [
    'sends a reset that is no number',
    {
      ...list,
      fault: header('X-RateLimit-Reset', 'soon'),
      rules: ['rate-limit-headers', 'headers-match'],
      core: true,
    },
  ],
  [
    'says 429 without Retry-After',
    { ...list, want: '429', fault: header('Retry-After'), rules: ['retry-after-with-429'], core: true },
  ],
  [
    'gives Retry-After as a date',
    {
      ...list,
      want: '429',
      fault: header('Retry-After', 'Fri, 20 Nov 2026 00:00:00 GMT'),
      rules: ['retry-after-with-429'],
      core: true,
    },
  ],
  [
    'sends Retry-After with 401',
    { ...list, want: '401', fault: header('Retry-After', '5'), rules: ['retry-after-with-429'], core: true },
  ],
  [
    'says 401 without a challenge',
    {
      ...list,
      want: '401',
      fault: header('WWW-Authenticate'),
      rules: ['www-authenticate-with-401'],
      core: false,
    },
  ],
  [
    'says success in an error',
    {
      ...list,
      want: '401',
      fault: body((v) => ({ ...v, success: true })),
      rules: ['error-format-matches', 'body-matches-schema'],
      core: true,
    },
  ],
  [
    'gives no code',
    {
      ...list,
      want: '401',
      fault: inError({ code: undefined }),
      rules: ['error-format-matches'],
      core: true,
    },
  ],
  [
    'gives the code of another status',
    {
      ...list,
      want: '401',
      fault: inError({ code: 'VALIDATION_ERROR', details: { field: 'a', issue: 'b' } }),
      rules: ['error-format-matches'],
      core: false,
    },
  ],
  [
    'does not name the field',
    { ...create, want: '400', fault: inError({ details: {} }), rules: ['error-format-matches'], core: true },
  ],
  [
    'gives another request id',
    {
      ...list,
      want: '401',
      fault: inError({ requestId: 'req_2' }),
      rules: ['error-format-matches'],
      core: false,
    },
  ],
  [
    'answers an unknown path in HTML',
    {
      method: 'GET',
      url: '/v1/none',
      fault: header('Content-Type', 'text/html'),
      rules: ['error-format-matches'],
      core: true,
    },
  ],
  [
    'shows where in the server an error arose',
    {
      ...list,
      want: '401',
      fault: inError({ message: 'Error: no\n    at verify (/srv/app/verify.js:10:5)' }),
      rules: ['no-stack-trace'],
      core: false,
    },
  ],
  [
    'shows the SQL statement that failed',
    {
      ...list,
      want: '401',
      fault: inError({
        message: 'insert into "sessions" ("key_id", "at") values ($1, $2) - violates a constraint',
      }),
      rules: ['no-stack-trace'],
      core: false,
    },
  ],
  [
    'sends Content-Length with 204',
    { ...remove, fault: header('Content-Length', '0'), rules: ['no-body-where-forbidden'], core: false },
  ],
  [
    'adds up wrongly',
    {
      ...usage,
      fault: body((value) => ({ ...value, tokens: { inputTokens: 10, outputTokens: 5, totalTokens: 22 } })),
      rules: ['totals-add-up'],
      core: false,
    },
  ],
  [
    'has the digest of another text',
    {
      ...get,
      fault: body((value) => ({ ...value, text: 'Bread' })),
      rules: ['digest-matches'],
      core: false,
    },
  ],
  [
    'uses more than it grants',
    {
      ...usage,
      fault: body((value) => ({ ...value, limits: { used: 8, granted: 7 } })),
      rules: ['invariants-met'],
      core: false,
    },
  ],
  [
    'tells another limit than it counts by',
    {
      ...usage,
      fault: body((value) => ({ ...value, requestsPerMinute: 61 })),
      rules: ['rate-limits-consistent'],
      core: false,
    },
  ],
  [
    'names another status than it answers with',
    { ...put, fault: status(404), rules: ['error-status-matches'], core: false },
  ],
]
