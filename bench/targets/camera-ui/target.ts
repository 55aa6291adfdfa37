import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

/** Prints the document, which the server only shows as a page. */
const PRINT_DOCUMENT = `
  import read from 'swagger-jsdoc'
  import options from 'camera.ui/src/api/docs/swagger.js'
  console.log(JSON.stringify(read(options)))`

export default defineTarget({
  title: 'camera.ui 1.1, recordings of cameras; without a camera',
  packages: { 'camera.ui': '1.1.17' },
  sources: 'node_modules/camera.ui/src/**/*.js',
  document: {
    read: ({ installation }) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', PRINT_DOCUMENT], {
        cwd: installation,
        encoding: 'utf8',
      }).stdout,
  },
  base: '',
  ready: '/swagger/',
  start({ node, installation, state, port }) {
    writeFileSync(join(state, 'config.json'), JSON.stringify({ port, cameras: [] }))
    const program = join(installation, 'node_modules/camera.ui/bin/camera.ui.js')
    return { command: [node, program, '--no-sudo', '--no-global', '-S', state] }
  },
  async login(origin) {
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'master', password: 'master' }),
    })
    return { CAMERA_UI_TOKEN: ((await response.json()) as { access_token: string }).access_token }
  },
})
