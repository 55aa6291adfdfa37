import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { admin, bearer, openAPI, organization } from 'better-auth/plugins'
import pg from 'pg'

const { PORT, DATABASE } = process.env
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${PORT}`,
  secret: 'a-secret-of-the-benchmark-of-32-characters',
  database: new pg.Pool({ connectionString: DATABASE }),
  emailAndPassword: { enabled: true },
  plugins: [admin({ defaultRole: 'admin' }), bearer(), openAPI(), organization()],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
})
await (await getMigrations(auth.options)).runMigrations()
createServer(toNodeHandler(auth)).listen(Number(PORT), '127.0.0.1')
