import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { copyProject, ROOT, runNode } from '../project.ts'

const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js'
const rulesIn = (folder: string, plugin: string) =>
  readdirSync(join(ROOT, folder)).map((file) => `${plugin}/${file.replace('.ts', '')}`)
const OURS = [...rulesIn('src/toolkit/lint/rules', 'house'), ...rulesIn('scripts/lint/rules', 'reference')]

/** A list that only the rules about the model of an API report. */
const badList = (id: string, index: number): string => `  /list${index}:
    get:
      operationId: list${index}
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: ${['page', 'offset'][index]}, in: query, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: colour, in: query, schema: { type: string } }
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { type: object, properties: { ${id}: { type: string } } } } } }
  /list${index}/{${id}}:
    get:
      operationId: readFrom${index}
      parameters: [{ name: ${id}, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: { type: object, properties: { ${id}: { type: string } } } } } } }
`

describe('npm run lint:api', { timeout: 60_000 }, () => {
  it('applies every rule of the toolkit and of scripts/lint, each by the name of its file', async () => {
    const folder = copyProject()
    const rules = OURS.map((rule) => `  ${rule}: error\n`).join('')
    writeFileSync(
      join(folder, 'redocly.yaml'),
      `plugins: [./src/toolkit/lint/plugin.js, ./scripts/lint/plugin.js]\nrules:\n${rules}`,
    )
    writeFileSync(
      join(folder, 'bad.yaml'),
      `openapi: 3.1.0
paths:
  /notes:
    get: { operationId: notes, responses: { '201': { description: '', content: { text/plain: { schema: { type: string, pattern: '^a$' } } } } } }
${['id', 'uuid'].map(badList).join('')}`,
    )
    const { code, stdout } = await runNode(folder, [REDOCLY, 'lint', 'bad.yaml', '--format=json'])
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] }
    const found = new Set(problems.map(({ ruleId }) => ruleId))
    expect({ code, found: [...found].sort() }).toEqual({ code: 1, found: OURS.sort() })
  })

  it('reads every document', () => {
    const { apis } = parse(readFileSync(join(ROOT, 'redocly.yaml'), 'utf8')) as {
      apis: Record<string, { root: string }>
    }
    const pages = ['openapi', 'asyncapi']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name}`,
        ),
      )
      .filter((path) => /\/(openapi|asyncapi)\.yaml$/.test(path))
    expect(
      Object.values(apis)
        .map(({ root }) => root)
        .sort(),
    ).toEqual(pages.sort())
  })
})
