/** The files with prose, by surface. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codePassages } from './code.ts'
import { markdownPassages } from './markdown.ts'
import type { Passage } from './passage.ts'
import { type Finding, findingsOf } from './rules.ts'
import { yamlPassages } from './yaml.ts'

export const ROOT = join(import.meta.dirname, '../..')

const FOLDERS = [
  'docs',
  'openapi',
  'asyncapi',
  'src',
  'scripts',
  'test',
  'bench',
  'templates',
  'examples',
  '.github',
]
const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'action.yml']

/** Written by others, by a program, or released. */
const LEFT_OUT =
  /^docs\/site\/|(?:^|\/)(?:node_modules|released|generated|fixtures|others)\/|^src\/service\/(?:features\/handlers|cli\/serve\/demoData)\.ts$/

const CODE = /\.(?:[cm]?[jt]s)$/
const DOCUMENT =
  /^(?:openapi|asyncapi|templates|examples)\/.*\.ya?ml$|^src\/toolkit\/schemas\/.*\.json$|^docs\/internals\/source-facts\.yaml$/

/** Where a reader meets a passage. */
export type Surface =
  | 'help'
  | 'messages'
  | 'pages'
  | 'rules'
  | 'API descriptions'
  | 'README'
  | 'user docs'
  | 'internal docs'
  | 'changelog'
  | 'comments'
  | 'names'
  | 'tests'

/** Pages for developers of this repository. */
const INTERNAL =
  /^docs\/(?:internals\/|(?:decisions|findings|conformance-proof|performance|dependencies|architecture|reliability|contract-changes)\.md)|^(?:CONTRIBUTING\.md|test\/|bench\/|scripts\/)/

/** Files about the members of an organization. */
const PEOPLE =
  /^(?!src\/toolkit\/|test\/toolkit\/).*(?:organization|member)|^src\/service\/(?:pages|features\/oauth)\/|^openapi\/oauth\//i

const SURFACES: readonly [RegExp, Surface][] = [
  [/^README\.md$/, 'README'],
  [/^CHANGELOG\.md$/, 'changelog'],
  [INTERNAL, 'internal docs'],
  [/\.md$/, 'user docs'],
  [/\.(?:ya?ml|json)$/, 'API descriptions'],
  [/^src\/toolkit\/(?:conformance|lint)\/rules\//, 'rules'],
  [/^src\/service\/pages\/|^src\/toolkit\/(?:docs|design)\/|^src\/toolkit\/conformance\/report\//, 'pages'],
  [/^src\/(?:service|toolkit)\/cli\//, 'help'],
]

/** The surface of a passage. */
export function surfaceOf(path: string, kind: Passage['kind']): Surface {
  if (kind === 'name') return 'names'
  if (kind === 'comment') return /^(?:test|bench|scripts)\//.test(path) ? 'tests' : 'comments'
  return SURFACES.find(([pattern]) => pattern.test(path))?.[1] ?? 'messages'
}

/** The paths of all files with prose, from the root of the repository. */
export function prosePaths(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  return [...PAGES, ...below]
    .filter(
      (path) =>
        !LEFT_OUT.test(path) &&
        (path.endsWith('.md') || CODE.test(path) || DOCUMENT.test(path) || path === 'action.yml'),
    )
    .sort()
}

/** The passages of a file. */
export function passagesOf(path: string, text: string): Passage[] {
  if (path.endsWith('.md')) return markdownPassages(text)
  if (CODE.test(path)) return codePassages(text, path.startsWith('src/'))
  return yamlPassages(text)
}

export interface FileFinding extends Finding {
  path: string
  surface: Surface
}

/** The findings of a file. */
export const findingsOfFile = (path: string, text = readFileSync(join(ROOT, path), 'utf8')): FileFinding[] =>
  passagesOf(path, text).flatMap((passage) => {
    const surface = surfaceOf(path, passage.kind)
    const user = passage.kind !== 'comment' && surface !== 'internal docs' && surface !== 'changelog'
    return findingsOf(passage, { user, people: PEOPLE.test(path) }).map((finding) => ({
      ...finding,
      path,
      surface,
    }))
  })
