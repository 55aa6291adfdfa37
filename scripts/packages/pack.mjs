/**
 * `npm run pack`: writes the two packages to `dist/packages/`, as they would be published: the whole, and the client by
 * itself, which has openapi-fetch as its only dependency.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { succeed } from '../nodes/fetchNode.mjs'
import { buildIsStale, root } from '../prepare.mjs'

export const FOLDER = join(root, 'dist/packages')

/**
 * Builds what is stale and packs both.
 * @returns {Record<'main' | 'client', { path: string, files: { path: string, size: number }[] }>}
 */
export function pack() {
  if (buildIsStale()) succeed(process.execPath, ['scripts/build.mjs'], { cwd: root })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    layOutClient(folder)
    return { main: packFolder(root), client: packFolder(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The client's package: `src/client` as it was built, and the types that it speaks of. */
function layOutClient(folder) {
  const { version, license, engines, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const entry = (name) => ({ types: `./dist/client/${name}.d.ts`, default: `./dist/client/${name}.js` })
  const manifest = {
    name: 'prompt-service-client',
    version,
    description: 'The typed client of the Prompt Management Service: retries, paging, sign-in and webhooks.',
    license,
    type: 'module',
    sideEffects: false,
    engines,
    exports: { '.': entry('index'), './webhooks': entry('webhooks'), './package.json': './package.json' },
    files: ['dist', 'generated'],
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // As deep as in the whole package, for the types are imported by relative paths.
  cpSync(join(root, 'dist/src/client'), join(folder, 'dist/client'), { recursive: true })
  for (const name of ['openapi.v1.d.ts', 'asyncapi.d.ts']) {
    mkdirSync(dirname(join(folder, 'generated', name)), { recursive: true })
    cpSync(join(root, 'dist/generated', name), join(folder, 'generated', name))
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  // Only what a reader of the package can follow: links lead to files that are not in it.
  const guide = readFileSync(join(root, 'docs/client.md'), 'utf8')
  writeFileSync(join(folder, 'README.md'), guide.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, '$1'))
}

function packFolder(folder) {
  const packed = succeed('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename, files }] = JSON.parse(packed.stdout.toString())
  return { path: join(FOLDER, filename), files }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { path, files } of Object.values(pack())) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    console.log(`${path}: ${files.length} files, ${(bytes / 1000).toFixed(0)} kB unpacked`)
  }
}
