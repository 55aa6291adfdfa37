import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { init } from '../../../src/toolkit/cli/init.ts'
import { createListener, type Handlers } from '../../../src/toolkit/server/index.ts'
import { readJson } from '../../service/cli/program.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

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
  expect(manifest.dependencies.specwright).toMatch(/^file:\.\./)
  expect(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort()).toEqual([
    '@types/node',
    'openapi-fetch',
    'specwright',
    'tsx',
    'typescript',
  ])
  expect(manifest.dependencies['openapi-fetch']).toMatch(/^\d/)
  expect(readFileSync(join(folder, 'src/client.ts'), 'utf8')).toContain("from '../generated/openapi.ts'")
  for (const name of ['openapi/openapi.yaml', 'generated/openapi.json', 'README.md'])
    expect(readFileSync(join(folder, name), 'utf8')).toContain('Parking Lots API')
})

it('takes a folder in which npm installed the package, and keeps what its package.json says', async () => {
  const folder = temporaryDirectory()
  mkdirSync(join(folder, 'node_modules'))
  const before = {
    name: 'mine',
    version: '3.0.0',
    dependencies: { specwright: 'file:x.tgz', ajv: '8.0.0' },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(before))
  await run(folder, '--source', '^1.0.0')
  const manifest = readJson<Manifest>(join(folder, 'package.json'))
  expect(manifest).toMatchObject({ name: 'mine', version: '3.0.0' })
  expect(manifest.dependencies).toEqual({ ajv: '8.0.0', 'openapi-fetch': '0.17.0', specwright: '^1.0.0' })
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

/** A folder with an `npm` that runs the script. */
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
  const manifest = readJson<Manifest>(join(import.meta.dirname, '../../../src/toolkit/package.json'))
  for (const name of ['preinstall', 'install', 'postinstall'])
    expect(manifest.scripts ?? {}).not.toHaveProperty(name)
})

it('has every folder of the toolkit in its package', () => {
  const folder = join(import.meta.dirname, '../../../src/toolkit')
  const { files = [] } = readJson<{ files?: string[] }>(join(folder, 'package.json'))
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(
    folders.map(({ name }) => name).filter((name) => !files.includes(name) && name !== 'node_modules'),
  ).toEqual([])
})

/** A document in several files, two of them above its own folder, with one operation that has no operationId. */
const MUSEUM = {
  'api/museum.yaml': `openapi: 3.1.0
info: {title: "Museum: tickets", version: 2.0.1}
security: [{key: []}]
paths:
  /tickets: {$ref: ./paths/tickets.yaml}
  /tickets/{ticketId}:
    get:
      operationId: get-ticket
      parameters: [{name: ticketId, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: One., content: {application/json: {schema: {$ref: ../schemas/Ticket.yaml}}}}
        '404': {description: None.}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
`,
  'api/paths/tickets.yaml': `get:
  responses:
    '200':
      description: All.
      content: {application/json: {schema: {type: array, items: {$ref: ../../schemas/Ticket.yaml}}}}
post:
  operationId: buyTicket
  requestBody: {required: true, content: {application/json: {schema: {$ref: ../../schemas/Ticket.yaml}}}}
  responses:
    '201': {description: Bought., content: {application/json: {schema: {$ref: ../../schemas/Ticket.yaml}}}}
`,
  'schemas/Ticket.yaml': `type: object
required: [price]
properties: {price: {$ref: ./Price.yaml}}
`,
  'schemas/Price.yaml': 'type: integer\n',
  'schemas/Unused.yaml': 'type: string\n',
}

function museum(files: Record<string, string> = MUSEUM): string {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return join(folder, 'api/museum.yaml')
}

const ROOT = join(import.meta.dirname, '../../..')

function withPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !one.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  rmSync(join(folder, 'node_modules/specwright'), { force: true })
  symlinkSync(join(ROOT, 'dist/src/toolkit'), join(folder, 'node_modules/specwright'))
}

function inProject(folder: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

it('starts from a given document in several files, with a server that responds 501', async () => {
  const folder = join(temporaryDirectory(), 'museum')
  await run(folder, '--from', museum())
  withPackages(folder)
  for (const name of [
    'api/museum.yaml',
    'api/paths/tickets.yaml',
    'schemas/Ticket.yaml',
    'schemas/Price.yaml',
  ])
    expect(readFileSync(join(folder, 'openapi', name), 'utf8')).toBe(MUSEUM[name as keyof typeof MUSEUM])
  expect(readdirSync(join(folder, 'openapi')).sort()).toEqual(['api', 'released', 'schemas'])
  expect(readdirSync(join(folder, 'openapi/schemas'))).not.toContain('Unused.yaml')
  expect(readdirSync(join(folder, 'src/handlers')).sort()).toEqual([
    'buyTicket.ts',
    'getTicket.ts',
    'getTickets.ts',
    'index.ts',
  ])
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('# Museum: tickets')
  expect(parse(readFileSync(join(folder, 'conform.yaml'), 'utf8'))).toMatchObject({
    openapi: 'openapi/api/museum.yaml',
    identities: { owner: { header: { 'X-Key': '@development.key' } } },
  })
  const { scripts } = readJson<Manifest>(join(folder, 'package.json'))
  expect(scripts.generate).toBe('specwright generate openapi/api/museum.yaml')

  const command = join(ROOT, 'dist/src/toolkit/cli/main.js')
  expect(inProject(folder, command, 'lint')).toMatchObject({ status: 0 })
  expect(inProject(folder, command, 'generate', '--check', 'openapi/api/museum.yaml')).toEqual({
    status: 0,
    text: '',
  })
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  expect(inProject(folder, tsc, '-p', '.', '--singleThreaded')).toEqual({ status: 0, text: '' })

  const { handlers } = (await import(join(folder, 'src/handlers/index.ts'))) as { handlers: Handlers<never> }
  const server = createServer(
    createListener({
      document: join(folder, 'generated/museum.json'),
      handlers,
      keys: new Map([['development-key', 'all']]),
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const headers = { 'X-Key': 'development-key' }
    expect((await fetch(`${base}/tickets`)).status).toBe(401)
    expect((await fetch(`${base}/tickets`, { headers })).status).toBe(501)
    expect((await fetch(`${base}/tickets/a`, { headers })).status).toBe(501)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}, 60_000)

it.each<[string, Record<string, string>, RegExp]>([
  ['that is not there', {}, /there is no file .*museum\.yaml/],
  ['of Swagger 1.2', { 'api/museum.yaml': 'swagger: "1.2"' }, /received Swagger 1\.2/],
  [
    'with a reference that leads nowhere',
    { ...MUSEUM, 'schemas/Ticket.yaml': '$ref: ./Missing.yaml' },
    /Missing\.yaml/,
  ],
])('rejects a document %s, and writes nothing', async (_, files, words) => {
  const folder = join(temporaryDirectory(), 'nothing')
  await expect(run(folder, '--from', museum(files))).rejects.toThrow(words)
  expect(existsSync(folder)).toBe(false)
})
