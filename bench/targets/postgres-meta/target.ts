import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'postgres-meta of Supabase, the administration of a PostgreSQL database over HTTP',
  packages: { '@supabase/postgres-meta': '0.99.0' },
  postgres: true,
  document: { path: '/docs/json' },
  base: '',
  ready: '/health',
  start: ({ node, installation, port, database }) => ({
    command: [node, join(installation, 'node_modules/@supabase/postgres-meta/dist/server/server.js')],
    env: { PG_META_PORT: `${port}`, PG_META_HOST: '127.0.0.1', PG_META_DB_URL: database },
  }),
})
