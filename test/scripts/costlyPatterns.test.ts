/** A document of patterns with exponential time on V8's own engine, through the commands that read documents. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../harness/thorough.ts'
import { copyDocuments, inProcess } from './project.ts'

const COSTLY = `${'a'.repeat(60)}!`
const PATTERNS = ['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '^([a-z]+)*$', '(a|aa)+$', String.raw`^(\w+\s?)*$`]

const openapi = (pattern: string) => ({
  openapi: '3.1.0',
  info: { title: 'Costly', version: '1.0.0', license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' } },
  servers: [{ url: 'https://costly.dev' }],
  security: [],
  tags: [{ name: 'Things', description: 'Things.' }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        summary: 'List things',
        tags: ['Things'],
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string', pattern, default: COSTLY }, example: COSTLY },
        ],
        responses: {
          200: {
            description: 'Found.',
            headers: { 'X-Name': { schema: { type: 'string', pattern } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { name: { type: 'string', pattern, examples: [COSTLY] } },
                  patternProperties: { [pattern]: { type: 'string' } },
                },
                example: { name: COSTLY, [COSTLY]: 1 },
              },
            },
          },
          400: { description: 'Wrong.' },
        },
      },
    },
  },
})

describe.each(casesOf(PATTERNS, 6, 3))('a document with the pattern %s', { timeout: 60_000 }, (pattern) => {
  const folderOfTest = (): string => {
    const folder = copyDocuments()
    writeFileSync(join(folder, 'api.json'), JSON.stringify(openapi(pattern)))
    const other = openapi(pattern)
    other.paths['/things'].get.parameters = [
      { name: 'q', in: 'query', schema: { type: 'string', pattern: '^[ab]+$', default: 'a' }, example: 'a' },
    ]
    writeFileSync(join(folder, 'other.json'), JSON.stringify(other))
    return folder
  }

  it.each<[name: string, args: [string, ...string[]]]>([
    ['lint', ['lint', 'api.json', '--format', 'json']],
    ['generate', ['generate', 'api.json', '--output', 'made']],
    ['docs', ['docs', 'api.json', '--output', 'site']],
    ['model', ['model', 'api.json']],
    ['stub', ['stub', 'listThings', '--document', 'api.json', '--output', 'stubs']],
    ['diff', ['diff', 'api.json', 'other.json']],
  ])('is no burden to %s', async (_, args) => {
    const { code, stderr } = await inProcess(folderOfTest(), ...args)
    expect([0, 1], stderr).toContain(code)
  })

  it('is no burden to conform, whatever the server responds', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Name': COSTLY })
      response.end(JSON.stringify({ name: COSTLY, [COSTLY]: 1 }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { code, stdout } = await inProcess(
        folderOfTest(),
        'conform',
        'api.json',
        target,
        '--time-budget',
        '10s',
      )
      expect([code, stdout]).toEqual([1, expect.stringContaining('pattern')])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
