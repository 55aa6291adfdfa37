/**
 * Compiles `src/` and `generated/` to `dist/`, puts the other files next to them, and packs the modules of each program
 * into few files.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { BUILD_MARK, root, run } from './prepare.mjs'

/**
 * The entry of each program, the folder that becomes its package, and the packages that are copied into the program.
 * Each start loads those: 300 files of the service. Threads and importers of modules load the installed ones.
 */
const PROGRAMS = [
  { entry: 'dist/src/toolkit/cli/main.js', base: 'dist/src/toolkit', copied: [] },
  {
    entry: 'dist/src/service/cli/main.js',
    base: 'dist',
    copied: ['@bomb.sh/tab', 'ajv', 'commander', 'ipaddr.js', 'jose', 'pino', 're2js'],
  },
]

/** Modules that large libraries are copied into. */
const INLINED = ['docs/highlighting.js', 'generate/typesWorker.mjs']

/** Modules for browsers, packed with everything that they import. */
const BROWSER_MODULES = ['mock/docsWorker.js']

rmSync(join(root, 'dist'), { recursive: true, force: true })
run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'])
for (const room of ['src', 'generated']) {
  cpSync(join(root, room), join(root, 'dist', room), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
}
// The compiler rewrites imports in JavaScript, not in declarations.
for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join(root, 'dist', name)
  const text = readFileSync(path, 'utf8')
  const rewritten = text.replaceAll(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2')
  if (rewritten !== text) writeFileSync(path, rewritten)
}
writePackageImports()
await inlineLibraries()
for (const program of PROGRAMS) if (existsSync(join(root, program.entry))) await packProgram(program)
writeFileSync(join(root, BUILD_MARK), '')

/**
 * The service includes the parts of the toolkit and of the client that it uses. In the build it imports them by
 * relative paths, so that a production server installs none of the toolkit's packages.
 */
function writePackageImports() {
  const service = join(root, 'dist/src/service')
  if (!existsSync(service) || !existsSync(join(root, 'dist/src/toolkit/package.json'))) return
  const files = new Map(
    ['toolkit', 'client'].flatMap((folder) => {
      const home = join(root, 'dist/src', folder)
      const { name, exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
      return Object.entries(exports).map(([path, file]) => [`${name}${path.slice(1)}`, join(home, file)])
    }),
  )
  for (const name of readdirSync(service, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|d\.ts)$/.test(name)) continue
    const path = join(service, name)
    const text = readFileSync(path, 'utf8')
    const rewritten = text.replaceAll(
      /((?:from |import\(?)\s*)'([\w-]+(?:\/[\w-]+)?)'/g,
      (whole, before, specifier) => {
        const file = files.get(specifier)
        return file === undefined ? whole : `${before}'${relativePath(dirname(path), file)}'`
      },
    )
    if (rewritten !== text) writeFileSync(path, rewritten)
  }
}

function relativePath(from, to) {
  const path = relative(from, to).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * Copies large or little-used libraries into the modules that import them. Otherwise users of the toolkit
 * would install 50 MB for the printer of the TypeScript compiler and a few languages of highlight.js.
 */
async function inlineLibraries() {
  const entries = INLINED.map((path) => join(root, 'dist/src/toolkit', path)).filter(existsSync)
  if (entries.length === 0) return
  const { build } = await import('esbuild')
  const inputs = await packBrowserModules()
  for (const file of entries) {
    const { metafile } = await build({
      entryPoints: [file],
      outfile: file,
      allowOverwrite: true,
      bundle: true,
      minify: true,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      legalComments: 'none',
      banner: {
        js: "import { createRequire as requireFor } from 'node:module'; import { fileURLToPath as pathOf } from 'node:url'; const require = requireFor(import.meta.url); const __filename = pathOf(import.meta.url); const __dirname = pathOf(new URL('.', import.meta.url));",
      },
    })
    inputs.push(...Object.keys(metafile.inputs))
  }
  writeFileSync(join(root, 'dist/src/toolkit/THIRD-PARTY-LICENSES.txt'), licensesOf(inputs))
}

/** Packs modules that a browser loads into one file each. Returns the files that were copied. */
async function packBrowserModules() {
  const { build } = await import('esbuild')
  const files = BROWSER_MODULES.map((path) => join(root, 'dist/src/toolkit', path)).filter(existsSync)
  const { metafile } = await build({
    entryPoints: files,
    outdir: join(root, 'dist/src/toolkit'),
    outbase: join(root, 'dist/src/toolkit'),
    allowOverwrite: true,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    // Loads a package of Node, which a browser never does.
    define: { 'import.meta.url': '""' },
  })
  return Object.keys(metafile.inputs)
}

/** The licences of the packages whose files were copied. */
function licensesOf(files) {
  const folders = new Set(
    files.flatMap(
      (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.split(sep).join('/')) ?? [],
    ),
  )
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? '' : `\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`
    return `${name} ${version} (${license})${text}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * Packs a program's own modules into `program/` of its package, a file for each command and for their common modules. Node
 * needs a millisecond for each module that it loads, and `serve` has three hundred. The modules stay for importers
 * of the package and for threads. Other packages and generated files stay where they are.
 */
async function packProgram({ entry, base, copied }) {
  const { build } = await import('esbuild')
  const folder = join(root, base)
  const place = (path) => relative(folder, path).split(sep).join('/')
  const isCopied = (path) => copied.some((name) => path === name || path.startsWith(`${name}/`))
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    outdir: join(folder, 'program'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    chunkNames: '[name]-[hash]',
    // Copied packages that are CommonJS require modules of Node.
    banner: {
      js: `${copied.length > 0 ? "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url); " : ''}const moduleAt = (path) => new URL('../' + path, import.meta.url).href`,
    },
    plugins: [
      {
        name: 'what stays in its place',
        setup(plugin) {
          plugin.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
            kind === 'entry-point' || isCopied(path) || importer.includes('node_modules')
              ? undefined
              : { path, external: true },
          )
          plugin.onResolve({ filter: /\/generated\// }, ({ path, resolveDir }) => ({
            path: `../${place(join(resolveDir, path))}`,
            external: true,
          }))
          // The compiler is large, and one copy of it is enough.
          plugin.onResolve({ filter: /^\..*\/typesWorker\.mjs$/ }, ({ path, resolveDir }) => ({
            path: `../${place(join(resolveDir, path))}`,
            external: true,
          }))
          // A module still finds its own files and threads where it was compiled.
          plugin.onLoad({ filter: /\.js$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replaceAll(
              'import.meta.url',
              `moduleAt(${JSON.stringify(place(path))})`,
            ),
          }))
        },
      },
    ],
  })
  const libraries = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))
  if (libraries.length > 0)
    writeFileSync(join(folder, 'program/THIRD-PARTY-LICENSES.txt'), licensesOf(libraries))
  const program = relativePath(dirname(join(root, entry)), join(folder, 'program/main.js'))
  const cache = relativePath(dirname(join(root, entry)), join(folder, '.cache'))
  writeFileSync(
    join(root, entry),
    `#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// From Node 22.8 on, the next start need not compile. In our own folder: in a common one, others could leave code for us.
module.enableCompileCache?.(fileURLToPath(new URL('${cache}', import.meta.url)))
await import('${program}')
`,
  )
}
