import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildIsStale, missingPackages } from '../../scripts/prepare.mjs'
import { inCi } from '../harness/thorough.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'
import { copyProject, run } from './project.ts'

/** A command line that prints its arguments and stays until its stop. */
const CLI = `import { ready } from '../../../generated/word.ts'
process.on('SIGTERM', () => {
  console.log('ended in peace')
  process.exit(7)
})
console.log(JSON.stringify([ready, ...process.argv.slice(2)]))
if (process.argv[3] === '--wait') setInterval(() => {}, 1000)
`

function projectWithCli(): string {
  const folder = copyProject()
  rmSync(join(folder, 'src'), { recursive: true })
  mkdirSync(join(folder, 'src/service/cli'), { recursive: true })
  mkdirSync(join(folder, 'generated'))
  writeFileSync(join(folder, 'generated/word.ts'), "export const ready: string = 'ready'\n")
  writeFileSync(join(folder, 'generated/data.json'), '{}\n')
  writeFileSync(join(folder, 'src/service/cli/main.ts'), CLI)
  return folder
}

describe('npm start', { timeout: 60_000 }, () => {
  it('builds what is missing, then what has changed, and passes the arguments on', async () => {
    const folder = projectWithCli()
    const first = await run(folder, 'scripts/start.mjs', '--port', '0')
    expect(first).toEqual({ code: 0, stdout: '["ready","serve","--port","0"]\n', stderr: '' })
    expect(statSync(join(folder, 'dist/generated/data.json')).isFile()).toBe(true)
    const built = statSync(join(folder, 'dist/src/service/cli/main.js')).mtimeMs

    await run(folder, 'scripts/start.mjs')
    expect(statSync(join(folder, 'dist/src/service/cli/main.js')).mtimeMs).toBe(built)

    writeFileSync(join(folder, 'generated/word.ts'), "export const ready: string = 'changed'\n")
    expect(await run(folder, 'scripts/start.mjs')).toMatchObject({ stdout: '["changed","serve"]\n' })
  })

  it.runIf(inCi)('runs the sources as they are with --allow-missing, for they need not compile', async () => {
    const folder = projectWithCli()
    writeFileSync(join(folder, 'generated/word.ts'), 'export const ready: string = 1\n')
    const { code, stdout } = await run(folder, 'scripts/start.mjs', '--allow-missing')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[1,"serve","--allow-missing"]\n' })
    expect(existsSync(join(folder, 'dist/.built'))).toBe(false)
  })

  it('shows what the compiler says, starts nothing, and builds again the next time', async () => {
    const folder = projectWithCli()
    writeFileSync(join(folder, 'generated/word.ts'), 'export const ready: string = 1\n')
    const failed = await run(folder, 'scripts/start.mjs')
    expect(failed).toMatchObject({ code: 2, stdout: '' })
    expect(failed.stderr).toContain("generated/word.ts(1,14): error TS2322: Type 'number' is not assignable")
    expect(buildIsStale(folder)).toBe(true)
  })

  it('hands a signal to the server and ends with its code', async () => {
    const folder = projectWithCli()
    const child = spawn(process.execPath, ['scripts/start.mjs', '--wait'], { cwd: folder })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (text.startsWith('[')) child.kill('SIGTERM')
    })
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, output }).toEqual({ code: 7, output: '["ready","serve","--wait"]\nended in peace\n' })
  })

  it.runIf(inCi)('installs the packages that the lock asks for and that are not there', async () => {
    const folder = projectWithCli()
    rmSync(join(folder, 'node_modules'))
    mkdirSync(join(folder, 'dist/src/service/cli'), { recursive: true })
    writeFileSync(
      join(folder, 'dist/src/service/cli/main.js'),
      "import { word } from 'word'\nconsole.log(word)\n",
    )
    writeFileSync(join(folder, 'dist/.built'), '')
    mkdirSync(join(folder, 'word'))
    writeFileSync(
      join(folder, 'word/package.json'),
      '{"name":"word","version":"1.0.0","type":"module","exports":"./word.js"}',
    )
    writeFileSync(join(folder, 'word/word.js'), "export const word = 'installed'\n")
    const root = { name: 'p', version: '1.0.0', dependencies: { word: 'file:word' } }
    const link = { resolved: 'word', link: true }
    const packages = { '': root, 'node_modules/word': link, word: { version: '1.0.0' } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...root, type: 'module' }))
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ name: 'p', version: '1.0.0', lockfileVersion: 3, packages }),
    )
    const soon = new Date(Date.now() + 60_000)
    utimesSync(join(folder, 'dist/.built'), soon, soon)
    const { code, stdout, stderr } = await run(folder, 'scripts/start.mjs')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'installed\n' })
    expect(stderr).toContain('Installing packages, for 2 of the lock are missing, such as node_modules/word.')
    expect(await run(folder, 'scripts/start.mjs')).toEqual({ code: 0, stdout: 'installed\n', stderr: '' })
  })
})

describe('missingPackages', () => {
  const entries = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', dev: true },
    'node_modules/c': { version: '3.0.0', optional: true },
    'node_modules/better-sqlite3': { version: '13.0.0', optional: true },
  }
  // With an older Node the package has another, which no lock of ours names.
  const database = Number(process.versions.napi) >= 10 ? ['node_modules/better-sqlite3'] : []
  const cases: [string, { given: { installed: object | undefined; dev: boolean }; want: string[] }][] = [
    [
      'nothing installed',
      { given: { installed: undefined, dev: true }, want: ['node_modules/a', 'node_modules/b', ...database] },
    ],
    [
      'nothing installed, to run only',
      { given: { installed: undefined, dev: false }, want: ['node_modules/a', ...database] },
    ],
    [
      'all but what is optional',
      { given: { installed: { ...entries, 'node_modules/c': undefined }, dev: true }, want: [] },
    ],
    [
      'the database library, which is optional for npm alone',
      {
        given: { installed: { ...entries, 'node_modules/better-sqlite3': undefined }, dev: true },
        want: database,
      },
    ],
    [
      'another version',
      {
        given: { installed: { ...entries, 'node_modules/a': { version: '1.0.1' } }, dev: true },
        want: ['node_modules/a'],
      },
    ],
  ]
  it.each(cases)('finds what lacks with %s', (_name, { given: { installed, dev }, want }) => {
    const folder = temporaryDirectory()
    const lock = (packages: object) => JSON.stringify({ packages })
    writeFileSync(join(folder, 'package-lock.json'), lock({ '': {}, ...entries }))
    if (installed !== undefined) {
      mkdirSync(join(folder, 'node_modules'))
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), lock(installed))
    }
    expect(missingPackages({ folder, dev })).toEqual(want)
  })
})
