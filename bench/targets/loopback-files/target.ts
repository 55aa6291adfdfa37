import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: "LoopBack's example of uploads and downloads",
  packages: { '@loopback/example-file-transfer': '1.7.0' },
  document: { path: '/openapi.json' },
  base: '',
  ready: '/openapi.json',
  start: ({ node, installation, state, port }) => ({
    command: [node, join(installation, 'node_modules/@loopback/example-file-transfer/dist/index.js')],
    env: { PORT: `${port}`, HOST: '127.0.0.1', FILE_STORAGE_DIRECTORY: state },
  }),
})
