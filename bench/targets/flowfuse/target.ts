import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const OWNER = {
  username: 'owner',
  name: 'Owner',
  email: 'owner@example.com',
  password: 'a-password-of-the-benchmark',
}

export default defineTarget({
  title: 'FlowFuse 2.4, a manager of Node-RED instances; its driver starts none',
  packages: { '@flowfuse/flowfuse': '2.4.0' },
  scripts: true,
  sources: 'node_modules/@flowfuse/flowfuse/forge/**/*.js',
  document: { path: '/api/json' },
  base: '',
  ready: '/setup/status',
  start({ node, installation, state, port }) {
    const settings = {
      port,
      host: '127.0.0.1',
      base_url: `http://127.0.0.1:${port}`,
      db: { type: 'sqlite', storage: 'forge.db', logging: false },
      driver: { type: 'stub' },
      email: { enabled: false },
      telemetry: { enabled: false },
    }
    for (const name of ['etc', 'var']) mkdirSync(join(state, name), { recursive: true })
    // JSON is YAML.
    writeFileSync(join(state, 'etc/flowforge.yml'), JSON.stringify(settings))
    return {
      command: [node, join(installation, 'node_modules/@flowfuse/flowfuse/forge/app.js')],
      env: { FLOWFORGE_HOME: state, PORT: `${port}` },
    }
  },
  /** Does the steps of the page of the setup, and creates a token. */
  async login(origin) {
    const page = await fetch(`${origin}/setup`)
    const csrf = /SETUP_CSRF_TOKEN = "([^"]*)"/.exec(await page.text())?.[1] ?? ''
    const post = async (path: string, cookie: string, body: object): Promise<Response> => {
      const headers = { 'Content-Type': 'application/json', 'csrf-token': csrf, Cookie: cookie }
      const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`FlowFuse: POST ${path} responded ${response.status}.`)
      return response
    }
    const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    // After the first start there is the owner.
    if (csrf !== '') {
      const setup = cookieOf(page)
      await post('/setup/create-user', setup, OWNER)
      await post('/setup/finish', setup, {})
    }
    const session = cookieOf(
      await post('/account/login', '', { username: OWNER.username, password: OWNER.password }),
    )
    const token = await post('/api/v1/user/tokens', session, { name: 'benchmark', scope: '' })
    return { FLOWFUSE_TOKEN: ((await token.json()) as { token: string }).token }
  },
})
