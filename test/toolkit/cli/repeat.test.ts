/** The result of a run is shown again while nothing that the run used has changed, and never else. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf, isDue } from '../../harness/thorough.ts'
import { type Finished, inProcessWith, ROOT } from '../../scripts/project.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

const REPEATED = 'nothing that the last run used has changed'

const API = `openapi: 3.1.0
info: {title: Shelf, version: '1'}
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200':
          description: Books
          content:
            application/json:
              schema: {type: array, items: {$ref: 'book.yaml'}}
`
const BOOK = 'type: object\nproperties: {title: {type: string, maxLength: 50}}\n'

function project(): string {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'openapi.yaml'), API)
  writeFileSync(join(folder, 'book.yaml'), BOOK)
  mkdirSync(join(folder, 'old'))
  writeFileSync(join(folder, 'old/openapi.yaml'), API)
  writeFileSync(join(folder, 'old/book.yaml'), BOOK.replace('50', '80'))
  return folder
}

interface Run {
  code: number | null
  stdout: string
  /** Whether a line of `--verbose` states it. */
  repeated: boolean
  stderr: string
}

/** In this process, which has loaded what the commands need. */
async function run(folder: string, line: string, env: Record<string, string> = {}): Promise<Run> {
  const [name = '', ...args] = line.split(' ')
  const variables = { SPECWRIGHT_CACHE: join(folder, 'cache'), ...env }
  return runOf(await inProcessWith(variables, folder, name, ...args, '--verbose'))
}

/** The built program, as users start it. */
function program(folder: string, line: string, env: Record<string, string>): Run {
  const args = [join(ROOT, 'dist/src/toolkit/cli/main.js'), ...line.split(' '), '--verbose']
  const { status: code, ...output } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return runOf({ code, ...output })
}

function runOf({ code, stdout, stderr }: Finished): Run {
  const others = stderr.split('\n').filter((text) => !/: exit code|: nothing that/.test(text))
  return { code, stdout, repeated: stderr.includes(REPEATED), stderr: others.join('\n') }
}

describe('a second run of an unchanged document shows the same', () => {
  it.each([
    ['lint openapi.yaml', 1],
    ['lint openapi.yaml --format json', 1],
    ['model openapi.yaml', 0],
    ['diff old/openapi.yaml openapi.yaml', 0],
    ['generate openapi.yaml --check', 1],
  ])('%s', async (line, code) => {
    const folder = project()
    const first = await run(folder, line)
    expect(first).toMatchObject({ code, repeated: false })
    expect(first.stdout + first.stderr).not.toBe('')
    expect(await run(folder, line)).toEqual({ ...first, repeated: true })
  })

  it.each([
    ['generate openapi.yaml', 'generated/openapi.ts', ''],
    ['docs openapi.yaml', 'site/index.html', ''],
    [
      'diff old/openapi.yaml openapi.yaml --output report.txt',
      'report.txt',
      'report.txt: 1 finding, 0 of them breaking and not waived.\n',
    ],
  ])('%s, which writes nothing', async (line, written, results) => {
    const folder = project()
    const { code } = await run(folder, line)
    const text = readFileSync(join(folder, written), 'utf8')
    expect(await run(folder, line)).toMatchObject({
      code,
      stdout: `${results}Nothing has changed since the last run; all files are up to date.\n`,
      repeated: true,
    })
    appendFileSync(join(folder, written), ' ')
    expect((await run(folder, line)).repeated).toBe(false)
    expect(readFileSync(join(folder, written), 'utf8')).toBe(text)
  })
})

describe('the work is done again', () => {
  const write = (name: string, text: string) => (folder: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  type Change = [change: string, line: string, act: (folder: string) => void]
  const writing: Change[] = [
    ['a missing output', 'generate openapi.yaml', (folder) => rmSync(join(folder, 'generated/openapi.json'))],
    ['a module to keep up to date', 'generate openapi.yaml', write('generated/openapi.queries.ts', '')],
    ['a foreign file of a site', 'docs openapi.yaml', write('site/old.html', '')],
    [
      'the layout, which now has documents of a project',
      'generate',
      write('openapi/v1/openapi.yaml', API.replace("{$ref: 'book.yaml'}", '{type: object}')),
    ],
  ]
  const others: Change[] = [
    ['the document', 'lint openapi.yaml', write('openapi.yaml', API.replace('Books', 'All books'))],
    ['a file that it refers to', 'lint openapi.yaml', write('book.yaml', BOOK.replace('50', '40'))],
    ['a deleted file', 'lint openapi.yaml', (folder) => rmSync(join(folder, 'book.yaml'))],
    ['a configuration', 'lint openapi.yaml', write('redocly.yaml', 'extends: [minimal]\n')],
    [
      'a list of ignored problems',
      'lint openapi.yaml',
      write('.redocly.lint-ignore.yaml', 'openapi.yaml: {}\n'),
    ],
    ['accepted changes', 'diff old/openapi.yaml openapi.yaml', write('diff-waivers.yaml', '[]\n')],
    ['the old version', 'diff old/openapi.yaml openapi.yaml', write('old/book.yaml', BOOK)],
    ...writing,
    ...['{"facts"', '{}', 'null', '{"facts":[],"written":[],"lines":[null],"code":0}'].map(
      (text): Change => [
        `a result, which is ${text}`,
        'lint openapi.yaml',
        (folder) => {
          for (const name of readdirSync(join(folder, 'cache')))
            writeFileSync(join(folder, 'cache', name), text)
        },
      ],
    ),
  ]
  it.each(casesOf(others, 3))('after a change of %s', async (_change, line, act) => {
    const folder = project()
    await run(folder, line)
    expect((await run(folder, line)).repeated).toBe(true)
    act(folder)
    const changed = await run(folder, line)
    expect(changed.repeated).toBe(false)
    // Nothing is left of the earlier result.
    expect(await run(folder, line)).toEqual({ ...changed, repeated: true, stdout: expect.any(String) })
  })

  it('after a missing file has appeared', async () => {
    const folder = project()
    rmSync(join(folder, 'book.yaml'))
    const broken = await run(folder, 'lint openapi.yaml')
    expect(broken.stdout).toContain('book.yaml')
    writeFileSync(join(folder, 'book.yaml'), BOOK)
    expect((await run(folder, 'lint openapi.yaml')).stdout).not.toContain('book.yaml')
  })

  it.runIf(isDue(3))(
    'after a link of a client leads elsewhere, and after a manifest of a package has changed',
    async () => {
      const folder = project()
      writeFileSync(join(folder, 'book.yaml'), BOOK.replace('title', 'name'))
      await run(folder, 'generate old/openapi.yaml --output web/types')
      const write = (name: string, text: string) => writeFileSync(join(folder, 'web', name), text)
      const BOOKS = "paths['/books']['get']['responses']['200']['content']['application/json']"
      const reading = (value: string) =>
        `import type { paths } from '../types/openapi'\nexport const first = (books: ${BOOKS}) => ${value}\n`
      for (const name of ['one', 'two', 'node_modules']) mkdirSync(join(folder, 'web', name))
      symlinkSync(
        join(ROOT, 'node_modules/typescript'),
        join(folder, 'web/node_modules/typescript'),
        'junction',
      )
      const linkTo = (name: string) => {
        rmSync(join(folder, 'web/node_modules/linked'), { force: true })
        symlinkSync(join(folder, 'web', name), join(folder, 'web/node_modules/linked'), 'junction')
      }
      write(
        'tsconfig.json',
        '{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler"}, "include": ["*.ts", "types"]}',
      )
      write('client.ts', "export { first } from 'linked'\n")
      write('one/index.ts', reading('books[0]?.title'))
      write('two/index.ts', reading('books.length'))
      write('two/other.ts', reading('books[0]?.title'))
      const line = 'diff old/openapi.yaml openapi.yaml --client web'
      linkTo('one')
      expect((await run(folder, line)).stdout).toContain('web/one/index.ts')
      linkTo('two')
      write('two/package.json', '{"name": "linked", "types": "./index.ts"}')
      expect((await run(folder, line)).stdout).not.toContain('/index.ts')
      expect((await run(folder, line)).repeated).toBe(true)
      write('two/package.json', '{"name": "linked", "types": "./other.ts"}')
      expect((await run(folder, line)).stdout).toContain('web/two/other.ts')
    },
  )

  it('with other flags, and on request', async () => {
    const folder = project()
    await run(folder, 'lint openapi.yaml')
    expect((await run(folder, 'lint openapi.yaml --format json')).repeated).toBe(false)
    expect((await run(folder, 'lint openapi.yaml --fresh')).repeated).toBe(false)
    expect((await run(folder, 'lint openapi.yaml', { SPECWRIGHT_CACHE: 'off' })).repeated).toBe(false)
    // Redocly colors its reports there.
    expect((await run(folder, 'lint openapi.yaml', { CI: 'true' })).repeated).toBe(false)
    expect((await run(folder, 'lint openapi.yaml')).repeated).toBe(true)
  })
})

describe('a result is not stored', () => {
  it('where a plugin of others decides', async () => {
    const folder = project()
    writeFileSync(join(folder, 'plugin.mjs'), 'export default () => ({ id: "mine" })\n')
    writeFileSync(join(folder, 'redocly.yaml'), 'plugins: [./plugin.mjs]\nextends: [minimal]\n')
    const first = await run(folder, 'lint openapi.yaml')
    expect(first.stderr).toContain('the configuration has plugins or presets of others')
    expect(await run(folder, 'lint openapi.yaml')).toEqual(first)
  })

  it('where Redocly loads a plugin that the configuration does not name', async () => {
    const folder = project()
    mkdirSync(join(folder, '@theme'))
    writeFileSync(join(folder, '@theme/plugin.mjs'), 'export default () => ({ id: "mine" })\n')
    const first = await run(folder, 'lint openapi.yaml')
    expect(first.stderr).toContain('the configuration has plugins or presets of others')
    expect(await run(folder, 'lint openapi.yaml')).toEqual(first)
  })

  it('where Git has the old version', async () => {
    const folder = project()
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder })
    git('init', '-q', '.')
    git('add', 'openapi.yaml', 'book.yaml')
    git('commit', '-qm', 'one')
    const line = 'diff HEAD:openapi.yaml openapi.yaml'
    const first = await run(folder, line)
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('another program is run') })
    expect((await run(folder, line)).repeated).toBe(false)
  })

  it('where the folder cannot be written', async () => {
    const folder = project()
    const env = { SPECWRIGHT_CACHE: join(folder, 'book.yaml/cache') }
    const first = await run(folder, 'lint openapi.yaml', env)
    expect(first).toMatchObject({ code: 1, repeated: false })
    expect(await run(folder, 'lint openapi.yaml', env)).toEqual(first)
  })
})

it('deletes only results, of a folder that has other files too', async () => {
  const folder = project()
  mkdirSync(join(folder, 'cache'))
  for (let index = 0; index < 210; index++) writeFileSync(join(folder, 'cache', `${index}.txt`), '')
  await run(folder, 'model openapi.yaml')
  expect(readdirSync(join(folder, 'cache'))).toHaveLength(211)
})

it.runIf(isDue(5))(
  'the built program stores results next to the packages of a project, or in the cache of the user',
  () => {
    const folder = project()
    const env = { XDG_CACHE_HOME: join(folder, 'home') }
    const first = program(folder, 'lint openapi.yaml', env)
    expect(program(folder, 'lint openapi.yaml', env)).toEqual({ ...first, repeated: true })
    expect(readdirSync(join(folder, 'home/specwright'))).toHaveLength(1)
    mkdirSync(join(folder, 'node_modules'))
    program(folder, 'generate openapi.yaml', env)
    expect(program(folder, 'generate openapi.yaml', env).repeated).toBe(true)
    expect(readdirSync(join(folder, 'node_modules/.cache/specwright'))).toHaveLength(1)
  },
)
