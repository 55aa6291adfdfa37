/**
 * Compiles `src/` and `generated/` to `dist/`, puts the files beside them that are no TypeScript, and packs what the
 * program loads into few files.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { BUILD_MARK, root, run } from './prepare.mjs'

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
if (existsSync(join(root, 'dist/src/cli.js'))) await packProgram()
writeFileSync(join(root, BUILD_MARK), '')

/**
 * Packs the program's own modules into `dist/program/`, a file for each command and for what commands share: Node takes
 * a millisecond for each module that it loads, and `serve` has three hundred. `dist/src/` stays whole for those who
 * import the package and for threads. Packages and generated files stay where they are.
 */
async function packProgram() {
  const { build } = await import('esbuild')
  const dist = join(root, 'dist')
  const place = (path) => relative(dist, path).split(sep).join('/')
  await build({
    entryPoints: [join(dist, 'src/cli.js')],
    outdir: join(dist, 'program'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    banner: { js: "const moduleAt = (path) => new URL('../' + path, import.meta.url).href" },
    plugins: [
      {
        name: 'what stays in its place',
        setup(plugin) {
          plugin.onResolve({ filter: /\/generated\// }, ({ path, resolveDir }) => ({
            path: `../${place(join(resolveDir, path))}`,
            external: true,
          }))
          // A module still finds its own files and threads beside where it was compiled.
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
  writeFileSync(join(dist, 'src/cli.js'), "#!/usr/bin/env node\nimport '../program/cli.js'\n")
}
