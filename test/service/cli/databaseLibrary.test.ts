import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { ROOT, runNode } from '../../scripts/project.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const LIBRARY = 'better-sqlite3'
const hasNodeApi10 = Number(process.versions.napi) >= 10

/** Gone when the tests of this file end. */
const folder = mkdtempSync(join(tmpdir(), 'installation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => {
  for (const part of ['package.json', 'dist', 'generated']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  for (const place of ['node_modules', 'older-node/node_modules']) {
    mkdirSync(join(folder, place), { recursive: true })
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== LIBRARY) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
})

/** Gives the program a database library that consists of `script`; without one there is none. */
function install(script: string | undefined): void {
  const place = join(folder, hasNodeApi10 ? 'node_modules' : 'older-node/node_modules', LIBRARY)
  rmSync(place, { recursive: true, force: true })
  if (script === undefined) return
  mkdirSync(place)
  writeFileSync(join(place, 'index.js'), script)
}

const failsWith = (message: string) =>
  `throw Object.assign(new Error(${JSON.stringify(message)}), { code: 'ERR_DLOPEN_FAILED' })`

describe('a database library that this Node cannot load is named, with what to do', {
  timeout: 60_000,
}, () => {
  const cases: [string, { given: string | undefined; want: RegExp }][] = [
    [
      'none installed',
      {
        given: undefined,
        want: /better-sqlite3 1[23].*is not installed|is not installed.*better-sqlite3 1[23]/,
      },
    ],
    [
      'one built for another Node',
      {
        given: failsWith(
          "The module '/a/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 93. This version of Node.js requires\nNODE_MODULE_VERSION 115. Please try re-compiling or re-installing\nthe module.",
        ),
        want: /built for another Node: for module version 93, and Node \S+ \(.*\) has 115\./,
      },
    ],
    [
      'one for another system',
      {
        given: failsWith('/a/better_sqlite3.node: invalid ELF header'),
        want: /cannot be loaded by Node.*invalid ELF header/,
      },
    ],
  ]
  test.each(casesOf(cases, 3, 1))('%s', async (_name, { given, want }) => {
    install(given)
    const data = temporaryDirectory()
    writeFileSync(join(data, 'production.sqlite'), '')
    const verb = ['dist/src/service/cli/main.js', 'admin', 'organization', 'list', '--data-dir', data]
    for (const args of [
      verb,
      [
        'dist/src/service/cli/main.js',
        'serve',
        '--production-port',
        '0',
        '--development-port',
        '0',
        '--data-dir',
        data,
      ],
    ]) {
      const { code, stderr } = await runNode(folder, args)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(want) })
      expect(stderr).toMatch(hasNodeApi10 ? /npm ci/ : /install\.mjs/)
      expect(stderr).not.toContain('writable')
    }
  })

  test('what needs no database works without', async () => {
    install(undefined)
    for (const [args, want] of [
      [['--help'], /^Usage: prompt-service <command>/],
      [['help', 'admin'], /^Usage: prompt-service admin/],
      [['completion', 'bash'], /_prompt_service/],
    ] as const) {
      const { code, stdout, stderr } = await runNode(folder, ['dist/src/service/cli/main.js', ...args])
      expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(want) })
    }
  })
})

test('the package for PostgreSQL is named, with the command that installs it', {
  timeout: 60_000,
}, async () => {
  rmSync(join(folder, 'node_modules/pg'), { force: true })
  const place = ['--data-dir', temporaryDirectory(), '--production-port', '0', '--development-port', '0']
  const args = ['serve', '--database', 'postgres://me:secret@127.0.0.1:1/x', ...place]
  const { code, stderr } = await runNode(folder, ['dist/src/service/cli/main.js', ...args])
  expect(code).toBe(1)
  expect(stderr).toContain('The package pg is not installed. Run: npm install pg@8.23.1')
  expect(stderr).not.toContain('secret')
})
