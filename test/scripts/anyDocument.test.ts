/** `generate`, `stub` and `lint` on documents of any layout, and their output for a single slip. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../harness/thorough.ts'
import { copyDocuments, inProcess, program, runNode } from './project.ts'

const PETS = `openapi: 3.0.3
info: {title: Pets, version: 1.0.0, license: {name: MIT, url: 'https://example.com/mit'}}
servers: [{url: 'https://pets.dev'}]
security: []
paths:
  /pets:
    $ref: pets.yaml
`

const PATH = `get:
  operationId: listPets
  summary: Lists pets.
  responses:
    '200':
      description: Pets.
      content:
        application/json:
          schema: {type: array, items: {$ref: pet.yaml}}
          example: [{name: Rex}]
    '400': {description: Refused.}
`

const PET = `type: object
required: [name]
properties:
  name: {type: string}
`

/** A folder with a document of three files, in a layout that is not ours. */
function pets(changed: Record<string, string> = {}): string {
  const folder = copyDocuments()
  for (const [name, text] of Object.entries({
    'api.yaml': PETS,
    'pets.yaml': PATH,
    'pet.yaml': PET,
    ...changed,
  }))
    writeFileSync(join(folder, name), text)
  return folder
}

describe('documents of any layout', { timeout: 120_000 }, () => {
  it('have a bundle, types and stubs that lack nothing but their work', async () => {
    const folder = pets()
    expect(await program(folder, 'generate', 'api.yaml', '--output', 'made')).toEqual({
      code: 0,
      stdout: `Wrote made/api.json, made/api.ts.\n`,
      stderr: '',
    })
    expect(await inProcess(folder, 'generate', 'api.yaml', '--output', 'made', '--check')).toMatchObject({
      code: 0,
    })
    const stub: [string, ...string[]] = [
      'stub',
      'listPets',
      '--document',
      'api.yaml',
      '--output',
      'src/pets',
      '--types',
      'made/api.ts',
    ]
    expect(await inProcess(folder, ...stub)).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(folder, 'src/pets/listPets.test.ts'))).toBe(true)
    const tsc = 'node_modules/typescript-native/bin/tsc'
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', '']
    const args = [tsc, ...options, '--allowImportingTsExtensions', 'src/pets/listPets.ts']
    const { stdout } = await runNode(folder, args)
    expect(stdout.match(/error .*/g)).toEqual([expect.stringContaining("Cannot find name 'writeMe'")])
    writeFileSync(join(folder, 'made/api.ts'), '')
    expect(await inProcess(folder, 'generate', 'api.yaml', '--output', 'made', '--check')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^made\/api\.ts differs from the documents/),
    })
  })

  it('are judged by lint', async () => {
    expect(await inProcess(pets(), 'lint', 'api.yaml')).toMatchObject({ code: 0 })
  })

  const usage: [string[], RegExp][] = [
    [['generate', 'none.yaml'], /There is no file none\.yaml/],
    [['generate', '--output', 'made'], /--output needs documents/],
    [['generate', '--only-tags', 'pets'], /--only-tags 'pets' needs documents/],
    [['generate', 'api.yaml', '--schemas', 'joi'], /Allowed choices are zod/],
    [['lint', 'none.yaml'], /There is no file none\.yaml/],
    [
      ['stub', 'listPets', '--types', 'a.ts'],
      /--output, --tests, --types and --handler need --document FILE/,
    ],
  ]
  it.each(usage)('%j is not understood', async (args, want) => {
    const [command = '', ...rest] = args
    const ended = await inProcess(pets(), command, ...rest)
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(want) })
  })
})

describe('one slip', { timeout: 120_000 }, () => {
  const slips: [string, { file: string; text: string; want: RegExp }][] = [
    [
      'a tab',
      {
        file: 'pet.yaml',
        text: PET.replace('  name', '\tname'),
        want: /^pet\.yaml:4:\d+: cannot be parsed: /,
      },
    ],
    [
      'a wrong indent',
      {
        file: 'pet.yaml',
        text: `${PET}   id: {type: string}\n`,
        want: /^pet\.yaml:[45]:\d+: cannot be parsed: /,
      },
    ],
    [
      'a key twice',
      {
        file: 'pet.yaml',
        text: `${PET}  name: {type: string}\n`,
        want: /^pet\.yaml:5:3: cannot be parsed: .*unique/,
      },
    ],
    [
      'an open quote',
      {
        file: 'pets.yaml',
        text: PATH.replace('Lists pets.', '"Lists pets.'),
        want: /^pets\.yaml:\d+:\d+: cannot be parsed: /,
      },
    ],
    [
      'what a merge left behind',
      {
        file: 'pet.yaml',
        text: PET.replace('properties:', '<<<<<<< HEAD\nproperties:\n=======\nmembers:\n>>>>>>> theirs'),
        want: /^pet\.yaml:3:1: cannot be parsed: A merge left its conflict markers; choose one of the two sides\.$/,
      },
    ],
    [
      'a file without content',
      {
        file: 'pet.yaml',
        text: '# To do.\n',
        want: /^pet\.yaml:1:1: received an empty file, expected an object\.$/,
      },
    ],
    [
      'an alias of no anchor',
      {
        file: 'pet.yaml',
        text: `${PET}  owner: *person\n`,
        want: /^pet\.yaml:5:10: cannot be parsed: .*anchor.*person/,
      },
    ],
    [
      'a schema that is nothing but itself',
      {
        file: 'pet.yaml',
        text: `${PET}  mate: {$ref: '#/x-mate'}\n  friend: {$ref: '#/x-mate'}\nx-mate:\n  $ref: '#/x-mate'\n`,
        want: /^pet\.yaml:8:9: \$ref "pet\.yaml#\/x-mate" leads back to itself and to no schema\.$/,
      },
    ],
    [
      'an open bracket in the entry file',
      {
        file: 'api.yaml',
        text: PETS.replace('security: []', 'security: ['),
        want: /^api\.yaml:\d+:\d+: cannot be parsed: /,
      },
    ],
  ]
  it.each(casesOf(slips, 9, 3))(
    '%s is one message of lint, and of generate the same',
    async (_name, { file, text, want }) => {
      const folder = pets({ [file]: text })
      const lint = await linesOfLint(folder)
      const generate = await inProcess(folder, 'generate', 'api.yaml')
      expect(lint).toEqual([expect.stringMatching(want)])
      expect([generate.code, generate.stderr.trim().split('\n').slice(1)]).toEqual([2, lint])
      expect(existsSync(join(folder, 'generated'))).toBe(false)
    },
  )

  it('in JSON is told with its place, which its parser does not tell', async () => {
    const folder = pets({
      'pets.yaml': PATH.replace('pet.yaml', 'pet.json'),
      'pet.json': '{\n  "type": "object",\n  "required": ["name"]\n  "properties": {}\n}\n',
    })
    expect(await linesOfLint(folder)).toEqual([expect.stringMatching(/^pet\.json:4:3: cannot be parsed: /)])
  })

  it('in an example is told by lint, and by generate --strict in the same words', async () => {
    const folder = pets({ 'pets.yaml': PATH.replace('name: Rex', 'name: 7') })
    const lint = await linesOfLint(folder)
    expect(lint).toEqual([expect.stringMatching(/^pets\.yaml:10:28: .*`name` property type must be string/)])
    const strict = await inProcess(folder, 'generate', 'api.yaml', '--strict')
    expect([strict.code, strict.stderr.trim().split('\n').slice(1)]).toEqual([2, lint])
    expect(existsSync(join(folder, 'generated'))).toBe(false)
    const generate = await program(folder, 'generate', 'api.yaml')
    expect([generate.code, generate.stderr]).toEqual([0, ''])
    expect(existsSync(join(folder, 'generated/api.ts'))).toBe(true)
  })
})

/** The problems of lint, in the form of the other commands. */
async function linesOfLint(folder: string): Promise<string[]> {
  const { code, stdout } = await inProcess(folder, 'lint', 'api.yaml', '--format', 'json')
  expect(code).toBe(1)
  const { problems } = JSON.parse(stdout) as {
    problems: {
      message: string
      location: [{ source: { ref: string }; start: { line: number; col: number } }]
    }[]
  }
  return problems.map(
    ({ message, location: [{ source, start }] }) => `${source.ref}:${start.line}:${start.col}: ${message}`,
  )
}
