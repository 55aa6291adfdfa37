/** A client's TypeScript program, compiled with the types of either version of the documents. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type ts from 'typescript'

export type Typescript = typeof ts

/** A client that cannot be compiled, with what to do. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
}

/** Texts of generated files, by the path of the file that they replace. */
type Replacements = ReadonlyMap<string, string>

export interface ClientProject {
  ts: Typescript
  options: ts.CompilerOptions
  /** The files as they are on disk. */
  program: ts.Program
  /** The same program with other texts of some files. */
  with(texts: Replacements): ts.Program
}

/**
 * The projects of a folder: that of its `tsconfig.json`, or those that it references.
 * @param folder of the client, or its tsconfig file
 * @param own reads the compiler that this package contains
 * @throws ClientError where there is no compiler or no configuration
 */
export async function openProjects(folder: string, own: () => Promise<Typescript>): Promise<ClientProject[]> {
  const config = configOf(folder)
  const compiler = await loadCompiler(folder, dirname(config), own)
  return configurationsAt(compiler.ts, config).map((parsed) => openProject(compiler, parsed))
}

function configOf(folder: string): string {
  const path = resolve(folder)
  if (!existsSync(path))
    throw new ClientError(`--client ${folder} does not exist. Name a folder with a tsconfig.json.`)
  const config = statSync(path).isDirectory() ? join(path, 'tsconfig.json') : path
  if (existsSync(config)) return config
  throw new ClientError(`--client ${folder} has no tsconfig.json. Name the folder of a TypeScript project.`)
}

interface Compiler {
  ts: Typescript
  /** The folder of the declarations of the language; undefined where the compiler knows it. */
  library: string | undefined
  /** Options that the configuration may leave out. */
  defaults: ts.CompilerOptions
}

/** TypeScript 6 changed them. */
const DEFAULTS_SINCE_6: ts.CompilerOptions = { strict: true, types: [] }

/**
 * The compiler of the client, for each version finds other errors. TypeScript 7 has no API in JavaScript: ours is used instead.
 * @param own reads the compiler that this package contains
 */
async function loadCompiler(folder: string, home: string, own: () => Promise<Typescript>): Promise<Compiler> {
  const installed = [home, process.cwd()].flatMap((from) => packageAt(from) ?? [])[0]
  if (installed === undefined)
    throw new ClientError(
      `--client ${folder} has no TypeScript. Run npm install there, or npm install --save-dev typescript.`,
    )
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { version: string }
  const defaults = Number.parseInt(version, 10) >= 6 ? DEFAULTS_SINCE_6 : {}
  const require = createRequire(installed)
  const loaded = (await import(pathToFileURL(require.resolve('typescript')).href)) as { default?: Typescript }
  if (loaded.default?.createProgram !== undefined) return { ts: loaded.default, library: undefined, defaults }
  const native = require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
  return { ts: await own(), library: join(dirname(native), 'lib'), defaults }
}

/** The manifest of the TypeScript that a folder uses. */
function packageAt(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'client.js')).resolve('typescript/package.json')
  } catch {
    return undefined
  }
}

/** A configuration that cannot be read, or one that it extends; unknown options are for the client's own compiler. */
const UNREADABLE = [5083, 6053, 18000]

function configurationsAt(ts: Typescript, file: string, seen = new Set<string>()): ts.ParsedCommandLine[] {
  if (seen.has(file)) return []
  seen.add(file)
  const fail = ({ messageText }: ts.Diagnostic): never => {
    throw new ClientError(`${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  }
  const parsed = ts.getParsedCommandLineOfConfigFile(file, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: fail,
  })
  if (parsed === undefined) return []
  const fault = parsed.errors.find(({ code }) => UNREADABLE.includes(code))
  if (fault !== undefined) fail(fault)
  const referenced = (parsed.projectReferences ?? []).flatMap((reference) =>
    configurationsAt(ts, ts.resolveProjectReferencePath(reference), seen),
  )
  return parsed.fileNames.length > 0 ? [parsed, ...referenced] : referenced
}

type SourceFiles = Map<string, ts.SourceFile | undefined>

const languageFiles = new WeakMap<Typescript, Map<string, SourceFiles>>()

/** The declarations of the language, parsed once for all projects: they are most of what a small project compiles. */
function languageFilesOf(
  compiler: Typescript,
  version: ts.ScriptTarget | ts.CreateSourceFileOptions,
): SourceFiles {
  const byVersion = languageFiles.get(compiler) ?? new Map<string, SourceFiles>()
  languageFiles.set(compiler, byVersion)
  const key = JSON.stringify(version)
  const files: SourceFiles = byVersion.get(key) ?? new Map()
  byVersion.set(key, files)
  return files
}

function openProject(
  { ts, library, defaults }: Compiler,
  { options: given, fileNames }: ts.ParsedCommandLine,
): ClientProject {
  const { composite: _, incremental: __, tsBuildInfoFile: ___, ...rest } = given
  const options: ts.CompilerOptions = {
    ...defaults,
    ...rest,
    noEmit: true,
    skipLibCheck: true,
    declaration: false,
  }
  const parsed: SourceFiles = new Map()
  const language = library ?? dirname(ts.getDefaultLibFilePath(options))
  const hostWith = (texts: Replacements): ts.CompilerHost => {
    const host = ts.createCompilerHost(options)
    const read = host.getSourceFile.bind(host)
    return {
      ...host,
      ...(library !== undefined && {
        getDefaultLibLocation: () => library,
        getDefaultLibFileName: (target) => join(library, ts.getDefaultLibFileName(target)),
      }),
      getSourceFile(name, version, onError) {
        const text = texts.get(resolve(name))
        if (text !== undefined) return ts.createSourceFile(name, text, version, true)
        const shared = dirname(resolve(name)) === resolve(language)
        const files = shared ? languageFilesOf(ts, version) : parsed
        if (!files.has(name)) files.set(name, read(name, version, onError))
        return files.get(name)
      },
    }
  }
  const create = (texts: Replacements, before?: ts.Program) =>
    ts.createProgram({
      rootNames: fileNames,
      options,
      host: hostWith(texts),
      ...(before && { oldProgram: before }),
    })
  const program = create(new Map())
  return { ts, options, program, with: (texts) => create(texts, program) }
}
