import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { init } from '../../src/commands/init.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'
import { readJson } from './program.ts'

interface Manifest {
  name: string
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const run = (...args: string[]) => runWith({}, ...args)
async function runWith(env: Record<string, string>, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const code = await init.run(args, { env, print: (line) => void lines.push(line) })
  expect(code).toBe(0)
  return lines
}

it('names each file that it writes, in the name of the folder', async () => {
  const folder = join(temporaryDirectory(), 'parking-lots')
  const lines = await run(folder)
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(lines).toHaveLength(written.length + 1)
  for (const name of ['package.json', 'redocly.yaml', '.gitignore', '.github/workflows/contract.yml'])
    expect(existsSync(join(folder, name))).toBe(true)
  const manifest = readJson<Manifest>(join(folder, 'package.json'))
  expect(manifest.name).toBe('parking-lots')
  expect(Object.keys(manifest.scripts)).toEqual(
    expect.arrayContaining(['generate', 'stub', 'mock', 'conform', 'design', 'diff']),
  )
  expect(manifest.dependencies['prompt-service']).toMatch(/^file:\.\./)
  expect(manifest.devDependencies).toHaveProperty('@redocly/cli')
  for (const name of ['openapi/openapi.yaml', 'generated/openapi.json', 'README.md'])
    expect(readFileSync(join(folder, name), 'utf8')).toContain('Parking Lots API')
})

it('takes a folder in which npm installed the package, and keeps what its package.json says', async () => {
  const folder = temporaryDirectory()
  mkdirSync(join(folder, 'node_modules'))
  const before = {
    name: 'mine',
    version: '3.0.0',
    dependencies: { 'prompt-service': 'file:x.tgz', ajv: '8.0.0' },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(before))
  await run(folder, '--source', '^1.0.0')
  const manifest = readJson<Manifest>(join(folder, 'package.json'))
  expect(manifest).toMatchObject({ name: 'mine', version: '3.0.0' })
  expect(manifest.dependencies).toEqual({ ajv: '8.0.0', 'prompt-service': '^1.0.0' })
})

it.each([
  ['a note', 'notes.txt', 'mine', /is not empty: it has notes\.txt\. Nothing was written/],
  ['a project', 'package.json', '{"scripts": {"build": "tsc"}}', /its package\.json has the script "build"/],
  ['a manifest that is broken', 'package.json', '{', /package\.json is not JSON/],
])('refuses a folder that has %s, and leaves it as it is', async (_, name, text, words) => {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, name), text)
  await expect(run(folder)).rejects.toThrow(words)
  expect(readdirSync(folder)).toEqual([name])
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

it.each([
  ['null', /the whole is not an object/],
  ['[]', /the whole is not an object/],
  ['{"scripts": [1]}', /scripts is not an object/],
  ['{"dependencies": "x"}', /dependencies is not an object/],
])('rejects the manifest %s with its file', async (text, words) => {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'package.json'), text)
  await expect(run(folder)).rejects.toThrow(words)
  expect(readdirSync(folder)).toEqual(['package.json'])
})

it('does not write through a symbolic link to a file elsewhere', async () => {
  const [folder, elsewhere] = [temporaryDirectory(), temporaryDirectory()]
  writeFileSync(join(elsewhere, 'package.json'), '{}')
  symlinkSync(join(elsewhere, 'package.json'), join(folder, 'package.json'))
  await expect(run(folder)).rejects.toThrow(/is not a regular file\. Nothing was written/)
  expect(readFileSync(join(elsewhere, 'package.json'), 'utf8')).toBe('{}')
})

/** A folder with an `npm` that does what the script says. */
function fakeNpm(script: string): Record<string, string> {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  return { PATH: `${folder}:/bin:/usr/bin` }
}

it('writes the lockfile that npm ci needs, without running scripts', async () => {
  const folder = join(temporaryDirectory(), 'locked')
  const lines = await runWith(fakeNpm('echo "$@" > package-lock.json'), folder)
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toMatch(
    /^install --package-lock-only --ignore-scripts /,
  )
  expect(lines.some((line) => line.endsWith('package-lock.json.'))).toBe(true)
  expect(lines.at(-1)).not.toContain('There is no package-lock.json')
})

it('states why there is no lockfile when npm cannot reach its registry', async () => {
  const folder = join(temporaryDirectory(), 'offline')
  const script = 'echo "npm error code ENOTFOUND" >&2; echo "npm error network request failed" >&2; exit 1'
  const lines = await runWith(fakeNpm(script), folder)
  expect(lines.at(-1)).toContain(
    'There is no package-lock.json yet: npm could not resolve the packages (network request failed)',
  )
  expect(existsSync(join(folder, 'src/main.ts'))).toBe(true)
})

it('installs no database: the package has no install script', () => {
  const manifest = readJson<Manifest>(join(import.meta.dirname, '../../package.json'))
  for (const name of ['preinstall', 'install', 'postinstall'])
    expect(manifest.scripts).not.toHaveProperty(name)
})
