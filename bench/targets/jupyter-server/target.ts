import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const TOKEN = 'a-token-of-the-benchmark'

export default defineTarget({
  title: 'Jupyter Server 1.23, files, kernels and terminals of notebooks; needs Python',
  packages: {},
  debian: ['jupyter-server', 'python3-ipykernel'],
  document: {
    read: () => readFileSync('/usr/lib/python3/dist-packages/jupyter_server/services/api/api.yaml', 'utf8'),
  },
  base: '',
  ready: '/api',
  start({ state, port }) {
    const root = join(state, 'files')
    mkdirSync(root, { recursive: true })
    const settings = {
      ip: '127.0.0.1',
      port,
      port_retries: 0,
      token: TOKEN,
      root_dir: root,
      open_browser: false,
      allow_root: true,
    }
    const flags = Object.entries(settings).map(([name, value]) => `--ServerApp.${name}=${value}`)
    return {
      command: ['/usr/bin/jupyter-server', ...flags],
      env: { HOME: state, PATH: '/usr/bin:/bin', JUPYTER_RUNTIME_DIR: join(state, 'runtime') },
    }
  },
  login: async () => ({ JUPYTER_TOKEN: `token ${TOKEN}` }),
})
