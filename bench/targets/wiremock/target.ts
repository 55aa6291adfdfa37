import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'WireMock, its administration API; needs Java',
  packages: { wiremock: '3.13.2' },
  document: { path: '/__admin/docs/swagger' },
  base: '',
  ready: '/__admin/health',
  start({ installation, state, port }) {
    const build = join(installation, 'node_modules/wiremock/build')
    const jar = readdirSync(build).find((name) => name.endsWith('.jar')) ?? ''
    return {
      command: ['java', '-Xmx512m', '-jar', join(build, jar), '--port', `${port}`, '--root-dir', state],
    }
  },
})
