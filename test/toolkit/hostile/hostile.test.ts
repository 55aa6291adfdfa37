/** Documents, overlays, workflows and configurations with random mistakes end with a result or a documented error. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectPages } from '../../../src/toolkit/lint/index.ts'
import type { Json, JsonObject } from '../../../src/toolkit/openapi/document.ts'
import { readDocument } from '../../../src/toolkit/openapi/index.ts'
import { tokensOf, withValueAt } from '../../../src/toolkit/openapi/pointer.ts'
import { casesOf } from '../../harness/thorough.ts'
import { ARAZZO, ASYNCAPI, CONFIGURATION, OPENAPI, OVERLAY, SWAGGER } from './documents.ts'
import {
  configurationEntry,
  documentEntries,
  type Entry,
  eventsEntry,
  folderAt,
  lintEntry,
  overlayEntry,
  requireKnownEnd,
  workflowEntry,
} from './entries.ts'
import { mutated, mutations } from './mutations.ts'

const place = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(place, { recursive: true }))
const folder = folderAt(place)
const openapi = folder.write('openapi.json', OPENAPI)
/** Entries that require an OpenAPI document. */
const OF_OPENAPI = ['model', 'plan']
/** The seeds are fixed, so that a run finds what another one found. */
const SEEDS = [26, 27, 28, 29, 30]

async function run(entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) await requireKnownEnd(entry)
}

const KINDS: [
  name: string,
  document: JsonObject,
  runs: number,
  entries: (document: JsonObject) => Entry[],
][] = [
  ['an OpenAPI document', OPENAPI, 10, (document) => entriesOf(document, OPENAPI)],
  ['an OpenAPI 2.0 document', SWAGGER, 10, (document) => entriesOf(document, SWAGGER)],
  ['an AsyncAPI document', ASYNCAPI, 10, (document) => entriesOf(document, ASYNCAPI)],
  ['an overlay', OVERLAY, 60, (document) => [overlayEntry(openapi, folder.write('overlay.json', document))]],
  ['an Arazzo description', ARAZZO, 40, (document) => [workflowEntry(openapi, JSON.stringify(document))]],
  [
    'a configuration',
    CONFIGURATION,
    60,
    (document) => [configurationEntry(openapi, JSON.stringify(document))],
  ],
]

function entriesOf(document: JsonObject, original: JsonObject): Entry[] {
  const file = folder.write('api.json', document)
  const before = folder.write('before.json', original)
  const events = original === SWAGGER ? [] : [eventsEntry(file)]
  return [...documentEntries(file, before), ...events, lintEntry(file)]
}

describe.each(KINDS)('%s', { timeout: 120_000 }, (_, document, numRuns, entries) => {
  test('without a mistake is accepted by every entry', async () => {
    for (const entry of entries(document))
      if (document !== ASYNCAPI || !OF_OPENAPI.includes(entry.name)) await entry.run()
  })

  test.each(casesOf(SEEDS, SEEDS.length))(
    'with random mistakes ends with a result or a documented error, seed %i',
    async (seed) => {
      const property = fc.asyncProperty(mutations, (changes) => run(entries(mutated(document, changes))))
      await fc.assert(property, { numRuns: numRuns / SEEDS.length, seed, endOnFailure: true })
    },
  )
})

const THING = '/components/schemas/NewThing/properties'

describe('a document', { timeout: 60_000 }, () => {
  test.each<[mistake: string, pointer: string, value: Json, reported: RegExp]>([
    ['the type null without quotes', `${THING}/name/type`, null, /"type" is null/],
    [
      'a reference that is a list',
      `${THING}/owner/$ref`,
      ['#/components'],
      /received a list, expected the text of a reference/,
    ],
    ['a schema property that is a name of JavaScript', `${THING}/name/constructor`, 'a', /^$/],
    ['a keyword of schemas at its root', '/pattern', { a: 1 }, /^$/],
    ['a reference at its root', '/$ref', '#/nowhere', /leads nowhere/],
    [
      'a composition that is a text',
      '/components/schemas/Person/oneOf',
      'a',
      /received "a", expected a list/,
    ],
  ])('with %s is read by every entry', async (_, pointer, value, reported) => {
    const changed = withValueAt(OPENAPI, tokensOf(pointer), value) as JsonObject
    await run(entriesOf(changed, OPENAPI))
    const { findings } = readDocument(folder.path('api.json'))
    expect(findings.map(({ message }) => message).join('\n')).toMatch(reported)
  })

  test('on which a rule of Redocly fails is reported with what is wrong with its structure', async () => {
    const required = { oneOf: 'a', properties: { b: { required: ['c'] } } }
    const file = folder.write(
      'rule.json',
      withValueAt(OPENAPI, ['components', 'schemas', 'Person'], required) as JsonObject,
    )
    const problems = await inspectPages([{ file, alias: undefined }])
    const messages = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n')
    expect(messages).toContain('readable: Some rules cannot check this document')
    expect(messages).toMatch(/struct: Expected type `OneOf` \(array\) but got `string`/)
  })
})
