import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCompiler } from '../../../src/toolkit/design/compiler/compiler.ts'
import { projectAt } from '../../../src/toolkit/design/project.ts'
import { temporaryProject } from '../../harness/temporaryProject.ts'
import { inCi, isDue } from '../../harness/thorough.ts'

vi.setConfig({ testTimeout: 120_000 })

const CONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    types: [],
    skipLibCheck: true,
    paths: { '#far': ['./src/far.ts'] },
  },
  include: ['src'],
}

const FILES: Record<string, string> = {
  'openapi.yaml': 'openapi: 3.1.0',
  'package.json': '{"type": "module"}',
  'tsconfig.json': JSON.stringify(CONFIG),
  'src/types.ts': '/** Tea. */\nexport interface Tea { name: string }\n',
  'src/data.json': '{"note": "strong"}',
  // Knows the type only by what the file between them makes of it.
  'src/between.ts': "import type { Tea } from './types.ts'\nexport const tea = { name: 'Assam' } as Tea\n",
  'src/user.ts': "import { tea } from './between.ts'\nexport const letters = tea.name.length\n",
  'src/reader.ts':
    "import data from './data.json' with { type: 'json' }\nexport const note = data.note.length\n",
  'src/far.ts': 'export const far = 1\n',
  'src/everywhere.d.ts': "interface Everywhere { here: import('./types.ts').Tea['name'] }\n",
  'src/last.ts': "export const here: Everywhere['here'] = 'x'\n",
}

function program() {
  const { root, write } = temporaryProject('compiler', FILES)
  const { compiler } = projectAt(root, ['openapi.yaml'], undefined)
  if (compiler === undefined) throw new Error('There is no compiler.')
  /** The errors of a compiler without memory. */
  const afresh = () => {
    const { stdout } = spawnSync(compiler.command, [...compiler.args, '--pretty', 'false'], { cwd: root })
    const errors = [...stdout.toString().matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+)/gm)]
    return errors.map(([, file, line, code]) => `${file}:${line} ${code}`).sort()
  }
  return { root, write, compiler, afresh }
}

/** The verdicts of a compiler loop, one after the other. */
function follow(compiler: Parameters<typeof startCompiler>[0]) {
  const verdicts: { errors: string[]; aside: string | undefined }[] = []
  let heard = () => {}
  const loop = startCompiler(compiler, {
    found() {},
    finished(errors, aside) {
      verdicts.push({ errors: errors.map(({ file, line, code }) => `${file}:${line} ${code}`).sort(), aside })
      heard()
    },
    failed: (reason) => {
      throw new Error(reason)
    },
  })
  onTestFinished(() => loop.stop())
  const next = async () => {
    while (verdicts.length === 0)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    return verdicts.shift()
  }
  return { loop, next }
}

const childrenOf = (words: string): string[] => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', '--', words])
      .toString()
      .trim()
      .split('\n')
  } catch {
    return [] // there are none
  }
}

const EDITS: [what: string, file: string, text: string | undefined][] = [
  ['a type, used at second hand', 'src/types.ts', 'export interface Tea { title: string }\n'],
  ['the same with a comment', 'src/types.ts', '/** More tea. */\nexport interface Tea { title: string }\n'],
  ['a user, mended', 'src/user.ts', "import { tea } from './between.ts'\nexport const letters = tea.title\n"],
  ['a type that all files see', 'src/types.ts', 'export interface Tea { title: string; name: number }\n'],
  ['a broken file', 'src/user.ts', 'export const letters = \n'],
  [
    'the type, while a file is broken',
    'src/types.ts',
    '/** Tea. */\nexport interface Tea { name: string }\n',
  ],
  ['the broken file, mended', 'src/user.ts', FILES['src/user.ts'] ?? ''],
  ['what a JSON file says', 'src/data.json', '{"note": "weak"}'],
  ['of what type it is', 'src/data.json', '{"note": 1}'],
  [
    'an import by another name',
    'src/user.ts',
    "import { far } from '#far'\nexport const letters: number = far\n",
  ],
  ['what is imported by it', 'src/far.ts', "export const far = '1'\n"],
  [
    'a module that is missing',
    'src/reader.ts',
    "import { late } from './late.ts'\nexport const a: 1 = late\n",
  ],
  ['the module', 'src/late.ts', 'export const late = 1\n'],
  ['its content', 'src/late.ts', 'export const late = 2\n'],
  ['the module, taken away', 'src/late.ts', undefined],
  ['what every file sees', 'src/everywhere.d.ts', 'interface Everywhere { here: number }\n'],
  ['one more of that kind', 'src/more.d.ts', 'interface Everywhere { there: string }\n'],
  ['its user', 'src/last.ts', "export const there: Everywhere['there'] = 1\n"],
  ['its end', 'src/more.d.ts', undefined],
  ['settings', 'tsconfig.json', JSON.stringify({ ...CONFIG, include: ['src/user.ts'] })],
  ['settings that are wrong', 'tsconfig.json', '{"compilerOptions": {"target": "none"}}'],
  ['a source beside them', 'src/user.ts', 'export const letters = 1\n'],
]

test.runIf(isDue(4))('each change is judged as by a compiler that begins anew', async () => {
  const { root, write, compiler, afresh } = program()
  expect(compiler.stays).toBe(true)
  const { loop, next } = follow(compiler)
  expect(await next()).toEqual({ errors: [], aside: undefined })
  const checked: [string, string[]][] = []
  const expected: [string, string[]][] = []
  for (const [what, file, text] of EDITS) {
    if (text === undefined) rmSync(join(root, file))
    else write(file, text)
    const verdict = await next()
    expect(verdict?.aside, what).toBeUndefined()
    const right = afresh()
    expected.push([what, right])
    // Where the syntax is wrong, the compiler reports nothing else; the checker knows more.
    const isSyntax = right.some((error) => / TS1\d{3}$/.test(error))
    checked.push([what, (verdict?.errors ?? []).filter((error) => !isSyntax || right.includes(error))])
  }
  expect(checked).toEqual(expected)
  await loop.stop()
  expect(childrenOf(root)).toEqual([])
})

test('a checker that ends is replaced, and meanwhile the whole project is compiled', async () => {
  const { write, compiler, root } = program()
  const { next } = follow(compiler)
  await next()
  write('src/types.ts', 'export interface Tea { title: string }\n')
  expect((await next())?.errors).toEqual(['src/between.ts:2 TS2352', 'src/user.ts:2 TS2339'])
  const [checker = ''] = childrenOf(`--api.*${root}`)
  process.kill(Number(checker), 'SIGKILL')
  const { errors, aside } = (await next()) ?? {}
  expect([errors?.length, aside]).toEqual([
    2,
    expect.stringContaining('does not respond: it ended with SIGKILL'),
  ])
  write('src/types.ts', FILES['src/types.ts'] ?? '')
  expect(await next()).toEqual({ errors: [], aside: undefined })
})

test.each([
  ['a message that is none', 'Content-Length: 3\r\n\r\n{{{', /JSON/],
  ['a message without a length', 'Content-Type: text/plain\r\n\r\n{}', /without Content-Length/],
])('a checker that sends %s is ended, and the whole project is compiled', async (_, message, reason) => {
  const { root, write, compiler } = program()
  const real = JSON.stringify([compiler.command, ...compiler.args])
  write(
    'compiler.cjs',
    `const words = process.argv.slice(2)
     if (words.includes('--api')) process.stdout.write(${JSON.stringify(message)}), setInterval(() => {}, 1000)
     else {
       const [command, ...args] = ${real}
       require('node:child_process').spawn(command, [...args, ...words], { stdio: 'inherit' }).on('close', (code) => process.exit(code))
     }`,
  )
  const wrapped = { ...compiler, command: process.execPath, args: [join(root, 'compiler.cjs')] }
  const { loop, next } = follow(wrapped)
  const first = await next()
  write('src/types.ts', 'export interface Tea { title: string }\n')
  const second = await next()
  expect([first?.errors.length, second?.errors.length]).toEqual([0, 2])
  // With the first verdict that comes after it has ended.
  expect([first?.aside, second?.aside]).toContainEqual(expect.stringMatching(reason))
  await loop.stop()
  expect(childrenOf(root)).toEqual([])
})

test.runIf(inCi)(
  'a compiler that cannot stay in memory compiles the whole project after each change',
  async () => {
    const { write, compiler } = program()
    const script = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const { next } = follow({
      ...compiler,
      command: process.execPath,
      args: [script],
      flags: [],
      stays: false,
    })
    expect((await next())?.errors).toEqual([])
    write('src/types.ts', 'export interface Tea { title: string }\n')
    expect((await next())?.errors).toEqual(['src/between.ts:2 TS2352', 'src/user.ts:2 TS2339'])
  },
)
