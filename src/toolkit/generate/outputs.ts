import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { ContractDocument } from '../openapi/document.ts'
import { documentOf } from '../openapi/documentOf.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { ANYWHERE, documentsAt, featuresOf, headingOf, nameOfPage } from '../openapi/projectLayout.ts'
import { bundle } from '../openapi/redocly/bundle.ts'
import { eventTypes } from './eventTypes.ts'
import { expectationsByName, expectationsModule } from './expectations.ts'
import { handlerRecord } from './handlerRecord.ts'
import { onlyOperations } from './onlyOperations.ts'
import { operationTable } from './operationTable.ts'
import { pagesModule } from './pages.ts'
import { queriesModule } from './queries.ts'
import { createTypesMaker, type TypesMaker, typedDocument } from './types.ts'
import { validatorsModule } from './validators.ts'
import { zodModule } from './zod/module.ts'

export const COMMAND = 'npm run generate'

/** Every generated file of the project at `root`: its path from there and its text. */
export async function outputsOf(root: string, choices: OutputChoices = {}): Promise<Map<string, string>> {
  const maker = createTypesMaker()
  try {
    const made = await Promise.all(
      documentsAt(root).map(([name, source]) => outputsOfDocument(root, name, source, maker, choices)),
    )
    return new Map(made.flat())
  } finally {
    await maker.stop()
  }
}

/**
 * The output for documents that do not follow the layout of this project: a bundle and types of each, side by
 * side in `folder`.
 *
 * @param pages the entry files, from `root`
 * @returns the text of each file, by its path from `root`
 */
export async function outputsOfPages(
  root: string,
  pages: readonly string[],
  folder: string,
  choices: OutputChoices = {},
): Promise<Map<string, string>> {
  const maker = createTypesMaker()
  try {
    const trees = await Promise.all(pages.map((page) => bundle(resolve(root, page))))
    const parts = choices.select === undefined ? trees : selectedParts(trees, choices.select)
    const made = await Promise.all(
      pages.map((page, index) => {
        const file = join(folder, nameOfPage(page, pages))
        const source = relative(root, resolve(root, page))
        return outputsOfPage(source, file, parts[index] ?? {}, maker, choicesAt(root, file, choices))
      }),
    )
    return new Map(made.flat())
  } finally {
    await maker.stop()
  }
}

/**
 * The generated files of one page that is bundled already.
 * @param source the page, from the root of the project
 * @param file the path of the files without an extension, from the same root
 */
export async function outputsOfPage(
  source: string,
  file: string,
  tree: object,
  { typesOf }: TypesMaker,
  choices: OutputChoices = {},
): Promise<Output[]> {
  const document = documentOf(tree, source)
  const types = await (document.kind === 'asyncapi'
    ? eventTypes(document, typesOf, 'where possible')
    : typesOf(document, 'where possible'))
  const outputs = bundleAndTypes({ file, tree, document, types, by: ANYWHERE, source })
  return [...outputs, ...modulesOnRequest(document, file, headingOf(ANYWHERE, source), choices)]
}

/** The choices, with what was chosen before: a module that is there is written again. */
export const choicesAt = (root: string, file: string, choices: OutputChoices = {}): OutputChoices => ({
  ...choices,
  queries: choices.queries === true || existsSync(resolve(root, `${file}.queries.ts`)),
  schemas: choices.schemas ?? (existsSync(resolve(root, `${file}.schemas.ts`)) ? 'zod' : undefined),
})

function modulesOnRequest(
  document: ContractDocument,
  file: string,
  heading: string,
  { queries, schemas }: OutputChoices,
): Output[] {
  if (document.kind !== 'openapi') return []
  const types = basename(file)
  const made: Output[] = []
  if (queries) made.push([`${file}.queries.ts`, `${heading}\n\n${queriesModule(document, types)}`])
  if (schemas !== undefined)
    made.push([`${file}.schemas.ts`, `${heading}\n\n${zodModule(typedDocument(document), types)}`])
  return made
}

/** The OpenAPI documents with the selected operations only; other documents as they are. */
function selectedParts(trees: readonly object[], select: NonNullable<OutputChoices['select']>): object[] {
  const documents = trees.map((tree) => documentOf(tree))
  const isOpenApi = ({ kind }: ContractDocument) => kind === 'openapi'
  const selected = select(documents.filter(isOpenApi).flatMap((document) => listOperations(document)))
  return documents.map((document) =>
    selected === undefined || !isOpenApi(document) ? document.root : onlyOperations(document, selected),
  )
}

/** Outputs on request. */
export interface OutputChoices {
  /** Ids of the operations to write code for; undefined for all. */
  select?: (operations: readonly Operation[]) => ReadonlySet<string> | undefined
  /** Options of TanStack Query. */
  queries?: boolean | undefined
  /** Schemas of a library that validates. */
  schemas?: 'zod' | undefined
}

interface Made {
  file: string
  tree: object
  /** Undefined where a client of its own has such iterators. */
  document: ContractDocument | undefined
  types: string
  by: string
  source: string
}

/** The bundle, its types, and iterators over its lists where it has paginated ones. */
function bundleAndTypes({ file, tree, document, types, by, source }: Made): Output[] {
  const heading = headingOf(by, source)
  const pages = document?.kind === 'openapi' ? pagesModule(document, basename(file)) : undefined
  return [
    [`${file}.json`, `${JSON.stringify({ 'x-generated-by': by, ...tree }, null, 2)}\n`],
    [`${file}.ts`, `${heading}\n\n${types}`],
    ...(pages === undefined ? [] : [[`${file}.pages.ts`, `${heading}\n\n${pages}`] as Output]),
  ]
}

type Output = [name: string, text: string]

/** Types are needed to compile other code. Validators need as much time again, and no type depends on them. */
export type OutputPart = 'types' | 'validators'

const outputsOfDocument = async (
  root: string,
  name: string,
  source: string,
  maker: TypesMaker,
  choices: OutputChoices,
): Promise<Output[]> =>
  outputsOfBundle(root, name, source, await bundle(join(root, source)), maker, { choices })

interface BundleOptions {
  parts?: readonly OutputPart[]
  choices?: OutputChoices
}

/**
 * The generated files of one document that is bundled already.
 * @param name of what is made, such as `openapi.v1`
 * @param source the contents page, from `root`
 */
export async function outputsOfBundle(
  root: string,
  name: string,
  source: string,
  tree: object,
  { typesOf }: TypesMaker,
  { parts = ['types', 'validators'], choices = {} }: BundleOptions = {},
): Promise<Output[]> {
  const document = documentOf(tree, source)
  // Tables and validators serve the handlers of a project of the same layout; another project gets types only.
  const isForeign =
    document.kind === 'openapi' &&
    listOperations(document).length > 0 &&
    !existsSync(join(root, 'src/service/server/handler.ts'))
  const tables = (): Output[] => {
    const featureOf = featuresOf(join(root, source))
    if (name === 'openapi.oauth')
      return [
        ['generated/operations.oauth.ts', operationTable(document, featureOf)],
        ['generated/expectations.oauth.ts', expectationsModule(document) + expectationsByName(document)],
      ]
    const features = join(root, 'src/service/features')
    // A project without any has only its documents yet.
    const begun = existsSync(features) && readdirSync(features).some((name) => name !== 'handlers.ts')
    const isWritten = (file: string) => !begun || existsSync(join(features, file))
    return [
      ['generated/operations.ts', operationTable(document, featureOf)],
      ['generated/expectations.ts', expectationsModule(document)],
      ['src/service/features/handlers.ts', handlerRecord(document, featureOf, isWritten)],
    ]
  }
  const file = `generated/${name}`
  const heading = `${headingOf(COMMAND, source)}\n\n`
  const made: Output[] = []
  const suffix = { 'openapi.oauth': '.oauth', 'openapi.v1': '' }[name]
  if (parts.includes('types')) {
    const aliases = isForeign ? 'where possible' : 'for all'
    const types = document.kind === 'asyncapi' ? eventTypes(document, typesOf) : typesOf(document, aliases)
    types.catch(() => {}) // thrown below, once the tables are ready
    const code = isForeign || suffix === undefined ? [] : tables()
    made.push(
      ...bundleAndTypes({
        file,
        tree,
        document: isForeign ? document : undefined,
        types: await types,
        by: COMMAND,
        source,
      }),
    )
    made.push(...code.map(([file, text]): Output => [file, heading + text]))
    made.push(...modulesOnRequest(document, file, heading.trim(), choicesAt(root, file, choices)))
  }
  if (parts.includes('validators') && !isForeign && suffix !== undefined) {
    const module = validatorsModule(document, `operations${suffix}.ts`)
    made.push([`generated/validators${suffix}.ts`, heading + module])
  }
  return made
}

interface Difference {
  name: string
  kind: 'missing' | 'stale' | 'unexpected'
}

/**
 * The differences between the project at `root` and the expected output.
 * @param folder a folder that only contains generated files
 */
export function differences(
  root: string,
  outputs: Map<string, string>,
  folder: string | undefined,
): Difference[] {
  const wrong = [...outputs].flatMap(([name, text]): Difference[] => {
    const file = resolve(root, name)
    if (!existsSync(file)) return [{ name, kind: 'missing' }]
    return readFileSync(file, 'utf8') === text ? [] : [{ name, kind: 'stale' }]
  })
  const present =
    folder !== undefined && existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
      : []
  const unexpected = present.filter((name) => !outputs.has(name))
  return [...wrong, ...unexpected.map((name): Difference => ({ name, kind: 'unexpected' }))]
}
