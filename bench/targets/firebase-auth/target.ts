import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'The emulator of Firebase Authentication',
  packages: { 'firebase-tools': '15.34.2' },
  document: { path: '/emulator/openapi.json' },
  base: '/identitytoolkit.googleapis.com',
  ready: '/emulator/openapi.json',
  start({ node, installation, state, port }) {
    const emulators = { auth: { host: '127.0.0.1', port }, ui: { enabled: false }, singleProjectMode: false }
    writeFileSync(join(state, 'firebase.json'), JSON.stringify({ emulators }))
    const program = join(installation, 'node_modules/firebase-tools/lib/bin/firebase.js')
    const flags = ['emulators:start', '--only=auth', '--project=demo-benchmark', '--non-interactive']
    return { command: [node, program, ...flags], env: { HOME: state, CI: 'true' } }
  },
  login: async () => ({ FIREBASE_TOKEN: 'owner' }),
})
