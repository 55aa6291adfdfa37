/** Compiles `src/` and `generated/` to `dist/` and puts the files beside them that are no TypeScript. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
writeFileSync(join(root, BUILD_MARK), '')
