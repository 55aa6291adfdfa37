import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './architecture/violations.ts'

const CODE = /\.(ts|mts|js|mjs|cjs)$/

function readSources(): Map<string, string> {
  const root = join(import.meta.dirname, '..')
  const paths = ['src', 'generated', 'scripts', 'test', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const code = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => CODE.test(path))
  return new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

describe('the architecture', () => {
  it('holds in every file', () => {
    expect(violationsOf(readSources()).join('\n')).toBe('')
  })

  const planted: [string, { given: Record<string, string>; want: string[] }][] = [
    [
      'imports that a room may make',
      {
        given: {
          'src/features/prompts/createPrompt.ts': [
            "import { ApiError } from '../../errors.ts'",
            "import type { Prompt } from '../../../generated/openapi.v1.ts'",
            "import { requireFolder } from '../folders/queries.ts'",
            "import * as promptStore from './promptStore.ts'",
            "import { z } from 'z'",
          ].join('\n'),
          'src/features/handlers.ts': "import { createPrompt } from './prompts/createPrompt.ts'",
          'src/pages/consent.ts': "export { clientOf } from '../features/oauth/queries.ts'",
        },
        want: [],
      },
    ],
    [
      'http that knows a feature',
      {
        given: {
          'src/http/pipeline.ts': "import { createPrompt } from '../features/prompts/createPrompt.ts'",
        },
        want: [
          'src/http/pipeline.ts imports src/features/prompts/createPrompt.ts; http may import generated',
        ],
      },
    ],
    [
      'a feature that reaches into another, for a type even',
      {
        given: {
          'src/features/prompts/createPrompt.ts': "import type { Row } from '../folders/folderStore.ts'",
        },
        want: ['put the question into src/features/folders/queries.ts'],
      },
    ],
    [
      'a feature that reaches past the interface of the storage',
      {
        given: { 'src/features/prompts/promptStore.ts': "const s = await import('../../storage/sqlite.ts')" },
        want: ['src/features/prompts/promptStore.ts imports src/storage/sqlite.ts; features may import'],
      },
    ],
    [
      'a kit or a tool that knows the service',
      {
        given: {
          'src/conformance/run.ts': "import { errorRegistry } from '../errors.ts'",
          'src/contract/load.ts': "import type { paths } from '../../generated/openapi.v1.ts'",
        },
        want: [
          'src/conformance/run.ts imports src/errors.ts; conformance may import contract',
          'contract may import nothing but itself',
        ],
      },
    ],
    [
      'generated code that imports the project',
      {
        given: { 'generated/validators.ts': "import Ajv from 'ajv'\nimport '../src/errors.ts'" },
        want: ['generated/validators.ts imports src/errors.ts'],
      },
    ],
    [
      'a room that the table does not know',
      {
        given: { 'src/attic/box.ts': "import '../errors.ts'" },
        want: ['stands in the room attic, which test/architecture/rooms.ts does not know'],
      },
    ],
    [
      'a circle, of types even',
      {
        given: {
          'src/jobs/a.ts': "import type { B } from './b.ts'",
          'src/jobs/b.ts': "import './c.ts'",
          'src/jobs/c.ts': "export * from './a.ts'",
        },
        want: ['src/jobs/a.ts → src/jobs/b.ts → src/jobs/c.ts → src/jobs/a.ts: a circle'],
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
      'a folder whose name says nothing',
      { given: { 'test/http/helpers/app.ts': '' }, want: ['a folder named helpers says nothing'] },
    ],
    [
      'a file that grew too long',
      { given: { 'src/http/pipeline.ts': '\n'.repeat(301) }, want: ['has 301 lines, at most 300'] },
    ],
    [
      'files that read the process',
      {
        given: {
          'src/http/pipeline.ts': 'export const port = process.env.PORT',
          'src/jobs/jobs.ts': "import { argv as given } from 'node:process'",
          'src/models/models.ts': '\nconst { env } = process',
          'src/cli.ts': 'process.argv.slice(2)',
          'src/storage/database.ts': '// says process.env in a comment alone\nconst text = "process.argv"',
        },
        want: [
          'src/http/pipeline.ts:1 reads process',
          'src/jobs/jobs.ts:1 reads process',
          'src/models/models.ts:2 reads process',
        ],
      },
    ],
  ]
  it.each(planted)('%s', (_name, { given, want }) => {
    const found = violationsOf(new Map(Object.entries(given)))
    expect(found).toEqual(want.map((text) => expect.stringContaining(text)))
  })
})
