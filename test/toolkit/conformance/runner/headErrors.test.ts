/** Errors of operations with HEAD, whose responses have no body (RFC 9110, 9.3.2). */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding } from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'

const names = ['alerts', 'bands', 'cells', 'doors', 'exits', 'flows']
const responses = { 200: { description: '' }, 409: { description: '' } }
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Machines', version: '1' },
  paths: Object.fromEntries([
    ...names.map((name) => [`/${name}`, { get: { operationId: name, responses } }]),
    ['/heartbeat', { head: { operationId: 'heartbeat', responses } }],
  ]),
})

/** @param odd the path whose error has another form */
async function findingsWith(odd: string): Promise<Pick<ConformanceFinding, 'code' | 'operationId'>[]> {
  await using server = await startJson(({ method, url }) =>
    method === 'HEAD' ? [409] : [409, url === odd ? { wrong: true } : { message: 'No', code: 'denied' }],
  )
  const findings: ConformanceFinding[] = []
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'consistent-responses'),
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return findings.map(({ code, operationId }) => ({ code, operationId }))
}

it('have no form to compare', async () => {
  expect(await findingsWith('')).toEqual([])
  expect(await findingsWith('/flows')).toEqual([{ code: 'error-form', operationId: 'flows' }])
})
