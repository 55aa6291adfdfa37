/** `npm run new`: from nothing to a contract that passes lint, on a copy of this project's documents. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scaffoldOf } from '../../scripts/new/scaffold.ts'
import { listOperations, loadDocument } from '../../src/toolkit/openapi/index.ts'
import { casesOf, isDue } from '../harness/thorough.ts'
import { copyProject, inProcess, ROOT, run } from './project.ts'

function project(): string {
  const folder = copyProject()
  for (const part of ['openapi', 'asyncapi', 'redocly.yaml'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

describe('npm run new', { timeout: 240_000 }, () => {
  it.runIf(isDue(1))(
    'begins a resource of five operations of at most 40 lines each, without lint findings',
    async () => {
      const folder = project()
      const { code, stdout, stderr } = await run(folder, 'scripts/new.ts', 'Widget')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout.split('\n')).toContain('openapi/v1/openapi.yaml changed.')
      expect(stdout.split('\n')).toContain('openapi/v1/widgets/widgets.yaml written.')
      const page = join(folder, 'openapi/v1/openapi.yaml')
      // An author continues in words, with a comma.
      writeFileSync(
        page,
        readFileSync(page, 'utf8').replace('What they are for.', 'Small things, and large ones.'),
      )
      const operations = listOperations(loadDocument(join(folder, 'openapi/v1/openapi.yaml')))
      const made = operations.filter(({ path }) => path.startsWith('/widgets'))
      expect(made.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`).sort()).toEqual([
        'createWidget POST /widgets',
        'deleteWidget DELETE /widgets/{widgetId}',
        'getWidget GET /widgets/{widgetId}',
        'listWidgets GET /widgets',
        'updateWidget PATCH /widgets/{widgetId}',
      ])
      // `test/service/listPlans.test.ts` reads every list in both directions.
      const list = made.find(({ operationId }) => operationId === 'listWidgets')
      expect(list?.parameters.map(({ $ref, name }) => $ref ?? name).map(String)).toContainEqual(
        expect.stringMatching(/^order$|\/Order/),
      )
      for (const file of ['widgets.yaml', 'widgetById.yaml']) {
        const text = readFileSync(join(folder, 'openapi/v1/widgets', file), 'utf8')
        for (const operation of text.split(/^(?=(?:get|post|patch|delete):)/m))
          expect(operation.split('\n').length).toBeLessThanOrEqual(40)
      }
      expect(existsSync(join(folder, 'src/service/features/widgets/createWidget.ts'))).toBe(true)
      const lint = await inProcess(folder, 'lint')
      expect(lint, lint.stdout + lint.stderr).toMatchObject({ code: 0 })
    },
  )

  it.each([
    ['Shelf', 'Shelves'],
    ['City', 'Cities'],
    ['Day', 'Days'],
    ['Box', 'Boxes'],
    ['Branch', 'Branches'],
    ['Status', 'Statuses'],
    ['Knife', 'Knives'],
    ['Roof', 'Roofs'],
    ['Widget', 'Widgets'],
  ])('knows that one %s is one of many %s', (noun, many) => {
    const [create, list] = [`create${noun}`, `list${many}`].map((operationId) =>
      scaffoldOf({ operationId, scope: 'prompts' }),
    )
    expect(create?.path).toBe(list?.path)
    expect(Object.keys(list?.parts ?? {})).toContain(`${noun}.yaml`)
  })

  it.each([
    ['/prompts/{promptId}/archive', 'promptArchive.yaml'],
    ['/prompts/{promptId}/move-up', 'promptMoveUp.yaml'],
    ['/prompts/count', 'promptCount.yaml'],
    ['/prompts/{promptId}', 'promptById.yaml'],
    ['/prompts', 'prompts.yaml'],
  ])('gives %s the file %s', (path, file) => {
    expect(scaffoldOf({ operationId: 'archivePrompt', method: 'post', path, scope: 'prompts' }).file).toBe(
      file,
    )
  })

  it.each(
    casesOf<[string[], string]>(
      [
        [['widget'], 'Received "widget", expected a verb and a noun such as createThing.'],
        [['polishWidget'], '--method is missing: "polish" does not imply it.'],
        [['listPrompts'], 'listPrompts is there already.'],
      ],
      3,
    ),
  )('refuses %j', async (args, message) => {
    expect(await run(project(), 'scripts/new.ts', ...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${message}\n`,
    })
  })

  it.each(
    casesOf(
      [
        ['without a name', [], 1, 'stderr'],
        ['with --help', ['--help'], 0, 'stdout'],
      ] as const,
      2,
    ),
  )('says how it is called %s', async (_, args, code, stream) => {
    const said = await run(project(), 'scripts/new.ts', ...args)
    expect(said.code).toBe(code)
    expect(said[stream]).toMatch(/^Usage: npm run new -- <Thing \| operationId>/)
  })
})
