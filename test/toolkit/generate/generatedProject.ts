/** A frontend project with the generated files of a document, and the TypeScript compiler. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { outputsOfPages } from '../../../src/toolkit/generate/outputs.ts'
import { type TemporaryProject, temporaryProject } from '../../harness/temporaryProject.ts'

const ROOT = join(import.meta.dirname, '../../..')

interface GeneratedProject extends TemporaryProject {
  /** The generated files by their paths. */
  outputs: Map<string, string>
  /** Errors of the compiler with its strictest options; empty if there are none. */
  compile(): string
}

/** @param files further source files; those in TypeScript are compiled */
export async function generatedProject(
  document: object,
  files: Record<string, string> = {},
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
  const project = temporaryProject('generated', {
    'openapi.json': JSON.stringify(document),
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }),
    ...files,
  })
  const outputs = await outputsOfPages(project.root, ['openapi.json'], 'generated')
  for (const [path, text] of outputs) project.write(path, text)
  const compile = () => {
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
    return spawnSync(process.execPath, [compiler, '-p', project.root], { encoding: 'utf8' }).stdout
  }
  return { ...project, outputs, compile }
}
