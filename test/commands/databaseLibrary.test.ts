import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, runNode } from '../scripts/project.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'

const LIBRARY = 'better-sqlite3'
const hasNodeApi10 = Number(process.versions.napi) >= 10

/** The program with a database library that consists of `script`; without one there is none. */
function installation(script: string | undefined): string {
  const folder = temporaryDirectory()
  for (const part of ['package.json', 'dist', 'generated']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  for (const place of ['node_modules', 'older-node/node_modules']) {
    mkdirSync(join(folder, place), { recursive: true })
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== LIBRARY) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  if (script !== undefined) {
    const place = join(folder, hasNodeApi10 ? 'node_modules' : 'older-node/node_modules', LIBRARY)
    mkdirSync(place)
    writeFileSync(join(place, 'index.js'), script)
  }
  return folder
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
  test.each(cases)('%s', async (_name, { given, want }) => {
    const folder = installation(given)
    const data = join(folder, 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'production.sqlite'), '')
    const verb = ['dist/src/cli.js', 'admin', 'organization', 'list', '--data-dir', data]
    for (const args of [
      verb,
      ['dist/src/cli.js', 'serve', '--production-port', '0', '--development-port', '0'],
    ]) {
      const { code, stderr } = await runNode(folder, args)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(want) })
      expect(stderr).toMatch(hasNodeApi10 ? /npm ci/ : /install\.mjs/)
      expect(stderr).not.toContain('writable')
    }
  })

  test('what needs no database works without', async () => {
    const folder = installation(undefined)
    for (const [args, want] of [
      [['--help'], /^Usage: prompt-service COMMAND/],
      [['help', 'admin'], /^Usage: prompt-service admin/],
      [['completion', 'bash'], /_prompt_service/],
    ] as const) {
      const { code, stdout, stderr } = await runNode(folder, ['dist/src/cli.js', ...args])
      expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(want) })
    }
  })
})
