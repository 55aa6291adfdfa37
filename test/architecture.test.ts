import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXCEPTIONS } from './architecture/functionExceptions.ts'
import {
  compareWithExceptions,
  type ExceptionGroup,
  measureFunctions,
} from './architecture/functionLimits.ts'
import { importsOf, loadedWith } from './architecture/imports.ts'
import { namePatterns, unusedPatterns } from './architecture/namePatterns.ts'
import { unusedExports } from './architecture/unusedExports.ts'
import { violationsOf } from './architecture/violations.ts'

const CODE = /\.(ts|mts|js|mjs|cjs)$/

function readSources(...further: string[]): Map<string, string> {
  const root = join(import.meta.dirname, '..')
  const paths = ['src', 'generated', 'scripts', 'test', 'bench', ...further].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const code = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => CODE.test(path))
  return new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

const all = readSources()

describe('the architecture', () => {
  it('holds in every file', { timeout: 120_000 }, () => {
    expect(violationsOf(all).join('\n')).toBe('')
  })

  it('loads at most 40 files with a rule on lists', () => {
    const loaded = loadedWith(
      'src/toolkit/conformance/rules/lists/list-filter-applied.ts',
      importsOf(new Map([...all].filter(([path]) => path.startsWith('src/toolkit/')))),
    )
    expect(loaded).toContain('src/toolkit/model/filters.ts')
    expect(loaded.length).toBeLessThanOrEqual(40)
  })

  it('exports nothing that nobody imports', () => {
    expect(unusedExports(readSources('examples', 'templates')).join('\n')).toBe('')
  })

  it('decides what names mean in the model only', () => {
    const found = [...all].flatMap(([path, text]) => namePatterns(path, text))
    expect(found.join('\n')).toBe('')
    expect(unusedPatterns(all)).toEqual([])
  })

  const patterns: [string, { path: string; text: string; want: number[] }][] = [
    [
      'lists of names, wherever they are tested',
      {
        path: 'src/toolkit/mock/state/stored.ts',
        text: [
          'const NATURAL = /^(slug|key|code)$/i',
          'const isParent = (name: string) => /^parent(_?id)?$/i.test(name)',
          'const [, stem] = /^(.*?)[_-]?ids?$/i.exec(name) ?? []',
          "const ADDRESS = new RegExp('^(href|ur[il])$')",
          'const isMark = (name: string) => /replay/.test(name)',
        ].join('\n'),
        want: [1, 2, 3, 4, 5],
      },
    ],
    [
      'patterns of values, changes of texts, and one that is listed',
      {
        path: 'src/toolkit/conformance/rules/values.ts',
        text: [
          'const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}$/i',
          "text.replace(/_?id$/i, '').split(/and|or/)",
          'const HTTP = /^https?:/',
          '/json/i.test(type)',
        ].join('\n'),
        want: [],
      },
    ],
    [
      'the model itself',
      { path: 'src/toolkit/model/vocabulary.ts', text: 'const NAMES = /^(name|title)$/', want: [] },
    ],
  ]
  it.each(patterns)('%s', (_name, { path, text, want }) => {
    const found = namePatterns(path, text)
    expect(found).toEqual(want.map((line) => expect.stringMatching(`^${path}:${line} tests names with`)))
  })

  const exported: [string, { given: Record<string, string>; want: string[] }][] = [
    [
      'what is imported by name, by type, as a whole, by a re-export or when it is needed',
      {
        given: {
          'src/a.ts':
            'export const one = 1\nexport interface Two {}\nconst three = 3\nexport { three as four }',
          'src/b.ts': 'export function five() {}',
          'src/c.ts': 'export async function six() {}\nexport class Seven {}',
          'src/d.ts': 'const text = `\nexport const written = 1\n`',
          'src/cli.ts': [
            "import { one, type Two } from './a.ts'",
            "import * as b from './b.ts'",
            'b.five()',
            "const c = await import('./c.ts')",
          ].join('\n'),
          'scripts/e.ts': "import {\n  four as FOUR,\n} from '../src/a.ts'",
        },
        want: [],
      },
    ],
    [
      'what nobody imports, its own file aside, and a value for tests alone',
      {
        given: {
          'src/a.ts':
            'export const one = 1\nexport const two = one\nexport interface Three {}\nexport type Four = 4',
          'src/b.ts': "export { one } from './a.ts'",
          'test/a.test.ts': "import { type Three, two } from '../src/a.ts'",
        },
        want: [
          'src/a.ts exports two for tests alone',
          'src/a.ts exports Four, which nobody imports',
          'src/b.ts exports one, which nobody imports',
        ],
      },
    ],
  ]
  it.each(exported)('%s', (_name, { given, want }) => {
    const found = unusedExports(new Map(Object.entries(given)))
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })

  const planted: [string, { given: Record<string, string>; want: string[] }][] = [
    [
      'imports that a room may make',
      {
        given: {
          'src/service/features/prompts/createPrompt.ts': [
            "import { ApiError } from '../../errors.ts'",
            "import type { Prompt } from '../../../../generated/openapi.v1.ts'",
            "import { requireFolder } from '../folders/queries.ts'",
            "import * as promptStore from './promptStore.ts'",
            "import { z } from 'z'",
          ].join('\n'),
          'src/service/features/handlers.ts': "import { createPrompt } from './prompts/createPrompt.ts'",
          'src/service/pages/consent.ts': "export { clientOf } from '../features/oauth/queries.ts'",
        },
        want: [],
      },
    ],
    [
      'a server that knows a feature',
      {
        given: {
          'src/service/server/pipeline.ts':
            "import { createPrompt } from '../features/prompts/createPrompt.ts'",
        },
        want: [
          'src/service/server/pipeline.ts imports src/service/features/prompts/createPrompt.ts; service/server may import generated',
        ],
      },
    ],
    [
      'a feature that takes a type of the server, and one that takes more',
      {
        given: {
          'src/service/features/prompts/createPrompt.ts':
            "import type { Handler } from '../../server/handler.ts'",
          'src/service/features/prompts/updatePrompt.ts':
            "import { type Handler, send } from '../../server/handler.ts'",
        },
        want: [
          'src/service/features/prompts/updatePrompt.ts imports src/service/server/handler.ts; service/features may import',
        ],
      },
    ],
    [
      'a feature that reaches into another, for a type even',
      {
        given: {
          'src/service/features/prompts/createPrompt.ts':
            "import type { Row } from '../folders/folderStore.ts'",
        },
        want: ['put the question into src/service/features/folders/queries.ts'],
      },
    ],
    [
      'a feature that reaches past the interface of the storage',
      {
        given: {
          'src/service/features/prompts/model/prompt.ts':
            "const s = await import('../../../storage/sqlite.ts')",
        },
        want: [
          'src/service/features/prompts/model/prompt.ts imports src/service/storage/sqlite.ts; service/features may import',
        ],
      },
    ],
    [
      'a kit or a tool that knows the service',
      {
        given: {
          'src/toolkit/conformance/engine.ts': "import { errorRegistry } from '../../service/errors.ts'",
          'src/toolkit/openapi/load.ts': "import type { paths } from '../../../generated/openapi.v1.ts'",
        },
        want: [
          "src/toolkit/conformance/engine.ts imports src/service/errors.ts: code of another package is imported by the package's name.",
          'toolkit/openapi may import nothing but itself',
        ],
      },
    ],
    [
      'a file of the toolkit that imports a published entry',
      {
        given: {
          'src/toolkit/mock/xml.ts': "import type { Json } from '../openapi/index.ts'",
          'src/toolkit/cli/model.ts': "await import('../openapi/index.ts')",
          'src/toolkit/cli/mock.ts': "import type { Json } from '../openapi/document.ts'",
          'test/toolkit/mock/xml.test.ts':
            "import type { Json } from '../../../src/toolkit/openapi/index.ts'",
        },
        want: [
          'src/toolkit/mock/xml.ts imports src/toolkit/openapi/index.ts: inside the toolkit',
          'src/toolkit/cli/model.ts imports src/toolkit/openapi/index.ts: inside the toolkit',
        ],
      },
    ],
    [
      'a tool that imports another tool, and one that puts tools together past their entries',
      {
        given: {
          'src/toolkit/stub/stubs.ts': "import { outputsOfPage } from '../generate/index.ts'",
          'src/toolkit/design/loop.ts': "import { outputsOfPage } from '../generate/index.ts'",
          'src/toolkit/design/view.ts': "import { outputsOfPage } from '../generate/outputs.ts'",
        },
        want: [
          'src/toolkit/stub/stubs.ts imports src/toolkit/generate/index.ts; toolkit/stub may import toolkit/openapi',
          'src/toolkit/design/view.ts imports src/toolkit/generate/outputs.ts; toolkit/design may import',
        ],
      },
    ],
    [
      'generated code that imports the project',
      {
        given: { 'generated/validators.ts': "import Ajv from 'ajv'\nimport '../src/service/errors.ts'" },
        want: ['generated/validators.ts imports src/service/errors.ts'],
      },
    ],
    [
      'a room that the table does not know',
      {
        given: { 'src/service/attic/box.ts': "import '../errors.ts'" },
        want: ['stands in the room service/attic, which test/architecture/importTable.ts does not know'],
      },
    ],
    [
      'a circle, of types even',
      {
        given: {
          'src/service/jobs/a.ts': "import type { B } from './b.ts'",
          'src/service/jobs/b.ts': "import './c.ts'",
          'src/service/jobs/c.ts': "export * from './a.ts'",
        },
        want: [
          'src/service/jobs/a.ts → src/service/jobs/b.ts → src/service/jobs/c.ts → src/service/jobs/a.ts: a circle',
        ],
      },
    ],
    [
      'folders that import each other, through files that do not',
      {
        given: {
          'src/toolkit/conformance/engine/rule.ts': "import type { Hints } from '../config/hints.ts'",
          'src/toolkit/conformance/config/readConfig.ts': "import type { Plan } from '../engine/plan.ts'",
          'src/toolkit/conformance/conform.ts': "import './engine/rule.ts'",
        },
        want: [
          'src/toolkit/conformance/engine → src/toolkit/conformance/config → src/toolkit/conformance/engine: a circle of folders',
        ],
      },
    ],
    [
      'a path into node_modules',
      {
        given: { 'scripts/docs.ts': "import '../node_modules/redoc/bundle.js'" },
        want: ['import a package by its name'],
      },
    ],
    [
      'a way to the SQLite library beside the one that knows its versions',
      {
        given: {
          'src/service/storage/sqlite/driver.ts': "import type Sqlite from 'better-sqlite3'",
          'test/service/storage/file.test.ts': "import Sqlite from 'better-sqlite3'",
        },
        want: ['test/service/storage/file.test.ts imports better-sqlite3'],
      },
    ],
    [
      'a folder whose name says nothing',
      { given: { 'test/http/helpers/app.ts': '' }, want: ['a folder named helpers says nothing'] },
    ],
    [
      'files that read the process',
      {
        given: {
          'src/service/server/pipeline.ts': 'export const port = process.env.PORT',
          'src/service/jobs/jobs.ts': "import { argv as given } from 'node:process'",
          'src/service/models/models.ts': '\nconst { env } = process',
          'src/service/cli/main.ts': 'process.argv.slice(2)',
          'src/service/storage/database.ts':
            '// says process.env in a comment alone\nconst text = "process.argv"',
        },
        want: [
          'src/service/server/pipeline.ts:1 reads process',
          'src/service/jobs/jobs.ts:1 reads process',
          'src/service/models/models.ts:2 reads process',
        ],
      },
    ],
  ]
  it.each(planted)('%s', (_name, { given, want }) => {
    const found = violationsOf(new Map(Object.entries(given)))
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})

describe('the limits of functions', () => {
  it('are exceeded only by the listed exceptions', () => {
    expect(compareWithExceptions(measureFunctions('src'), EXCEPTIONS).join('\n')).toBe('')
  })

  it('are measured', () => {
    const folder = mkdtempSync(join(tmpdir(), 'limits-'))
    const path = join(folder, 'planted.ts')
    const branches = Array.from({ length: 16 }, (_, index) => `  if (a === ${index}) return ${index}`)
    const statements = Array.from({ length: 61 }, () => '  a()')
    const source = [
      ...['export function complex(a: number) {', ...branches, '}'],
      ...['export function long(a: () => void) {', ...statements, '}'],
      'export const wide = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) => a + b + c + d + e + f',
    ]
    writeFileSync(path, source.join('\n'))
    try {
      const [file] = measureFunctions(path).values()
      expect(file?.excesses).toEqual({ complexity: 1, lines: 1, parameters: 1 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const place = { excesses: { lines: 2 }, places: ['lines at src/a.ts:1', 'lines at src/a.ts:90'] }
  const group = (files: ExceptionGroup['files']): ExceptionGroup => ({ reason: 'A reason.', files })
  const ratchet: [string, { listed: ExceptionGroup[]; want: string[] }][] = [
    ['exactly as listed', { listed: [group({ 'src/a.ts': { lines: 2 } })], want: [] }],
    [
      'more than listed',
      {
        listed: [group({ 'src/a.ts': { lines: 1 } })],
        want: [
          'src/a.ts: lines: 2 functions exceed the limit, 1 may (lines at src/a.ts:1, lines at src/a.ts:90)',
        ],
      },
    ],
    [
      'fewer than listed, and none',
      {
        listed: [group({ 'src/a.ts': { lines: 3 } }), group({ 'src/b.ts': { complexity: 1 } })],
        want: [
          'src/a.ts: lines: 2 of 3 listed exceptions are left. Lower the number',
          'src/b.ts: complexity: 0 of 1 listed exceptions are left. Lower the number',
        ],
      },
    ],
    [
      'listed twice',
      {
        listed: [group({ 'src/a.ts': { lines: 2 } }), group({ 'src/a.ts': { lines: 2 } })],
        want: ['src/a.ts is listed twice'],
      },
    ],
  ]
  it.each(ratchet)('%s', (_name, { listed, want }) => {
    const found = compareWithExceptions(new Map([['src/a.ts', place]]), listed)
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
