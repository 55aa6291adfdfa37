/** A frontend project with the generated files of documents, and the TypeScript compiler. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type OutputChoices, outputsOfPages } from '../../../src/toolkit/generate/outputs.ts'
import { type TemporaryProject, temporaryProject } from '../../harness/temporaryProject.ts'

const ROOT = join(import.meta.dirname, '../../..')

interface GeneratedProject extends TemporaryProject {
  /** The generated files by their paths. */
  outputs: Map<string, string>
  /** Errors of the compiler with its strictest options; empty if there are none. */
  compile(): string
}

/**
 * @param documents by the names of their files, without an extension
 * @param files further source files; those in TypeScript are compiled
 * @param finished `afterAll` for a project of all tests of a file
 */
export async function generatedProject(
  documents: Record<string, object>,
  files: Record<string, string> = {},
  choices: OutputChoices = {},
  finished?: (remove: () => void) => void,
): Promise<GeneratedProject> {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { 'specwright/server': [join(ROOT, 'src/toolkit/server/handler.ts')] },
  }
  const project = temporaryProject(
    'generated',
    {
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }),
      ...files,
    },
    finished,
  )
  const pages = Object.keys(documents).map((name) => `${name}.json`)
  for (const [name, document] of Object.entries(documents))
    project.write(`${name}.json`, JSON.stringify(document))
  const outputs = await outputsOfPages(project.root, pages, 'generated', choices)
  for (const [path, text] of outputs) project.write(path, text)
  const compile = () => {
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
    return spawnSync(process.execPath, [compiler, '-p', project.root], { encoding: 'utf8' }).stdout
  }
  return { ...project, outputs, compile }
}
