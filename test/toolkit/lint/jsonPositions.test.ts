/** Positions of findings in JSON, whose syntax tree is built where it is read, are those of the same text as YAML. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLinter } from '../../../src/toolkit/lint/index.ts'

const TEXT = `{
  "openapi": "3.1.0",
  "info": { "title": "A \\"quoted\\" title, with [brackets] {and} a backslash \\\\", "version": "1.0.0" },
  "servers": [ { "url": "https://a.test" } , { "url": "https://b.test/" } ],
  "paths": {
    "/a~b/{id}": {
      "get": {
        "oddly \\"named\\"": 1 ,
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }, "example": "x" }],
        "responses": { "200": { "description": "", "content": { "application/json": { "schema": { "type": "array", "items": { "type": "string" } }, "example": ["a", 2, {"b": [3]}] } } } }
      },
      "put": { "operationId": "\\u00fcber", "responses": {} }
    }
  }
}
`

it('agree', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'json-'))
  try {
    const findings = async (name: string) => {
      writeFileSync(join(folder, name), TEXT)
      const found = await createLinter().all({
        file: join(folder, name),
        alias: undefined,
        config: undefined,
      })
      return found.map(({ file, part, ...finding }) => ({ ...finding, part: part?.slice(file.length) }))
    }
    const found = await findings('a.json')
    expect(found.length).toBeGreaterThan(8)
    expect(found).toEqual(await findings('a.yaml'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
