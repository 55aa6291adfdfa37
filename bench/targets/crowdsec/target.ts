import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

// They are unpacked only, because the installation registers the machine at a server on the internet.
const PACKAGES = ['crowdsec', 'golang-github-crowdsecurity-crowdsec-dev']
const SPEC = 'usr/share/gocode/src/github.com/crowdsecurity/crowdsec/pkg/models/localapi_swagger.yaml'
const OWNER = { machine_id: 'owner', password: 'a-password' }
const KEY = 'a-key-of-the-benchmark'

export default defineTarget({
  title: 'CrowdSec 1.4, alerts about attackers and decisions on them; on SQLite',
  packages: {},
  document: { read: ({ installation }) => readFileSync(join(installation, 'files', SPEC), 'utf8') },
  base: '/v1',
  ready: '/health',
  start({ installation, state, port }) {
    const files = join(installation, 'files')
    if (!existsSync(files)) unpack(installation)
    const at = (name: string): string => join(state, name)
    const config = {
      common: { daemonize: false, log_media: 'stdout', working_dir: state },
      config_paths: {
        config_dir: state,
        data_dir: state,
        hub_dir: state,
        simulation_path: at('simulation.json'),
      },
      db_config: { type: 'sqlite', db_path: at('data.sqlite') },
      api: {
        client: { credentials_path: at('client.json') },
        server: {
          listen_uri: `127.0.0.1:${port}`,
          profiles_path: join(files, 'etc/crowdsec/profiles.yaml'),
          console_path: at('console.json'),
          trusted_ips: ['127.0.0.1'],
        },
      },
      prometheus: { enabled: false },
    }
    writeFileSync(at('config.json'), JSON.stringify(config))
    writeFileSync(at('simulation.json'), JSON.stringify({ simulation: false }))
    writeFileSync(at('console.json'), '{}')
    writeFileSync(at('client.json'), JSON.stringify({ url: `http://127.0.0.1:${port}` }))
    if (!existsSync(at('data.sqlite'))) {
      const add = (...what: string[]) =>
        spawnSync(join(files, 'usr/bin/cscli'), ['-c', at('config.json'), ...what])
      const { machine_id, password } = OWNER
      add('machines', 'add', machine_id, '--password', password, '-f', at('owner.yaml'))
      add('bouncers', 'add', 'owner', '--key', KEY)
    }
    return { command: [join(files, 'usr/bin/crowdsec'), '-c', at('config.json'), '-no-cs'] }
  },
  async login(origin) {
    const response = await fetch(`${origin}/v1/watchers/login`, {
      method: 'POST',
      // It rejects a login whose User-Agent has no version.
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'benchmark/1.0' },
      body: JSON.stringify(OWNER),
    })
    const { token } = (await response.json()) as { token: string }
    return { CROWDSEC_TOKEN: `Bearer ${token}`, CROWDSEC_KEY: KEY }
  },
})

function unpack(installation: string): void {
  spawnSync('apt-get', ['download', ...PACKAGES], { cwd: installation })
  for (const archive of readdirSync(installation).filter((name) => name.endsWith('.deb')))
    spawnSync('dpkg', ['-x', archive, 'files'], { cwd: installation })
}
