/** After many edits the language server publishes the diagnostics of a new server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Diagnostic } from 'vscode-languageserver-protocol/node'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { thorough, times } from '../../harness/thorough.ts'
import { type Editor, startEditor } from './editor.ts'

const operation = (name: string, schema: string, example: string) => `get:
  operationId: ${name}
  summary: Read a ${schema}
  parameters: [{ name: n, in: query, schema: { $ref: ./Name.yaml }, example: ab }]
  responses:
    '200':
      description: Found
      content: { application/json: { schema: { $ref: ./${schema}.yaml }, example: ${example} } }
    '404': { $ref: './openapi.yaml#/components/responses/Missing' }
`

const FILES: Record<string, string> = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Pets, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://pets.test }]
security: []
paths:
  /cat: { $ref: ./cat.yaml }
  /dog: { $ref: ./dog.yaml }
components:
  responses:
    Missing: { description: Missing, content: { application/json: { schema: { $ref: '#/components/schemas/Fault' }, example: { code: 1 } } } }
  schemas:
    Fault: { type: object, properties: { code: { type: integer } } }
`,
  'cat.yaml': operation('readCat', 'Cat', '{ name: Tom, meal: { kind: wet } }'),
  'dog.yaml': operation('readDog', 'Dog', '{ size: 1 }'),
  'Cat.yaml': 'type: object\nproperties:\n  name: { $ref: ./Name.yaml }\n  meal: { $ref: ./Meal.yaml }\n',
  'Meal.yaml': `oneOf:
  - { type: object, required: [fish], properties: { fish: { type: integer } } }
  - { type: object, required: [kind], properties: { kind: { const: dry } } }
`,
  'Dog.yaml': 'type: object\nproperties:\n  size: { type: integer }\nexamples: [{ size: 1 }]\n',
  'Name.yaml': 'type: string\nmaxLength: 20\n',
}

/** Most change something in any file that has it. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => `# A remark.\n${text}`,
  (text) => text.replace('type: integer', 'type: string'),
  (text) => text.replace('type: string', 'type: integer'),
  (text) => text.replace('const: dry', 'const: wet'),
  (text) => text.replace(/maxLength: \d+/, 'maxLength: 1'),
  (text) => text.replace('.yaml', '.yml'),
  (text) => text.replace('responses/Missing', 'responses/Mising'),
  (text) => text.replace('    Missing:', '    Lost:'),
  (text) => text.replace('schemas/Fault', 'schemas/Flaut'),
  (text) => text.replace('operationId: readDog', 'operationId: readCat'),
  (text) => text.replace(/^ +summary: .*\n/m, ''),
  (text) => `${text}odd: true\n`,
  (text) => `${text}broken: [\n`,
  (text) => text.replace('example: {', 'example: { more: 1, '),
]
const ROUNDS = times(8, 1)
const EDITS_OF_ROUND = 8

const folder = mkdtempSync(join(tmpdir(), 'lsp-'))
let editor: Editor
const texts = new Map(Object.entries(FILES))
/** That reported something. */
const rules = new Set<string>()

beforeAll(async () => {
  for (const [name, text] of texts) writeFileSync(join(folder, name), text)
  editor = await startEditor(folder)
  for (const [name, text] of texts) await editor.open(name, text)
}, 60_000)

afterAll(async () => {
  await editor.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('diagnostics after many edits', { timeout: 120_000 }, () => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'are those of a new server, seed %i',
    async (seed) => {
      const random = createRandom(seed)
      const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T
      let last = ''
      for (let edit = 0; edit < EDITS_OF_ROUND; edit++) {
        last = pick([...texts.keys()])
        // One of three puts back what the file was.
        const before = texts.get(last) ?? ''
        const now = random.below(3) === 0 ? (FILES[last] ?? '') : pick(EDITS)(before)
        texts.set(last, now)
        await editor.type(last, now)
        if (random.below(3) > 0) continue
        await editor.checked(last)
        noteRules(editor)
      }
      await editor.checked(last)
      const fresh = await startEditor(folder)
      for (const [name, text] of texts) await fresh.open(name, text)
      await fresh.checked([...texts.keys()].at(-1) ?? '')
      expect(sorted(editor)).toEqual(sorted(fresh))
      noteRules(fresh)
      await fresh.close()
    },
  )

  it.runIf(thorough)('are of every kind', () => {
    expect([...rules]).toEqual(
      expect.arrayContaining([
        'readable',
        'no-unresolved-refs',
        'no-invalid-parameter-examples',
        'no-invalid-media-type-examples',
      ]),
    )
  })

  it('of a new file that is not saved know its own parts', async () => {
    await editor.open('unsaved.yaml', FILES['openapi.yaml']?.replace('title: Pets', 'titel: Pets') ?? '')
    await editor.checked('unsaved.yaml')
    const codes = (editor.diagnostics()['unsaved.yaml'] ?? []).map(({ code }) => code)
    expect(codes).toContain('struct')
    expect(codes).not.toContain('no-unresolved-refs')
    await editor.client.sendNotification('textDocument/didClose', {
      textDocument: { uri: pathToFileURL(join(folder, 'unsaved.yaml')).href },
    })
  })

  it('of the changed parts come before those of all rules', async () => {
    for (const [name, text] of Object.entries(FILES)) await editor.type(name, text)
    await editor.checked('Name.yaml')
    const shown = () => (editor.diagnostics()['dog.yaml'] ?? []).map(({ code }) => code)
    const heard: unknown[] = []
    const listener = editor.client.onNotification('$/specwright/touched', () => {
      heard.push(shown())
    })
    await editor.type('dog.yaml', FILES['dog.yaml']?.replace(/^ +summary: .*\n/m, '') ?? '')
    await editor.checked('dog.yaml')
    await editor.type('dog.yaml', FILES['dog.yaml'] ?? '')
    await editor.checked('dog.yaml')
    listener.dispose()
    expect(heard).toEqual([['operation-summary'], []])
  })

  it('name a reference that leads nowhere before the rules have run, and move with the text', async () => {
    for (const [name, text] of Object.entries(FILES)) await editor.type(name, text)
    await editor.type('dog.yaml', FILES['dog.yaml']?.replace(/^ +summary: .*\n/m, '') ?? '')
    await editor.checked('dog.yaml')
    const [missing] = editor.diagnostics()['dog.yaml'] ?? []
    expect(missing?.code).toBe('operation-summary')
    const remark = `# One.\n# Two.\n${FILES['dog.yaml']?.replace(/^ +summary: .*\n/m, '')}`
    const first = new Promise<{ code: unknown; line: number }[]>((resolve) => {
      editor.client.onNotification(
        'textDocument/publishDiagnostics',
        ({ diagnostics }: { diagnostics: Diagnostic[] }) => {
          if (!diagnostics.some(({ code }) => code === 'no-unresolved-refs')) return
          resolve(diagnostics.map(({ code, range }) => ({ code, line: range.start.line })))
        },
      )
    })
    await editor.type('dog.yaml', remark)
    await editor.type('dog.yaml', remark.replace('Dog.yaml', 'Dgo.yaml'))
    expect(await first).toEqual([
      { code: 'no-unresolved-refs', line: 8 },
      { code: 'operation-summary', line: (missing?.range.start.line ?? 0) + 2 },
    ])
  })
})

function noteRules(one: Editor): void {
  for (const all of Object.values(one.diagnostics())) for (const { code } of all) rules.add(String(code))
}

function sorted(one: Editor): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(one.diagnostics())
      .map(([name, all]): [string, string[]] => [
        name,
        all.map(({ range, code, message }) => `${JSON.stringify(range)} ${code} ${message}`).sort(),
      ])
      .sort(([a], [b]) => a.localeCompare(b)),
  )
}
