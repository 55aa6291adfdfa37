import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const TOKEN = 'a-token-of-the-benchmark'
const PROGRAM = `
  const { createBackend } = require('@backstage/backend-defaults')
  const backend = createBackend()
  backend.add(import('@backstage/plugin-catalog-backend'))
  backend.start()`

export default defineTarget({
  title: 'The catalog of Backstage; on PostgreSQL',
  packages: {
    '@backstage/backend-defaults': '0.19.0',
    '@backstage/plugin-catalog-backend': '4.0.5',
    pg: '8.16.3',
  },
  node: '24.21.0',
  postgres: true,
  document: { path: '/api/catalog/openapi.json', headers: { Authorization: `Bearer ${TOKEN}` } },
  base: '',
  ready: '/.backstage/health/v1/readiness',
  start({ node, installation, state, port, database }) {
    const baseUrl = `http://127.0.0.1:${port}`
    const config = {
      app: { title: 'Benchmark', baseUrl },
      organization: { name: 'Benchmark' },
      backend: {
        baseUrl,
        listen: { host: '127.0.0.1', port },
        database: { client: 'pg', connection: database, pluginDivisionMode: 'schema' },
        auth: { externalAccess: [{ type: 'static', options: { token: TOKEN, subject: 'owner' } }] },
      },
    }
    writeFileSync(join(state, 'config.json'), JSON.stringify(config))
    writeFileSync(join(state, 'package.json'), JSON.stringify({ name: 'benchmark', version: '1.0.0' }))
    writeFileSync(join(installation, 'server.cjs'), PROGRAM)
    return {
      command: [node, join(installation, 'server.cjs'), '--config', join(state, 'config.json')],
      env: { NODE_ENV: 'production' },
    }
  },
  login: async () => ({ BACKSTAGE_TOKEN: TOKEN }),
})
