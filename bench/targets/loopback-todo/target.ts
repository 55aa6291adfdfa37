import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const PACKAGE = 'node_modules/@loopback/example-todo'

export default defineTarget({
  title: "LoopBack's example of a to-do list",
  packages: { '@loopback/example-todo': '6.0.0' },
  sources: `${PACKAGE}/dist/**/*.js`,
  document: { path: '/openapi.json' },
  base: '',
  ready: '/openapi.json',
  start({ node, installation, state, port }) {
    // Its data, which it looks for in the working directory.
    cpSync(join(installation, PACKAGE, 'data'), join(state, 'data'), { recursive: true, force: false })
    return {
      command: [node, join(installation, PACKAGE)],
      env: { PORT: `${port}`, HOST: '127.0.0.1' },
    }
  },
})
