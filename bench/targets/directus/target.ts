import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const LOGIN = { email: 'admin@example.com', password: 'a-password-of-the-benchmark' }

export default defineTarget({
  title: 'Directus 11, a content management system; on PostgreSQL',
  packages: { directus: '11.1.0' },
  scripts: true,
  postgres: true,
  document: {
    async read({ origin, env }) {
      const headers = { Authorization: `Bearer ${env.DIRECTUS_TOKEN}` }
      return (await fetch(`${origin}/server/specs/oas`, { headers })).text()
    },
  },
  base: '',
  ready: '/server/ping',
  start({ node, installation, port, database }) {
    const program = `"${node}" "${join(installation, 'node_modules/directus/cli.js')}"`
    return {
      command: ['sh', '-c', `${program} bootstrap && exec ${program} start`],
      env: {
        HOST: '127.0.0.1',
        PORT: `${port}`,
        SECRET: 'a-secret-of-the-benchmark',
        DB_CLIENT: 'pg',
        DB_CONNECTION_STRING: database,
        ADMIN_EMAIL: LOGIN.email,
        ADMIN_PASSWORD: LOGIN.password,
        ACCESS_TOKEN_TTL: '1d',
        TELEMETRY: 'false',
      },
    }
  },
  async login(origin) {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(LOGIN),
    })
    const { data } = (await response.json()) as { data: { access_token: string } }
    return { DIRECTUS_TOKEN: data.access_token }
  },
})
