import { expect, test } from 'vitest'
import openapi from '../../../../../generated/openapi.v1.json' with { type: 'json' }
import { responseIssues } from '../../../../../src/service/server/steps/validate/responseIssues.ts'

const path = '/organization/members/{memberId}'
const { examples } = openapi.paths[path].get.responses['200'].content['application/json']
const member = Object.values(examples)[0]?.value

test('answers are held to the formats that requests and events are held to', () => {
  const issuesOf = (createdAt: string) =>
    responseIssues({ path, method: 'get', status: 200 }, { ...member, createdAt })
  expect(issuesOf('2026-11-02T09:30:00.000Z')).toEqual([])
  // Without the T of RFC 3339, and an offset without its colon, both of which ajv-formats takes.
  for (const time of ['2026-11-02 09:30:00.000Z', '2026-11-02T09:30:00.000+0200'])
    expect(issuesOf(time), time).toEqual([expect.stringContaining('/createdAt')])
})
