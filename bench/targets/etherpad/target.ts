import { existsSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const KEY = 'a-key-of-the-benchmark'

export default defineTarget({
  title: 'Etherpad 1.8, texts that several authors edit',
  packages: { 'ep_etherpad-lite': '1.8.14' },
  document: { path: '/api/openapi.json' },
  base: '/api/1.2.15',
  ready: '/api',
  start({ node, installation, state, port }) {
    const settings = {
      ip: '127.0.0.1',
      port,
      dbType: 'dirty',
      dbSettings: { filename: join(state, 'pads.db') },
    }
    // It runs only from a folder of this name, to which its package is a link.
    const program = join(installation, 'src')
    const installed = join(installation, 'node_modules/ep_etherpad-lite')
    if (!existsSync(program)) {
      renameSync(installed, program)
      symlinkSync(program, installed)
    }
    writeFileSync(join(state, 'settings.json'), JSON.stringify(settings))
    writeFileSync(join(state, 'key.txt'), KEY)
    const files = ['--settings', join(state, 'settings.json'), '--apikey', join(state, 'key.txt')]
    const command = [node, join(program, 'node/server.js'), ...files] as const
    return { command, env: { NODE_ENV: 'production' } }
  },
  login: async () => ({ ETHERPAD_KEY: KEY }),
})
