/** Examples as the document shows them, and with new names. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type {
  ConformanceFinding,
  RunEvent,
  RunSummary,
} from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const json = (schema: unknown, example?: unknown) => ({ 'application/json': { schema, example } })
const region = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } }
const documentWith = (example: string, pattern?: string) =>
  documentOf({
    openapi: '3.1.0',
    info: { title: 'Regions', version: '1' },
    paths: {
      '/regions': {
        post: {
          operationId: 'addRegion',
          requestBody: {
            required: true,
            content: json(
              {
                type: 'object',
                required: ['name'],
                properties: { name: { ...text, ...(pattern && { pattern }) } },
              },
              { name: example },
            ),
          },
          responses: { 201: { description: '', content: json(region) }, 400: { description: '' } },
        },
      },
    },
  })

/** @param isAllowed whether a region may have the name */
async function startRegions(isAllowed: (name: string) => boolean): Promise<{ url: string; names: string[] }> {
  const names: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(404).end()
    let body = ''
    for await (const part of request) body += String(part)
    const { name } = JSON.parse(body) as { name: string }
    names.push(name)
    const isValid = isAllowed(name)
    response.writeHead(isValid ? 201 : 400, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isValid ? { id: `r${names.length}`, name } : { message: 'Bad request.' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, names }
}

async function run(
  target: string,
  document = documentWith('eu-west'),
): Promise<{ summary: RunSummary; findings: ConformanceFinding[] }> {
  const findings: ConformanceFinding[] = []
  const options = {
    document,
    target,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'valid-request-succeeds'),
    subscribers: [(event: RunEvent) => void (event.type === 'finding' && findings.push(event.finding))],
  }
  return { summary: await runConformance(options), findings }
}

describe('a new name made of an example', () => {
  it.each([
    ['Hello-World', undefined, /^Hello-World-[a-z0-9]{7}$/],
    ['user_table', undefined, /^user_table_[a-z0-9]{7}$/],
    ['My first book', undefined, /^My first book [a-z0-9]{7}$/],
    ['users', undefined, /^users[a-z0-9]{7}$/],
    ['users', '^\\w+$', /^users_[a-z0-9]{7}$/],
    ['ORDERS', undefined, /^ORDERS[A-Z0-9]{7}$/],
    ['photo.jpg', undefined, /^photo[a-z0-9]{7}\.jpg$/],
    ['example.org.', undefined, /^example[a-z0-9]{7}\.org\.$/],
    ['v1.2', undefined, /^v1\.2[a-z0-9]{7}$/],
    ['John F. Kennedy', undefined, /^John F\. Kennedy [a-z0-9]{7}$/],
  ])('keeps the characters of %j (pattern: %j)', async (example, pattern, expected) => {
    const { url, names } = await startRegions(() => true)
    await run(url, documentWith(example, pattern))
    expect(names[0]).toMatch(expected)
  })
})

describe('an example of a body', () => {
  it('is sent unchanged where the server rejects new names', { timeout: 60_000 }, async () => {
    const { url, names } = await startRegions((name) => name === 'eu-west')
    const { summary, findings } = await run(url)
    expect(names).toContain('eu-west')
    expect(summary.unreached).toEqual([])
    expect(findings).toEqual([])
  })

  it('is the author’s own only where it is unchanged', { timeout: 60_000 }, async () => {
    const { url, names } = await startRegions(() => false)
    const { findings } = await run(url)
    expect(names).toContain('eu-west')
    expect(findings.map(({ subject }) => subject)).toEqual(["the document's own example"])
  })
})
