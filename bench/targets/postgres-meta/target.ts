import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const PROGRAM = 'node_modules/@supabase/postgres-meta/dist/server/server.js'

export default defineTarget({
  title: 'postgres-meta of Supabase, the administration of a PostgreSQL database over HTTP',
  packages: { '@supabase/postgres-meta': '0.99.0' },
  postgres: true,
  document: {
    read: ({ installation }) =>
      spawnSync(process.execPath, [join(installation, PROGRAM)], {
        encoding: 'utf8',
        env: { ...process.env, PG_META_EXPORT_DOCS: 'true' },
      }).stdout,
  },
  base: '',
  ready: '/health',
  start: ({ node, installation, port, database }) => ({
    command: [node, join(installation, PROGRAM)],
    env: { PG_META_PORT: `${port}`, PG_META_HOST: '127.0.0.1', PG_META_DB_URL: database },
  }),
})
