import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const USER = { username: 'owner', password: 'a-password' }

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

export default defineTarget({
  title: 'Homebridge UI 5, the administration of a Homebridge',
  packages: { 'homebridge-config-ui-x': '5.10.0', homebridge: '1.11.0' },
  document: { path: '/swagger-json' },
  base: '',
  ready: '/swagger-json',
  start({ node, installation, state, port }) {
    // Commands of the machine itself do nothing.
    const linux = { restart: 'true', shutdown: 'true' }
    const config = {
      bridge: { name: 'Benchmark', username: '0E:00:00:00:00:01', port: 51826, pin: '031-45-154' },
      platforms: [{ platform: 'config', name: 'Config', port, host: '127.0.0.1', auth: 'form', linux }],
    }
    writeFileSync(join(state, 'config.json'), JSON.stringify(config))
    const program = join(installation, 'node_modules/homebridge-config-ui-x/dist/bin/standalone.js')
    const flags = ['-U', state, '-P', join(installation, 'node_modules'), '--no-timestamp']
    return { command: [node, program, ...flags] }
  },
  async login(origin) {
    // Only the first start creates the user.
    await post(`${origin}/api/setup-wizard/create-first-user`, { ...USER, name: 'Owner' })
    const response = await post(`${origin}/api/auth/login`, USER)
    return { HOMEBRIDGE_TOKEN: ((await response.json()) as { access_token: string }).access_token }
  },
})
