import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const OWNER = { username: 'owner', password: 'A-password-of-the-benchmark-1' }

export default defineTarget({
  title: 'Apteva 0.4, a manager of agents, projects, skills and MCP servers; without the program of an agent',
  packages: { '@apteva/apteva-linux-x64': '0.4.57' },
  document: {
    read: async ({ origin, env }) => {
      const response = await fetch(`${origin}/api/openapi`, {
        headers: { Authorization: `Bearer ${env.APTEVA_KEY}` },
      })
      return response.text()
    },
  },
  base: '/api',
  ready: '/api/health',
  start({ installation, state, port }) {
    const program = join(installation, 'node_modules/@apteva/apteva-linux-x64/apteva')
    // The package does not mark it as a program.
    chmodSync(program, 0o755)
    return { command: [program], env: { PORT: `${port}`, DATA_DIR: state, HOME: state } }
  },
  /** Creates the first user and a key, as the token of a login ends after 15 minutes. */
  async login(origin) {
    const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`Apteva: POST ${path} responded ${response.status}.`)
      return (await response.json()) as Record<string, string>
    }
    const login = () => post('/api/auth/login', OWNER)
    // At the first start there is no user.
    const { accessToken } = await login().catch(async () => {
      await post('/api/onboarding/user', OWNER)
      return login()
    })
    const { key } = await post('/api/keys/personal', { name: 'benchmark' }, accessToken)
    return { APTEVA_KEY: key ?? '' }
  },
})
