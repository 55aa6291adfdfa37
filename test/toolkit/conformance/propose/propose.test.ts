import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { loadContract } from '../../../../src/toolkit/openapi/index.ts'
import { seededRandom } from '../../../harness/random.ts'
import { casesOf, inCi, thorough } from '../../../harness/thorough.ts'
import { type BooksMistake, startBooks } from '../runner/booksServer.ts'
import { restore } from './restoration.ts'
import { rightServers } from './rightServers.ts'

const folder = mkdtempSync(join(tmpdir(), 'propose-'))
const overlay = join(folder, 'overlay.yaml')
const library = join(import.meta.dirname, '../runner/books.yaml')

beforeEach(() => rmSync(overlay, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param change of the text of the document */
async function propose(change: (text: string) => string, mistake?: BooksMistake, ...flags: string[]) {
  await using server = await startBooks(mistake)
  const document = join(folder, 'openapi.yaml')
  writeFileSync(document, change(readFileSync(library, 'utf8')))
  const lines: string[] = []
  const terminal = { env: {}, print: (line: string) => void lines.push(line) }
  const code = await conform.run(
    [document, server.url, '-H', 'X-Token: secret', '--propose', overlay, ...flags],
    terminal,
  )
  return { code, text: lines.join('\n'), document }
}

const asIs = (text: string) => text

describe('conform --propose', () => {
  it('writes what the document lacks with its evidence, and proves it by a run', async () => {
    const { code, text, document } = await propose(asIs)
    expect(text).toContain(`Wrote ${overlay}: 2 proposals (2 statuses).`)
    expect(text).toContain('Run 2, with the overlay, has no findings.')
    expect(code).toBe(0)
    const written = readFileSync(overlay, 'utf8')
    expect(written).toMatch(
      /\n {2}# POST \/books 415 \{"error":"no JSON"\}\n {2}# \d+ responses of POST \/books\n {2}- target: \$\.paths\['\/books'\]\.post\.responses\n/,
    )
    const { documents, findings } = loadContract([document], { overlays: [overlay] })
    expect(findings).toEqual([])
    expect(documents[0]?.root).toHaveProperty(['paths', '/books', 'post', 'responses', '415'], {
      description: 'Unsupported Media Type',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    })
  })

  const undeclared: [string, (text: string) => string, string[]][] = [
    [
      'an undeclared property and a null',
      (text) =>
        text
          .replace('required: [id, created_at]', 'required: [id]')
          .replace(', created_at: {type: string, format: date-time}', '')
          .replace('minimum: 1, nullable: true', 'minimum: 1'),
      ['has the property created_at', 'properties.pages may be null'],
    ],
    [
      'another type and another format',
      (text) =>
        text
          .replace('{id: {type: integer}', '{id: {type: string}')
          .replace(
            'created_at: {type: string, format: date-time}',
            'created_at: {type: string, format: date}',
          ),
      ['properties.id has another type', 'properties.created_at has another format'],
    ],
    [
      'a required property that is never there',
      (text) => text.replace('required: [items, total]', 'required: [items, total, pages]'),
      ['may lack the property pages'],
    ],
  ]
  it.runIf(inCi).each(casesOf(undeclared, 3))('describes %s', async (_, change, sentences) => {
    const { text } = await propose(change)
    for (const sentence of sentences) expect(readFileSync(overlay, 'utf8')).toContain(sentence)
    expect(text).toMatch(/Run \d, with the overlay, has no findings\./)
  })

  const mistakes: BooksMistake[] = [
    'keeps the title at a PUT',
    'counts one too many',
    'names another item in Location',
  ]
  it.runIf(inCi).each(casesOf(mistakes, 3))('leaves the finding of a server that %s', async (mistake) => {
    const { code, text } = await propose(asIs, mistake)
    expect(text).toMatch(/with the overlay, has \d+ findings? of \d+ causes? \([^)]*server fault/)
    expect(code).toBe(1)
  })

  it.each([
    [['--har', 'run.har'], /--propose proves its overlay by a run\. Leave out --har\./],
    [['--replay', '1:a:b:c'], /--propose needs all checks/],
  ])('rejects %j', async (flags, message) => {
    await expect(propose(asIs, undefined, ...flags)).rejects.toThrow(message)
  })

  it('rejects an OpenAPI 2.0 document', async () => {
    const swagger =
      '{"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {"/books": {"get": {"responses": {"200": {"description": "It."}}}}}}'
    await expect(propose(() => swagger)).rejects.toThrow(
      /is an OpenAPI 2\.0 document, and overlays are for OpenAPI 3/,
    )
  })
})

/** Facts in one document. */
const FACTS = 5
/** Of 100 facts, so many have to be restored. */
const PERCENT = 80

describe('facts that are deleted from documents of right servers', () => {
  const servers = casesOf(rightServers, 6)
  const seeds = thorough ? [1, 2, 3, 4, 5] : [1]
  it(`are restored, ${PERCENT} % at least and none wrong`, async () => {
    const [deleted, restored]: [string[], string[]] = [[], []]
    for (const server of servers)
      for (const seed of seeds) {
        const random = seededRandom(`${server.name} ${seed}`).fraction
        const result = await restore(server, FACTS, random)
        expect(result.wrong, result.overlay).toEqual([])
        deleted.push(...result.deleted.map(({ name }) => name))
        restored.push(...result.restored.map(({ name }) => name))
      }
    expect(deleted).toHaveLength(servers.length * seeds.length * FACTS)
    expect(restored.length / deleted.length).toBeGreaterThanOrEqual(PERCENT / 100)
  }, 240_000)
})
