/** Which changes affect a client: the compile errors that the new types cause, each with the change behind it. */
import { relative } from 'node:path'
import type ts from 'typescript'
import { listOperations } from '../../openapi/operations.ts'
import type { Finding } from '../finding.ts'
import type { LoadedDocument } from '../location.ts'
import type { DocumentPair } from '../source.ts'
import { sideOf } from '../witness/side.ts'
import { type Anchored, anchorsOf } from './anchors.ts'
import type { ClientReport, Site } from './client.ts'
import { exactErrors } from './exactErrors.ts'
import { nearness, type Place } from './places.ts'
import { ClientError, type ClientProject, openProjects, type Typescript } from './program.ts'
import { type TypesFile, typesFilesOf } from './typesFiles.ts'

/** The result of a comparison, with the places of each finding in the same order. */
export interface Changes {
  pairs: readonly DocumentPair[]
  findings: readonly Finding[]
  places: readonly (readonly Place[])[]
}

/** Parts of other tools. */
interface ClientTools {
  write: WriteTypes
  /** The compiler that this package contains. */
  compiler(): Promise<Typescript>
}

/** Texts of the files that are generated from a document, by path, in the style of the file that is there. */
export type WriteTypes = (document: LoadedDocument, file: TypesFile) => Promise<ReadonlyMap<string, string>>

/**
 * @param folder with a tsconfig.json
 * @throws ClientError where the folder cannot be compiled, or uses no types of the documents
 */
export async function affectedCode(
  folder: string,
  changes: Changes,
  { write, compiler }: ClientTools,
): Promise<ClientReport> {
  const sites: Site[] = []
  const files = new Set<string>()
  let isTyped = false
  for (const project of await openProjects(folder, compiler)) {
    for (const { fileName } of ownFiles(project.program)) files.add(fileName)
    const types = typesFilesOf(project, changes.pairs)
    if (types.length === 0) continue
    isTyped = true
    sites.push(...(await sitesOf(project, types, changes, write)))
  }
  if (!isTyped)
    throw new ClientError(
      `--client ${folder} uses no types of the documents: no file declares an interface "paths" with their paths. Generate it with openapi-typescript or specwright generate.`,
    )
  return { name: folder, kind: 'typescript', size: files.size, sites: distinct(sites) }
}

/** One site for each line and change. Errors that nothing explains, next to one that is explained, follow from it. */
function distinct(sites: readonly Site[]): Site[] {
  const lineOf = ({ file, line }: Site) => `${file}:${line}`
  const explained = new Set(sites.flatMap((site) => (site.finding === undefined ? [] : [lineOf(site)])))
  const found = new Map<string, Site>()
  for (const site of sites) {
    if (site.finding === undefined && explained.has(lineOf(site))) continue
    const key = `${lineOf(site)}:${site.finding}`
    if (!found.has(key)) found.set(key, site)
  }
  return [...found.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  )
}

const ownFiles = (program: ts.Program): ts.SourceFile[] =>
  program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'))

async function sitesOf(
  project: ClientProject,
  types: readonly TypesFile[],
  changes: Changes,
  write: WriteTypes,
): Promise<Site[]> {
  const textsOf = async (version: 'old' | 'new') =>
    new Map(
      (await Promise.all(types.map(async (file) => [...(await write(file.pair[version], file))]))).flat(),
    )
  const texts = { old: await textsOf('old'), new: await textsOf('new') }
  const programs = { old: project.with(texts.old), new: project.with(texts.new) }
  const isReplaced = ({ fileName }: ts.SourceFile) => texts.new.has(fileName)
  const errorsOf = (program: ts.Program, isWanted: (file: ts.SourceFile) => boolean) =>
    ownFiles(program)
      .filter((file) => !isReplaced(file) && isWanted(file))
      .flatMap((file) => program.getSemanticDiagnostics(file))
      .flatMap((error) => exactErrors(project.ts, program, error))
  const after = errorsOf(programs.new, () => true)
  // The compiler needs most of the time, and most files have no errors.
  const wrong = new Set(after.map(({ file }) => file?.fileName))
  const before = new Set(errorsOf(programs.old, ({ fileName }) => wrong.has(fileName)).map(keyOf))
  const context = {
    ts: project.ts,
    checkers: [programs.old.getTypeChecker(), programs.new.getTypeChecker()],
    isTypesFile: isReplaced,
    labels: labelsOf(types),
  }
  return after
    .filter((error) => !before.has(keyOf(error)))
    .map((error) => ({
      ...positionOf(error),
      finding: explain(anchorsOf(context, error), changes),
    }))
}

const keyOf = ({ file, start, code }: ts.Diagnostic): string => `${file?.fileName}:${start}:${code}`

function positionOf({ file, start = 0, code, messageText }: ts.Diagnostic) {
  const at = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 }
  return {
    file: file === undefined ? '' : relative(process.cwd(), file.fileName).replaceAll('\\', '/'),
    line: at.line + 1,
    column: at.character + 1,
    problem: `TS${code}: ${inShort(messageText)}`,
  }
}

/** Types can be long. */
const MAX_MESSAGE = 160

/** The innermost reason of a message. */
function inShort(message: string | ts.DiagnosticMessageChain): string {
  if (typeof message !== 'string') return inShort(message.next?.[0] ?? message.messageText)
  const line = message.replaceAll(/\s+/g, ' ')
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line
}

/** `POST /carts`, by operationId, of both versions. */
function labelsOf(types: readonly TypesFile[]): Map<string, string> {
  const documents = types.flatMap(({ pair }) => [pair.old, pair.new])
  return new Map(
    documents.flatMap((document) =>
      listOperations(sideOf(document).document).flatMap(
        ({ operationId, method, path }): [string, string][] =>
          operationId === undefined ? [] : [[operationId, `${method.toUpperCase()} ${path}`]],
      ),
    ),
  )
}

/** The change that most directly explains an error; undefined where none is near. */
export function explain(error: Anchored, { findings, places }: Changes): number | undefined {
  let best: { index: number; score: number } | undefined
  for (const [index, finding] of findings.entries()) {
    if (finding.level === 'docs') continue
    const score = scoreOf(error, finding, places[index] ?? [])
    if (score > (best?.score ?? 0)) best = { index, score }
  }
  return best?.index
}

/** Names in the message, and the direction, decide between changes at one place. */
const NAMED = 15
const SAME_DIRECTION = 5

function scoreOf(
  { anchors, names, direction }: Anchored,
  finding: Finding,
  places: readonly Place[],
): number {
  let score = 0
  for (const place of places) {
    // An enum's value is a JSON string.
    const name = place.at(-1)?.replaceAll('"', '')
    const bonus =
      (name !== undefined && names.includes(name) ? NAMED : 0) +
      (finding.direction === direction ? SAME_DIRECTION : 0)
    for (const anchor of anchors) {
      const near = nearness(anchor.place, place)
      if (near > 0) score = Math.max(score, anchor.weight * near + bonus)
    }
  }
  return score
}
