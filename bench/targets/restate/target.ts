import { join } from 'node:path'
import { freePort } from '../../faults/start.ts'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'Restate, a server of durable execution; its administration API',
  packages: { '@restatedev/restate-server': '1.7.12' },
  document: { path: '/openapi' },
  base: '',
  ready: '/health',
  async start({ installation, state, port }) {
    const program = 'node_modules/@restatedev/restate-server-linux-x64/bin/restate-server'
    return {
      command: [join(installation, program), '--base-dir', state, '--node-name', 'benchmark'],
      env: {
        RESTATE_BIND_ADDRESS: `127.0.0.1:${await freePort()}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${port}`,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${await freePort()}`,
        RESTATE_DISABLE_TELEMETRY: 'true',
      },
    }
  },
})
