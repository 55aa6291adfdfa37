/** A document may be untrusted: its network references are reported, and not requested. */
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { program } from '../../service/cli/program.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

let asked: string[] = []
const elsewhere = createServer((request, response) => {
  asked.push(String(request.url))
  response.writeHead(200, { 'Content-Type': 'application/yaml' }).end('type: string\n')
})
beforeAll(() => once(elsewhere.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void elsewhere.close())

const commands: [string, string[]][] = [
  ['lint', ['lint', 'api.yaml']],
  ['generate', ['generate', 'api.yaml']],
  ['stub', ['stub', '--document', 'api.yaml', 'listPets']],
  ['diff', ['diff', 'api.yaml', 'api.yaml']],
  ['docs', ['docs', 'api.yaml', '--output', 'site']],
]
test.each(casesOf(commands, 3, 1))(
  '%s follows no reference to the network',
  { timeout: 60_000 },
  async (_, words) => {
    asked = []
    const { port } = elsewhere.address() as AddressInfo
    const folder = temporaryDirectory()
    const api = `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: Pets.
          content: {application/json: {schema: {$ref: 'http://127.0.0.1:${port}/pet.yaml'}}}
`
    writeFileSync(join(folder, 'api.yaml'), api)
    const run = program(words, {}, undefined, folder)
    const code = await run.ended
    expect(asked).toEqual([])
    if (!['lint', 'generate', 'stub'].includes(words[0] ?? '')) return
    expect(code).not.toBe(0)
    expect(run.output.stdout + run.output.stderr).toContain('references to the network are not followed')
    expect(readdirSync(folder)).toEqual(['api.yaml'])
  },
)
