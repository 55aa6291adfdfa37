/** The files of a project that begins: the template with the project's own name, and the packages that it needs. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface StartingProject {
  /** The folder's name, from which the API and the package get theirs. */
  name: string
  /** The folder of the template. */
  template: string
  /** Where this package comes from, as npm understands it: a version range, or `file:` and a path. */
  source: string
  /** The manifest of this package, whose versions the project uses. */
  manifest: Manifest
  /** The project's manifest, where there is one. */
  present: Manifest | undefined
  /** The document that replaces the template's own, with the folder of the files that belong to it. */
  from?: { document: GivenDocument; template: string } | undefined
}

/** An OpenAPI document that a project begins with. */
export interface GivenDocument {
  /** Its entry file in the project. */
  entry: string
  /** The name of the entry file without its extension, by which generated files go. */
  stem: string
  title: string
  /** The development key. */
  key: string
  /** The text of each file that depends on the document, by its path in the project. */
  files: ReadonlyMap<string, string>
}

export interface Manifest {
  name?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  [member: string]: unknown
}

/** Tools that the template's own scripts run. Prism is left to projects that want it: it brings 160 packages. */
const TOOLS = ['@types/node', 'tsx', 'typescript']
/** The imports of the template's own code. */
const LIBRARIES = ['openapi-fetch']

/** npm leaves files of this name out of packages. */
const RENAMED: Record<string, string> = { gitignore: '.gitignore' }

/** @returns the text of each file, by its path in the project */
export function startingProject({ name, template, source, manifest, present, from }: StartingProject) {
  const own = readTemplate(template)
  const files = from === undefined ? own : withDocument(own, from)
  const title = from?.document.title ?? titleOf(name)
  for (const [path, text] of files)
    files.set(
      path,
      text.replaceAll('Tasks API', () => title),
    )
  for (const [path, text] of from?.document.files ?? []) files.set(path, text)
  const begun = JSON.parse(files.get('package.json') ?? '{}') as Manifest
  const versionsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, manifest.devDependencies?.[name] ?? '*']))
  const { devDependencies, dependencies, ...rest } = present ?? {}
  const { specwright: _, ...otherTools } = devDependencies ?? {}
  const whole: Manifest = {
    ...begun,
    name: packageNameOf(name),
    ...rest,
    type: 'module',
    scripts: { ...begun.scripts },
    dependencies: sorted({ ...versionsOf(LIBRARIES), ...dependencies, specwright: source }),
    devDependencies: sorted({ ...versionsOf(TOOLS), ...otherTools }),
  }
  files.set('package.json', `${JSON.stringify(whole, null, 2)}\n`)
  return files
}

function readTemplate(template: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const given = path.slice(template.length + 1).replaceAll('\\', '/')
    files.set(RENAMED[given] ?? given, readFileSync(path, 'utf8'))
  }
  return files
}

/** Files that serve only the template's own document. */
const SAMPLE = /^(openapi|generated|src\/handlers)\/|^src\/tasks\.ts$|^test\/(tasks|client)\.test\.ts$/

function withDocument(
  own: ReadonlyMap<string, string>,
  { document: { entry, stem, key }, template }: NonNullable<StartingProject['from']>,
): Map<string, string> {
  const general = [...own].filter(([path]) => !SAMPLE.test(path))
  return new Map(
    [...general, ...readTemplate(template)].map(([path, text]) => [
      path,
      text
        .replaceAll('openapi/openapi.yaml', () => entry)
        .replaceAll('generated/openapi', () => `generated/${stem}`)
        .replaceAll('development-key', () => key),
    ]),
  )
}

/** `lending-desk` → `Lending Desk API`; a name with "API" stays as it is. */
function titleOf(name: string): string {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^apis?$/i.test(word) ? 'API' : word.charAt(0).toUpperCase() + word.slice(1)))
  if (words.length === 0) return 'My API'
  return words.includes('API') ? words.join(' ') : `${words.join(' ')} API`
}

/** A name that npm accepts. */
const packageNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'my-api'

const sorted = (packages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
