import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const TOKEN = '*:*.a-token-of-the-benchmark'

export default defineTarget({
  title: 'Unleash, feature flags; on PostgreSQL',
  packages: { 'unleash-server': '6.10.1' },
  postgres: true,
  document: { path: '/docs/openapi.json' },
  base: '',
  ready: '/health',
  start: ({ node, installation, port, database }) => ({
    command: [node, join(installation, 'node_modules/unleash-server/dist/server.js')],
    env: {
      DATABASE_URL: database,
      DATABASE_SSL: 'false',
      HTTP_PORT: `${port}`,
      HTTP_HOST: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: TOKEN,
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      NODE_ENV: 'production',
    },
  }),
  login: async () => ({ UNLEASH_TOKEN: TOKEN }),
})
