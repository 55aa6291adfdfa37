/** Compiles `src/` and `generated/` to `dist/` and puts the files beside them that are no TypeScript. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
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
writeFileSync(join(root, BUILD_MARK), '')
