import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../faults/start.ts'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'Cerbos, a policy decision point with its administration API',
  packages: { cerbos: '0.51.0' },
  document: { path: '/schema/swagger.json' },
  base: '',
  ready: '/_cerbos/health',
  async start({ installation, state, port }) {
    const config = {
      server: {
        httpListenAddr: `127.0.0.1:${port}`,
        grpcListenAddr: `127.0.0.1:${await freePort()}`,
        // The default credentials cerbos and cerbosAdmin.
        adminAPI: { enabled: true },
      },
      storage: { driver: 'sqlite3', sqlite3: { dsn: join(state, 'policies.sqlite') } },
      telemetry: { disabled: true },
    }
    writeFileSync(join(state, 'config.json'), JSON.stringify(config))
    const program = join(installation, 'node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64')
    return { command: [program, 'server', '--config', join(state, 'config.json')] }
  },
  login: async () => ({ CERBOS_LOGIN: 'cerbos:cerbosAdmin' }),
})
