/**
 * `npm run pack`: writes the three packages to `dist/packages/`, as they would be published: `specwright`,
 * `prompt-service` and `prompt-service-client`. Their manifests are those of `src/`; `repository` comes from the variable
 * GITHUB_REPOSITORY where they have none.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { succeed } from '../nodes/fetchNode.mjs'
import { buildIsStale, root } from '../prepare.mjs'
import { fillRepository } from './repository.mjs'

export const FOLDER = join(root, 'dist/packages')

/**
 * Builds what is stale and packs all three.
 * @returns {Record<'toolkit' | 'service' | 'client', { path: string, files: { path: string, size: number }[] }>}
 */
export function pack() {
  if (buildIsStale()) succeed(process.execPath, ['scripts/build.mjs'], { cwd: root })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const packed = Object.entries({ toolkit: layOutToolkit, service: layOutService, client: layOutClient }).map(
    ([name, layOut]) => {
      const folder = mkdtempSync(join(tmpdir(), 'pack-'))
      try {
        layOut(folder)
        fillRepository(folder, `src/${name}`)
        cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
        return [name, packFolder(folder)]
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
  return Object.fromEntries(packed)
}

/** Folders of pages about the toolkit, which messages and findings name. */
const PAGES = ['start', 'how-to', 'reference', 'explain', 'compare', 'help']

/** The built toolkit, the templates of `init`, and the pages about it. */
function layOutToolkit(folder) {
  copy('dist/src/toolkit', folder)
  copy('src/toolkit/schemas', join(folder, 'schemas'))
  for (const name of ['project', 'from']) copy(`templates/${name}`, join(folder, 'templates', name))
  for (const name of PAGES) copy(`docs/${name}`, join(folder, 'docs', name))
  writeReadme(folder, 'src/toolkit/README.md')
}

/** The built service with its documents, and the modules of the toolkit and of the client that it imports. */
function layOutService(folder) {
  for (const name of ['dist/src/service', 'dist/generated', 'dist/program'])
    copy(name, join(folder, name.replace('dist/', '')))
  for (const name of ['openapi', 'asyncapi']) copy(name, join(folder, name))
  for (const name of ['install.mjs', 'package.json', 'package-lock.json'])
    copy(`older-node/${name}`, join(folder, 'older-node', name))
  for (const file of importedBy(join(root, 'dist/src/service')))
    copy(`dist/src/${file}`, join(folder, 'src', file))
  rmSync(join(folder, 'src/service/package.json'))
  copy('dist/src/service/package.json', join(folder, 'package.json'))
  writeReadme(folder, 'src/service/README.md')
}

/** The client's package: `src/client` as it was built, and the types of the documents. */
function layOutClient(folder) {
  const manifest = readJson('src/client/package.json')
  const moved = (path) => (path.endsWith('.js') ? path.replace('./', './src/client/') : path)
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, path]) => [name, moved(path)]),
  )
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`)
  copy('dist/src/client', join(folder, 'src/client'))
  rmSync(join(folder, 'src/client/package.json'))
  for (const name of ['openapi.v1.d.ts', 'asyncapi.d.ts'])
    copy(`dist/generated/${name}`, join(folder, 'generated', name))
  writeReadme(folder, 'docs/service/client.md')
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(root, from), to, { recursive: true })
}

/** With links from the root of the package, and without those to files that are not in it. */
function writeReadme(folder, page) {
  const text = readFileSync(join(root, page), 'utf8')
  writeFileSync(
    join(folder, 'README.md'),
    text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (whole, words, target) => {
      if (/^(https?:|#)/.test(target)) return whole
      const [file, ...fragment] = join(dirname(page), target).split('#')
      return existsSync(join(folder, file)) ? `[${words}](${[file, ...fragment].join('#')})` : words
    }),
  )
}

/** Files of the other packages that modules and declarations below `folder` import, from `dist/src`. */
function importedBy(folder) {
  const home = join(root, 'dist/src')
  const wanted = new Set()
  const visit = (file) => {
    const text = readFileSync(file, 'utf8')
    for (const [, specifier] of text.matchAll(
      /(?:from |import\(?|URL\()\s*['"](\.{1,2}\/[^'"]+\.m?js)['"]/g,
    )) {
      const target = join(dirname(file), specifier)
      for (const one of [target, target.replace(/\.js$/, '.d.ts')]) {
        const name = relative(home, one)
        if (!/^(toolkit|client)\//.test(name) || wanted.has(name) || !existsSync(one)) continue
        wanted.add(name)
        visit(one)
      }
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(js|d\.ts)$/.test(name)) visit(join(folder, name))
  return [...wanted].sort()
}

function packFolder(folder) {
  const printed = succeed('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename, files }] = JSON.parse(printed.stdout.toString())
  return { path: join(FOLDER, filename), files }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { path, files } of Object.values(pack())) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    console.log(`${path}: ${files.length} files, ${(bytes / 1000).toFixed(0)} kB unpacked`)
  }
}
