/** Text of documents, wherever a document has text, neither controls a terminal nor forges a command of a CI. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from '../../../src/toolkit/cli/commands.ts'
import { failureOf } from '../../../src/toolkit/cli/program/failure.ts'
import { isObject, type Json, type JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { COMMAND, foreignStrings, RAW_CONTROL } from '../../foreignStrings.ts'
import { casesOf, times } from '../../harness/thorough.ts'
import { OPENAPI } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreign-output-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string) => join(folder, name)

/** Keywords whose text is a keyword too: another one would only make the document unreadable. */
const STRUCTURE = new Set(['openapi', 'type', 'in', 'format', 'style', 'url', 'tokenUrl', 'pattern'])
/** Keywords whose properties have names that the author chose. */
const NAMING = new Set(['properties', 'schemas', 'parameters', 'responses', 'examples', 'callbacks', 'links'])
const tokens = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

/** The document with `text` at the end of each text and each name that its author chose. */
function infected(value: Json, text: string, key = ''): Json {
  if (typeof value === 'string') {
    if (key === '$ref' || key === 'circle') return value.startsWith('#/') ? value + tokens(text) : value
    return STRUCTURE.has(key) ? value : value + text
  }
  if (Array.isArray(value)) return value.map((one) => infected(one, text, key))
  if (!isObject(value)) return value
  const isNaming = NAMING.has(key)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      isNaming && !/^[1-5X]+$/.test(name) && name !== 'default' ? name + text : name,
      infected(one as Json, text, name),
    ]),
  )
}

/** The document without a part of it, so that a comparison reports each. */
function reduced(document: JsonObject): JsonObject {
  const copy = structuredClone(document) as typeof document & { paths: JsonObject }
  for (const item of Object.values(copy.paths)) delete (item as JsonObject).patch
  const { schemas } = copy.components as { schemas: Record<string, JsonObject> }
  for (const schema of Object.values(schemas)) {
    const names = Object.keys((schema.properties ?? {}) as JsonObject)
    if (names.length > 1) delete (schema.properties as JsonObject)[names.at(-1) ?? '']
  }
  return copy
}

async function outputOf(name: string, args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  try {
    const command = await commands[name]?.load()
    await command?.run([...args], { env: {}, print, warn: print })
  } catch (error) {
    lines.push(failureOf(error, 1).message)
  }
  return lines.join('\n')
}

type Run = [command: string, ...args: string[]]
/** All formats that a command offers. */
async function formatsOf(name: string): Promise<readonly string[]> {
  const choices = (await commands[name]?.load())?.flags.format?.choices
  if (choices === undefined) throw new Error(`${name} has no --format`)
  return choices
}

const [api, before, output] = [file('api.json'), file('before.json'), file('output')]
const RUNS: Run[] = [
  ...(await formatsOf('lint')).map((format): Run => ['lint', api, '--format', format]),
  ...(await formatsOf('diff')).flatMap((format): Run[] => [
    ['diff', before, api, '--format', format],
    ['diff', api, before, '--format', format],
  ]),
  ['model', api],
  ['model', api, '--format', 'json'],
  ['generate', api, '-o', output],
  ['docs', api, '-o', output],
  ['conform', api, 'http://127.0.0.1:9', '--dry-run'],
  ['stub', 'readThing', '--document', api, '--output', output],
]

/** The lines that a format begins as a CI begins a command: commands of the tool itself, and headings. */
const OWN: Record<string, RegExp> = {
  github: /^::(error|warning|notice) /,
  'github-actions': /^::(error|warning) /,
  markdown: /^##+ /,
}

describe.each(casesOf(RUNS, 6, 3))('%s', { timeout: 60_000 }, (name, ...args) => {
  it(`${args.join(' ').replaceAll(`${folder}/`, '')} writes no character that a terminal acts on, and no line that a CI executes`, async () => {
    const property = fc.asyncProperty(foreignStrings, async (text) => {
      const document = infected(OPENAPI, text) as JsonObject
      writeFileSync(api, JSON.stringify(document))
      writeFileSync(before, JSON.stringify(reduced(document)))
      const lines = (await outputOf(name, args)).split('\n')
      for (const line of lines) {
        expect(line).not.toMatch(RAW_CONTROL)
        expect(line.replace(OWN[args.at(-1) ?? ''] ?? '', '')).not.toMatch(COMMAND)
      }
    })
    await fc.assert(property, { numRuns: times(30, 3), seed: 26 })
  })
})
