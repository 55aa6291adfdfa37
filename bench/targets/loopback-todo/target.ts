import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: "LoopBack's example of a to-do list",
  packages: { '@loopback/example-todo': '6.0.0' },
  document: { path: '/openapi.json' },
  base: '',
  ready: '/openapi.json',
  start: ({ node, installation, port }) => ({
    command: [node, join(installation, 'node_modules/@loopback/example-todo')],
    env: { PORT: `${port}`, HOST: '127.0.0.1' },
  }),
})
