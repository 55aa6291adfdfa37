import { expect, test } from 'vitest'
import { fileReport, type Recorded, type RunEvent } from '../../../../src/toolkit/conformance/conform.ts'

const TOKENS = {
  access_token: 'at-secret',
  refresh_token: 'rt-"secret',
  token_type: 'Bearer',
  expires_in: 60,
}

/** An exchange with an authorization server, as the agent records it. */
const exchange = {
  check: 'oauth-code-flow-works',
  identity: null,
  operationId: null,
  method: 'POST',
  url: 'https://auth.example.com/token',
  path: 'https://auth.example.com/token',
  requestHeaders: {},
  requestBody: undefined,
  status: 302,
  headers: {
    'content-type': 'application/json',
    'set-cookie': 'session=cookie-secret',
    location: 'https://app.example.com/back?state=kept&code=code-secret#access_token=at-secret',
  },
  body: Buffer.from(JSON.stringify(TOKENS)),
  json: TOKENS,
  startedAt: 0,
  milliseconds: 1,
  number: 1,
} as unknown as Recorded

const events = [
  { type: 'run-started', run: { target: 'https://api.example.com/v1' } },
  { type: 'exchange', exchange },
  { type: 'finding', finding: { sequence: [exchange] } },
  { type: 'run-finished', summary: { coverage: { rows: [] }, unreached: [], causes: [] } },
] as unknown as RunEvent[]

test.each(['har', 'json'])('a report as %s holds no token, code or cookie, and the rest', (kind) => {
  let text = ''
  const subscriber = fileReport(kind, (report) => {
    text = report
  })
  for (const event of events) subscriber(event)
  expect(text).not.toMatch(/(at|rt|code|cookie)-(\\+")?secret/)
  expect(text).toContain('https://auth.example.com/token')
  expect(text).not.toContain('/v1https:')
  expect(text).toMatch(/token_type.{1,8}Bearer/)
  expect(text).toContain('state=kept&code=…')
})
