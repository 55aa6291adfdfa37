/** The contracts that were released: nothing that breaks them goes out unnoticed. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse as parseYaml } from 'yaml'
import {
  adviceAfterWaivers,
  applyWaivers,
  breaks,
  changelogOf,
  compareDocuments,
  historiesAt,
  locationText,
  sinceRelease,
  versionLine,
  waiversAt,
} from '../src/toolkit/diff/index.ts'

// Reads every document of the project and compares each with its release.
vi.setConfig({ testTimeout: 120_000 })

const ROOT = join(import.meta.dirname, '..')
const TODAY = Date.now()

/** The problems of the documents at `root` against their releases, a line each. */
function complaintsAt(root: string): string[] {
  const { findings, versions } = compareDocuments(sinceRelease(historiesAt(root)), TODAY)
  const { findings: assessed, remarks } = applyWaivers(findings, waiversAt(root), TODAY)
  const advice = adviceAfterWaivers(versions, assessed)
  const report = { old: 'released', new: 'now', findings: assessed, versions: advice, remarks }
  return [
    ...breaks(report).map(
      ({ sentence, new: now, rule, subject }) => `${locationText(now)}: ${sentence} (${rule} at ${subject})`,
    ),
    ...advice.filter(({ satisfied }) => !satisfied).map(versionLine),
    ...remarks,
  ]
}

test('the documents break no released contract, and their versions say how much changed', () => {
  expect(historiesAt(ROOT).map(({ title }) => title)).toHaveLength(3)
  expect(complaintsAt(ROOT).join('\n')).toBe('')
})

/** A project with one released document, and the same with an edit. */
function project(edit: (text: string) => string, waivers = ''): string {
  const root = mkdtempSync(join(tmpdir(), 'released-'))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const text = `openapi: 3.1.0
info: {title: Notes, version: 1.2.0}
paths:
  /notes:
    get:
      responses:
        '200':
          description: Notes.
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties:
                  id: {type: string}
                  text: {type: string, maxLength: 10}
`
  put('openapi/released/1.2.0.json', JSON.stringify(parseYaml(text)))
  put('openapi/v1/openapi.yaml', edit(text))
  if (waivers !== '') put('diff-waivers.yaml', waivers)
  return root
}

test('a break is refused with its place and the version that it asks for', () => {
  const root = project((text) => text.replace('required: [id]', 'required: []'))
  expect(complaintsAt(root)).toEqual([
    'openapi/v1/openapi.yaml:13:17: Clients that read `id` in the 200 response of GET /notes can find it missing. (response-property-became-optional at GET /notes > 200 > id)',
    'openapi/v1/openapi.yaml: these changes are major and require version 2.0.0 after 1.2.0; it is still 1.2.0.',
  ])
})

test('a break that is waived still asks for its version', () => {
  const waiver =
    "- {rule: response-property-became-optional, subject: 'GET /notes > *', reason: Never published., expires: 2099-12-31}\n"
  const root = project(
    (text) => text.replace('required: [id]', 'required: []').replace('1.2.0', '2.0.0'),
    waiver,
  )
  expect(complaintsAt(root)).toEqual([])
})

test('a break of what was never published asks for what its waiver says', () => {
  const waiver =
    "- {rule: response-property-became-optional, subject: 'GET /notes > *', reason: Never published., bump: minor, expires: 2099-12-31}\n"
  const edit = (version: string) => (text: string) =>
    text.replace('required: [id]', 'required: []').replace('1.2.0', version)
  expect(complaintsAt(project(edit('1.3.0'), waiver))).toEqual([])
  expect(complaintsAt(project(edit('1.2.1'), waiver))).toEqual([
    'openapi/v1/openapi.yaml: these changes are minor and require version 1.3.0 after 1.2.0; it is 1.2.1.',
  ])
})

test('a new member asks for a minor version', () => {
  const edit = (text: string) => `${text}                  title: {type: string}\n`
  expect(complaintsAt(project(edit))).toEqual([
    'openapi/v1/openapi.yaml: these changes are minor and require version 1.3.0 after 1.2.0; it is still 1.2.0.',
  ])
  expect(complaintsAt(project((text) => edit(text).replace('1.2.0', '1.3.0')))).toEqual([])
  expect(
    changelogOf(historiesAt(project((text) => edit(text).replace('1.2.0', '1.3.0'))), []),
  ).toBe(`# Changes of the contracts

## Notes

### 1.3.0 (unreleased)

#### Compatible

- Clients can receive \`title\` in the 200 response of GET /notes.

### 1.2.0

The first release.
`)
})

test('what one decision changed in many places is told once', () => {
  const root = project((text) => {
    const notes = text.slice(text.indexOf('  /notes:'))
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => notes.replace('/notes:', `/${name}:`))
    return text + many.join('')
  })
  const released = join(root, 'openapi/released/1.2.0.json')
  writeFileSync(released, readFileSync(join(root, 'openapi/v1/openapi.yaml'), 'utf8'))
  const now = parseYaml(readFileSync(released, 'utf8'))
  writeFileSync(
    released,
    JSON.stringify(now).replaceAll('"type":"object"', '"type":"object","additionalProperties":false'),
  )
  now.info.version = '1.3.0'
  writeFileSync(join(root, 'openapi/v1/openapi.yaml'), JSON.stringify(now))
  const lines = changelogOf(historiesAt(root), [])
    .split('\n')
    .filter((line) => line.startsWith('- '))
  expect(lines).toEqual([
    '- Clients can receive properties that the body in the 200 response of GET /notes does not declare. The same in 5 other places, such as GET /a > 200 and GET /b > 200; 6 operations and events in all.',
  ])
})
