import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryProject } from '../../../harness/temporaryProject.ts'
import { inCi, isDue } from '../../../harness/thorough.ts'
import { type Program, program } from '../../../service/cli/program.ts'
import { NEW_OPERATION, TEA, TEAS, teaProject } from './teaProject.ts'

// Each program loads a linter, a mock and a compiler first, which needs time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

/** As `init` lays a project out: one document, and what `generate DOCUMENT` writes. */
const TASKS = `openapi: 3.1.0
info: {title: Tasks, version: 1.0.0}
paths:
  /tasks:
    get:
      operationId: listTasks
      responses: {'200': {description: Tasks}}
`
const MORE_TASKS = `    post:
      operationId: createTask
      responses: {'201': {description: Made, content: {application/json: {schema: {type: string}}}}}
`

const FREE = ['--port', '0', '--mock-port', '0']

/** The output from now on; `says` of the program looks at everything. */
function sinceNow(loop: Program): (pattern: RegExp) => Promise<string> {
  const from = loop.output.stdout.length
  return async (pattern) => {
    const found = await loop.says(new RegExp(`^[\\s\\S]{${from},}?(?:${pattern.source})`))
    return found[0].slice(from)
  }
}

/** Saves, and returns the output until every step was done. */
async function save(loop: Program, write: () => void): Promise<string> {
  const says = sinceNow(loop)
  write()
  return says(/settled in/)
}

async function start(args: readonly string[], root: string) {
  const loop = program(['design', ...args, ...FREE], {}, undefined, root)
  const [, docs = ''] = await loop.says(/Docs of \S+ at (\S+)/)
  const [, mock = ''] = await loop.says(/Mock at (\S+)/)
  await loop.says(/settled in/)
  const bundle = async (name: string) =>
    (await (await fetch(`${docs}${name}.json`)).json()) as {
      info: { version: string }
      paths: Record<string, object>
    }
  return { loop, docs, mock, bundle }
}

test.runIf(inCi)(
  'what a save means is said with file and line, and the last good state stays served',
  async () => {
    const { root, write } = await teaProject()
    const { loop, docs, mock, bundle } = await start([], root)
    const teas = 'openapi/v1/teas/teas.yaml'
    await loop.says(/compile: clean/)

    const broken = await save(loop, () => write(teas, `${TEAS}delete: [\n`))
    expect(broken).toMatch(/^saved openapi\/v1\/teas\/teas\.yaml$/m)
    expect(broken).toMatch(/^lint v1: \d errors?/m)
    expect(broken).toMatch(/^ {2}openapi\/v1\/teas\/teas\.yaml:\d+:\d+ error /m)
    expect(broken).toContain('the last good state stays served')
    expect(broken).toMatch(/^stale v1: the document cannot be read since \d\d:\d\d:\d\d$/m)
    expect(broken).toMatch(/^stale: the document cannot be read since /m)
    expect(await (await fetch(`${docs}v1`)).text()).toContain('this page shows the last readable state')
    expect(Object.keys((await bundle('v1')).paths['/teas'] ?? {})).toEqual(['get', 'post'])
    const listed = await fetch(`${mock}/teas`, { headers: { Authorization: 'Bearer any' } })
    expect([listed.status, await listed.json()]).toEqual([200, { name: 'Assam', note: 'strong' }])

    const fixed = await save(loop, () => write(teas, TEAS))
    expect(fixed).toMatch(/^lint v1: clean/m)
    expect(fixed).toMatch(/^breaks v1: nothing, against openapi\/released\/1\.0\.0\.json/m)

    const events = (await fetch(`${docs}events`)).body?.getReader()
    await events?.read()
    const required = await save(loop, () =>
      write('openapi/v1/teas/Tea.yaml', TEA.replace('[name]', '[name, note]')),
    )
    expect(required).toMatch(/^breaks v1: 1 break/m)
    expect(required).toMatch(/^ {2}openapi\/v1\/teas\/Tea\.yaml:\d+ Clients that send .*`note`/m)
    let reported = ''
    while (!reported.includes('operation'))
      reported += new TextDecoder().decode((await events?.read())?.value)
    expect(reported).toContain('event: show\ndata: {"name":"v1","operation":"listTeas"}')
    await events?.cancel()
    const further = await save(loop, () => write(teas, TEAS.slice(TEAS.indexOf('post:'))))
    expect(further).toMatch(/^breaks v1: 2 breaks, 1 of them new.*\n {2}.*GET \/teas.*\n {2}.*`note`/m)
    await save(loop, () => write(teas, TEAS))
    await save(loop, () => write('openapi/v1/teas/Tea.yaml', TEA))

    const says = sinceNow(loop)
    const added = await save(loop, () => write(teas, TEAS + NEW_OPERATION))
    expect(added).toMatch(/^docs v1: shown at deleteTeas/m)
    expect(added).toMatch(/^code v1: wrote .*generated\/operations\.ts/m)
    expect(readFileSync(join(root, 'generated/operations.ts'), 'utf8')).toContain("'deleteTeas'")
    // The compiler may look before the last file is written, and then once more.
    const errors = await says(/handler deleteTeas is missing: .*\n(.*\n)*? {2}test .* lacks deleteTeas/)
    expect(errors).toMatch(/src\/service\/features\/handlers\.ts:\d+ expects it/)
    expect(errors).toContain('test test/recipes.ts:2 lacks deleteTeas')
    const clean = sinceNow(loop)
    write(teas, TEAS)
    await clean(/compile: clean/)

    loop.kill('SIGINT')
    expect(await loop.ended).toBe(0)
    expect(loop.output.stderr).toBe('')
  },
)

test.runIf(isDue(4))('a mistake is told once and at its place, however many refer to the file', async () => {
  const { root, write } = await teaProject()
  const tea = 'openapi/v1/teas/Tea.yaml'
  const { loop } = await start(['--no-compile'], root)
  const broken: [text: string, said: RegExp][] = [
    [`${TEA}  de\n`, /^openapi\/v1\/teas\/Tea\.yaml:6:\d+ error cannot be parsed: .* \(readable\)$/],
    [
      '',
      /^openapi\/v1\/teas\/Tea\.yaml:1:1 error received an empty file, expected an object\. \(readable\)$/,
    ],
    [
      `${TEA}<<<<<<< HEAD\n=======\n>>>>>>> b\n`,
      /^openapi\/v1\/teas\/Tea\.yaml:6:1 error .*conflict markers/,
    ],
    ["$ref: '#'\n", /^openapi\/v1\/teas\/Tea\.yaml:1:7 error .* leads back to itself/],
  ]
  for (const [text, said] of broken) {
    const lines = (await save(loop, () => write(tea, text))).split('\n')
    const below = (step: string) => {
      const from = lines.findIndex((line) => line.startsWith(`${step} v1: `)) + 1
      return lines.slice(
        from,
        lines.findIndex((line, index) => index >= from && !line.startsWith('  ')),
      )
    }
    expect(below('lint').map((line) => line.trim())).toEqual([expect.stringMatching(said)])
    expect(below('bundle').map((line) => line.trim())).toEqual([
      expect.stringMatching(/^openapi\/v1\/teas\/Tea\.yaml:\d+:\d+: /),
    ])
  }
  const page = join(root, 'openapi/v1/openapi.yaml')
  const text = readFileSync(page, 'utf8')
  expect(await save(loop, () => unlinkSync(page))).toMatch(
    /^ {2}openapi\/v1\/openapi\.yaml:1:1 error the file is not there/m,
  )
  write('openapi/v1/openapi.yaml', text)
  expect(await save(loop, () => write(tea, TEA))).toMatch(/^lint v1: clean/m)
  loop.kill('SIGINT')
  expect(await loop.ended).toBe(0)
})

test.runIf(isDue(6))(
  'the types of a project that init wrote follow its document, and so do compile errors',
  async () => {
    const { root, write } = await teaProject()
    write('openapi/openapi.yaml', TASKS)
    write('redocly.yaml', 'apis: {tasks: {root: openapi/openapi.yaml}}\n')
    write('src/service/server/handler.ts', '')
    write('src/service/features/teas/listTeas.ts', '')
    write('src/service/features/teas/createTea.ts', '')
    write('test/recipes.ts', '')
    const generated = program(
      ['generate', 'openapi/openapi.yaml', '--queries', '--schemas', 'zod'],
      {},
      undefined,
      root,
    )
    expect(await generated.ended).toBe(0)
    write(
      'src/app.ts',
      "import type { operations } from '../generated/openapi.ts'\nexport const handlers: Record<keyof operations, string> = { listTasks: '' }\n",
    )
    const { loop } = await start([], root)
    await loop.says(/compile: clean/)
    expect(loop.output.stdout).not.toMatch(/Left out: types/)
    const says = sinceNow(loop)
    write('generated/openapi.queries.ts', '')
    write('generated/openapi.schemas.ts', '')
    write('openapi/openapi.yaml', TASKS + MORE_TASKS)
    expect(await says(/compile: 1 error/)).toMatch(
      /^code tasks: wrote generated\/openapi\.json, generated\/openapi\.ts/m,
    )
    for (const [name, text] of [
      ['queries', 'createQueries'],
      ['schemas', "from 'zod'"],
    ])
      expect(readFileSync(join(root, `generated/openapi.${name}.ts`), 'utf8')).toContain(text)
    await says(/createTask/)
    loop.kill('SIGINT')
    expect(await loop.ended).toBe(0)
  },
)

test.runIf(isDue(4))('clean names the documents that the compiler has not seen', async () => {
  const { root, write } = await teaProject()
  write('openapi/openapi.yaml', TASKS)
  write('redocly.yaml', 'apis: {tasks: {root: openapi/openapi.yaml}}\n')
  for (const file of ['src/service/server/handler.ts', 'src/service/features/teas/listTeas.ts'])
    write(file, '')
  write('src/service/features/teas/createTea.ts', '')
  write('test/recipes.ts', '')
  const { loop } = await start([], root)
  await loop.says(/compile: clean; not compared with tasks: no types are generated from it/)
  loop.kill('SIGINT')
  expect(await loop.ended).toBe(0)
})

test.runIf(isDue(2))(
  "anybody's document is watched by its path, and what does not apply is left out and said so",
  async () => {
    const { root, write } = await teaProject()
    write('shop/shop.json', '{"openapi": "3.0.3", "info": {"title": "Shop", "version": "2"}, "paths": {}}')
    const { loop, bundle } = await start(['shop.json', '--no-compile'], join(root, 'shop'))
    const { stdout } = loop.output
    expect(stdout).toMatch(/^Left out: breaks of shop: no release of it/m)
    expect(stdout).toMatch(/^Left out: types and table: /m)
    expect(stdout).not.toMatch(/^(code|compile|breaks) /m)
    const said = await save(loop, () =>
      write('shop/shop.json', '{"openapi": "3.0.3", "info": {"title": "Shop", "version": "3"}, "paths": {}}'),
    )
    expect(said).toMatch(/^saved shop\.json$/m)
    expect((await bundle('shop')).info.version).toBe('3')
    loop.kill('SIGTERM')
    expect(await loop.ended).toBe(0)
  },
)

test.each([
  [['nowhere.yaml'], /There is no file nowhere\.yaml/],
  [['--port', 'x'], /--port received "x"; expected a whole number/],
  [['--prot', '1'], /Unknown option '--prot'. Did you mean --port\?/],
])('refuses %j', async (args, message) => {
  const rejected = program(['design', ...args])
  expect(await rejected.ended).toBe(2)
  expect(rejected.output.stderr).toMatch(message)
})

test.runIf(isDue(1))(
  'without redocly.yaml, design and lint report the same, and generate writes types',
  async () => {
    const summary = '  /tasks:\n    post:\n      operationId: createTask\n'
    const schema = '{type: integer, minimum: 9, maximum: 3}, example: a'
    const responses = `      responses: {'200': {description: Made, content: {application/json: {schema: ${schema}}}}}\n`
    const head = TASKS.slice(0, TASKS.indexOf('  /tasks:'))
    const { root } = temporaryProject('design', { 'api.yaml': `${head}${summary}${responses}` })
    const lint = program(['lint', 'api.yaml', '--format', 'json'], {}, undefined, root)
    expect(await lint.ended).toBe(1)
    const problems = (JSON.parse(lint.output.stdout) as { problems: { ruleId: string }[] }).problems
    const { loop } = await start(['api.yaml'], root)
    const printed = [...loop.output.stdout.matchAll(/^ {2}api\.yaml:\d+:\d+ .*\((\S+)\)$/gm)]
    expect(printed.map(([, rule]) => rule).sort()).toEqual(problems.map(({ ruleId }) => ruleId).sort())
    expect(problems.length).toBeGreaterThan(2)
    const generate = program(['generate', 'api.yaml'], {}, undefined, root)
    expect(await generate.ended).toBe(0)
    loop.kill('SIGINT')
    await loop.ended
  },
)
