import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const USER = { name: 'Owner', email: 'owner@example.com', password: 'a-password' }

export default defineTarget({
  title: 'Better Auth, accounts, sessions and organizations; on PostgreSQL',
  packages: { 'better-auth': '1.7.25', pg: '8.16.3' },
  postgres: true,
  document: { path: '/api/auth/open-api/generate-schema' },
  base: '/api/auth',
  ready: '/api/auth/ok',
  start({ node, installation, port, database }) {
    // Next to its packages, where Node finds them.
    const program = join(installation, 'server.mjs')
    copyFileSync(join(import.meta.dirname, 'server.mjs'), program)
    return { command: [node, program], env: { PORT: `${port}`, DATABASE: database } }
  },
  async login(origin) {
    const post = (path: string): Promise<Response> =>
      fetch(`${origin}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify(USER),
      })
    // Only the first start creates the user.
    await post('sign-up/email')
    const response = await post('sign-in/email')
    return { BETTER_AUTH_TOKEN: ((await response.json()) as { token: string }).token }
  },
})
