/** On a third-party document, the toolkit shows and writes nothing of this repository. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../../src/toolkit/cli/commands.ts'
import { reportNames } from '../../../src/toolkit/conformance/conform.ts'
import { ruleCatalogue } from '../../../src/toolkit/conformance/ruleCatalogue.ts'
import { casesOf } from '../../harness/thorough.ts'
import { inProcess } from '../../scripts/project.ts'
import { program } from '../../service/cli/program.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { startMock } from '../mock/startMock.ts'
import { BUNDLED_SHELF } from '../openapi/shelf.ts'

/** Words that only this repository has. */
const OURS = /prompt-service|prompt service|svc_(live|test)_|x-origin|openapi\/v1|src\/(toolkit|service)\//i

const document = BUNDLED_SHELF.replace('/covers:', '/covers-of-books:')

function project(): string {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'openapi.yaml'), document)
  writeFileSync(join(folder, 'old.yaml'), document.replace('maximum: 50', 'maximum: 100'))
  writeFileSync(join(folder, 'broken.yaml'), document.replace('schemas/Book', 'schemas/Bok'))
  return folder
}

/** Every text below a folder, but for what was there before. */
const textsBelow = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ])

function expectStrange(what: string, text: string): void {
  const line = text.split('\n').find((one) => OURS.test(one))
  expect(line?.slice(0, 300), what).toBeUndefined()
}

const LINT_FORMATS = (await commands.lint?.load())?.flags.format?.choices
const DIFF_FORMATS = (await commands.diff?.load())?.flags.format?.choices
if (LINT_FORMATS === undefined || DIFF_FORMATS === undefined) throw new Error('lint or diff has no --format')
const lines: string[][] = [
  ...LINT_FORMATS.map((format) => ['lint', 'broken.yaml', '--format', format]),
  ...DIFF_FORMATS.map((format) => ['diff', 'old.yaml', 'openapi.yaml', '--format', format]),
  ['generate', 'openapi.yaml'],
  ['generate', 'broken.yaml'],
  ['docs'],
  ['stub', 'createBook', '--document', 'openapi.yaml', '--output', 'handlers'],
  ['stub', 'createNone'],
  ['stub', 'createBok', '--document', 'openapi.yaml'],
  ['init', 'new', '--from', 'openapi.yaml'],
  ['init', 'sample'],
  ['conform', 'openapi.yaml', 'http://localhost:1', '--dry-run'],
  ['conform', 'openapi.yaml', '--init'],
  ['rules'],
  ['rules', '--format', 'json'],
  ['model', 'openapi.yaml'],
  ['model', 'openapi.yaml', '--format', 'json'],
  ['conform', 'openapi.yaml', 'http://localhost:1', '--only-marked', 'x-status=stable'],
  ['lint', 'none.yaml'],
  ['conform', 'none.yaml', 'http://localhost:1'],
]
test.each(casesOf(lines, 6, 3))('%s %s %s %s', { timeout: 60_000 }, async (command, ...args) => {
  const folder = project()
  const { code, stdout, stderr } = await inProcess(
    folder,
    command as string,
    ...args.filter((word) => word !== undefined),
  )
  expect(stdout + stderr).not.toBe('')
  if (!args.some((word) => /none|broken|createBok|createNone|old|x-status/.test(word ?? '')))
    expect(code, stderr).toBe(0)
  expectStrange('output', stdout + stderr)
  for (const [file, text] of textsBelow(folder)) expectStrange(file, text)
})

test('the help of every command', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const lines: string[] = []
    await (await load()).run(['--help'], { env: {}, print: (line) => lines.push(line) })
    expect(lines.join('\n'), name).toContain('--quiet')
    expectStrange(name, lines.join('\n'))
  }
})

test('the explanation of every rule', { timeout: 60_000 }, async () => {
  const folder = project()
  expect(ruleCatalogue).not.toHaveLength(0)
  for (const { id } of ruleCatalogue) {
    const { code, stdout, stderr } = await inProcess(folder, 'explain', id)
    expect([code, stdout.startsWith(`# ${id}\n`)], id).toEqual([0, true])
    expectStrange(id, stdout + stderr)
  }
})

test.each(['--stateful', '--quiet'])(
  'the mock with %s, and its responses',
  { timeout: 60_000 },
  async (flag) => {
    const mock = program(['mock', 'openapi.yaml', '--port', '0', flag], {}, undefined, project())
    const [, origin = ''] = await mock.says(/Mock of .* at (http:\S+)/)
    for (const path of ['/books', '/none', '/__mock/reset'])
      expectStrange(path, await (await fetch(origin + path)).text())
    mock.kill('SIGTERM')
    expect(await mock.ended).toBe(0)
    expectStrange(flag, mock.output.stdout + mock.output.stderr)
  },
)

test('conform, with each of its reports', { timeout: 60_000 }, async () => {
  const folder = project()
  mkdirSync(join(folder, 'reports'))
  await using mock = await startMock(join(folder, 'openapi.yaml'), {})
  const reports = reportNames.map((kind) => `${kind}=reports/${kind}`)
  const args = [
    'openapi.yaml',
    mock.origin,
    '--report',
    reports.join(','),
    '--time-budget',
    '20s',
    '--explain',
    'all',
  ]
  const { code, stdout } = await inProcess(folder, 'conform', ...args)
  expect([0, 1]).toContain(code)
  expect(stdout).toMatch(/requests in/)
  expectStrange('output', stdout)
  const written = textsBelow(join(folder, 'reports'))
  expect(written).toHaveLength(reportNames.length)
  for (const [file, text] of written) expectStrange(file, text)
})
