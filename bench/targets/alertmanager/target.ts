import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget, type Source } from '../../faults/target.ts'

const SOURCE = 'golang-github-prometheus-alertmanager-dev'
const SPEC = 'usr/share/gocode/src/github.com/prometheus/alertmanager/api/v2/restapi/embedded_spec.go'

export default defineTarget({
  title: 'Alertmanager 0.25 of Prometheus',
  packages: {},
  debian: ['prometheus-alertmanager'],
  document: { read: readSpec },
  base: '/api/v2',
  ready: '/-/ready',
  start({ state, port }) {
    const config = join(state, 'alertmanager.yaml')
    writeFileSync(config, JSON.stringify({ route: { receiver: 'none' }, receivers: [{ name: 'none' }] }))
    return {
      command: [
        'prometheus-alertmanager',
        `--config.file=${config}`,
        `--storage.path=${state}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
    }
  },
})

/** The document is compiled into the program; the Debian package of its source has it as a Go string. */
function readSpec({ installation }: Source): string {
  spawnSync('apt-get', ['download', SOURCE], { cwd: installation })
  const archive = readdirSync(installation).find((name) => name.startsWith(SOURCE)) ?? ''
  spawnSync('dpkg', ['-x', archive, 'source'], { cwd: installation })
  const source = readFileSync(join(installation, 'source', SPEC), 'utf8')
  return /SwaggerJSON = json\.RawMessage\(\[\]byte\(`([^`]*)`/.exec(source)?.[1] ?? ''
}
