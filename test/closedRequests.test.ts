/** Requests are closed: properties of the server, and undeclared ones, are rejected at their place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import openapi from '../generated/openapi.v1.json' with { type: 'json' }
import { documentOf, follow, type Json, listOperations, objectAt } from '../src/toolkit/openapi/index.ts'
import { startServer, type TestServer } from './harness/server.ts'

const document = documentOf(openapi as unknown as Json & object, 'generated/openapi.v1.json')
const jsonOf = (node: Json | undefined) =>
  objectAt(objectAt(follow(document, node ?? {}), 'content'), 'application/json')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

/** Operations whose response has properties of the server, with a valid body and those properties. */
const writes = listOperations(document).flatMap(({ operationId, path, method, operation, parameters }) => {
  const request = jsonOf(operation.requestBody)
  const declared = objectAt(follow(document, request.schema ?? {}), 'properties')
  const [example] = Object.values(objectAt(request, 'examples'))
  const responses = Object.entries(objectAt(operation, 'responses')).filter(([status]) =>
    status.startsWith('2'),
  )
  const owned = responses.flatMap(([, response]) => {
    const { properties } = follow(document, jsonOf(response).schema ?? {})
    return Object.entries((properties ?? {}) as Record<string, { readOnly?: boolean }>)
      .filter(([name, member]) => member.readOnly === true && !Object.hasOwn(declared, name))
      .map(([name]) => name)
  })
  if (!example || owned.length === 0) return []
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((one) => one.name === name)?.example),
  )
  return [{ operationId, method, target, body: objectAt(follow(document, example), 'value'), owned }]
})

async function rejection(method: string, target: string, body: unknown): Promise<string[]> {
  const response = await server.wire.send({
    method: method.toUpperCase(),
    path: target,
    key: server.a.key,
    body,
  })
  const { error } = response.json() as {
    error: { code: string; details: { issues: { field: string; issue: string }[] } }
  }
  expect([response.status, error.code]).toEqual([400, 'VALIDATION_ERROR'])
  return error.details.issues.map(({ field, issue }) => `${field}: ${issue.replace(/.*; expected /s, '')}`)
}

test.each(writes.map((one) => [one.operationId, one] as const))(
  '%s refuses every member that the server owns',
  async (_, { method, target, body, owned }) => {
    const given = Object.fromEntries(owned.map((name) => [name, 'mine']))
    const found = await rejection(method, target, { ...body, ...given })
    expect(found).toEqual(owned.map((name) => `${name}: no property of this name`).sort())
  },
)

test('operations that answer with resources are in the table', () => {
  expect(writes.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'createPrompt',
      'updatePrompt',
      'createWebhook',
      'createReport',
      'createDataset',
    ]),
  )
})

describe('what a request gives is closed below its top, too', () => {
  const evaluation = {
    promptId: 'prompt_01m6dsg7e0e8qra54038hz5kj6',
    datasetId: 'dataset_01m6e8c9t0frjt6arjvj6p1nax',
    scorers: [{ type: 'contains' }],
  }
  const report = { templateId: 'template_01m3v7me00ek2v3mwbsax9r211' }
  const scorers = (...given: object[]) => ['/evaluations', { ...evaluation, scorers: given }] as const
  const cases: [string, readonly [string, object], string[]][] = [
    ['an unknown kind of scorer', scorers({ type: 'vibes' }), ['scorers[0].type: one of equals, contains']],
    ['a scorer without its kind', scorers({ negate: true }), ['scorers[0].type: a value']],
    ['a kind that is no text', scorers({ type: 7 }), ['scorers[0].type: a string']],
    [
      'a member of no scorer',
      scorers({ type: 'isJson', colour: 1 }),
      ['scorers[0].colour: no property of this'],
    ],
    [
      'the options of another kind',
      scorers({ type: 'contains', options: { maxMs: 5 } }),
      ['scorers[0].options.maxMs: no property of this name'],
    ],
    ['options that a kind demands', scorers({ type: 'regex' }), ['scorers[0].options: a value']],
    [
      'an option that a kind demands',
      scorers({ type: 'equals' }, { type: 'latency', options: {} }),
      ['scorers[1].options.maxMs: a value'],
    ],
    [
      'parameters that no report has',
      ['/reports', { ...report, parameters: { colour: 'blue' } }],
      ['parameters.colour: no property of this name'],
    ],
    [
      'parameters that no report of an evaluation has',
      ['/evaluations', { ...evaluation, report: { ...report, parameters: { evaluationId: 'x' } } }],
      ['report.parameters.evaluationId: no property of this name'],
    ],
  ]
  test.each(cases)('%s', async (_, [target, body], wanted) => {
    const found = await rejection('post', target, body)
    expect(found).toHaveLength(wanted.length)
    for (const [index, words] of wanted.entries()) expect(found[index]).toContain(words)
  })
})

test('a schema that requests and answers share is open in answers', () => {
  const { schemas } = openapi.components
  const open = ['Scorer', 'ItemScorer', 'ReportParameters', 'EvaluationReportParameters'] as const
  for (const name of open) {
    expect(schemas[name]).not.toHaveProperty('additionalProperties', false)
    expect(schemas[name]).not.toHaveProperty('unevaluatedProperties')
  }
})
