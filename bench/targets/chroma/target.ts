import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'Chroma, a database of embeddings',
  // Later versions of the program need a newer C library than Debian 12 has.
  packages: { chromadb: '2.2.1', 'chromadb-js-bindings-linux-x64-gnu': '1.0.1' },
  document: { path: '/openapi.json' },
  base: '',
  ready: '/api/v2/heartbeat',
  start({ installation, state, port, node }) {
    const program = join(installation, 'node_modules/chromadb/dist/cli.mjs')
    return { command: [node, program, 'run', '--path', state, '--port', String(port)] }
  },
})
