/** Names that every object of JavaScript has, as names of a document, through the commands that read documents. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../harness/thorough.ts'
import { copyDocuments, inProcess, runNode } from './project.ts'

const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'isPrototypeOf']

/** An object by names; assignment would set the prototype. */
const byName = (names: readonly string[], valueFor: (name: string) => unknown): object =>
  Object.fromEntries(names.map((name) => [name, valueFor(name)]))

const schemas = (names: readonly string[]) =>
  byName(names, (name) => ({
    type: 'object',
    description: `A ${name}.`,
    required: [name],
    properties: byName([name], () => ({ type: 'string', enum: ['a', name] })),
  }))

const openapi = (names: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Names', version: '1.0.0', license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' } },
  servers: [{ url: 'https://names.dev' }],
  security: [],
  tags: names.map((name) => ({ name, description: name })),
  paths: Object.fromEntries(
    names.map((name) => [
      `/${name}/{${name}}`,
      {
        get: {
          operationId: name,
          summary: `Read ${name}`,
          tags: [name],
          parameters: [
            { name, in: 'path', required: true, schema: { type: 'string' } },
            { $ref: `#/components/parameters/${name}` },
            { name, in: 'header', schema: { type: 'string' } },
          ],
          responses: {
            200: {
              description: 'Found.',
              headers: byName([name], () => ({ schema: { type: 'string' } })),
              content: {
                'application/json': {
                  schema: { $ref: `#/components/schemas/${name}` },
                  examples: byName([name], () => ({ $ref: `#/components/examples/${name}` })),
                },
              },
            },
            404: { description: 'None.' },
          },
        },
      },
    ]),
  ),
  components: {
    schemas: schemas(names),
    parameters: byName(names, (name) => ({ name, in: 'query', schema: { type: 'string' } })),
    examples: byName(names, (name) => ({ value: byName([name], () => name) })),
  },
})

const asyncapi = (names: readonly string[]) => ({
  asyncapi: '3.0.0',
  info: { title: 'Names', version: '1.0.0' },
  channels: byName(names, (name) => ({
    address: name,
    messages: byName([name], () => ({ payload: { $ref: `#/components/schemas/${name}` } })),
  })),
  operations: byName(names, (name) => ({ action: 'send', channel: { $ref: `#/channels/${name}` } })),
  components: { schemas: schemas(names) },
})

describe.each(casesOf(NAMES, 6, 3))('a document with the name %s everywhere', { timeout: 60_000 }, (name) => {
  const folderOfTest = (): string => {
    const folder = copyDocuments()
    writeFileSync(join(folder, 'api.json'), JSON.stringify(openapi([name])))
    writeFileSync(join(folder, 'events.json'), JSON.stringify(asyncapi([name])))
    return folder
  }

  it('is valid, and wrong where an example is wrong', async () => {
    const folder = folderOfTest()
    const errorsOf = async (file: string) => {
      const { stdout } = await inProcess(folder, 'lint', file, '--format', 'json')
      const { problems } = JSON.parse(stdout) as { problems: { severity: string; message: string }[] }
      return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
    }
    expect([await errorsOf('api.json'), await errorsOf('events.json')]).toEqual([[], []])
    const wrong = openapi([name])
    wrong.components.examples = byName([name], () => ({ value: byName([name], () => 7) }))
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify(wrong))
    const messages = (await errorsOf('wrong.json')).join('\n')
    // Ajv checks no property of this name (allSchemaProperties in compile/code.ts).
    if (name !== '__proto__') expect(messages).toContain(`\`${name}\` property`)
  })

  it('has types that compile, and stubs', async () => {
    const folder = folderOfTest()
    const generate = await inProcess(folder, 'generate', 'api.json', 'events.json', '--output', 'made')
    expect(generate).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(
      join(folder, 'made/use.ts'),
      `import type { components } from './api.ts'\nexport const it: components['schemas']['${name}']['${name}'] = 'a'\n// @ts-expect-error no such value\nexport const wrong: components['schemas']['${name}']['${name}'] = 'b'\n`,
    )
    const tsc = 'node_modules/typescript-native/bin/tsc'
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', '']
    const files = ['made/api.ts', 'made/events.ts', 'made/use.ts']
    expect(await runNode(folder, [tsc, ...options, '--allowImportingTsExtensions', ...files])).toMatchObject({
      code: 0,
      stdout: '',
    })
    const stub = ['--document', 'api.json', '--output', 'stubs', '--types', 'made/api.ts']
    expect(await inProcess(folder, 'stub', name, ...stub)).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(folder, `stubs/${name}.ts`))).toBe(true)
  })

  it('has docs, which are searched for it', async () => {
    const folder = folderOfTest()
    expect(await inProcess(folder, 'docs', 'api.json', 'events.json', '--output', 'site')).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('Names')
  })

  it('is compared by diff', async () => {
    const folder = folderOfTest()
    expect(await inProcess(folder, 'diff', 'api.json', 'api.json')).toMatchObject({ code: 0 })
    expect(await inProcess(folder, 'diff', 'events.json', 'events.json')).toMatchObject({ code: 0 })
    const changed = openapi([name])
    changed.components.schemas = byName([name], () => ({
      type: 'object',
      required: [name],
      properties: byName([name], () => ({ type: 'integer' })),
    }))
    writeFileSync(join(folder, 'changed.json'), JSON.stringify(changed))
    const { code, stdout } = await inProcess(folder, 'diff', 'api.json', 'changed.json')
    expect([code, stdout]).toEqual([1, expect.stringContaining(name)])
  })
})
